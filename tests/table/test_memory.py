"""Tables in memory: which are kept there, and what cannot be read into it."""

import asyncio

import pytest
from houses import ANN, BOB, VALUE, in_house

from ludotheque.table import Store, errors
from ludotheque.table import commands as c
from ludotheque.table.keeping.schema import events
from ludotheque.table.memory import alias


def test_tables_that_are_over_do_not_fill_the_memory(sqlite_url, monkeypatch):
    monkeypatch.setattr("ludotheque.table.memory.KEPT", 2)

    async def scene(home):
        for _ in range(5):
            table = await home.open()
            await home.do(table, ANN, c.Leave)
        assert len(list(home.runner.memory)) <= 3  # the last one was still in hand

    in_house(sqlite_url, scene)


def test_every_table_has_its_turn_to_be_asked_after(sqlite_url):
    """Whatever part of them is asked after at a beat, and whichever come and go meanwhile."""

    async def scene(home):
        memory = home.runner.memory
        ids = {await home.open() for _ in range(9)}
        asked: set[str] = set()
        for _ in range(4):
            some = memory._next(0.25)
            assert len(some) <= 3
            asked |= {live.table.id for live in some}
        assert asked == ids
        memory._next(0.25)
        new = await home.open()
        assert {live.table.id for live in memory._next(1)} == ids | {new}
        memory._next(0.25)
        memory._drop(new)
        turns = [live.table.id for _ in range(8) for live in memory._next(0.25)]
        assert set(turns) == ids
        assert memory._next(0) == []

    in_house(sqlite_url, scene)


def test_a_table_whose_log_is_empty_is_not_there(sqlite_url, caplog):
    """Its people find their other tables, and the house says once what it found."""

    async def opened(home):
        return [await home.open() for _ in range(3)]

    async def scene(home):
        await home.runner.start(warm=False)
        async with asyncio.timeout(10):
            await home.runner.idle()
            with pytest.raises(errors.UnknownTable):
                await home.runner.view(empty)
            found = home.runner.mine("ann")
            assert {each.table for each in found} == set(whole)
        assert len(list(home.runner.memory)) == 2

    empty, *whole = in_house(sqlite_url, opened)
    with Store(sqlite_url) as store, store.engine.begin() as connection:
        connection.execute(events.delete().where(events.c.table_id == empty))
    in_house(sqlite_url, scene)
    assert [each.message for each in caplog.records] == [f"table {alias(empty)}: its log is empty"]


def test_it_is_told_whom_a_table_begins_to_wait_for(sqlite_url):
    """Once a turn, and not when the house opens again: whoever was told was told."""

    async def begun(home):
        told: list = []
        home.runner.wake(lambda table, persons: told.append((table.id, persons)))
        table = await home.open(people=(ANN,))
        assert told == []  # nobody plays yet
        await home.do(table, BOB, c.Sit, value=VALUE)
        await home.runner.idle()
        awaited = (await home.runner.memory.find(table)).table.awaited
        assert told[-1] == (table, awaited)
        assert len(awaited) == 1
        before = len(told)
        await home.do(table, ANN, c.Emote, seat=0, emote="hello")
        assert len(told) == before
        return table

    async def opened_again(home):
        told: list = []
        home.runner.wake(lambda table, persons: told.append(persons))
        await home.runner.start(warm=False)
        await home.runner.idle()
        assert (await home.runner.memory.find(table)).table.awaited
        assert told == []

    table = in_house(sqlite_url, begun)
    in_house(sqlite_url, opened_again)
