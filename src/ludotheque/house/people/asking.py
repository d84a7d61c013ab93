"""Asking somebody to one's table: she finds it among her tables, for a day at most.

All that is open is at hand, so that every page can say how many there are. Methods that write
are for threads that may wait.
"""

from collections.abc import Callable

from sqlalchemy import ColumnElement, Engine, and_, delete, insert, or_, select, update

from ludotheque.house.clock import DAY, SECOND, now
from ludotheque.house.people.allowance import Allowance
from ludotheque.house.people.partners import Partner
from ludotheque.house.schema import asks

LASTS = DAY * SECOND
AT_ONE_TABLE = 12  # people asked


class Asking:
    """Who asks whom, to which table."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._writing = engine.execution_options(writes=True)
        self._open: dict[str, dict[str, tuple[str, int]]] = {}  # other: table: who asks, until when
        self.spread: Callable[[], None] = lambda: None  # tells other processes to read them again
        self.pace = Allowance(8, 1 / 30)  # by person,
        self.pairs = Allowance(3, 3 / DAY)  # and by whom she asks: nobody is pestered

    def load(self) -> None:
        """Read all that is open, when the house opens or somebody was forgotten."""
        query = select(asks).where(asks.c.expires > now(), asks.c.declined.is_(None))
        found: dict[str, dict[str, tuple[str, int]]] = {}
        with self._engine.connect() as connection:
            for row in connection.execute(query):
                found.setdefault(row.other, {})[row.table_id] = row.person, row.expires
        self._open = found

    def to(self, person: str) -> dict[str, str]:
        """The tables that a person is asked to, each with who asks."""
        at = now()
        found = self._open.get(person, {})
        return {table: by for table, (by, until) in found.items() if until > at}

    def is_asked(self, table: str, other: str) -> bool:
        """Whether somebody is asked to a table."""
        return table in self.to(other)

    def ask(self, person: str, partner: Partner, table: str) -> bool:
        """Ask somebody; False where that is too much, or she has said no."""
        other = partner.person
        if self.is_asked(table, other):
            return True
        if not (self.pace.take(person) and self.pairs.take(f"{person} {other}")):
            return False
        at = now()
        with self._writing.begin() as connection:
            query = select(asks.c.other, asks.c.expires).where(asks.c.table_id == table)
            before = {row.other: row.expires for row in connection.execute(query)}
            if before.get(other, 0) > at or len(before) >= AT_ONE_TABLE:
                return False
            connection.execute(delete(asks).where(_one(table, other)))
            row = {"person": person, "other": other, "created": at, "expires": at + LASTS}
            connection.execute(insert(asks).values(table_id=table, **row))
        self._open.setdefault(other, {})[table] = person, at + LASTS
        self.spread()
        return True

    def withdraw(self, table: str, other: str) -> None:
        """Ask no longer."""
        with self._writing.begin() as connection:
            connection.execute(delete(asks).where(_one(table, other), asks.c.declined.is_(None)))
        self._open.get(other, {}).pop(table, None)
        self.spread()

    def decline(self, table: str, other: str) -> None:
        """Say no: at that table one is not asked again."""
        with self._writing.begin() as connection:
            connection.execute(update(asks).where(_one(table, other)).values(declined=now()))
        self._open.get(other, {}).pop(table, None)
        self.spread()

    def part(self, one: str, two: str) -> None:
        """Two who keep away from each other ask each other nothing."""
        with self._writing.begin() as connection:
            connection.execute(delete(asks).where(or_(_between(one, two), _between(two, one))))
        self.load()
        self.spread()


def _one(table: str, other: str) -> ColumnElement[bool]:
    return and_(asks.c.table_id == table, asks.c.other == other)


def _between(person: str, other: str) -> ColumnElement[bool]:
    return and_(asks.c.person == person, asks.c.other == other)
