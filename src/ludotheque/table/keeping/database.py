"""Which database a house uses, whether this program may serve it, and bringing it up to date.

``LUDOTHEQUE_DATABASE`` names it as a URL (``sqlite:///house.db``,
``postgresql://host/name``); left out, it is an SQLite file in the user's data folder.
"""

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import (
    Connection,
    Dialect,
    Engine,
    Table,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import NoSuchModuleError, SQLAlchemyError

from ludotheque.core.errors import LudothequeError

HEAD = "archives"  # the newest migration; a test compares it with the folder
VERSION_TABLE = "table_version"  # layers above keep versions of their own
_LOCK = 0x6C75646F  # PostgreSQL's advisory lock while migrations run
# How soon a PostgreSQL that the network lost is given up, and tried again; TCP by itself would wait
# for a quarter of an hour. In seconds, but for the second, which is in milliseconds.
_LINE = {
    "connect_timeout": 2,
    "tcp_user_timeout": 5_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
_BUSY = 30_000  # milliseconds to wait for another process that writes to the SQLite file


@dataclass(frozen=True)
class Migrations:
    """A layer's migrations: where they lie, where the database notes how far it has come."""

    folder: Path
    version_table: str
    head: str  # the newest

    def scripts(self) -> Any:
        """The steps themselves, as Alembic reads them; Alembic is slow to import."""
        from alembic.script import ScriptDirectory

        return ScriptDirectory(str(self.folder))

    def names(self) -> list[str]:
        """The names of all steps, the newest first."""
        return [script.revision for script in self.scripts().walk_revisions()]


OWN = Migrations(Path(__file__).parent / "migrations", VERSION_TABLE, HEAD)


class BadDatabase(LudothequeError):
    """A database that cannot be used: its name, or why it does not answer."""


class NotUpToDate(BadDatabase):
    """A database that older programs made, or nobody yet: it has to be migrated first."""


class TooNew(BadDatabase):
    """A database that newer programs changed so that this one may not serve it."""


def house_file() -> Path:
    """The SQLite file of a house that names no database."""
    file = user_data_path("ludotheque", appauthor=False) / "house.db"
    # Unlike earlier versions, platformdirs heeds XDG_DATA_HOME on a Mac too: a house that
    # was opened there before stays where it is.
    earlier = Path.home() / "Library" / "Application Support" / "ludotheque" / "house.db"
    return earlier if sys.platform == "darwin" and earlier.exists() else file


def database_url(given: str | None = None) -> URL:
    """The database's URL: the one given, else the environment's, else the user's own file."""
    name = given or os.environ.get("LUDOTHEQUE_DATABASE")
    if not name:
        name = f"sqlite:///{house_file().as_posix()}"
    try:
        url = make_url(name)
    except Exception:
        raise BadDatabase(f"{name!r} is no database URL; sqlite:///house.db is one") from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadDatabase(f"{url.get_backend_name()} is not supported: sqlite and postgresql are")
    _require_driver(url)
    return url


def _require_driver(url: URL) -> None:
    try:
        url.get_dialect().import_dbapi()
    except (ImportError, NoSuchModuleError):
        raise BadDatabase(
            f"{url.drivername}:// needs a driver that is not installed here; "
            "for PostgreSQL: pip install 'ludotheque[postgres]'"
        ) from None


def connect(url: str | URL | None = None) -> Engine:
    """An engine on a database that is up to date."""
    engine = reach(url)
    try:
        migrate(engine)
    except Exception:
        engine.dispose()
        raise
    return engine


def reach(url: str | URL | None = None) -> Engine:
    """An engine on a database as it is."""
    url = url if isinstance(url, URL) else database_url(url)
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    line = {name: value for name, value in _LINE.items() if name not in url.query}
    return create_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=line)


@contextmanager
def told_in_a_sentence(url: URL) -> Iterator[None]:
    """What a database answers instead of doing its work becomes a BadDatabase."""
    try:
        yield
    except SQLAlchemyError as error:
        name = url.render_as_string(hide_password=True)
        raise BadDatabase(f"{name} cannot be used: {reason(error)}") from None


def reason(error: BaseException) -> str:
    """Why a database refused, in one line: without the statement, its values and tracebacks."""
    told = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
    return told.splitlines()[0]


def inserting(dialect: Dialect, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that can say what to do with rows that are there already."""
    return (postgresql if dialect.name == "postgresql" else sqlite).insert(table)


def _sqlite(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise BadDatabase("SQLite in memory forgets everything: name a file")
    try:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadDatabase(f"{url.database}: cannot be made ({error.strerror})") from None
    engine = create_engine(url, hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(_begin(connection)))
    return engine


def _begin(connection: Any) -> str:
    """A transaction that will write says so at once: two that read first would block each other."""
    return "BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN"


def _prepare(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy says so
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {_BUSY}")
    _keep_a_journal(cursor)
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _keep_a_journal(cursor: Any) -> None:
    """Write ahead. SQLite refuses one of two who turn that on together, without letting it wait."""
    end = time.monotonic() + _BUSY / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.02)


def migrate(engine: Engine, migrations: Migrations = OWN, to: str = "head") -> None:
    """Bring the database up to date; two processes that start at once take turns.

    One that newer programs made is left as it is, if this program may serve it: else TooNew.
    """
    found = version(engine, migrations)
    if found == migrations.head:
        return  # Alembic is slow to import
    if found is not None and found not in migrations.names():
        require_served(engine, migrations)
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations.folder).replace("%", "%%"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        config.attributes["connection"] = connection
        command.upgrade(config, to)
        _note_oldest(connection, migrations)


def _note_oldest(connection: Connection, migrations: Migrations) -> None:
    """Write beside the version which programs may still serve: those that know this migration."""
    table = migrations.version_table
    reached = connection.execute(text(f"SELECT version_num FROM {table}")).scalar_one()
    columns = {column["name"] for column in inspect(connection).get_columns(table)}
    if "oldest" not in columns:
        connection.execute(text(f"ALTER TABLE {table} ADD COLUMN oldest VARCHAR(32)"))
    oldest = migrations.scripts().get_revision(reached).module.oldest
    connection.execute(text(f"UPDATE {table} SET oldest = :oldest"), {"oldest": oldest})


def require_served(engine: Engine, migrations: Migrations = OWN) -> None:
    """Refuse a database that this program is too old for, or that wants migrating first.

    A database names the oldest migration that a program has to know. Of one that names none
    (it is older than that custom) only its own version counts.
    """
    found = version(engine, migrations)
    if found == migrations.head:
        return
    known = migrations.names()
    if found is None:
        raise NotUpToDate(
            "there is no house in this database yet: `ludotheque serve` opens one, "
            "`ludotheque house migrate` only makes its tables"
        )
    if found in known:
        raise NotUpToDate(
            f"this database is as an older program left it ({found}; this one needs "
            f"{migrations.head}): `ludotheque house migrate` brings it up to date, and so does "
            "the start of `ludotheque serve`"
        )
    oldest = _oldest(engine, migrations) or found
    if oldest not in known:
        raise TooNew(
            f"a newer program has changed this database ({found}), and this one is too old to "
            f"serve it (it ends at {migrations.head}, {oldest} is needed): install a newer "
            "Ludothèque, or restore a backup from before"
        )


def require_writable(engine: Engine) -> None:
    """Refuse a database that can only be read."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            is_writable = connection.execute(text("SHOW transaction_read_only")).scalar() == "off"
        else:
            is_writable = _takes_a_write(connection)
    if not is_writable:
        name = engine.url.render_as_string(hide_password=True)
        raise BadDatabase(f"{name} can only be read: a house writes down every move")


def _takes_a_write(connection: Connection) -> bool:
    """Write the number that is there already, and take it back."""
    number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    try:
        connection.exec_driver_sql(f"PRAGMA user_version = {number}")
    except SQLAlchemyError as error:
        if "readonly" in str(error):
            return False
        raise
    finally:
        connection.rollback()
    return True


def version(engine: Engine, migrations: Migrations = OWN) -> str | None:
    """The migration that the database has reached; None: it is empty."""
    return _noted(engine, migrations, "version_num")


def _oldest(engine: Engine, migrations: Migrations) -> str | None:
    """The migration that a program has to know; None: the database does not say."""
    return _noted(engine, migrations, "oldest")


def _noted(engine: Engine, migrations: Migrations, column: str) -> str | None:
    with engine.connect() as connection:
        inspector = inspect(connection)
        if not inspector.has_table(migrations.version_table):
            return None
        if column not in {each["name"] for each in inspector.get_columns(migrations.version_table)}:
            return None
        query = text(f"SELECT {column} FROM {migrations.version_table}")
        return connection.execute(query).scalar()


# Which life of the database this is: a number that changes when a backup is restored into it.
# SQLite keeps one of its owner's choice; on PostgreSQL it is the comment on the table of tables.


READ_GENERATION = {
    "sqlite": "PRAGMA user_version",
    "postgresql": "SELECT obj_description('tables'::regclass, 'pg_class')",
}
LOCK_GENERATION = "LOCK TABLE tables IN ROW EXCLUSIVE MODE"  # PostgreSQL: nothing is restored now


def generation(connection: Connection) -> int:
    """Which life of the database this is."""
    return int(connection.exec_driver_sql(READ_GENERATION[connection.dialect.name]).scalar() or 0)


def hold_generation(connection: Connection) -> int:
    """The same for who is about to write: until the transaction ends nothing is restored."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(LOCK_GENERATION)
    return generation(connection)


def set_generation(connection: Connection, number: int) -> None:
    """Begin another life."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA user_version = {number}")
    else:
        connection.execute(text(f"COMMENT ON TABLE tables IS '{number}'"))
