"""From guest to member, to a staked game with somebody else, to the statement; and beside it."""

import itertools
import re

import msgspec
import pytest
from playwright.sync_api import Page
from queueing import eventually
from staging import ANN

from ludotheque.core.discovery import boxes
from ludotheque.house.stakes import days, ledger
from ludotheque.house.stakes.quick import Wish
from ludotheque.table import Runner, Settings, verify
from ludotheque.table import commands as c

from .axe import violations
from .playing import click, play_out, tap
from .shelf import PHONE, Person
from .test_accessible import SCENES
from .test_accounts import become_member

SOLO = days.solo(boxes().values())[0][1]
_addresses, _numbers = itertools.count(1), itertools.count(1)


def from_elsewhere() -> dict[str, dict[str, str]]:
    """Somebody with an address of her own."""
    return {"extra_http_headers": {"X-Forwarded-For": f"192.0.2.{next(_addresses)}"}}


def join(page: Page) -> None:
    """Become a member at once, by the form."""
    page.goto("/me")
    page.fill("#join-name", f"Basile {next(_numbers)}")
    page.fill("#join-password", "cheval batterie agrafe")
    page.locator("form[action='/me/join'] button").click()
    page.wait_for_selector("text=Bienvenue parmi les membres")


def wait_in_room(page: Page, room: str, game: str) -> None:
    """From the rooms into the queue."""
    page.goto("/rooms")
    page.get_by_role("link", name=f"Jouer dans la salle {room}").click()
    page.locator(f'label:has([name="game"][value="{game}"])').click()
    page.get_by_role("button", name="Trouver une table").click()


def purse(page: Page) -> int:
    page.goto("/me/statement")
    return int(re.sub(r"\D", "", page.inner_text(".purse strong")))


def test_from_guest_to_member_to_a_staked_game_and_its_settlement(person: Person, served) -> None:
    ann, bob = person(**from_elsewhere()), person(**PHONE, **from_elsewhere())
    for page in (ann, bob):
        page.goto("/rooms")
        assert page.get_by_text("Réservée aux membres.").count() == 5
        page.goto("/")
        page.locator("form[action$='/play'] button").first.click()  # a guest plays first
        page.wait_for_selector("#table")
        become_member(page)
        assert purse(page) == 1_000
    wait_in_room(ann, "Passport", SOLO.id)
    ann.wait_for_selector("text=1 sur 2 dans la file")
    wait_in_room(bob, "Passport", SOLO.id)
    for page in (ann, bob):
        page.wait_for_url("**/tables/**")
        page.wait_for_selector("#status:not(.open)")
        assert "mise\u00a0: 50 jetons" in page.inner_text(".stake")
    play_out({ann: click, bob: tap})
    for page in (ann, bob):
        page.get_by_role("link", name="Mon relevé de jetons").last.click()
        page.wait_for_selector("h1:has-text('Mon relevé')")
    ranks = ann.locator(".figures tbody tr").all_inner_texts()
    assert any("Mise" in row and "−50" in row for row in ranks)
    kept = [purse(ann), purse(bob)]
    assert sum(kept) == 2_000
    assert sorted(kept) in ([950, 1_050], [1_000, 1_000])
    assert served.do(served.house.read(ledger.audit)).is_sound
    winner = ann if kept[0] >= kept[1] else bob
    winner.goto("/rankings")
    points = "40" if kept[0] == kept[1] else "100"  # MA-6, a draw among them
    assert points in winner.inner_text("tr.me")
    for page in (ann, bob):
        page.goto("/me/profile")
        assert SOLO.title in page.inner_text("[aria-labelledby=records]")
        page.get_by_role("link", name=f"Revoir {SOLO.title}").click()
        page.wait_for_selector("#replay")
    winner.goto("/ledger")
    winner.wait_for_selector("text=Tout est juste")


def test_bots_offer_to_fill_in_at_a_friendly_table(person: Person, served, monkeypatch) -> None:
    maker = served.house.matchmaker
    monkeypatch.setattr(maker, "rooms", msgspec.structs.replace(maker.rooms, bots_after=1))
    page = person()
    page.goto("/")
    page.get_by_role("navigation", name="Jouer avec d'autres").get_by_role(
        "link", name="Partie rapide"
    ).click()
    page.get_by_role("button", name="Trouver une table").click()
    page.wait_for_selector("text=1 sur 2 dans la file")
    page.get_by_role("button", name="Commencer avec des robots").click()
    page.wait_for_url("**/tables/**")
    page.wait_for_selector("#status:not(.open)")
    assert page.locator("#seats li:has(.badge.bot)").count() == 1


def test_bots_play_for_chips_with_whoever_waits_alone(person: Person, served, monkeypatch) -> None:
    """The offer, said plainly, on a phone; one click; leaving names what it costs."""
    maker = served.house.matchmaker
    monkeypatch.setattr(maker, "rooms", msgspec.structs.replace(maker.rooms, bots_after=1))
    page = person(**PHONE, **from_elsewhere())
    join(page)
    wait_in_room(page, "Passport", "ludo")
    offer = page.locator("#bots")
    offer.get_by_text("jouer contre des robots, mise 10").first.wait_for()
    assert "ni points ni classement" in offer.inner_text()
    assert "au plus 100 jetons par jour" in offer.inner_text()
    offer.get_by_role("button").click()
    page.wait_for_url("**/tables/**")
    page.wait_for_selector("#status:not(.open)")
    assert "avec des robots" in page.inner_text(".stake")
    asked = page.locator("[data-confirm]").first.get_attribute("data-confirm")
    assert "Votre mise de 10 jetons est perdue." in (asked or "")
    assert purse(page) == 990
    assert page.get_by_text("avec des robots").count() == 1


def test_two_behind_one_address_meet_at_a_friendly_table(person: Person) -> None:
    pages = [person(extra_http_headers={"X-Forwarded-For": "192.0.2.250"}) for _ in range(2)]
    for page in pages:
        join(page)
        wait_in_room(page, "Passport", "ludo")
    for page in pages:
        page.wait_for_selector("#neighbour:not([hidden])")
        assert page.inner_text(".count") == "1 sur 2 dans la file"
    pages[0].get_by_role("link", name="Attendre à une table amicale").click()
    pages[1].get_by_role("link", name="Rejoindre la table amicale").click()
    for page in pages:
        page.wait_for_url("**/tables/**")


def test_a_closed_page_leaves_the_queue(person: Person, served) -> None:
    page = person()
    page.goto("/quick")
    page.get_by_role("button", name="Trouver une table").click()
    page.wait_for_selector("text=1 sur 2 dans la file")
    other = person()
    other.goto("/quick")
    assert "1" in other.inner_text(".waiting-list .badge")
    page.close()
    eventually(lambda: not served.house.matchmaker.queue.tickets)
    other.reload()
    assert other.locator(".waiting-list").count() == 0


def test_the_days_game_is_played_once_and_ranked(person: Person) -> None:
    page = person()
    page.goto(f"/day/{SOLO.id}")
    page.get_by_role("link", name="Jouer en solitaire, sans classement").wait_for()
    join(page)
    page.goto(f"/day/{SOLO.id}")
    page.get_by_role("button", name="Jouer mon essai").click()
    page.wait_for_selector("#status:not(.open)")
    play_out({page: click})
    page.get_by_role("link", name="Le classement du jour").click()
    page.wait_for_selector("text=Vous avez joué votre partie du jour")
    assert page.locator("[aria-labelledby=ranked] tr.me").count() == 1
    assert page.get_by_role("button", name="Jouer mon essai").count() == 0
    page.goto("/rankings?kind=solo")
    assert page.locator("tr.me").count() == 1


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_axe_finds_nothing(person: Person, served, scene) -> None:
    page = person(bypass_csp=True, **scene)
    pairs = Wish("superludo", "passport", 4, in_couples=True)
    couple = served.house.matchmaker.couples.propose(ANN, pairs).id
    for path in ("/rooms", "/quick", f"/day/{SOLO.id}", "/rankings"):
        page.goto(path)
        assert violations(page) == [], path
    join(page)
    for path in (
        "/rooms", "/quick", "/quick/wait?game=ludo&room=passport&seats=3", "/me/statement",
        "/ledger", "/me/profile", "/rankings?kind=rating", "/rankings?kind=solo&period=ever",
        f"/day/{SOLO.id}", f"/quick/couple/{couple}",
    ):  # fmt: skip
        page.goto(path)
        assert violations(page) == [], path
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, path


async def played_on(runner: Runner, table: str) -> None:
    """Ann sits down and plays her first move until the end, with a gesture now and then."""
    await runner.command(table, ANN, c.Sit(id="sit"))
    number = 0
    while (view := await runner.view_for(table, ANN.id)).phase == "playing":
        number += 1
        if view.moves and number % 3 == 0 and view.may_undo:
            await runner.command(table, ANN, c.AskUndo(id=f"u{number}", seen=view.number, seat=0))
        elif view.moves:
            move = c.Move(id=f"m{number}", seen=view.number, seat=0, move=next(iter(view.moves)))
            await runner.command(table, ANN, move)
        await runner.idle()


def test_the_days_dice_are_verified_in_the_browser_once_the_day_is_over(
    person: Person, served, tmp_path
) -> None:
    """A record of a past day, whose seal is open: the browser counts by outcomes as well."""
    clock, table = served.runner.clock, "of-a-past-day"
    yesterday = clock.wall() - 86_400_000
    settings = Settings(sealed_until=yesterday, automatic_rolls=True)
    served.do(
        served.runner.create(SOLO.id, {"seats": 1}, settings, host=ANN, id=table, seed=bytes(32))
    )
    served.do(played_on(served.runner, table))
    record = served.do(served.runner.record(table))
    assert verify(record).is_fair
    file = tmp_path / "record.json"
    file.write_bytes(record.json())
    page = person()
    page.goto("/")
    page.set_input_files("#record", file)
    page.locator("form[action='/replay'] button").click()
    page.wait_for_selector("#verify")
    page.click("#verify")
    page.wait_for_function("() => document.getElementById('verified').textContent.length > 3")
    assert not page.locator("#verified.bad").count()
    assert str(verify(record).outcomes) in page.inner_text("#verified")
