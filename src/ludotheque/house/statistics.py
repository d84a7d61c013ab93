"""The house in figures, day by day (UTC): who came, and what was played."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.sql.elements import ColumnElement

from ludotheque.house.clock import DAY, SECOND, date_of, now
from ludotheque.house.schema import persons
from ludotheque.table.keeping.schema import tables

_DAY = DAY * SECOND


@dataclass
class Day:
    """One day."""

    date: date
    arrivals: int = 0  # people who came for the first time
    joined: int = 0  # people who became members
    opened: Counter[str] = field(default_factory=Counter)  # tables, by game
    ended: int = 0  # tables


@dataclass(frozen=True)
class Totals:
    """All days together."""

    people: int
    members: int
    tables: int
    ended: int


def by_day(engine: Engine, days: int = 30) -> list[Day]:
    """The last days, the oldest first; today is the last."""
    today = now() // _DAY
    first = today - days + 1
    found = {day: Day(date_of(day * _DAY)) for day in range(first, today + 1)}
    with engine.connect() as connection:
        for day, count in _count(connection, persons.c.created, first):
            found[day].arrivals = count
        for day, count in _count(connection, persons.c.joined, first):
            found[day].joined = count
        for day, game, count in _count(connection, tables.c.created, first, tables.c.game):
            found[day].opened[game] = count
        for day, count in _count(connection, tables.c.ended, first):
            found[day].ended = count
    return list(found.values())


def totals(engine: Engine) -> Totals:
    """How much of everything there is."""
    people = select(func.count(), func.count(persons.c.joined)).where(persons.c.deleted.is_(None))
    games = select(func.count(), func.count(tables.c.ended))
    with engine.connect() as connection:
        return Totals(*connection.execute(people).one(), *connection.execute(games).one())


def _count(
    connection: Connection, at: ColumnElement[int], first: int, *by: ColumnElement[str]
) -> list[tuple[Any, ...]]:
    """Rows (day, …, how many) from the first day on."""
    day = (at // _DAY).label("day")
    query = select(day, *by, func.count()).where(at >= first * _DAY).group_by("day", *by)
    return [(int(row[0]), *row[1:]) for row in connection.execute(query)]
