"""Rooms, the quick match, chips, rankings and the day's game over HTTP; and attacks on them."""

import asyncio
import re
from collections.abc import Callable
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
from ludotheque.house.stakes.rooms import DEFAULTS, VARIABLE

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
    pages[0].send("leave")
    pages[1].until('class="status over')
    assert "/me/statement" in pages[1].part("controls")
    assert "jetons\u00a0: +50, points\u00a0: 100" in pages[1].part("status")
    assert "jetons\u00a0: −50, points\u00a0: 0" in pages[1].part("status")
    assert [chips(served, each) for each in pair] == [950, 1_050]
    own = bob.get("/me/statement").text
    assert re.findall(r'class="amount(?: gain)?">([^<]+)<', own)[:4] == [
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


def test_one_address_does_not_meet_itself(visitor: People) -> None:
    ann, bob = (member(visitor, "192.0.2.20") for _ in range(2))
    with queued(ann) as first:
        assert heard(first)["neighbour"] is False
        with queued(bob):
            while (told := heard(first))["waiting"] != 2:
                pass
            assert told["neighbour"] is True
            with pytest.raises(TimeoutError):
                first.recv(1.5)


def test_a_closed_page_leaves_the_queue(served: Served, visitor: People) -> None:
    ann, bob = (member(visitor, "192.0.2.21") for _ in range(2))
    with queued(ann) as first:
        with queued(bob):
            while heard(first)["waiting"] != 2:
                pass
        assert until(first, "waiting") == 1
    eventually(lambda: not served.house.matchmaker.queue.tickets)


def test_nobody_waits_on_two_pages(visitor: People) -> None:
    ann = member(visitor, "192.0.2.22")
    with queued(ann) as first:
        assert heard(first)["waiting"] == 1  # she has her place before she opens the second page
        with queued(ann) as second:
            assert until(first, "gone")
            assert heard(second)["waiting"] == 1


def test_bots_offer_at_friendly_tables_alone(
    served: Served, visitor: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = served.house.matchmaker
    monkeypatch.setattr(maker, "rooms", msgspec.structs.replace(maker.rooms, bots_after=2))
    ann = member(visitor, "192.0.2.23")
    with queued(ann) as staked:
        assert heard(staked)["bots_in"] is None
        staked.send('{"bots":true}')
        with pytest.raises(TimeoutError):
            staked.recv(1.5)
    guest = visitor(name="Guest")
    with queued(guest, room="") as friendly:
        assert 0 < heard(friendly)["bots_in"] <= 2
        friendly.send('{"bots":true}')  # too soon
        with pytest.raises(TimeoutError):
            friendly.recv(2.2)
        friendly.send('{"bots":true}')
        table = table_of(until(friendly, "table"))
    with guest.sit(table) as page:
        page.until("robot")


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
    assert "Ce jeu ne se joue pas ainsi" in couples.text
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
    pages[0].send("offerdraw", seat=pages[0].last["me"])
    pages[1].until("answerdraw")
    pages[1].send("answerdraw", seat=pages[1].last["me"], agrees=True)
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
        eventually(lambda: not served.house.here[table, person])
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
            assert f'<html lang="{language}">' in answer.text
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
