"""Who is at a table just now, as the others see it."""

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from visiting import LivePage, Visitor

from ludotheque.web import presence


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "GATHER", 0.05)


def present(page: LivePage, *states: str) -> dict[str, Any]:
    """Take in letters until the seats are so, as the last one has it; that letter."""
    while True:
        letters = [each for each in map(json.loads, page.texts) if "present" in each]
        if letters and [state for state, _ in letters[-1]["present"]] == list(states):
            return letters[-1]
        page.receive()


def test_here_away_gone(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table()
    with ann.sit(table) as hers:
        with bob.sit(table) as his:
            assert present(hers, "here", "here")["present"][1] == ["here", "en ligne"]
            his.send("away", away=True)
            assert present(hers, "here", "away")["present"][1][1] == "ailleurs"
            his.send("away", away=False)
            present(hers, "here", "here")
        assert present(hers, "here", "gone")["present"][1][1] == "hors ligne"


def test_one_page_that_is_looked_at_is_enough(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table()
    with ann.sit(table) as hers, bob.sit(table) as his:
        present(hers, "here", "here")
        his.send("away", away=True)
        present(hers, "here", "away")
        with bob.watch(table):
            present(hers, "here", "here")
        present(hers, "here", "away")


def test_onlookers_are_counted_in_the_readers_language(
    ann: Visitor, eve: Visitor, visitor: Callable[..., Visitor]
) -> None:
    table = ann.open_table()
    stranger = visitor(language="en")
    with ann.sit(table) as hers, eve.watch(table), eve.watch(table), stranger.watch(table) as page:
        while hers.receive().get("watching") != "Spectateurs\u00a0: 2":  # Eve has two pages
            pass
        while page.receive().get("watching") != "Watching: 2":
            pass


def test_free_seats_and_bots_are_nowhere(ann: Visitor) -> None:
    table = ann.open_table(**{"option.seats": "3"})
    with ann.sit(table) as hers:
        hers.send("place", seat=1, level="easy")
        present(hers, "here", "", "")


def test_a_flicker_costs_no_letter(
    ann: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.open_table()
    with ann.sit(table) as hers, bob.sit(table) as his:
        present(hers, "here", "here")
        monkeypatch.setattr(presence, "GATHER", 0.5)
        for away in (True, False) * 5:
            his.send("away", away=away)
        his.send("emote", seat=1, emote="hello")
        hers.until("salue")
        before = len(hers.texts)
        his.send("away", away=True)
        present(hers, "here", "away")
        told = [text for text in hers.texts[before - 1 :] if '"present"' in text]
        assert len(told) == 1


def test_who_sits_down_while_it_is_looked_up_is_told_too() -> None:
    """What changes between the look and the letter must not be lost."""
    letters: list[bytes] = []
    seated: list[str | None] = [None, None]

    async def persons(_table: str) -> list[str | None]:
        found = list(seated)
        if seated[0] is None:  # she sits down just after the first look
            seated[0] = "ann"
            told.stir()
        return found

    page: Any = SimpleNamespace(
        person="ann", is_away=False, present=None, language="fr", has_room=lambda: True,
        post=letters.append,
    )  # fmt: skip
    runner = SimpleNamespace(persons=persons)
    elsewhere = SimpleNamespace(at=lambda _: [], tell_pages=lambda _, asks: None)
    house = SimpleNamespace(runner=runner, elsewhere=elsewhere)
    hub: Any = SimpleNamespace(table="t", pages=[page], house=house)
    told = presence.Presence(hub)

    async def run() -> None:
        told.stir()
        while told._gathering is not None and not told._gathering.done():
            await told._gathering

    asyncio.run(run())
    assert page.present.seats == ("here", None)
    assert len(letters) == 2
