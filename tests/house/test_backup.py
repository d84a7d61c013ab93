"""A house is copied and put back while people play."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hand_clock import HandClock
from salon import Salon
from sqlalchemy import Engine, insert, select, text

from ludotheque.bots import Thinkers
from ludotheque.house.backup import BadBackup, back_up, restore
from ludotheque.house.crossing import CannotCross
from ludotheque.house.migrate import MIGRATIONS, migrate, versions
from ludotheque.house.people.reports import Reports
from ludotheque.house.people.visitors import Visitors
from ludotheque.house.schema import metadata
from ludotheque.house.stakes.ledger import audit
from ludotheque.table import NO_PACE, Person, Runner, Store
from ludotheque.table import commands as c
from ludotheque.table.errors import Restored, UnknownTable
from ludotheque.table.keeping import database
from ludotheque.table.keeping.schema import metadata as table_metadata
from ludotheque.table.neighbours import Alone

ANN, BOB = Person("ann", "Ann"), Person("bob", "Bob")


@pytest.fixture
def house(any_url: str) -> Iterator[Store]:
    with Store(any_url) as store:
        migrate(store.engine)
        yield store


def runner_of(store: Store) -> Runner:
    return Runner(store, pace=NO_PACE, thinkers=Thinkers(0))


async def begin(runner: Runner) -> str:
    table = await runner.create("ludo", {"seats": 2, "pawns": 1}, host=ANN)
    for person in (ANN, BOB):
        await runner.command(table, person, c.Sit(id=f"sit {person.id}"))
    await runner.idle()
    return table


async def wave(runner: Runner, table: str, id: str) -> int:
    answer = await runner.command(table, ANN, c.Emote(id=id, seat=0, emote="hello"))
    return answer.number


def test_a_copy_of_a_house_in_use_is_whole(house: Store, tmp_path: Path) -> None:
    async def story() -> str:
        runner = runner_of(house)
        table = await begin(runner)
        back_up(house.engine, tmp_path / "copy.db")
        await wave(runner, table, "after the copy")
        await runner.close()
        return table

    table = asyncio.run(story())
    with Store(f"sqlite:///{tmp_path / 'copy.db'}") as copy:
        entries = copy.entries(table)
        assert len(house.entries(table)) == len(entries) + 1
        assert house.entries(table)[: len(entries)] == entries


def test_a_running_house_goes_on_from_what_was_put_back(
    house: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Alone, "pause", 600)  # a command notices it, not the watcher

    async def story() -> None:
        runner = runner_of(house)
        await runner.start(warm=False)
        table = await begin(runner)
        back_up(house.engine, tmp_path / "copy.db")
        copied = (await runner.view(table)).number
        heard: list[int] = []
        runner.subscribe(table, lambda _, number: heard.append(number))
        await wave(runner, table, "undone")
        later = await begin(runner)

        before = await asyncio.to_thread(restore, house.engine, tmp_path / "copy.db")

        with pytest.raises(Restored):  # it followed on what has not happened
            await wave(runner, later, "lost")
        assert heard == [copied + 1, 0]
        with pytest.raises(UnknownTable):
            await runner.view(later)
        assert (await runner.view(table)).number == copied
        assert await wave(runner, table, "goes on") == copied + 1
        numbers = [entry.number for entry in house.entries(table)]
        assert numbers == list(range(1, copied + 2))  # no gap, no fork
        await runner.close()
        with Store(f"sqlite:///{before}") as kept:
            assert kept.header(later)

    asyncio.run(story())


def test_who_only_watches_sees_what_was_put_back(
    house: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Alone, "pause", 0.05)

    async def story() -> None:
        runner = runner_of(house)
        await runner.start(warm=False)
        back_up(house.engine, tmp_path / "copy.db")
        table = await begin(runner)
        gone = asyncio.Event()
        runner.subscribe(table, lambda _, number: gone.set() if number == 0 else None)
        await asyncio.to_thread(restore, house.engine, tmp_path / "copy.db")
        await asyncio.wait_for(gone.wait(), 10)
        with pytest.raises(UnknownTable):
            await runner.view(table)
        await runner.close()

    asyncio.run(story())


def test_many_commands_in_flight_leave_no_gap(house: Store, tmp_path: Path) -> None:
    """Whatever was on its way when the house was put back is refused, or follows on it."""

    async def story() -> None:
        clock = HandClock()
        runner = Runner(house, pace=NO_PACE, thinkers=Thinkers(0), clock=clock)
        tables = [await begin(runner) for _ in range(8)]
        back_up(house.engine, tmp_path / "copy.db")
        length = len(house.entries(tables[0]))
        putting = asyncio.create_task(
            asyncio.to_thread(restore, house.engine, tmp_path / "copy.db")
        )
        outcomes: Counter[str] = Counter()
        for k in range(2000):
            clock.advance(3)  # gestures may be made again
            waves = (wave(runner, table, f"wave {k}") for table in tables)
            found = await asyncio.gather(*waves, return_exceptions=True)
            outcomes.update(type(each).__name__ for each in found)
            if putting.done() and outcomes["Restored"]:
                break
        await putting
        assert set(outcomes) == {"int", "Restored"}
        for table in tables:
            numbers = [entry.number for entry in house.entries(table)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert (await runner.view(table)).number == len(numbers)
            assert length <= len(numbers)
        await runner.close()

    asyncio.run(story())


def test_an_older_house_is_brought_up_to_date_on_the_way(house: Store, tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    from ludotheque.house.migrate import MIGRATIONS

    old = tmp_path / "old.db"
    engine = database.connect(f"sqlite:///{old}")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS.folder))
    with engine.execution_options(writes=True).begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "first_people")
        connection.exec_driver_sql("INSERT INTO persons VALUES ('p', 'Amélie', 5)")
        connection.exec_driver_sql("INSERT INTO sessions VALUES ('s', 'p', 7)")
    engine.dispose()
    restore(house.engine, old)
    assert database.version(house.engine, MIGRATIONS) == MIGRATIONS.head
    with house.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT name, folded FROM persons").all()
    assert [tuple(row) for row in rows] == [("Amélie", "amelie")]
    assert database.version(house.engine) == database.HEAD


def _other_database(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (cake)")


def _damaged(file: Path) -> None:
    data = bytearray(file.with_name("copy.db").read_bytes())
    data[8192:30000] = b"\xff" * (30000 - 8192)
    file.write_bytes(data)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda file: None, "no such file"),
        (lambda file: file.write_text("a letter"), "no copy of a house"),
        (_other_database, "lacks events, persons, sessions, tables"),
        (_damaged, "damaged|no copy"),
    ],
)
def test_what_is_no_copy_changes_nothing(house: Store, tmp_path: Path, spoil, told) -> None:
    asyncio.run(Visitors(house.engine).welcome())
    back_up(house.engine, tmp_path / "copy.db")
    spoil(tmp_path / "wrong.db")
    with pytest.raises(BadBackup, match=told):
        restore(house.engine, tmp_path / "wrong.db")
    with house.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM persons").scalar() == 1
    assert not list(tmp_path.glob("*-before-*"))


def test_a_copy_never_replaces_a_file(house: Store, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(BadBackup, match="already"):
        back_up(house.engine, tmp_path / "mine.txt")
    with pytest.raises(BadBackup, match="cannot be written"):
        back_up(house.engine, tmp_path / "nowhere" / "copy.db")
    assert (tmp_path / "mine.txt").read_text() == "precious"


def rows(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """All that a house keeps."""
    found = {}
    with engine.connect() as connection:
        for table in (*table_metadata.sorted_tables, *metadata.sorted_tables):
            found[table.name] = sorted(map(tuple, connection.execute(select(table))), key=repr)
    return found


def test_a_house_moves_to_the_other_database_and_back(
    sqlite_url: str, postgres_url: str, tmp_path: Path
) -> None:
    """Chips, a game under way, people, passkeys: everything is the same there."""

    async def story(store: Store) -> str:
        salon = Salon(store)
        people = await salon.members("Ann", "Bob")
        table = await salon.staked(people)
        await salon.turn(table, people)
        await salon.runner.close()
        return table

    with Store(sqlite_url) as first, Store(postgres_url) as second:
        migrate(first.engine)
        migrate(second.engine)
        asyncio.run(story(first))
        _furnish(first.engine)
        back_up(first.engine, tmp_path / "one.db")
        restore(second.engine, tmp_path / "one.db")
        assert rows(second.engine) == rows(first.engine)
        with second.engine.connect() as connection:
            assert audit(connection).is_sound
        reports = Reports(second.engine)
        reports.file("ann", "cheating", "again", table=None, reporter=None)
        assert {each.id for each in reports.all(resolved=False)} == {42, 43}
        back_up(second.engine, tmp_path / "two.db")
        restore(first.engine, tmp_path / "two.db")
        assert rows(first.engine) == rows(second.engine)


def _furnish(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(
            insert(metadata.tables["passkeys"]),
            {"id": "k", "person": "ann", "public_key": bytes(range(256)), "uses": 2**40,
             "name": "Clé 🗝 d'Ann\n\\", "created": 1},
        )  # fmt: skip
        connection.execute(
            insert(metadata.tables["ratings"]),
            {"game": "ludo", "person": "ann", "mu": 25.1234567890123, "sigma": 1 / 3, "games": 1},
        )
        connection.execute(
            insert(metadata.tables["reports"]),
            {"id": 42, "created": 1, "person": "ann", "reason": "words"},
        )


def test_a_house_on_postgresql_that_waits_for_migrating_is_copied_as_it_is(
    empty_postgres_url: str, tmp_path: Path
) -> None:
    engine = database.connect(empty_postgres_url)
    with pytest.raises(CannotCross, match="no house"):
        back_up(engine, tmp_path / "none.db")
    database.migrate(engine, MIGRATIONS, to="members")
    back_up(engine, tmp_path / "copy.db")
    copy = database.reach(f"sqlite:///{tmp_path / 'copy.db'}")
    assert versions(copy) == [database.HEAD, "members"]
    with engine.begin() as connection:
        connection.execute(text("UPDATE house_version SET version_num = 'tournaments'"))
    with pytest.raises(CannotCross, match="newer"):
        back_up(engine, tmp_path / "newer.db")
    engine.dispose()
    copy.dispose()
    assert not (tmp_path / "newer.db").exists()


def test_what_postgresql_does_not_take_changes_nothing(
    sqlite_url: str, postgres_url: str, tmp_path: Path
) -> None:
    with Store(sqlite_url) as first, Store(postgres_url) as second:
        migrate(first.engine)
        migrate(second.engine)
        asyncio.run(Visitors(second.engine).welcome())
        before = rows(second.engine)
        with first.engine.begin() as connection:
            connection.execute(
                insert(metadata.tables["persons"]), {"id": "x" * 33, "name": "", "created": 1}
            )
        back_up(first.engine, tmp_path / "copy.db")
        with pytest.raises(CannotCross, match="too long"):
            restore(second.engine, tmp_path / "copy.db")
        assert rows(second.engine) == before
        assert second.generation_now() == second.generation
