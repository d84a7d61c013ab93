"""The short way into the log for the two events that make up nearly all of it: moves and rolls.

A connection of its own, kept open, and statements as the driver takes them; the same transaction,
the same referee and the same wait for the disk as any other append. Whatever does not go smoothly
here is left to the long way, which knows what to tell whom.
"""

from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import Engine

from ludotheque.table.events import Fell, Moved
from ludotheque.table.keeping.database import LOCK_GENERATION, READ_GENERATION

Line = tuple[str, int, int, str | None, str | None, str]  # a row of events, in the schema's order


class Keepsake(NamedTuple):
    """A row of kept states: where a table stood after an event, as the rules of then have it."""

    table: str
    number: int
    rules: str
    state: bytes


PLAIN = {Moved, Fell}  # nothing but a line of the log follows from them

_INSERT = "INSERT INTO events (table_id, number, at, person, command, event) VALUES {}"
_AT_ONCE = 64  # lines in one of SQLite's statements: other threads are let in during each
_ALONE = """INSERT INTO events (table_id, number, at, person, command, event)
    SELECT * FROM (VALUES {}) WHERE (SELECT user_version FROM pragma_user_version) = ?"""
_KEEP = """INSERT INTO kept_states (table_id, number, rules, state) VALUES ({})
    ON CONFLICT (table_id) DO UPDATE SET
    number = excluded.number, rules = excluded.rules, state = excluded.state"""


def _places(engine: Engine, count: int) -> str:
    return ", ".join("?" * count if engine.dialect.name == "sqlite" else ["%s"] * count)


def keeping(engine: Engine) -> str:
    """The statement that puts a kept state in the place of the one before."""
    return _KEEP.format(_places(engine, 4))


class Express:
    """Writes lines of logs for one thread, on SQLite and PostgreSQL."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._row = f"({_places(engine, 6)})"
        self._keep = keeping(engine)
        self._pooled: Any = None  # the pool's, around the driver's own

    def close(self) -> None:
        """Give the connection back."""
        if self._pooled is not None:
            self._pooled.close()
            self._pooled = None

    def write(self, lines: list[Line], kept: list[Keepsake], generation: int) -> bool:
        """Write these, all or none, into that life of the database; False: nothing was written.

        Where the database was lost while it confirmed, nobody knows: then that error is raised.
        """
        is_confirming = False
        try:
            cursor = self._cursor()
            if self._is_sqlite and not kept and len(lines) <= _AT_ONCE:
                is_confirming = True
                return self._write_alone(cursor, lines, generation)
            self._begin(cursor)
            is_current = self._generation(cursor) == generation
            if is_current:
                self._insert(cursor, lines)
                if kept:
                    cursor.executemany(self._keep, kept)
            is_confirming = is_current
            cursor.execute("COMMIT" if is_current else "ROLLBACK")
        except Exception as error:
            is_lost = self._is_lost(error)
            self._give_up(is_lost)
            if is_lost and is_confirming:
                raise
            return False
        return is_current

    def _cursor(self) -> Any:
        if self._pooled is None:
            self._pooled = self._engine.raw_connection()
        return self._pooled.driver_connection.cursor()

    def _begin(self, cursor: Any) -> None:
        # PostgreSQL's driver begins by itself, with the first statement.
        cursor.execute("BEGIN IMMEDIATE" if self._is_sqlite else LOCK_GENERATION)

    def _write_alone(self, cursor: Any, lines: list[Line], generation: int) -> bool:
        """The same in one statement, a transaction by itself: at each, threads change places."""
        rows = ", ".join([self._row] * len(lines))
        cursor.execute(_ALONE.format(rows), [*chain.from_iterable(lines), generation])
        return bool(cursor.rowcount)

    def _insert(self, cursor: Any, lines: list[Line]) -> None:
        if not self._is_sqlite:
            cursor.executemany(_INSERT.format(self._row), lines)
            return
        for first in range(0, len(lines), _AT_ONCE):
            some = lines[first : first + _AT_ONCE]
            rows = ", ".join([self._row] * len(some))
            cursor.execute(_INSERT.format(rows), [*chain.from_iterable(some)])

    def _generation(self, cursor: Any) -> int:
        cursor.execute(READ_GENERATION[self._engine.dialect.name])
        return int(cursor.fetchone()[0] or 0)

    def _is_lost(self, error: Exception) -> bool:
        if self._pooled is None:
            return True
        connection: Any = self._pooled.driver_connection
        return bool(self._engine.dialect.is_disconnect(error, connection, None))  # type: ignore[arg-type]

    def _give_up(self, is_lost: bool) -> None:
        """Undo what was begun, and let go of the connection: the next write takes a fresh one."""
        if self._pooled is None:
            return
        if is_lost:
            self._pooled.invalidate()
            self._pooled = None
            self._engine.dispose()  # the others were lost with it, and each would cost seconds
        else:
            self.close()  # the pool takes back what was not confirmed
