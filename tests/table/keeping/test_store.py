import asyncio
import sqlite3
import sys
import threading
import time
from dataclasses import replace

import msgspec
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows
from sqlalchemy import event, inspect, text
from sqlalchemy.exc import OperationalError

from ludotheque.table import Store
from ludotheque.table.errors import PeopleOnly, Restored
from ludotheque.table.events import Began, Emoted, Ended, Entry, Fell, Moved, Sat
from ludotheque.table.keeping.database import (
    BadDatabase,
    database_url,
    migrate,
    reach,
    set_generation,
    version,
)
from ludotheque.table.keeping.schema import metadata
from ludotheque.table.keeping.store import Conflict, Header, StoreClosed, Write

_loop = asyncio.new_event_loop()
threading.Thread(target=_loop.run_forever, daemon=True).start()


def append(store, *writes):
    """Let the store write; a future that threads may wait for."""
    return asyncio.run_coroutine_threadsafe(store.write(*writes), _loop)


def header(id="t"):
    return Header(id, "ludo", 1, "00" * 32, True)


def wave(number, person="ann"):
    return Entry(number, number, Emoted(0, "hello"), person, f"c{number}")


def move(number, person="ann"):
    return Entry(number, number, Moved(0, 3, "5>8"), person, f"c{number}")


BOTH_WAYS = pytest.mark.parametrize("line", [wave, move])  # the long way into the log, the short


def new(id="t", *entries):
    return Write(id, entries or [wave(1)], header(id))


def test_what_was_appended_is_read_again(any_url):
    entries = [Entry(1, 5, Sat(0, "Änn ☃", "00" * 16), "ann", "x"), Entry(2, 6, Began())]
    with Store(any_url) as store:
        append(store, new("t", *entries)).result()
        assert store.entries("t") == entries
        assert store.entries("t", after=1) == entries[1:]
        assert store.header("t") == replace(header(), began=6)
        assert store.header("u") is None
        assert store.entries("u") == []


def test_unfinished_tables_and_those_of_a_person(any_url):
    end = Entry(2, 7, Ended("drawn", (1, 1), (0, 0), "00" * 32))
    with Store(any_url) as store:
        append(store, new("a", Entry(1, 1, Sat(0, "Ann", "00" * 16), "ann"))).result()
        append(store, new("b")).result()
        assert store.unfinished() == ["a", "b"]
        append(store, Write("a", [end])).result()
        assert store.unfinished() == ["b"]
        assert [each.id for each in store.tables_of("ann")] == ["a"]
        assert store.tables_of("bob") == []
        assert store.tables_of("ann")[0].ended == 7


@BOTH_WAYS
def test_a_number_is_given_once(any_url, line):
    with Store(any_url) as store:
        append(store, new()).result()
        with pytest.raises(Conflict, match="event 1 already"):
            append(store, Write("t", [line(1, "bob")])).result()
        assert [entry.person for entry in store.entries("t")] == ["ann"]


@BOTH_WAYS
def test_a_table_that_is_not_there_has_no_log(any_url, line):
    with Store(any_url) as store, pytest.raises(Conflict):
        append(store, Write("nowhere", [line(1)])).result()


@BOTH_WAYS
def test_one_conflict_does_not_touch_the_others_of_its_group(any_url, line):
    with Store(any_url) as store:
        append(store, new("a"), new("b")).result()
        lock = threading.Event()
        store.consequences.append(lambda *_: lock.wait(5))  # a group gathers meanwhile
        append(store, Write("b", []))
        time.sleep(0.01)
        first = append(store, Write("a", [line(2)]))
        taken = append(store, Write("a", [line(2, "bob")]))
        other = append(store, Write("b", [line(2)]))
        lock.set()
        assert first.exception() is None
        assert isinstance(taken.exception(), Conflict)
        assert other.exception() is None
        assert [entry.person for entry in store.entries("a")] == ["ann", "ann"]


POISON = {  # what the one database or the other does not take
    "a moment beyond all numbers": {"at": 2**70},
    "a NUL in a command's id": {"command": "\0x"},
    "half a letter": {"person": "\ud800"},
}


@BOTH_WAYS
@pytest.mark.parametrize("poison", POISON.values(), ids=POISON)
def test_one_write_that_cannot_be_written_does_not_touch_the_others_of_its_group(
    any_url, line, poison
):
    bad = msgspec.structs.replace(line(2, "eve"), **poison)
    with Store(any_url) as store:
        append(store, *(new(id) for id in "abcd")).result()
        lock = threading.Event()
        store.consequences.append(lambda *_: lock.wait(5))  # a group gathers meanwhile
        append(store, Write("d", []))
        time.sleep(0.01)
        before = append(store, Write("a", [line(2)]))
        poisoned = append(store, Write("b", [bad]))
        taken = append(store, Write("a", [line(2, "bob")]))
        after = append(store, Write("c", [line(2)]))
        lock.set()
        assert before.exception() is None
        assert after.exception() is None
        assert isinstance(taken.exception(), Conflict)
        if poisoned.exception() is None:  # SQLite takes a NUL
            assert store.entries("b")[1] == bad
        else:
            assert not isinstance(poisoned.exception(), Conflict)
            assert len(store.entries("b")) == 1
        assert [len(store.entries(id)) for id in "ac"] == [2, 2]


def test_a_consequence_that_fails_takes_only_its_own_append_with_it(any_url):
    def follow(_, write):
        if write.table == "bad":
            raise ZeroDivisionError

    with Store(any_url) as store:
        store.consequences.append(follow)
        appends = [append(store, new(id)) for id in ("a", "bad", "b")]
        assert [type(each.exception()) for each in appends] == [
            type(None),
            ZeroDivisionError,
            type(None),
        ]
        assert store.header("bad") is None


def test_several_logs_are_written_together_or_not_at_all(any_url):
    with Store(any_url) as store:
        append(store, new("a")).result()
        with pytest.raises(Conflict):
            append(store, new("b"), Write("a", [wave(1)])).result()
        assert store.header("b") is None


@pytest.mark.parametrize("event", [lambda who: Emoted(who, "hello"), lambda who: Fell(who, "6")])
def test_two_writers_lose_and_double_nothing(any_url, event):
    """Two stores on one database append to one log, each what it believes is next."""
    wanted, won = 60, {0: [], 1: []}
    with Store(any_url) as one, Store(any_url) as two:
        append(one, new()).result()

        def write(who, store):
            for k in range(wanted):
                while True:
                    last = store.entries("t")[-1].number
                    entry = Entry(last + 1, 0, event(who), str(who), f"{who}-{k}")
                    error = append(store, Write("t", [entry])).exception()
                    if error is None:
                        won[who].append(entry.command)
                        break
                    assert isinstance(error, Conflict)

        threads = [threading.Thread(target=write, args=each) for each in enumerate((one, two))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        log = one.entries("t")
    assert [entry.number for entry in log] == list(range(1, 2 * wanted + 2))
    found = [entry.command for entry in log[1:]]
    assert sorted(found) == sorted(won[0] + won[1])
    assert len(set(found)) == 2 * wanted


@BOTH_WAYS
def test_everything_put_in_before_closing_is_written(any_url, line):
    store = Store(any_url)
    append(store, new()).result()

    async def scene():
        writes = [store.write(Write("t", [line(number)])) for number in range(2, 200)]
        tasks = [asyncio.create_task(write) for write in writes]
        await asyncio.sleep(0)  # each has put in what it has
        await asyncio.to_thread(store.close)
        await asyncio.gather(*tasks)

    asyncio.run(scene())
    with pytest.raises(StoreClosed):
        append(store, Write("t", [wave(200)])).result()
    with Store(any_url) as again:
        assert len(again.entries("t")) == 199


@BOTH_WAYS
def test_a_database_out_of_order_is_told_to_every_caller(any_url, line):
    with Store(any_url) as store:
        append(store, new()).result()
        append(store, Write("t", [line(2)])).result()
        with store.engine.begin() as connection:
            connection.execute(text("ALTER TABLE events RENAME TO away"))
        assert append(store, Write("t", [line(3)])).exception() is not None
        with store.engine.begin() as connection:
            connection.execute(text("ALTER TABLE away RENAME TO events"))
        append(store, Write("t", [line(3)])).result()
        assert [each.number for each in store.entries("t")] == [1, 2, 3]


def test_moves_and_rolls_go_the_short_way_and_read_the_same(any_url, monkeypatch):
    fell = Entry(3, 9, Fell(5, "6", None, "bot"))
    with Store(any_url) as store:
        append(store, new()).result()
        monkeypatch.setattr(store, "_commit", None)
        append(store, Write("t", [move(2), fell])).result()
        append(store, Write("t", [msgspec.structs.replace(move(4), person="Änn ☃")])).result()
        found = store.entries("t")
    assert found[1:3] == [move(2), fell]
    assert found[3].person == "Änn ☃"


def test_a_long_list_of_moves_is_written_in_its_order_or_not_at_all(any_url):
    with Store(any_url) as store:
        append(store, new()).result()
        append(store, Write("t", [move(number) for number in range(2, 202)])).result()
        assert [each.number for each in store.entries("t")] == [*range(1, 202)]
        with pytest.raises(Conflict):
            append(store, Write("t", [move(number) for number in (*range(202, 300), 7)])).result()
        assert len(store.entries("t")) == 201


def test_a_move_for_another_life_of_the_database_is_not_written(any_url):
    with Store(any_url) as store:
        append(store, new()).result()
        with store.engine.execution_options(writes=True).begin() as connection:
            set_generation(connection, 77)
        with pytest.raises(Restored):
            append(store, Write("t", [move(2)])).result()
        store.generation = store.generation_now()
        append(store, Write("t", [move(2)])).result()


def test_a_connection_that_was_lost_is_made_anew(postgres_url):
    end = "SELECT pg_terminate_backend({})"
    with Store(postgres_url) as store:
        append(store, new()).result()
        append(store, Write("t", [move(2)])).result()
        lost = store._express._pooled.driver_connection.info.backend_pid
        with store.engine.begin() as connection:
            connection.execute(text(end.format(lost)))
        append(store, Write("t", [move(3)])).result()
        append(store, Write("t", [move(4)])).result()
        assert len(store.entries("t")) == 4


def test_a_connection_lost_while_confirming_leaves_it_open_what_was_written(any_url):
    """The writer is told so, and looks; nothing is written a second time."""

    class Breaks:
        def __init__(self, cursor):
            self.cursor = cursor

        def __getattr__(self, name):
            return getattr(self.cursor, name)

        def execute(self, statement, *given):
            self.cursor.execute(statement, *given)
            if statement == "COMMIT" or "pragma_user_version" in statement:
                raise OSError("the line is dead")

    with Store(any_url) as store:
        append(store, new()).result()
        express, cursor = store._express, store._express._cursor
        express._cursor, express._is_lost = lambda: Breaks(cursor()), lambda _: True
        with pytest.raises(OSError, match="dead"):
            append(store, Write("t", [move(2)])).result()
        express._cursor = cursor
        append(store, Write("t", [move(3)])).result()
        assert [each.number for each in store.entries("t")] == [1, 2, 3]


def test_a_database_out_of_reach_is_tried_once(sqlite_url):
    """Each try takes seconds, and people wait for the answer."""
    with Store(sqlite_url) as store:
        append(store, new()).result()
        store._express.close()
        tries = []

        @event.listens_for(store.engine, "do_connect")
        def out_of_reach(*_):
            tries.append(1)
            raise sqlite3.OperationalError("there is no way to it")

        store.engine.dispose()
        store._express.write = lambda *_: False
        with pytest.raises(OperationalError, match="no way"):
            append(store, Write("t", [move(2)])).result()
        assert len(tries) == 1


@pytest.mark.parametrize(("asked", "timeout"), [("", 2), ("?connect_timeout=9", "9")])
def test_a_line_that_the_network_lost_is_given_up_soon(asked, timeout):
    engine = reach(f"postgresql://nobody@127.0.0.1:9/house{asked}")
    given = {}

    @event.listens_for(engine, "do_connect")
    def look(_dialect, _record, _cargs, cparams):
        given.update(cparams)
        raise OSError("enough")

    with pytest.raises(OSError, match="enough"):
        engine.connect()
    assert given["connect_timeout"] == timeout
    assert given["tcp_user_timeout"] > 0


def test_sqlite_is_durable(sqlite_url):
    with Store(sqlite_url) as store, store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL


def test_migrations_make_the_schema(empty_url):
    """What the migrations make is what the code believes, on both databases."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with Store(empty_url) as store, store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": "table_version"})
        assert compare_metadata(context, metadata) == []
        assert inspect(connection).get_pk_constraint("events")["constrained_columns"] == [
            "table_id",
            "number",
        ]


def test_the_head_named_in_the_code_is_the_newest_migration():
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    from ludotheque.table.keeping import database

    config = Config()
    config.set_main_option("script_location", str(database.OWN.folder))
    assert ScriptDirectory.from_config(config).get_current_head() == database.HEAD


def test_migrations_go_back_and_forth(any_url):
    from alembic import command
    from alembic.config import Config

    from ludotheque.table.keeping import database

    with Store(any_url) as store:
        config = Config()
        config.set_main_option("script_location", str(database.OWN.folder))
        with store.engine.execution_options(writes=True).begin() as connection:
            config.attributes["connection"] = connection
            command.downgrade(config, "base")
        assert not inspect(store.engine).has_table("events")
        assert version(store.engine) is None
        migrate(store.engine)
        assert version(store.engine) == database.HEAD


def test_two_houses_that_open_at_once_take_turns(any_url):
    opened, errors = [], []

    def begin():
        try:
            opened.append(Store(any_url))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=begin) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in opened:
        store.close()
    assert not errors


def test_the_database_is_named_by_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", "postgresql://somewhere/house")
    assert database_url().drivername == "postgresql+psycopg"
    monkeypatch.delenv("LUDOTHEQUE_DATABASE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("platformdirs.PlatformDirs", Unix)
    assert database_url().database == str(tmp_path / "ludotheque" / "house.db")


@pytest.mark.parametrize(
    ("system", "folder"),
    [(Unix, ".local/share"), (MacOS, "Library/Application Support"), (Windows, "AppData/Local")],
)
def test_a_house_lies_where_its_system_keeps_data(monkeypatch, tmp_path, system, folder):
    monkeypatch.delenv("LUDOTHEQUE_DATABASE", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("platformdirs.PlatformDirs", system)
    local = str(tmp_path / "AppData/Local")
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda name: local)
    assert database_url().database == str(tmp_path / folder / "ludotheque" / "house.db")


def test_a_house_opened_on_a_mac_before_is_found_again(monkeypatch, tmp_path):
    earlier = tmp_path / "Library/Application Support/ludotheque/house.db"
    monkeypatch.delenv("LUDOTHEQUE_DATABASE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    monkeypatch.setattr("platformdirs.PlatformDirs", MacOS)
    monkeypatch.setattr("sys.platform", "darwin")
    assert database_url().database == str(tmp_path / "elsewhere/ludotheque/house.db")
    earlier.parent.mkdir(parents=True)
    earlier.touch()
    assert database_url().database == str(earlier)


def test_postgresql_without_its_driver_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadDatabase, match=r"pip install 'ludotheque\[postgres\]'"):
        Store("postgresql://somewhere/house")


@pytest.mark.parametrize("url", ["nonsense", "mysql://host/x", "sqlite://"])
def test_other_databases_are_refused_with_a_reason(url):
    with pytest.raises(BadDatabase):
        Store(url)


def test_what_follows_is_written_with_the_append_or_not_at_all(any_url):
    """A consequence that refuses takes its own append with it, and no other of the group."""

    def follow(connection, write):
        connection.execute(text("INSERT INTO followed VALUES (:id)"), {"id": write.table})
        if write.table == "bad":
            raise PeopleOnly

    with Store(any_url) as store:
        with store.engine.begin() as connection:
            connection.execute(text("CREATE TABLE followed (id VARCHAR(8))"))
        store.consequences.append(follow)
        appends = [append(store, new(id)) for id in ("a", "bad", "b")]
        appends[0].result()
        with pytest.raises(PeopleOnly):
            appends[1].result()
        appends[2].result()
        with pytest.raises(Conflict):
            append(store, Write("a", [wave(1)])).result()
        assert store.header("bad") is None
        with store.engine.connect() as connection:
            followed = connection.execute(text("SELECT id FROM followed ORDER BY id")).scalars()
            assert list(followed) == ["a", "b"]
