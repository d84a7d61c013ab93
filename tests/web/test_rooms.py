"""Rooms, the quick match, chips, rankings and the day's game over HTTP; and attacks on them."""

import asyncio
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import msgspec
import pytest
from joining import join
from queueing import (
    chips,
    eventually,
    heard,
    matched,
    member,
    person_id,
    queued,
    seated,
    until,
)
from serving import Served
from sqlalchemy import update
from visiting import VALUE, LivePage, Visitor, table_of
from websockets.exceptions import InvalidStatus

from ludotheque.core.discovery import boxes
from ludotheque.house.schema import persons
from ludotheque.house.stakes import days, ledger
from ludotheque.house.stakes.chips import gift
from ludotheque.house.stakes.rooms import DEFAULTS, VARIABLE, Room, Rooms

People = Callable[..., Visitor]
ALONE = days.solo(boxes().values())[0][1].id


@pytest.fixture(autouse=True)
def nobody_waits(served: Served) -> None:
    """Those of other tests have left the queue."""
    eventually(lambda: not served.house.matchmaker.queue.tickets)


@pytest.fixture
def pair(visitor: People) -> tuple[Visitor, Visitor]:
    return member(visitor, "192.0.2.10"), member(visitor, "192.0.2.11")


def spend(served: Served, somebody: Visitor, left: int) -> None:
    """Take chips away until so many are left."""
    account = ledger.of_person(person_id(somebody))
    taken = chips(served, somebody) - left
    legs = {account: -taken, ledger.HOUSE: taken}
    served.do(served.house.write(ledger.transfer, f"test:{account}:{left}", legs, "gift"))


def test_a_guest_is_told_to_become_a_member(ann: Visitor) -> None:
    page = ann.get("/rooms").text
    assert "Devenez membre" in page
    assert page.count("Réservée aux membres.") == 5
    assert ann.get("/me/statement").headers["location"] == "/rooms"
    assert ann.post("/me/gift").status_code == 403


WORTH = {  # as the game's rules print it (CA-30), for the first and the last of the five rooms
    2: ("Victoire Égalité Défaite Abandon", (100, 40, 20, 0), (50_000, 20_000, 10_000, 0)),
    3: (
        "Victoire Égalité 2ᵉ 3ᵉ Abandon",
        (200, 40, 30, 10, 0),
        (100_000, 20_000, 15_000, 5_000, 0),
    ),
    4: (
        "Victoire Égalité 2ᵉ 3ᵉ 4ᵉ Abandon",
        (300, 40, 50, 30, 10, 0),
        (150_000, 20_000, 25_000, 15_000, 5_000, 0),
    ),
}


@pytest.mark.parametrize("sides", WORTH)
def test_the_whole_table_of_points_is_printed(ann: Visitor, sides: int) -> None:
    """MA-6: a row a room, a column a result; each figure says of what it is, for a card too."""
    names, first, last = WORTH[sides]
    page = ann.get("/rooms").text
    table = re.search(rf'aria-labelledby="worth-{sides}">(.*?)</table>', page, re.DOTALL)
    assert table
    assert re.findall(r'columnheader">([^<]+)<', table[1]) == ["Salle", *names.split()]
    rows = re.findall(r'rowheader">([^<]+)</th>(.*?)</tr>', table[1])
    assert [name for name, _ in rows] == ["Passport", "Tourist", "Priority", "Business", "Luxury"]
    for row, points in ((rows[0][1], first), (rows[-1][1], last)):
        found = re.findall(r'data-name="([^"]+)">([^<]+)<', row)
        assert [name for name, _ in found] == names.split()
        assert tuple(int(re.sub(r"\D", "", value)) for _, value in found) == points


def test_points_are_those_of_the_houses_own_rooms(
    served: Served, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    attic = Room("attic", "Grenier", stake=7, level=1, points=3)
    monkeypatch.setattr(served.house, "rooms", Rooms((attic,)))
    page = ann.get("/rooms").text
    assert re.findall(r'rowheader">([^<]+)<', page) == ["Grenier"] * 3
    assert re.search(r"Grenier</th><td[^>]*>300</td><td[^>]*>120</td><td[^>]*>60</td>", page)
    assert "ces salles vous sont ouvertes\u00a0: Grenier." in page


def test_the_page_of_the_rooms_says_who_may_enter_and_lets_everybody_play(
    served: Served, ann: Visitor
) -> None:
    """MA-2: the first room too is the members'; a friendly quick match is a guest's as well."""
    page = ann.get("/rooms").text
    assert "Qui peut entrer\u00a0?" in page
    assert "Notre arbitrage" in page
    assert 'href="/quick" aria-label="Jouer une partie rapide à une table amicale"' in page
    answer = ann.post("/quick", game="ludo", room="", seats="2")
    assert answer.headers["location"].startswith("/quick/wait?")


def test_a_member_gets_her_chips_and_is_told_what_is_missing(
    served: Served, visitor: People
) -> None:
    ann = member(visitor, "192.0.2.12")
    page = ann.get("/rooms").text
    assert "1\u202f000</strong> jetons" in page
    assert "encore 60 pour le niveau 2" in page
    assert "Ouverte à partir du niveau 5." in page
    assert "Il vous manque 4\u202f000 jetons pour la mise." in page
    assert "Cadeau de bienvenue" in ann.get("/me/statement").text
    assert chips(served, ann) == 1_000


def test_looking_gives_nobody_chips(tmp_path: Path, visitor: People) -> None:
    """A page can be opened by a link: chips are given on request, or by the house itself."""
    database = f"sqlite:///{tmp_path / 'house.db'}"
    house = Served(database)
    ann = visitor(house, name="Ann")
    person = person_id(ann)
    change = update(persons).where(persons.c.id == person).values(joined=1)
    house.do(house.house.write(lambda connection: connection.execute(change)))
    house.house.visitors.sessions.read_again(person)
    for path in ("/rooms", "/quick", "/me/statement", "/me", "/me/profile", "/day", "/ledger"):
        ann.get(path)
    assert house.do(house.house.read(ledger.audit)).transfers == 0
    house.close()
    house = Served(database)
    assert house.do(house.house.read(ledger.balance, ledger.of_person(person))) == 1_000
    house.close()


def test_from_the_queue_to_the_statement(served: Served, pair: tuple[Visitor, Visitor]) -> None:
    ann, bob = pair
    with queued(ann) as first:
        assert heard(first)["waiting"] == 1
        assert "Ludo · Passport · 2 joueurs" in bob.get("/quick").text
        with queued(bob) as second:
            tables = {until(first, "table"), until(second, "table")}
    (address,) = tables
    assert address.endswith("#sit=1")
    table = table_of(address)
    pages = seated(table, ann, bob)
    assert [chips(served, each) for each in pair] == [950, 950]
    assert "Salle Passport · mise\u00a0: 50 jetons" in ann.get(f"/tables/{table}").text
    pages[0].until("Votre mise de 50 jetons est perdue.")
    pages[0].send("leave")
    pages[1].until('class="status over')
    assert "/me/statement" in pages[1].part("ending")
    assert "jetons\u00a0: +50, points\u00a0: 100" in pages[1].part("ending")
    assert "jetons\u00a0: −50, points\u00a0: 0" in pages[1].part("ending")
    assert [chips(served, each) for each in pair] == [950, 1_050]
    own = bob.get("/me/statement").text
    assert re.findall(r'<td [^>]*class="amount(?: gain)?"[^>]*>([^<]+)<', own)[:4] == [
        "+100", "1\u202f050", "−50", "950",
    ]  # fmt: skip
    assert "Part du pot" in own
    assert f"/tables/{table}" in own
    assert "Tout est juste" in ann.get("/ledger").text
    profile = ann.get(f"/people/{person_id(bob)}").text
    assert "100 points" in profile
    assert f"/tables/{table}/replay" in profile
    assert "1\u202f050" not in profile  # chips are nobody else's business
    assert "quitte parfois la table" in bob.get(f"/people/{person_id(ann)}").text
    ranked = bob.get("/rankings?period=week&room=passport&game=ludo").text
    assert person_id(bob) in ranked
    for page in pages:
        page.__exit__()


def test_a_command_sent_again_settles_nothing_twice(
    served: Served, pair: tuple[Visitor, Visitor]
) -> None:
    table = matched(*pair)
    pages = seated(table, *pair)
    for _ in range(3):
        pages[0].send("leave", id="the-same")
    pages[1].until('class="status over')
    pages[0].send("leave", id="another")
    assert pages[0].refusal()["refused"] == "IsOver"
    assert [chips(served, each) for each in pair] == [950, 1_050]
    assert served.do(served.house.read(ledger.audit)).is_sound
    for page in pages:
        page.__exit__()


def test_one_address_does_not_meet_itself_and_is_told_so_at_once(visitor: People) -> None:
    """MA-23: she is not among those who wait for her, and learns that a friendly table would do."""
    ann, bob = (member(visitor, "192.0.2.20") for _ in range(2))
    with queued(ann) as first:
        assert heard(first)["neighbour"] is False
        with queued(bob) as second:
            for socket in (first, second):
                told = heard(socket)
                assert (told["neighbour"], told["waiting"]) == (True, 1)
                assert not {"name", "who", "person"} & set(told)  # nobody learns who it is
            with pytest.raises(TimeoutError):
                first.recv(1.5)
    page = ann.get("/quick/wait?game=ludo&room=passport&seats=2").text
    offered = re.search(r'id="neighbour".*?href="([^"]+)"', page, re.DOTALL)
    assert offered
    friendly = unescape(offered[1])
    assert friendly == "/quick/wait?game=ludo&room=&seats=2"
    with queued(ann) as staked:
        assert heard(staked)["friendly"] == 0
        with queued(bob, room=""):
            assert until(staked, "friendly") == 1
            with queued(ann, room="") as other:
                assert until(other, "table")


EARLY = {"game": "superludo", "modality": "superludo.initial_pawn"}


def test_modalities_are_chosen_explained_and_told(
    served: Served, pair: tuple[Visitor, Visitor], visitor: People
) -> None:
    """Those who chose the same meet; who chose otherwise waits on, and finds her own later."""
    other = member(visitor, "192.0.2.24")
    form = other.get("/quick").text
    assert "Chacun commence avec un pion sur sa case de sortie" in form
    assert "un couple gagne dès que l&#39;un des deux" in form
    with queued(other, game="superludo") as waiting:
        assert heard(waiting)["waiting"] == 1
        table = matched(*pair, **EARLY)
        assert served.do(served.runner.view(table)).options["initial_pawn"] is True
        listed = pair[0].get("/quick").text
        assert "Superludo · Passport · 2 joueurs</a>" in listed
        with pytest.raises(TimeoutError):
            waiting.recv(1.2)
    page = pair[0].get(f"/tables/{table}").text
    assert "<summary>Avec pion initial</summary>" in page
    assert "Chacun commence avec un pion sur sa case de sortie" in page
    pages = seated(table, *pair)
    pages[0].send("leave")
    pages[1].until('class="status over')
    again = re.search(r'href="(/quick\?[^"]+)"', pages[1].part("ending"))
    assert again
    form = pair[1].get(unescape(again[1])).text
    assert re.search(r'value="superludo" checked', form)
    assert re.search(r'value="superludo.initial_pawn" checked', form)
    assert re.search(r'value="passport" checked', form)
    for each in pages:
        each.__exit__()


def test_who_waits_with_modalities_is_listed_with_them(visitor: People) -> None:
    guest = visitor(name="Guest")
    wish = {"game": "superludo", "room": "", "seats": "couples"}
    answer = guest.post("/quick", **wish, modality="superludo.mixed_barriers")
    address = answer.headers["location"]
    told = "Superludo · table amicale · en couples · barrières de différentes couleurs"
    assert told in guest.get(address).text
    with queued(guest, **wish, modality="superludo.mixed_barriers") as socket:
        assert heard(socket)["waiting"] == 1
        listed = visitor().get("/quick").text
        found = re.search(rf'<a href="([^"]+)">{told}</a>', listed)
        assert found
        assert "superludo.mixed_barriers" in found[1]


def test_a_wish_that_is_refused_is_not_lost(visitor: People) -> None:
    eve = member(visitor, "192.0.2.25")
    answer = eve.post("/quick", room="luxury", seats="4", **EARLY)
    assert answer.status_code == 403
    assert 'value="superludo" checked' in answer.text
    assert 'value="superludo.initial_pawn" checked' in answer.text
    assert re.search(r'name="seats" value="4" checked', answer.text)
    for modality in ("superludo.nothing", "superludo.dice", "superludo.couples"):
        answer = eve.post("/quick", room="", game="superludo", seats="2", modality=modality)
        assert answer.status_code == 400
    answer = eve.post("/quick", room="", game="ludo", seats="2", modality=EARLY["modality"])
    assert answer.headers["location"] == "/quick/wait?game=ludo&room=&seats=2"


def test_whoever_opens_a_table_reads_what_a_modality_is(ann: Visitor) -> None:
    assert "deux pions de couleurs différentes" in ann.get("/games/superludo/new").text
    table = ann.open_table("superludo", public="on", **{"option.mixed_barriers": "true"})
    assert (
        "<summary>Barrières de différentes couleurs</summary>" in ann.get(f"/tables/{table}").text
    )
    with ann.sit(table):
        eventually(lambda: "Barrières de différentes couleurs" in ann.get("/").text)


def test_a_closed_page_leaves_the_queue(served: Served, visitor: People) -> None:
    ann, bob = (member(visitor, "192.0.2.21") for _ in range(2))
    with queued(ann) as first:
        with queued(bob):
            while not heard(first)["neighbour"]:
                pass
        assert until(first, "neighbour") is False
    eventually(lambda: not served.house.matchmaker.queue.tickets)


def test_nobody_waits_on_two_pages(visitor: People) -> None:
    ann = member(visitor, "192.0.2.22")
    with queued(ann) as first:
        assert heard(first)["waiting"] == 1  # she has her place before she opens the second page
        with queued(ann) as second:
            assert until(first, "gone")
            assert heard(second)["waiting"] == 1


@pytest.fixture
def soon(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots offer themselves after a second."""
    maker = served.house.matchmaker
    monkeypatch.setattr(maker, "rooms", msgspec.structs.replace(maker.rooms, bots_after=1))


def test_bots_fill_in_at_friendly_tables(soon: None, visitor: People) -> None:
    guest = visitor(name="Guest")
    with queued(guest, room="") as friendly:
        assert 0 < heard(friendly)["bots_in"] <= 1
        friendly.send('{"bots":true}')  # too soon
        with pytest.raises(TimeoutError):
            friendly.recv(1.2)
        friendly.send('{"bots":true}')
        table = table_of(until(friendly, "table"))
    with guest.sit(table) as page:
        page.until("robot")


def asked_for_bots(visitor: Visitor) -> str:
    """The table that somebody gets who waits for the first room and takes bots."""
    with queued(visitor) as socket:
        assert heard(socket)["bots_in"] is not None
        with pytest.raises(TimeoutError):
            socket.recv(1.2)
        socket.send('{"bots":true}')
        socket.send('{"bots":true}')  # a second click is none
        return table_of(until(socket, "table"))


def test_bots_in_the_first_room_from_the_offer_to_the_statement(
    soon: None, served: Served, visitor: People
) -> None:
    """MA-33 to MA-35, as somebody in an empty house meets them."""
    ann = member(visitor, "192.0.2.23")
    offer = ann.get("/quick/wait?game=ludo&room=passport&seats=2").text
    assert "Personne pour l&#39;instant\u00a0: jouer contre des robots, mise 10\u00a0?" in offer
    assert "ni points ni classement, et l&#39;on y gagne au plus 100 jetons par jour" in offer
    table = asked_for_bots(ann)
    with ann.sit(table) as page:
        page.until('"badge bot"')
        assert chips(served, ann) == 990
        assert "avec des robots · mise\u00a0: 10 jetons" in ann.get(f"/tables/{table}").text
        page.until("Votre mise de 10 jetons est perdue.")
        assert "offerdraw" not in page.part("controls")
        page.send("offerdraw", seat=0)
        assert page.refusal()["refused"] == "BotsPlayOn"
        page.send("leave", seat=0)
        page.until('class="status over')
        assert "jetons\u00a0: −10, points\u00a0: 0" in page.part("ending")
        assert "La revanche se joue pour une nouvelle mise\u00a0: 10 jetons." in page.part("ending")
        again = re.search(r'href="(/quick\?[^"]+)"', page.part("ending"))
        assert again
        assert 'value="passport" checked' in ann.get(unescape(again[1])).text
    assert chips(served, ann) == 990
    assert ann.get("/me/statement").text.count('<span class="badge">avec des robots</span>') == 1
    profile = ann.get(f"/people/{person_id(ann)}").text
    assert "Passport, avec des robots" in profile
    assert "0 points" in profile
    assert "quitte parfois la table" not in profile
    assert served.do(served.house.read(ledger.audit)).is_sound


def test_whoever_has_won_enough_from_bots_is_told(
    soon: None, served: Served, visitor: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MA-34: said on the page that waits, where she waits on for people."""
    maker = served.house.matchmaker
    monkeypatch.setattr(maker, "rooms", msgspec.structs.replace(maker.rooms, bots_most=9))
    ann = member(visitor, "192.0.2.26")
    with queued(ann) as socket:
        assert heard(socket)["bots_in"] is not None
        with pytest.raises(TimeoutError):
            socket.recv(1.2)
        socket.send('{"bots":true}')
        assert "aujourd'hui" in until(socket, "no_bots")
        assert served.house.matchmaker.queue.tickets


def test_no_bots_in_other_rooms_nor_where_the_host_wants_none(
    served: Served, visitor: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = served.house.matchmaker
    none = msgspec.structs.replace(maker.rooms, bots_after=1, bots_stake=0)
    monkeypatch.setattr(maker, "rooms", none)
    monkeypatch.setattr(served.house, "rooms", none)
    ann = member(visitor, "192.0.2.27")
    page = ann.get("/quick/wait?game=ludo&room=passport&seats=2").text
    assert 'id="bots"' not in page
    assert "aucun robot ne viendra" in page
    assert "robots" not in re.sub(r"(?s).*<main", "", ann.get("/rooms").text)
    with queued(ann) as socket:
        assert heard(socket)["bots_in"] is None
        with pytest.raises(TimeoutError):
            socket.recv(1.2)
        socket.send('{"bots":true}')
        with pytest.raises(TimeoutError):
            socket.recv(1.2)


PAIRS = {"game": "superludo", "room": "passport", "seats": "couples"}


def couple_of(address: str) -> str:
    found = re.search(r"[&?]couple=([^&]+)", address)
    assert found, address
    return found[1]


def test_two_wait_as_a_couple_and_sit_on_one_side(served: Served, visitor: People) -> None:
    """MA-36: a link, consent said plainly, two seats of one side; the others take what is left."""
    ann, bob, eve, ida = (member(visitor, f"192.0.2.{50 + n}") for n in range(4))
    waiting = ann.post("/quick", **PAIRS, partner="on").headers["location"]
    couple = couple_of(waiting)
    assert f"/quick/couple/{couple}" in ann.get(waiting).text
    asked = bob.get(f"/quick/couple/{couple}").text
    assert "en couples" in asked
    assert "La mise de 50 jetons sera prise à chacun" in asked
    assert "votre propre invitation" in ann.get(f"/quick/couple/{couple}").text
    with queued(ann, **PAIRS, couple=couple) as first:
        assert heard(first)["partner"] is False
        with queued(eve, **PAIRS, couple=couple) as stranger:
            assert "ne vaut plus" in heard(stranger)["closed"]  # she did not agree
        assert bob.post(f"/quick/couple/{couple}").headers["location"] == waiting
        assert eve.post(f"/quick/couple/{couple}").status_code == 404  # it is taken
        with queued(bob, **PAIRS, couple=couple) as second:
            assert heard(second)["partner"] is True
            with queued(eve, **PAIRS) as third, queued(ida, **PAIRS) as fourth:
                tables = {table_of(until(each, "table")) for each in (first, second, third, fourth)}
    (table,) = tables
    pages = seated(table, ida, bob, eve, ann)  # in whatever order they come
    seats = [page.me for page in pages]
    assert sorted(seats) == [0, 1, 2, 3]
    assert (seats[1] - seats[3]) % 2 == 0
    assert [chips(served, each) for each in (ann, bob, eve, ida)] == [950] * 4
    for page in pages:
        page.__exit__()


def test_whoever_leaves_the_queue_takes_her_partner_along(visitor: People) -> None:
    ann, bob = (member(visitor, "192.0.2.55") for _ in range(2))  # partners may share an address
    couple = couple_of(ann.post("/quick", **PAIRS, partner="on").headers["location"])
    bob.post(f"/quick/couple/{couple}")
    with queued(ann, **PAIRS, couple=couple) as first:
        heard(first)  # she waits before he does
        with queued(bob, **PAIRS, couple=couple) as second:
            assert heard(second)["neighbour"] is False
        assert until(first, "apart")
    with queued(ann, **PAIRS, couple=couple) as again:  # both have agreed, and may wait again
        assert heard(again)["partner"] is False


def test_a_member_is_asked_by_name(visitor: People) -> None:
    ann, bob, eve = (member(visitor, f"192.0.2.{60 + n}") for n in range(3))
    name = re.search(
        r'name="name"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="name"', bob.get("/").text
    )
    assert name
    answer = ann.post("/quick", **PAIRS, partner="on", name=unescape(name[1] or name[2]))
    couple = couple_of(answer.headers["location"])
    assert f"/quick/couple/{couple}" in bob.get("/quick").text
    assert f"/quick/couple/{couple}" not in eve.get("/quick").text
    assert eve.post(f"/quick/couple/{couple}").status_code == 404
    wrong = ann.post("/quick", **PAIRS, partner="on", name="Nobody at all")
    assert wrong.status_code == 400
    assert "Aucun membre ne s&#39;appelle ainsi." in wrong.text
    guest = visitor(name="Guest")
    link = couple_of(ann.post("/quick", **PAIRS, partner="on").headers["location"])
    refused = guest.post(f"/quick/couple/{link}")
    assert refused.status_code == 403
    assert "Réservée aux membres." in refused.text
    assert guest.get("/quick/couple/nothing").status_code == 404


def test_a_room_that_is_closed_stays_closed(served: Served, visitor: People) -> None:
    """Forged stakes: by the form, by the socket, by an address, by an unknown room."""
    eve = member(visitor, "192.0.2.30")
    wish = {"game": "ludo", "seats": "2"}
    answer = eve.post("/quick", room="luxury", **wish)
    assert answer.status_code == 403
    assert "Ouverte à partir du niveau 30." in answer.text
    with queued(eve, room="luxury") as socket:
        assert "niveau 30" in heard(socket)["closed"]
    assert eve.post("/quick", room="cellar", **wish).status_code == 400
    assert eve.post("/quick", room="passport", game="ludo", seats="12").status_code == 400
    couples = eve.post("/quick", room="passport", game="ludo", seats="couples")
    assert couples.status_code == 400
    assert "En couples, on joue à Ludo classique ou Superludo, pas à Ludo" in couples.text
    guest = visitor(name="Guest")
    with queued(guest) as socket:
        assert "membres" in heard(socket)["closed"]
    for details in ({"game": "nothing"}, {"room": "cellar"}):
        with pytest.raises(InvalidStatus), queued(eve, **details):
            pass
    with pytest.raises(InvalidStatus), queued(eve, origin="http://elsewhere.example"):
        pass
    table = eve.open_table(room="luxury", contest="on", stake="25000", sealed_until="5")
    settings = served.do(served.runner.view(table)).settings
    assert (settings.room, settings.contest, settings.sealed_until) == ("", False, None)


def test_staking_what_one_has_not(served: Served, pair: tuple[Visitor, Visitor]) -> None:
    ann, bob = pair
    spend(served, ann, 40)
    answer = ann.post("/quick", room="passport", game="ludo", seats="2")
    assert answer.status_code == 403
    assert "Il vous manque 10 jetons" in answer.text
    spend(served, ann, 40)
    served.do(served.house.write(gift, person_id(ann), 1_000))
    table = matched(ann, bob)
    spend(served, ann, 30)  # gone between the queue and the table
    page = bob.sit(table)
    with ann.watch(table) as poor:
        poor.update()
        poor.send("sit", value=VALUE)
        assert poor.refusal()["refused"] == "NotEnoughChips"
    assert chips(served, bob) == 1_000
    assert served.do(served.runner.view(table)).phase == "open"
    page.__exit__()


def test_nobody_sits_down_at_a_staked_table_uninvited(
    pair: tuple[Visitor, Visitor], visitor: People
) -> None:
    table = matched(*pair)
    eve = member(visitor, "192.0.2.31")
    with eve.watch(table) as page:
        page.update()
        page.send("sit", value=VALUE)
        refusal = page.refusal()
        assert refusal["refused"] == "NotInvited"
        assert refusal["say"] == "Cette table attend d'autres personnes."
        page.send("fill")
        assert page.refusal()["refused"] in ("NotHost", "PeopleOnly")


def test_a_statement_is_ones_own(served: Served, pair: tuple[Visitor, Visitor]) -> None:
    ann, bob = pair
    spend(served, ann, 777)
    assert "777" in ann.get("/me/statement").text
    other = person_id(ann)
    for path in (f"/me/statement?person={other}", f"/me/statement?account=person:{other}"):
        assert "777" not in bob.get(path).text
    for path in (f"/people/{other}/statement", f"/me/statement/{other}"):
        assert bob.get(path).status_code == 404
    assert "777" not in bob.get(f"/people/{other}").text
    assert bob.get("/me/statement?before=1").status_code == 200
    assert bob.get("/me/statement?before=x&before=99999999999").status_code == 200


def test_the_daily_gift_is_taken_once(served: Served, visitor: People) -> None:
    ann = member(visitor, "192.0.2.40")
    spend(served, ann, 100)
    assert "900 jetons" in ann.get("/rooms").text
    assert ann.post("/me/gift").headers["location"] == "/rooms?said=gift"
    assert chips(served, ann) == 1_000
    spend(served, ann, 5)
    assert ann.post("/me/gift").headers["location"] == "/rooms"
    assert chips(served, ann) == 5
    assert "cadeau du jour" not in ann.get("/rooms").text


def test_the_host_reads_of_one_sided_losses(served: Served, pair: tuple[Visitor, Visitor]) -> None:
    ann, bob = pair
    words = f"/people/{person_id(bob)} 8/8 400"
    served.house.reports.file(person_id(ann), "one-sided", words, table=None, reporter=None)
    name = join(host := Visitor(served.url))
    served.house.people.make_host(name)
    eventually(lambda: host.get("/host").status_code == 200)  # sessions are read anew
    page = host.get("/host").text
    assert "Pertes à sens unique" in page
    assert "A perdu 8/8 de ses dernières parties misées" in page
    assert f'href="/people/{person_id(bob)}"' in page
    host.close()


def finished(pair: tuple[Visitor, Visitor]) -> tuple[str, list[LivePage]]:
    """A staked table of two whose game ended in a draw, and their pages."""
    table = matched(*pair)
    pages = seated(table, *pair)
    pages[0].until("playing")
    pages[0].send("offerdraw", seat=pages[0].me)
    pages[1].until("answerdraw")
    pages[1].send("answerdraw", seat=pages[1].me, agrees=True)
    for page in pages:
        page.until('class="status over')
    return table, pages


@pytest.mark.parametrize("way", ["signs out", "closes the page", "takes it back", "is suspended"])
def test_a_rematch_takes_nobodys_chips_who_is_gone(
    served: Served, pair: tuple[Visitor, Visitor], way: str
) -> None:
    ann, bob = pair
    table, (first, second) = finished(pair)
    person = person_id(ann)
    first.send("rematch", values=[VALUE])
    second.until("Accepter la revanche")
    first.until("withdrawrematch")
    if way == "signs out":
        ann.post("/signout")
    elif way == "takes it back":
        first.send("withdrawrematch")
    elif way == "is suspended":
        served.do(asyncio.to_thread(served.house.people.suspend, person, "test"))
        served.do(served.runner.withdraw(person))
    else:
        first.__exit__()
        eventually(lambda: not served.runner.is_here(table, person))
    second.send("rematch", values=[VALUE])
    second.until("Renoncer à la revanche")
    assert served.do(served.runner.view(table)).rematch is None
    assert chips(served, bob) == 1_000
    assert served.do(served.house.read(ledger.balance, ledger.of_person(person))) == 1_000
    first.__exit__()
    second.__exit__()


def test_a_rematch_begins_with_those_who_are_there(
    served: Served, pair: tuple[Visitor, Visitor]
) -> None:
    _, pages = finished(pair)
    for page in pages:
        page.send("rematch", values=[VALUE])
    for page in pages:
        page.until("Aller à la revanche")
        page.__exit__()
    assert [chips(served, each) for each in pair] == [950, 950]


def test_the_days_game_is_tried_once(served: Served, pair: tuple[Visitor, Visitor]) -> None:
    ann, bob = pair
    assert ann.get("/day").headers["location"] == f"/day/{ALONE}"
    assert "Jouer mon essai" in ann.get(f"/day/{ALONE}").text
    table = table_of(ann.post(f"/day/{ALONE}").headers["location"])
    again = table_of(ann.post(f"/day/{ALONE}").headers["location"])
    assert again == table
    other = table_of(bob.post(f"/day/{ALONE}").headers["location"])
    assert other != table
    with bob.watch(table) as page:
        page.update()
        page.send("sit", value=VALUE)
        assert page.refusal()["refused"] == "NotInvited"
    own = ann.sit(table)
    assert "Reprendre mon essai" in ann.get(f"/day/{ALONE}").text
    own.send("leave")
    own.until('class="status over')
    assert ann.get(f"/tables/{table}/record.json").json()["seed"] is None
    for path in ("", "/record.json", "/replay", "/frames.json"):
        assert bob.get(f"/tables/{table}{path}").status_code == 404
    own.send("rematch", values=[VALUE])
    assert own.refusal()["refused"] in ("Refused", "Stranger")
    assert "Vous avez joué votre partie du jour" in ann.get(f"/day/{ALONE}").text
    assert table_of(ann.post(f"/day/{ALONE}").headers["location"]) == table
    own.__exit__()


def test_the_days_dice_are_for_members(ann: Visitor) -> None:
    assert ann.post(f"/day/{ALONE}").headers["location"] == f"/day/{ALONE}"
    page = ann.get(f"/day/{ALONE}").text
    assert "il faut être membre" in page
    assert len(re.findall(r"<code>[0-9a-f]{64}</code>", page)) >= days.AHEAD + 1
    assert ann.get("/day/nothing").status_code == 404
    assert ann.get("/day/ludo").status_code == 404


@pytest.mark.parametrize("language", ["fr", "en", "es"])
def test_every_page_opens_for_everybody(visitor: People, language: str) -> None:
    guest, joined = (visitor(name="Ida", language=language) for _ in range(2))
    join(joined)
    for somebody in (visitor(language=language), guest, joined):
        for path in (
            "/rooms", "/quick", "/quick?game=ludo&room=tourist", "/rankings",
            "/rankings?kind=rating", "/rankings?kind=solo&period=ever", "/ledger",
            "/rankings?kind=nothing&game=nothing&room=nothing&period=nothing", f"/day/{ALONE}",
            f"/people/{person_id(joined)}",
        ):  # fmt: skip
            answer = somebody.get(path)
            assert answer.status_code == 200, path
            assert f'<html lang="{language}"' in answer.text
    answer = joined.get("/quick/wait?game=ludo&room=&seats=2")
    assert answer.status_code == 200
    assert joined.get("/quick/wait?game=nothing").headers["location"] == "/quick"
    assert joined.get("/people/nobody").status_code == 404


def test_a_finished_game_tells_what_it_paid_whatever_the_rooms_ask_today(
    tmp_path: Path, visitor: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'house.db'}"
    house = Served(database)
    pair = [join_at(visitor, house, f"192.0.2.{number}") for number in (60, 61)]
    table = matched(*pair)
    pages = seated(table, *pair)
    pages[0].send("leave")
    pages[1].until('class="status over')
    for page in pages:
        page.__exit__()
    house.close()
    rooms = tmp_path / "rooms.toml"
    asked = DEFAULTS.read_text().replace("stake = 50\n", "stake = 150\n")
    rooms.write_text(asked.replace("points = 1\n", "points = 3\n"))
    monkeypatch.setenv(VARIABLE, str(rooms))
    house = Served(database)
    told = visitor(house).get(f"/tables/{table}").text
    house.close()
    assert "jetons\u00a0: +50, points\u00a0: 100" in told
    assert "jetons\u00a0: −50, points\u00a0: 0" in told
    assert "mise\u00a0: 50 jetons" in told


def join_at(visitor: People, house: Served, address: str) -> Visitor:
    somebody = visitor(house, address=address)
    join(somebody)
    return somebody
