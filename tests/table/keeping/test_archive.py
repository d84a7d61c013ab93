"""The logs of finished tables, packed: the same to the letter, on both databases."""

import pytest
from houses import ANN, BOB, in_house
from sqlalchemy import delete, func, select, update

from ludotheque.table import Store, forget_name, verify
from ludotheque.table import commands as c
from ludotheque.table.keeping import archive, logs
from ludotheque.table.keeping.database import OWN, migrate, version
from ludotheque.table.keeping.schema import archives, events, kept_states

FOREVER = 10**15
ID = "0f8fad5b-d9cb-469f-a165-70867728950e"


async def ended(home):
    """A short game that both agreed to stop."""
    table = await home.open()
    for _ in range(8):
        await home.turn(table, [ANN, BOB])
    await home.do(table, ANN, c.OfferDraw, seat=0, id=ID)
    await home.do(table, BOB, c.AnswerDraw, seat=1, agrees=True)
    return table


def count(store, *rows):
    with store.engine.connect() as connection:
        return [
            connection.execute(select(func.count()).select_from(each)).scalar_one() for each in rows
        ]


def packed(store):
    return sum(done.tables for done in archive.archive(store.engine, FOREVER))


def test_a_packed_log_is_the_same_to_the_letter(any_url):
    async def scene(home):
        table, playing = await ended(home), await home.open()
        return table, playing, home.store.entries(table), await home.runner.record(table)

    table, playing, before, record = in_house(any_url, scene)

    async def again(home):
        assert packed(home.store) == 1
        assert packed(home.store) == 0
        assert home.store.entries(table) == before
        assert home.store.entries(table, after=3) == before[3:]
        assert home.store.entries(table, after=5, up_to=2) == [*before[:2], *before[5:]]
        assert await home.runner.record(table) == record
        assert verify(record).is_fair
        assert home.store.entries(playing)[0].number == 1
        with home.store.engine.connect() as connection:
            rolled = logs.lines(connection, table, kinds=["fell"], person=ANN.id)
            assert {line.entry.event.seat for line in rolled} == {0}
            assert logs.openings(connection, [table])[table].entry == before[0]
        assert list(archive.verify(home.store.engine)) == [None]
        return await after_the_end(home, table)

    in_house(any_url, again)


async def after_the_end(home, table):
    """A rematch is still asked for: what follows lies after what is packed, and is packed too."""
    await home.do(table, ANN, c.Rematch)
    log = home.store.entries(table)
    assert [each.number for each in log] == list(range(1, len(log) + 1))
    assert count(home.store, archives)[0] == 1
    assert packed(home.store) == 1
    assert home.store.entries(table) == log
    archive.shrink(home.store.engine)
    assert archive.size(home.store.engine) > 0


def test_what_is_packed_forgets_a_name_and_tells_of_damage(any_url):
    async def scene(home):
        table = await ended(home)
        before = home.store.entries(table)
        assert packed(home.store) == 1
        with home.store.engine.execution_options(writes=True).begin() as connection:
            forget_name(connection, ANN.id)
        after = home.store.entries(table)
        assert [each.event.name for each in before[1:3]] == ["Ann", "Bob"]
        assert [each.event.name for each in after[1:3]] == ["", "Bob"]
        assert after[3:] == before[3:]
        with home.store.engine.execution_options(writes=True).begin() as connection:
            connection.execute(update(archives).values(events=archives.c.events + 1))
        (problem,) = archive.verify(home.store.engine)
        assert table in problem
        with pytest.raises(logs.DamagedLog):
            home.store.entries(table)

    in_house(any_url, scene)


def test_a_log_with_a_gap_is_left_as_it_is(sqlite_url):
    async def scene(home):
        table = await ended(home)
        with home.store.engine.execution_options(writes=True).begin() as connection:
            connection.execute(delete(events).filter_by(table_id=table, number=5))
        assert packed(home.store) == 0
        assert count(home.store, archives) == [0]
        assert len(home.store.entries(table)) > 5

    in_house(sqlite_url, scene)


def test_a_step_back_unpacks(sqlite_url):
    async def scene(home):
        table = await ended(home)
        return table, home.store.entries(table), packed(home.store)

    table, before, _ = in_house(sqlite_url, scene)
    with Store(sqlite_url) as store:
        assert count(store, events, kept_states) == [0, 0]
        down(store.engine, "several_processes")
        assert version(store.engine, OWN) == "several_processes"
        migrate(store.engine)
        assert store.entries(table) == before


def down(engine, revision):
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(OWN.folder))
    with engine.execution_options(writes=True).begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
