"""Rankings: points, ratings, solo scores, the day's game; and what a profile tells."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, get_args

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, or_, select

from ludotheque.core.statistics import share_interval
from ludotheque.house.clock import SECOND, date_of, time_of
from ludotheque.house.schema import matches, persons, ratings, sittings, tries
from ludotheque.house.stakes.rating import Rating
from ludotheque.house.stakes.settlement import Result
from ludotheque.table.keeping.schema import tables

Period = Literal["week", "month", "ever"]
PERIODS: tuple[Period, ...] = get_args(Period)
SHOWN = 50  # places of a ranking
_LEAST = 3  # rated games until somebody is ranked


@dataclass(frozen=True)
class Place:
    """A line of a ranking; equal values share the place."""

    place: int
    person: str
    name: str  # empty: she has left the house
    value: int
    games: int = 0
    won: int = 0
    drawn: int = 0  # counted apart from those won
    table: str | None = None  # to see it again
    sigma: float = 0.0
    mu: float = 0.0


def since(period: Period, at: int) -> int:
    """When a period began, in milliseconds: on Monday, on the first of the month, ever (UTC)."""
    if period == "ever":
        return 0
    day = time_of(at).replace(hour=0, minute=0, second=0, microsecond=0)
    back = day.weekday() if period == "week" else day.day - 1
    return int((day - timedelta(days=back)).timestamp() * SECOND)


def by_points(
    connection: Connection, period: Period, at: int, *, game: str = "", room: str = ""
) -> list[Place]:
    """Who earned most points in a period, in one game or room, or in all."""
    total, games = func.sum(sittings.c.points), func.count()
    won, drawn = _count_of("won"), _count_of("drawn")
    query = (
        _persons(select(sittings.c.person, persons.c.name, total, games, won, drawn))
        .where(matches.c.ended >= since(period, at))
        .group_by(sittings.c.person, persons.c.name)
        .having(total > 0)
        .order_by(total.desc(), games, sittings.c.person)
        .limit(SHOWN)
    )
    query = query.where(matches.c.game == game) if game else query
    query = query.where(matches.c.room == room) if room else query
    rows = connection.execute(query).all()
    return _placed(
        [Place(0, person, name, int(points), *counts) for person, name, points, *counts in rows]
    )


def _count_of(result: Result) -> ColumnElement[int]:
    """How many of the games ended so for somebody."""
    return func.count().filter(sittings.c.result == result)


def by_rating(connection: Connection, game: str) -> list[Place]:
    """MA-27: who plays a game best, as surely as the games tell."""
    sure = ratings.c.mu - 3 * ratings.c.sigma
    query = (
        select(ratings, persons.c.name)
        .join(persons, persons.c.id == ratings.c.person)
        .where(ratings.c.game == game, ratings.c.games >= _LEAST, persons.c.joined.is_not(None))
        .order_by(sure.desc(), ratings.c.person)
        .limit(SHOWN)
    )
    return _placed(
        [
            Place(
                0,
                row.person,
                row.name,
                round(100 * (row.mu - 3 * row.sigma)),
                row.games,
                sigma=row.sigma,
                mu=row.mu,
            )
            for row in connection.execute(query)
        ]
    )


def by_score(connection: Connection, game: str, period: Period, at: int) -> list[Place]:
    """The best games that somebody played alone, each person's best once."""
    query = _alone(game).where(matches.c.ended >= since(period, at), matches.c.is_shown)
    query = query.order_by(sittings.c.score.desc(), matches.c.ended).limit(20 * SHOWN)
    best: dict[str, Row[Any]] = {}
    for row in connection.execute(query):
        best.setdefault(row.person, row)
    hidden = sealed_today(connection, at)
    return _placed([_scored(row, hidden) for row in list(best.values())[:SHOWN]])


def sealed_today(connection: Connection, at: int) -> set[str]:
    """The tables of the day's game: nobody else sees them before the day is over."""
    day = date_of(at).isoformat()
    return set(connection.execute(select(tries.c.table_id).where(tries.c.day == day)).scalars())


def by_day(connection: Connection, game: str, day: str) -> list[Place]:
    """How everybody did with the dice of a day."""
    query = _alone(game).join(tries, tries.c.table_id == matches.c.table_id)
    query = query.where(tries.c.day == day).order_by(sittings.c.score.desc(), matches.c.ended)
    return _placed([_scored(row) for row in connection.execute(query.limit(10 * SHOWN))])


def _alone(game: str) -> Select[Any]:
    columns = (sittings.c.person, persons.c.name, sittings.c.score, matches.c.table_id)
    query = _persons(select(*columns, _is_open().label("is_open")))
    return query.where(matches.c.game == game, sittings.c.result == "alone")  # MA-32


def _is_open() -> ColumnElement[bool]:
    """Whether everybody may be led to a game: one at a public table, or of the day.

    Other tables are found by those who have the link; no page of ours gives it away.
    """
    day = tries.alias()
    public = select(tables.c.id).where(tables.c.id == matches.c.table_id, tables.c.public)
    of_a_day = select(day.c.table_id).where(day.c.table_id == matches.c.table_id)
    return and_(matches.c.is_shown, or_(public.exists(), of_a_day.exists()))


def _persons(query: Select[Any]) -> Select[Any]:
    return query.select_from(
        sittings.join(matches, matches.c.table_id == sittings.c.table_id).join(
            persons, persons.c.id == sittings.c.person
        )
    )


def _scored(row: Row[Any], hidden: Container[str] = ()) -> Place:
    table = row.table_id if row.is_open and row.table_id not in hidden else None
    return Place(0, row.person, row.name, row.score, 1, table=table)


def _placed(rows: Sequence[Place]) -> list[Place]:
    """The lines with their places."""
    found: list[Place] = []
    for number, row in enumerate(rows, 1):
        is_equal = bool(found) and found[-1].value == row.value
        place = found[-1].place if is_equal else number
        found.append(Place(**{**vars(row), "place": place}))
    return found


@dataclass(frozen=True)
class Record:
    """What somebody did in one game, with other people or with bots."""

    game: str
    games: int
    won: int
    drawn: int  # MA-7: no wins
    interval: tuple[float, float]  # of the share won, 95 %
    points: int
    rating: Rating | None


def records(connection: Connection, person: str) -> list[Record]:
    """A person's results, game by game; of those played alone :mod:`solo` tells."""
    counted: tuple[Result, ...] = ("won", "drawn", "lost", "left")
    query = (
        select(
            matches.c.game,
            func.count().label("games"),
            _count_of("won").label("won"),
            _count_of("drawn").label("drawn"),
            func.sum(sittings.c.points).label("points"),
        )
        .join(matches, matches.c.table_id == sittings.c.table_id)
        .where(sittings.c.person == person, sittings.c.result.in_(counted))
        .group_by(matches.c.game)
        .order_by(func.count().desc(), matches.c.game)
    )
    known = {
        row.game: Rating(row.mu, row.sigma, row.games)
        for row in connection.execute(select(ratings).where(ratings.c.person == person))
    }
    return [
        Record(
            row.game,
            row.games,
            row.won,
            row.drawn,
            share_interval(row.won, row.games),
            int(row.points),
            known.get(row.game),
        )
        for row in connection.execute(query)
    ]


@dataclass(frozen=True)
class Past:
    """A game that somebody played."""

    table: str
    game: str
    room: str
    ended: int
    result: Result
    rank: int
    sides: int
    points: int
    score: int
    is_shown: bool  # to who asks


def history(
    connection: Connection,
    person: str,
    limit: int = 20,
    before: int | None = None,
    viewer: str | None = None,
) -> list[Past]:
    """The games that a person finished, the newest first, as ``viewer`` may know of them."""
    own = sittings.alias()
    was_there = select(own.c.seat).where(
        own.c.table_id == matches.c.table_id, own.c.person == viewer
    )
    query = (
        select(sittings, matches, or_(_is_open(), was_there.exists()).label("is_open"))
        .join(matches, matches.c.table_id == sittings.c.table_id)
        .where(
            sittings.c.person == person,
            sittings.c.result.is_not(None),
        )
        .order_by(matches.c.ended.desc())
        .limit(limit)
    )
    if before is not None:
        query = query.where(matches.c.ended < before)
    return [
        Past(
            row.table_id,
            row.game,
            row.room,
            row.ended,
            row.result,
            row.rank,
            len(set(row.sides.split())),
            row.points,
            row.score,
            bool(row.is_open),
        )
        for row in connection.execute(query)
    ]


def kept_at(connection: Connection, tables: Sequence[str]) -> dict[str, tuple[str, str]]:
    """The game and the room of these tables."""
    query = select(matches.c.table_id, matches.c.game, matches.c.room)
    rows = connection.execute(query.where(matches.c.table_id.in_(set(tables))))
    return {row.table_id: (row.game, row.room) for row in rows}


def others_at(
    connection: Connection, tables: Sequence[str], person: str
) -> dict[str, dict[str, str]]:
    """With whom a person sat at these tables: ids with their names, empty once they left."""
    query = (
        select(sittings.c.table_id, persons.c.id, persons.c.name)
        .join(persons, persons.c.id == sittings.c.person)
        .where(sittings.c.table_id.in_(set(tables)), persons.c.id != person)
        .order_by(sittings.c.seat)
    )
    found: dict[str, dict[str, str]] = {}
    for row in connection.execute(query):
        found.setdefault(row.table_id, {})[row.id] = row.name
    return found


def name_of(connection: Connection, person: str) -> str | None:
    """A person's name; empty: she has left the house; None: there is no such person."""
    return connection.execute(select(persons.c.name).where(persons.c.id == person)).scalar()
