"""Packing the logs of tables that are long over: what people replay is the same, a tenth as large.

Some tables at a time, each time in one transaction: it may be stopped at any moment, and started
again, while people play. Whoever still appends to such a table (a rematch) appends after what is
packed, and the next time packs it with the rest.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, delete, func, select, tuple_

from ludotheque.table.keeping import logs
from ludotheque.table.keeping.database import hold_generation
from ludotheque.table.keeping.schema import archives, events, kept_states, tables

_AT_ONCE = 100  # tables in one transaction: nobody is to wait for it


class Done(NamedTuple):
    """What was packed."""

    tables: int
    events: int
    bytes: int  # that the packed logs take


def archive(engine: Engine, before: int) -> Iterator[Done]:
    """Pack the logs of tables that ended before that moment, some at a time."""
    last = (0, "")
    while True:
        with engine.execution_options(writes=True).begin() as connection:
            hold_generation(connection)
            some = _next(connection, before, last)
            if not some:
                return
            done = _pack(connection, [table for _, table in some])
        last = some[-1]
        yield done


def _next(connection: Connection, before: int, last: tuple[int, str]) -> list[tuple[int, str]]:
    """The next tables with lines to pack; those that another process packs are left to it."""
    key = tuple_(tables.c.ended, tables.c.id)
    has_lines = select(events.c.number).where(events.c.table_id == tables.c.id).exists()
    query = (
        select(tables.c.ended, tables.c.id)
        .where(tables.c.ended < before, key > last, has_lines)
        .order_by(tables.c.ended, tables.c.id)
        .limit(_AT_ONCE)
        .with_for_update(skip_locked=True, of=tables)
    )
    return [(ended, table) for ended, table in connection.execute(query)]


def _pack(connection: Connection, found: list[str]) -> Done:
    by_table = groupby(logs.lines(connection, *found), key=lambda line: line.table)
    packed = [each for _, lines in by_table if (each := _packed(list(lines)))]
    names = [each.table for each in packed]
    logs.put(connection, packed)
    for rows in (events, kept_states):
        connection.execute(delete(rows).where(rows.c.table_id.in_(names)))
    sizes = [len(each.packed) for each in packed]
    return Done(len(packed), sum(each.events for each in packed), sum(sizes))


def _packed(lines: list[logs.Line]) -> logs.Packed | None:
    """A log, packed; None: a line is missing from it, and it is better left as it is."""
    packed = logs.pack(lines)
    return packed if logs.unpack(packed) == lines else None


def verify(engine: Engine) -> Iterator[str | None]:
    """Go through all packed logs; what is wrong with each, None where nothing is."""
    last = ""
    with engine.connect() as connection:
        while True:
            query = select(archives).where(archives.c.table_id > last)
            rows = connection.execute(query.order_by(archives.c.table_id).limit(_AT_ONCE)).all()
            if not rows:
                return
            for row in rows:
                yield _problem(logs.Packed(*row))
            last = rows[-1].table_id


def _problem(packed: logs.Packed) -> str | None:
    try:
        logs.unpack(packed)
    except logs.DamagedLog as damage:
        return str(damage)
    return None


def shrink(engine: Engine) -> None:
    """Give the room that was freed back to the disk; whoever writes meanwhile waits."""
    connection = engine.raw_connection()
    driver: Any = connection.driver_connection
    try:
        if engine.dialect.name == "postgresql":
            driver.autocommit = True
            driver.execute("VACUUM (FULL) events, kept_states")
        else:
            driver.execute("VACUUM")
    finally:
        connection.invalidate()


def size(engine: Engine) -> int:
    """What the whole database takes on the disk, in bytes."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            query = select(func.pg_database_size(func.current_database()))
            return int(connection.execute(query).scalar_one())
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        return int(pages * connection.exec_driver_sql("PRAGMA page_size").scalar_one())
