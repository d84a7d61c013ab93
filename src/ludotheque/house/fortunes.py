"""What luck and play made of finished games: a row for each person's seat, and the house's totals.

A game that ends is noted in the transaction that ends it, and told later, beside the house. The
totals are added to with each game that is told, so that no page ever has to read them all.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, delete, func, insert, or_, select, update

from ludotheque.analysis.tally import Faces, Seat, Tally, faces, tally
from ludotheque.core.discovery import games
from ludotheque.core.match import Match
from ludotheque.house.clock import SECOND
from ludotheque.house.schema import (
    face_totals,
    fortunes,
    luck_totals,
    matches,
    persons,
    sittings,
    untold,
)
from ludotheque.table import BadRecord
from ludotheque.table.events import Advised, Ended, Event, Fell, Opened, Undone, decode
from ludotheque.table.keeping import logs
from ludotheque.table.keeping.store import Write
from ludotheque.table.record import Line, repeat_line

_MILLION = 1_000_000
_PATIENCE = 600 * SECOND  # until a game that was begun and not told is tried again
_FEW = 8  # games that are tried, where other processes are quicker


class Told(NamedTuple):
    """What is kept of a game; plain data, for it is made in another process."""

    tally: Tally | None  # None: it was not played out, or nobody can judge it
    faces: Faces


class Game(NamedTuple):
    """A game as somebody's profile counts it."""

    by_points: bool
    luck: int  # in millionths, of the win or of a point
    accuracy: float | None


class Past(NamedTuple):
    """All games of one kind that somebody played."""

    by_points: bool
    games: int
    luck: int
    accuracy: float | None  # the mean of those games that had something to choose


class Mean(NamedTuple):
    """What luck came to in a box, over all games of the house."""

    box: str
    by_points: bool
    games: int
    luck: float  # the sum
    squares: float


# What happens at tables


def note(connection: Connection, write: Write) -> None:
    """A consequence of appends: a game that ends is to be told."""
    for entry in write.entries:
        if isinstance(entry.event, Ended):
            connection.execute(insert(untold), {"table_id": write.table, "ended": entry.at})


# Telling, a game at a time


def claim(connection: Connection, at: int) -> str | None:
    """The table that ended last of those that no process tells; None: there is none."""
    is_free = or_(untold.c.taken.is_(None), untold.c.taken < at - _PATIENCE)
    query = select(untold.c.table_id).where(is_free).order_by(untold.c.ended.desc()).limit(_FEW)
    for table in connection.execute(query).scalars().all():
        its = update(untold).where(untold.c.table_id == table, is_free)
        if connection.execute(its.values(taken=at)).rowcount:
            return str(table)
    return None


def log_of(connection: Connection, table: str) -> list[str]:
    """What happened at a table, as it is written."""
    return [line.event for line in logs.lines(connection, table)]


def told(log: Sequence[str]) -> Told:
    """Play a game through and tell luck apart from play: beside the house, it takes a while."""
    happened = [decode(each) for each in log]
    opened = happened[0] if happened else None
    game = games().get(opened.game) if isinstance(opened, Opened) else None
    if game is None or not isinstance(opened, Opened) or opened.edition != game.edition:
        return Told(None, Counter())
    match = Match(game, opened.options)
    fallen: Faces = Counter()
    try:
        for event in happened:
            if isinstance(event, Fell):
                fallen.update(faces(event.text, game.engine.weights(match.board)))
            _repeat(match, event)
    except BadRecord:
        return Told(None, Counter())
    advised = {event.seat for event in happened if isinstance(event, Advised)}
    return Told(tally(match, advised) if match.is_over else None, fallen)


def _repeat(match: Match, event: Event) -> None:
    repeat_line(match, Line(0, 0, event))
    if isinstance(event, Undone) and event.move is None:
        _forget_undone(match)


def _forget_undone(match: Match) -> None:
    """What was taken back before anybody saw it is nobody's play."""
    now = match.board.tobytes()
    for kept in range(len(match.steps) - 1, 0, -1):
        if match.steps[kept - 1].after.tobytes() == now:
            del match.steps[kept:]
            return


def keep(connection: Connection, table: str, found: Told) -> None:
    """Write down what was told, once."""
    if not connection.execute(delete(untold).where(untold.c.table_id == table)).rowcount:
        return  # another process was quicker
    match = connection.execute(select(matches).where(matches.c.table_id == table)).first()
    for (sides, face), fell in found.faces.items():
        key = {"sides": sides, "face": face}
        _add(connection, face_totals, key, {"fell": fell})
    if match is None or found.tally is None:
        return
    people = _people(connection, table)
    first = found.tally.seats[min(people, default=0)]
    _add_luck(connection, match.game, found.tally.by_points, first)
    rows = [
        {
            "table_id": table, "seat": seat, "person": person, "box": match.game,
            "ended": match.ended, "by_points": found.tally.by_points,
            **found.tally.seats[seat]._asdict(), "brain": found.tally.brain,
        }
        for seat, person in people.items() if person
    ]  # fmt: skip
    if rows:
        connection.execute(insert(fortunes), rows)


def _people(connection: Connection, table: str) -> dict[int, str | None]:
    """Who sat where, bots apart; None: she has left the house."""
    query = (
        select(sittings.c.seat, persons.c.id)
        .outerjoin(persons, (persons.c.id == sittings.c.person) & persons.c.deleted.is_(None))
        .where(sittings.c.table_id == table, sittings.c.person.is_not(None))
        .order_by(sittings.c.seat)
    )
    return {row.seat: row.id for row in connection.execute(query)}


def _add_luck(connection: Connection, box: str, by_points: bool, seat: Seat) -> None:
    luck = seat.luck / _MILLION
    key = {"box": box, "by_points": by_points}
    _add(connection, luck_totals, key, {"games": 1, "luck": luck, "squares": luck * luck})


def _add(
    connection: Connection, table: Table, key: dict[str, Any], amounts: dict[str, float]
) -> None:
    """Add to a row of totals, which is made where there is none."""
    its = [table.c[name] == value for name, value in key.items()]
    more = {name: table.c[name] + amount for name, amount in amounts.items()}
    if not connection.execute(update(table).where(*its).values(more)).rowcount:
        connection.execute(insert(table).values({**key, **amounts}))


# What pages ask for


def past(connection: Connection, person: str) -> list[Past]:
    """Somebody's games in sum, those for the win and those for points apart."""
    query = (
        select(
            fortunes.c.by_points, func.count(), func.sum(fortunes.c.luck),
            func.avg(fortunes.c.accuracy),
        )
        .where(fortunes.c.person == person)
        .group_by(fortunes.c.by_points)
        .order_by(fortunes.c.by_points)
    )  # fmt: skip
    return [Past(bool(row[0]), row[1], int(row[2]), row[3]) for row in connection.execute(query)]


def last(connection: Connection, person: str, limit: int) -> list[Game]:
    """Somebody's last games, the oldest first."""
    columns = (fortunes.c.by_points, fortunes.c.luck, fortunes.c.accuracy)
    query = select(*columns).where(fortunes.c.person == person)
    rows = connection.execute(query.order_by(fortunes.c.ended.desc()).limit(limit)).all()
    return [Game(bool(row.by_points), row.luck, row.accuracy) for row in reversed(rows)]


def means(connection: Connection) -> list[Mean]:
    """What luck came to in each box, the most played first."""
    rows = connection.execute(select(luck_totals).order_by(luck_totals.c.games.desc()))
    return [Mean(row.box, bool(row.by_points), row.games, row.luck, row.squares) for row in rows]


def dice(connection: Connection) -> dict[int, list[int]]:
    """How often each face fell, by the sides of the dice; those with fewest sides first."""
    query = select(face_totals).order_by(face_totals.c.sides, face_totals.c.face)
    found: dict[int, list[int]] = {}
    for row in connection.execute(query):
        counts = found.setdefault(row.sides, [0] * row.sides)
        counts[row.face - 1] = int(row.fell)
    return found


def forget(connection: Connection, person: str) -> None:
    """Nobody knows any more how she played; the totals name nobody."""
    connection.execute(delete(fortunes).where(fortunes.c.person == person))
