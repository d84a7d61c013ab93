"""Who may serve which database: nothing but migrating changes a schema."""

import sqlite3
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Engine, inspect, text
from test_migrations import go

from ludotheque.house.migrate import (
    LAYERS,
    MIGRATIONS,
    StillServed,
    _parting,
    bring_up_to_date,
    migrate,
    require_served,
    versions,
)
from ludotheque.table.keeping import database
from ludotheque.table.keeping.database import (
    OWN,
    BadDatabase,
    Migrations,
    NotUpToDate,
    TooNew,
)
from ludotheque.table.keeping.roll import Roll


@pytest.fixture
def bare(empty_url: str) -> Iterator[Engine]:
    """A database with nothing in it."""
    engine = database.reach(empty_url)
    yield engine
    engine.dispose()


def pretend(engine: Engine, version: str, oldest: str | None) -> None:
    """As a program that is not written yet would leave it."""
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(
            text("UPDATE house_version SET version_num = :version, oldest = :oldest"),
            {"version": version, "oldest": oldest},
        )


def test_every_step_names_the_oldest_program_and_never_goes_back() -> None:
    for layer in LAYERS:
        names = layer.names()[::-1]
        oldest = [layer.scripts().get_revision(name).module.oldest for name in names]
        assert [names.index(each) for each in oldest] == sorted(names.index(x) for x in oldest)
        for name, each in zip(names, oldest, strict=True):
            assert names.index(each) <= names.index(name)


def test_looking_makes_nothing(bare: Engine) -> None:
    with pytest.raises(NotUpToDate, match="no house in this database yet"):
        require_served(bare)
    assert inspect(bare).get_table_names() == []


def test_an_older_database_is_left_as_it_is_until_it_is_migrated(engine: Engine) -> None:
    go(engine, "base")
    go(engine, "members")
    with pytest.raises(NotUpToDate, match="ludotheque house migrate"):
        require_served(engine)
    assert database.version(engine, MIGRATIONS) == "members"
    assert bring_up_to_date(engine.url) == [
        f"the database is brought up to date: {OWN.head} → {OWN.head}, members → {MIGRATIONS.head}"
    ]
    require_served(engine)
    assert bring_up_to_date(engine.url) == []


def test_who_serves_a_database_is_not_parted_from_it(engine: Engine) -> None:
    """A step that older processes could not follow waits until they are closed."""
    go(engine, "base")
    go(engine, "members")
    served = Roll(engine, is_together=True)
    served.beat()
    with pytest.raises(StillServed, match="could not go on after"):
        bring_up_to_date(engine.url)
    assert versions(engine)[1] == "members"
    served.leave()
    assert bring_up_to_date(engine.url)
    served.beat()
    assert bring_up_to_date(engine.url) == []


@pytest.mark.parametrize(("oldest", "told"), [("members", None), ("rooms", "rooms")])
def test_a_step_that_only_adds_parts_nobody(engine: Engine, oldest: str, told: str | None) -> None:
    go(engine, "base")
    go(engine, "members")

    class Layer(Migrations):
        names = staticmethod(MIGRATIONS.names)

        def scripts(self) -> Any:
            step = SimpleNamespace(module=SimpleNamespace(oldest=oldest))
            return SimpleNamespace(get_revision=lambda _: step)

    layer = Layer(MIGRATIONS.folder, MIGRATIONS.version_table, MIGRATIONS.head)
    assert _parting(engine, layer) == told


def test_an_empty_database_is_made(bare: Engine) -> None:
    assert bring_up_to_date(bare.url) == ["the database was empty: its tables are made"]
    require_served(bare)


def test_a_newer_database_is_served_if_it_says_so(engine: Engine) -> None:
    pretend(engine, "tournaments", oldest=MIGRATIONS.head)
    require_served(engine)
    migrate(engine)
    assert bring_up_to_date(engine.url) == []
    assert versions(engine)[1] == "tournaments"


@pytest.mark.parametrize("oldest", ["tournaments", None])
def test_a_newer_database_that_does_not_is_refused(engine: Engine, oldest: str | None) -> None:
    pretend(engine, "tournaments", oldest)
    for refused in (require_served, migrate, lambda engine: bring_up_to_date(engine.url)):
        with pytest.raises(TooNew, match="install a newer"):
            refused(engine)
    assert versions(engine)[1] == "tournaments"


def test_a_database_from_before_that_custom_is_served(engine: Engine) -> None:
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(text("ALTER TABLE house_version DROP COLUMN oldest"))
    require_served(engine)
    assert bring_up_to_date(engine.url) == []


def test_a_database_that_can_only_be_read_is_a_sentence(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = engine.url
    if url.get_backend_name() == "sqlite":
        prepare = database._prepare

        def only_read(connection, record) -> None:
            prepare(connection, record)
            connection.execute("PRAGMA query_only = ON")

        monkeypatch.setattr(database, "_prepare", only_read)
    else:
        options = "-cdefault_transaction_read_only=on"
        url = url.update_query_dict({"options": options})
    with pytest.raises(BadDatabase, match="can only be read"):
        bring_up_to_date(url)


def test_a_file_that_is_no_database_is_a_sentence(tmp_path) -> None:
    (tmp_path / "letter.db").write_text("Dear Ann, " * 1000)
    with pytest.raises(BadDatabase, match="not a database") as told:
        bring_up_to_date(database.database_url(f"sqlite:///{tmp_path / 'letter.db'}"))
    assert "\n" not in str(told.value)


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadDatabase, match="cannot be made"):
        bring_up_to_date(database.database_url(f"sqlite:///{tmp_path / 'file' / 'house.db'}"))


def test_only_a_busy_file_is_waited_for() -> None:
    class Cursor:
        tries = 0

        def execute(self, _: str) -> None:
            self.tries += 1
            told = (
                "database is locked" if self.tries == 1 else "attempt to write a readonly database"
            )
            raise sqlite3.OperationalError(told)

    cursor = Cursor()
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        database._keep_a_journal(cursor)
    assert cursor.tries == 2


def test_a_server_that_does_not_answer_is_a_sentence() -> None:
    url = database.database_url("postgresql://ann:secret@127.0.0.1:9/house?connect_timeout=2")
    with pytest.raises(BadDatabase, match="cannot be used") as told:
        bring_up_to_date(url)
    assert "secret" not in str(told.value)
    assert "\n" not in str(told.value)
