"""Which database a house uses, and bringing it up to date.

``LUDOTHEQUE_DATABASE`` names it as a URL (``sqlite:///house.db``,
``postgresql://host/name``); left out, it is an SQLite file in the user's data folder.
"""

import os
import sqlite3
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import NoSuchModuleError

from ludotheque.core.errors import LudothequeError

HEAD = "first_tables"  # the newest migration; a test compares it with the folder
VERSION_TABLE = "table_version"  # layers above keep versions of their own
_LOCK = 0x6C75646F  # PostgreSQL's advisory lock while migrations run
_BUSY = 30_000  # milliseconds to wait for another process that writes to the SQLite file


@dataclass(frozen=True)
class Migrations:
    """A layer's migrations: where they lie, where the database notes how far it has come."""

    folder: Path
    version_table: str
    head: str  # the newest


OWN = Migrations(Path(__file__).parent / "migrations", VERSION_TABLE, HEAD)


class BadDatabase(LudothequeError):
    """A database that cannot be used: its name, or why it does not answer."""


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
    url = url if isinstance(url, URL) else database_url(url)
    if url.get_backend_name() == "sqlite":
        engine = _sqlite(url)
    else:
        engine = create_engine(url, pool_pre_ping=True)
    try:
        migrate(engine)
    except Exception:
        engine.dispose()
        raise
    return engine


def _sqlite(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise BadDatabase("SQLite in memory forgets everything: name a file")
    Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url)
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
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)


def migrate(engine: Engine, migrations: Migrations = OWN) -> None:
    """Bring the database up to date; two processes that start at once take turns."""
    if version(engine, migrations) == migrations.head:
        return  # Alembic is slow to import
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations.folder).replace("%", "%%"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def version(engine: Engine, migrations: Migrations = OWN) -> str | None:
    """The migration that the database has reached; None: it is empty."""
    with engine.connect() as connection:
        if not inspect(connection).has_table(migrations.version_table):
            return None
        query = text(f"SELECT version_num FROM {migrations.version_table}")
        return connection.execute(query).scalar()
