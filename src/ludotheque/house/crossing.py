"""A house on PostgreSQL carried into an SQLite file, and back: a backup is the same for both.

The file is a house like any other: it can be served, and a house that began on SQLite moves to
PostgreSQL by being backed up here and restored there.
"""

import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, MetaData, Table, insert, select, text
from sqlalchemy.exc import OperationalError

from ludotheque.core.errors import LudothequeError
from ludotheque.house.migrate import LAYERS, versions
from ludotheque.table.keeping import database

_ROWS = 2_000  # at a time
_WAIT = 500  # milliseconds for a table that somebody uses: PostgreSQL calls a second a deadlock,
_ATTEMPTS = 120  # and it must be us who give way, not the people who play
_BUSY = ("55P03", "40P01")  # PostgreSQL's codes for a lock that is not to be had


class CannotCross(LudothequeError):
    """A house that cannot be carried over, and why."""


def carry_out(engine: Engine, file: Path) -> None:
    """Copy the house as it is at one moment into a new SQLite file; nobody is held up."""
    target = database.reach(f"sqlite:///{file}")
    try:
        _make_tables(target, versions(engine))
        with (
            engine.connect().execution_options(isolation_level="REPEATABLE READ") as source,
            target.execution_options(writes=True).begin() as copy,
        ):
            tables = _tables(copy)
            # Before the first look: what a restore empties meanwhile would be seen as empty.
            source.execute(text(f"LOCK TABLE {_names(source, tables)} IN ACCESS SHARE MODE"))
            for table in tables:
                line = str(insert(table).compile(dialect=copy.dialect))
                for rows in _rows(source, table):
                    copy.exec_driver_sql(line, [tuple(row) for row in rows])
    finally:
        target.dispose()


def _make_tables(target: Engine, found: list[str | None]) -> None:
    """The same tables as in the house, also where it waits for being brought up to date."""
    for layer, version in zip(LAYERS, found, strict=True):
        if version is None:
            raise CannotCross("there is no house in this database")
        if version not in layer.names():
            raise CannotCross(
                f"this database is newer ({version}) than this program: "
                "let the program that serves it make the backup"
            )
        database.migrate(target, layer, to=version)


def carry_in(file: Path, engine: Engine) -> None:
    """Put a house from an up-to-date SQLite file in the place of all that is there, at once.

    Who plays meanwhile waits; what she did comes too late, and she is told what was put back.
    """
    from psycopg import Error

    source = database.reach(f"sqlite:///{file}")
    try:
        for _ in range(_ATTEMPTS):
            if _replace(source, engine):
                return
            time.sleep(_WAIT / 10_000)
    except Error as error:
        raise CannotCross(f"PostgreSQL does not take it: {database.reason(error)}") from None
    finally:
        source.dispose()
    raise CannotCross("the database has no quiet moment: close the house first")


def _replace(source: Engine, engine: Engine) -> bool:
    """False: somebody uses a table just now."""
    with source.connect() as rows, engine.connect() as target, target.begin():
        tables = _tables(rows)
        try:
            target.execute(text(f"SET LOCAL lock_timeout = {_WAIT}"))
            names = _names(target, tables)
            target.execute(text(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"))
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", "") in _BUSY:
                target.rollback()
                return False
            raise
        target.execute(text("SET LOCAL lock_timeout = 0"))
        target.execute(text(f"TRUNCATE {names}"))
        for table in tables:
            _pour(rows, table, target)
            _count_on(target, table)
        database.set_generation(target, secrets.randbits(31))
    return True


def _pour(source: Connection, table: Table, target: Connection) -> None:
    """All rows of a table, by PostgreSQL's own way for many."""
    quote = target.dialect.identifier_preparer.quote
    columns = ", ".join(quote(column.name) for column in table.columns)
    driver: Any = target.connection.driver_connection
    with (
        driver.cursor() as cursor,
        cursor.copy(f"COPY {quote(table.name)} ({columns}) FROM STDIN") as copy,
    ):
        for rows in _rows(source, table):
            for row in rows:
                copy.write_row([_told(value) for value in row])


def _told(value: Any) -> Any:
    """A value as PostgreSQL takes it: of all letters it lacks one."""
    return value.replace("\0", "") if isinstance(value, str) else value


def _count_on(target: Connection, table: Table) -> None:
    """Numbers that the database gives out itself go on after the last."""
    for column in table.primary_key.columns:
        values = {"table": table.name, "column": column.name}
        query = text("SELECT pg_get_serial_sequence(:table, :column)")
        if target.execute(query, values).scalar() is not None:
            quote = target.dialect.identifier_preparer.quote
            last = f"SELECT max({quote(column.name)}) FROM {quote(table.name)}"
            count = (
                f"setval(pg_get_serial_sequence(:table, :column), coalesce(({last}), 0) + 1, false)"
            )
            target.execute(text(f"SELECT {count}"), values)


def _tables(connection: Connection) -> list[Table]:
    """What a house in an SQLite file consists of, each after those that it refers to."""
    metadata = MetaData()
    metadata.reflect(connection)
    own = {layer.version_table for layer in LAYERS}
    return [table for table in metadata.sorted_tables if table.name not in own]


def _names(connection: Connection, tables: list[Table]) -> str:
    return ", ".join(connection.dialect.identifier_preparer.quote(table.name) for table in tables)


def _rows(connection: Connection, table: Table) -> Iterator[Any]:
    found = connection.execution_options(yield_per=_ROWS).execute(select(table))
    return found.partitions()
