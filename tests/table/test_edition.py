"""Editions of the rules: a game begun by older rules is never judged by newer ones."""

import dataclasses
import json

import msgspec
import pytest
from houses import ANN, BOB, House, in_house
from sqlalchemy import select, update

from ludotheque.core.discovery import game
from ludotheque.table import load, verify
from ludotheque.table.events import Moved, Opened
from ludotheque.table.keeping.schema import events

LUDO = game("ludo")


def without_edition(store, table):
    """Make a log one from before editions."""
    is_first = (events.c.table_id == table) & (events.c.number == 1)
    with store.engine.execution_options(writes=True).begin() as connection:
        text = connection.execute(select(events.c.event).where(is_first)).scalar_one()
        old = json.loads(text)
        assert old.pop("edition") == LUDO.edition
        connection.execute(update(events).where(is_first).values(event=json.dumps(old)))


def aged(record, change_from=None):
    """A record as the first edition would have left it, with moves that today's rules refuse."""
    lines = list(record.log)
    opened = msgspec.structs.replace(lines[0].event, edition=1)
    lines[0] = msgspec.structs.replace(lines[0], event=opened)
    for k, line in enumerate(lines):
        if change_from is not None and k >= change_from and isinstance(line.event, Moved):
            other = msgspec.structs.replace(line.event, text="9>1", action=3)
            lines[k] = msgspec.structs.replace(line, event=other)
    return load(msgspec.structs.replace(record, log=tuple(lines)).json())


def test_a_log_says_by_which_edition_it_is_played(sqlite_url):
    async def scene(home):
        table = await home.open()
        record = await home.runner.record(table)
        opened = record.log[0].event
        assert isinstance(opened, Opened)
        assert opened.edition == record.edition == LUDO.edition == 2
        assert not record.is_outdated

    in_house(sqlite_url, scene)


@pytest.mark.parametrize("begun", [True, False])
def test_a_table_of_an_older_edition_ends_when_the_house_opens(any_url, begun):
    async def scene(home):
        table = await home.open(people=(ANN, BOB) if begun else (ANN,))
        await home.settle()
        await home.runner.close()
        without_edition(home.store, table)
        again = House(home.store)
        await again.runner.start(warm=False)
        await again.runner.idle()
        view = await again.runner.view(table)
        assert view.ended.reason == ("drawn" if begun else "abandoned")
        assert view.ended.ranks == (1, 1)
        await again.runner.close()

    in_house(any_url, scene)


def test_a_finished_game_of_an_older_edition_is_shown_and_nobody_is_called_a_cheat(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.finish(table)
        record = await home.runner.record(table)
        await home.runner.close()
        without_edition(home.store, table)
        again = House(home.store)
        old = await again.runner.record(table)
        assert old.is_outdated
        assert old.match().is_over
        report = verify(load(old.json()))
        assert not report.problems
        assert "edition 1" in report.outdated
        assert verify(record).outdated == ""
        await again.runner.close()

    in_house(sqlite_url, scene)


def test_it_is_shown_as_far_as_it_agrees(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.finish(table)
        record = await home.runner.record(table)
        moves = [k for k, line in enumerate(record.log) if isinstance(line.event, Moved)]
        old = aged(record, moves[3])
        whole = record.match()
        assert 0 < len(old.match().steps) < len(whole.steps)
        report = verify(old)
        assert not report.problems
        assert f"agree up to number {moves[3]} of {len(record.log)}" in report.outdated
        of_today = msgspec.structs.replace(aged(record, moves[3]).log[0].event, edition=2)
        lines = (msgspec.structs.replace(old.log[0], event=of_today), *old.log[1:])
        assert verify(msgspec.structs.replace(old, log=lines)).problems

    in_house(sqlite_url, scene)


def test_a_table_in_memory_stops_where_the_rules_part(sqlite_url, monkeypatch):
    async def scene(home):
        table = await home.open()
        await home.until(table, (ANN, BOB), lambda view: view.waiting)
        await home.runner.close()
        newer = dataclasses.replace(LUDO, edition=9, rules=LUDO.rules)
        object.__setattr__(newer, "engine", LUDO.engine)
        monkeypatch.setattr(LUDO.engine, "allows", lambda board, step: step.kind != "chance")
        again = House(home.store)
        again.runner.memory.games = {**again.runner.memory.games, "ludo": newer}
        await again.runner.start(warm=False)
        await again.runner.idle()
        view = await again.runner.view(table)
        assert view.ended.reason == "drawn"
        live = await again.runner.memory.find(table)
        assert live.table.has_diverged
        assert not live.table.steps
        assert not any(line.weights for line in (await again.runner.record(table)).log)
        assert (await again.runner.told(table))[-1].event == view.ended
        await again.runner.close()

    in_house(sqlite_url, scene)
