"""Rankings: points, ratings, solo scores, the day's game; and what a profile tells."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, or_, select

from ludotheque.core.statistics import share_interval
from ludotheque.house.clock import date_of
from ludotheque.house.schema import bests, matches, persons, ratings, sittings, totals, tries
from ludotheque.house.stakes import standings
from ludotheque.house.stakes.rating import Rating
from ludotheque.house.stakes.settlement import Result
from ludotheque.house.stakes.standings import Period
from ludotheque.table.keeping.schema import tables

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


def by_points(
    connection: Connection, period: Period, at: int, *, game: str = "", room: str = ""
) -> list[Place]:
    """Who earned most points in a period, in one game or room, or in all."""
    query = (
        select(totals, persons.c.name)
        .filter_by(period=standings.name_of(period, at), game=game, room=room)
        .where(totals.c.points > 0)
        .join(persons, persons.c.id == totals.c.person)
        .order_by(totals.c.points.desc(), totals.c.games, totals.c.person)
        .limit(SHOWN)
    )
    return _placed(
        [
            Place(0, row.person, row.name, row.points, row.games, row.won, row.drawn)
            for row in connection.execute(query)
        ]
    )


def by_rating(connection: Connection, game: str) -> list[Place]:
    """MA-27: who plays a game best, as surely as the games tell."""
    query = (
        select(ratings, persons.c.name)
        .join(persons, persons.c.id == ratings.c.person)
        .where(ratings.c.game == game, ratings.c.games >= _LEAST, persons.c.joined.is_not(None))
        .order_by(ratings.c.sure.desc(), ratings.c.person)
        .limit(SHOWN)
    )
    return _placed(
        [
            Place(
                0,
                row.person,
                row.name,
                round(100 * row.sure),
                row.games,
                sigma=row.sigma,
                mu=row.mu,
            )
            for row in connection.execute(query)
        ]
    )


def by_score(connection: Connection, game: str, period: Period, at: int) -> list[Place]:
    """The best games that somebody played alone, each person's best once."""
    columns = (bests.c.person, persons.c.name, bests.c.score, bests.c.table_id)
    query = (
        select(*columns, _is_open().label("is_open"))
        .join(persons, persons.c.id == bests.c.person)
        .join(matches, matches.c.table_id == bests.c.table_id)
        .where(bests.c.period == standings.name_of(period, at), bests.c.game == game)
        .order_by(bests.c.score.desc(), bests.c.ended)
        .limit(SHOWN)
    )
    hidden = sealed_today(connection, at)
    return _placed([_scored(row, hidden) for row in connection.execute(query)])


def sealed_today(connection: Connection, at: int) -> set[str]:
    """The tables of the day's game: nobody else sees them before the day is over."""
    day = date_of(at).isoformat()
    return set(connection.execute(select(tries.c.table_id).where(tries.c.day == day)).scalars())


def by_day(connection: Connection, game: str, day: str) -> list[Place]:
    """How everybody did with the dice of a day."""
    columns = (sittings.c.person, persons.c.name, sittings.c.score, matches.c.table_id)
    query = (
        select(*columns, _is_open().label("is_open"))
        .join(matches, matches.c.table_id == sittings.c.table_id)
        .join(persons, persons.c.id == sittings.c.person)
        .join(tries, tries.c.table_id == matches.c.table_id)
        .where(tries.c.day == day, matches.c.game == game, sittings.c.result == "alone")  # MA-32
        .order_by(sittings.c.score.desc(), matches.c.ended)
        .limit(10 * SHOWN)
    )
    return _placed([_scored(row) for row in connection.execute(query)])


def _is_open() -> ColumnElement[bool]:
    """Whether everybody may be led to a game: one at a public table, or of the day.

    Other tables are found by those who have the link; no page of ours gives it away.
    """
    day = tries.alias()
    public = select(tables.c.id).where(tables.c.id == matches.c.table_id, tables.c.public)
    of_a_day = select(day.c.table_id).where(day.c.table_id == matches.c.table_id)
    return and_(matches.c.is_shown, or_(public.exists(), of_a_day.exists()))


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
    query = (
        select(totals)
        .filter_by(person=person, period=standings.EVER, room="")
        .where(totals.c.game != "", totals.c.games > 0)
        .order_by(totals.c.games.desc(), totals.c.game)
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
            row.points,
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
        .order_by(sittings.c.ended.desc())
        .limit(limit)
    )
    if before is not None:
        query = query.where(sittings.c.ended < before)
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
