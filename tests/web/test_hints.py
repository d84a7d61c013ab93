"""Hints at a table, and the bar of chances for those who watch: who is told what."""

from collections.abc import Iterator
from typing import Any

import pytest
from staging import ANN, BOB
from visiting import VALUE, LivePage, Visitor, hear

from ludotheque.analysis import advice
from ludotheque.core.discovery import game
from ludotheque.house.stakes.books import invite
from ludotheque.table import Person, Settings
from ludotheque.table.commands import Move, Sit
from ludotheque.web import hints, odds
from ludotheque.web.house import House

VILLAGE = {"option.seats": "2"}


@pytest.fixture
def pages(ann: Visitor, bob: Visitor) -> Iterator[tuple[str, LivePage, LivePage]]:
    """Ann and Bob each before a sheet, with something to draw."""
    table = ann.open_table("rolling-village", odds="on", **VILLAGE)
    with ann.sit(table) as first, bob.sit(table) as second:
        while not (first.moves() and second.moves()):
            hear(first, second)
        yield table, first, second


def letter(page: LivePage, key: str) -> Any:
    """What a letter with that in it says; what comes before it is taken in."""
    while key not in (message := page.update()):
        pass
    return message[key]


def test_who_asks_is_told_what_to_draw_and_why(served, pages) -> None:
    table, first, second = pages
    first.send("hint", seat=first.me)
    hint = letter(first, "hint")
    assert hint["move"] in first.moves()
    assert hint["reasons"]
    assert hint["move"] == hint["chances"][0][0]
    assert len(hint["chances"]) == hints.BEST
    assert all(text.endswith(" points") for _, text in hint["chances"])
    second.until("Ann demande un conseil.")
    first.until("Ann demande un conseil.")
    # The other is told that, and nothing more.
    second.send("emote", seat=second.me, emote="hello")
    second.until("Bob salue la table.")
    assert not any("hint" in text and "reasons" in text for text in second.texts)
    view = served.do(served.runner.view(table, first.me))
    best = advice.advise(view.game, view.game.engine.board(view.state), first.me).moves[0][0]
    assert view.moves[hint["move"]] == best


def test_a_hint_for_a_position_that_is_gone_is_not_shown(served, pages, monkeypatch) -> None:
    _, first, _ = pages
    do, moves = served.app.state.house.analyst.do, []

    async def slow(*args: Any) -> Any:
        hint = await do(*args)
        view = await served.runner.view(pages[0], first.me)
        command = {"seat": first.me, "move": hint.move, "id": "quick", "seen": view.number}
        moves.append(await served.runner.command(*_move(served, pages[0], first, command)))
        return hint

    monkeypatch.setattr(served.app.state.house.analyst, "do", slow)
    first.send("hint", seat=first.me)
    while not moves or first.number < moves[0].number:
        first.update()
    served.do(served.runner.idle())
    first.send("emote", seat=first.me, emote="hello")
    first.until("Ann salue la table.")
    assert not any('"reasons"' in text for text in first.texts)


def _move(served, table, page, command):
    person = served.runner.memory.at_hand(table).table.seats[page.me]
    return table, Person(person.person, person.name), Move(**command)


def test_no_hint_in_the_days_game(served, ann: Visitor) -> None:
    """The server decides, whatever a page sends."""
    settings = Settings(sealed_until=10**15)
    table = served.do(served.runner.create("rolling-village", {"seats": 1}, settings))
    with ann.sit(table) as page:
        while not page.moves():
            page.update()
        assert "ask-hint" not in ann.get(f"/tables/{table}").text
        page.send("hint", seat=page.me)
        assert page.refusal()["refused"] == "NoHints"


def test_whoever_watches_sees_the_chances_of_all_and_who_plays_does_not(
    pages, eve: Visitor, visitor
) -> None:
    table, first, second = pages
    with eve.watch(table) as one, visitor(language="en").watch(table) as other:
        for page in (one, other, first):
            page.send("odds", on=True)
        shares, told = letter(one, "odds")
        assert len(shares) == 2
        assert max(shares) == 1000
        assert told.startswith("Ann")
        assert "points" in told
        assert letter(other, "odds")[0] == shares
        for page in (first, second):
            for _ in range(2):  # all that there is to draw in the preparation
                id = page.send("move", seat=page.me, move=page.moves()[-1])
                while id not in page.done:
                    page.update()
        assert letter(one, "odds")[1] != told  # the round is over
        one.send("odds", on=False)
    assert not any('"odds"' in text for page in (first, second) for text in page.texts)


@pytest.mark.parametrize("form", [{}, {"odds": "on", "spectators": ""}])
def test_nobody_sees_chances_where_the_players_did_not_agree(
    served, ann: Visitor, bob: Visitor, eve: Visitor, form: dict[str, str]
) -> None:
    table = ann.open_table("rolling-village", **VILLAGE, **form)
    with ann.sit(table) as first:
        with eve.watch(table) as onlooker:
            onlooker.send("odds", on=True)
            with bob.sit(table) as second:
                while not (first.moves() and second.moves()):
                    hear(first, second)
                first.send("move", seat=first.me, move=first.moves()[0])
                first.update()
                view = served.do(served.runner.view(table))
                assert not odds.may_show(view)
        assert not any('"odds"' in text for text in onlooker.texts)


async def contest(house: House) -> str:
    """A running table to which people were invited."""
    table = await house.runner.create("ludo", {"seats": 2}, Settings(contest=True))
    await house.write(invite, table, [ANN.id, BOB.id])
    for person in (ANN, BOB):
        await house.runner.command(table, person, Sit(id="sit", value=VALUE))
    await house.runner.idle()
    return table


def test_a_contest_shows_no_chances_though_a_page_asks(served, eve: Visitor, monkeypatch) -> None:
    house, asked = served.app.state.house, []
    monkeypatch.setattr(house.analyst, "do", lambda *args: asked.append(args))
    table = served.do(contest(house))
    assert 'id="odds"' not in eve.get(f"/tables/{table}").text
    with eve.watch(table) as page:
        page.send("odds", on=True)
        assert page.is_alive()
        served.do(house.runner.idle())
        assert not any('"odds"' in text for text in page.texts)
    assert not asked


def test_the_boards_looked_at_are_those_that_onlookers_see(served, pages) -> None:
    table, first, _ = pages
    first.send("move", seat=first.me, move=first.moves()[0])
    first.update()
    view = served.do(served.runner.view(table))
    whole = served.runner.memory.at_hand(table).table.state
    assert not view.sees_all
    assert view.state.tobytes() != whole.tobytes()
    by_points, values = odds.expected(game("rolling-village"), view.state.tobytes())
    assert by_points
    assert len(values) == 2
