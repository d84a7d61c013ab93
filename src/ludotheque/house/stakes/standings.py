"""Totals that are kept as games end: what rankings and profiles go by, after years too.

They are written in the transaction that writes the end. A week's and a month's are only looked at
while they last; `forget_past` clears those from before away.
"""

from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from typing import Any, Literal, get_args

from sqlalchemy import Connection, Row, case, delete, or_, select

from ludotheque.house.clock import SECOND, date_of, time_of
from ludotheque.house.schema import bests, matches, sittings, totals
from ludotheque.house.stakes.settlement import Result
from ludotheque.table.keeping.database import inserting

Period = Literal["week", "month", "ever"]
PERIODS: tuple[Period, ...] = get_args(Period)
COUNTED: tuple[Result, ...] = ("won", "drawn", "lost", "left")  # with others, or with bots
EVER = "ever"

_KEY = ("person", "period", "game", "room")
_SUMS = ("points", "games", "won", "drawn", "alone", "scores")


def since(period: Period, at: int) -> int:
    """When a period began, in milliseconds: on Monday, on the first of the month, ever (UTC)."""
    if period == "ever":
        return 0
    day = time_of(at).replace(hour=0, minute=0, second=0, microsecond=0)
    back = day.weekday() if period == "week" else day.day - 1
    return int((day - timedelta(days=back)).timestamp() * SECOND)


def name_of(period: Period, at: int) -> str:
    """The period around a moment, as totals name it."""
    return EVER if period == "ever" else f"{period}:{date_of(since(period, at)).isoformat()}"


def note(connection: Connection, table: str) -> None:
    """Add a game that is over to the totals of its people."""
    match = connection.execute(select(matches).filter_by(table_id=table)).one()
    seats = select(sittings).filter_by(table_id=table).where(sittings.c.person.is_not(None))
    there = connection.execute(seats).all()
    periods = [name_of(period, match.ended) for period in PERIODS]
    rows = [row for seat in there for row in _totals(match, seat, periods)]
    if rows:
        _add(connection, rows)
    alone = [
        {
            "person": seat.person,
            "period": period,
            "game": match.game,
            "score": seat.score,
            "ended": match.ended,
            "table_id": match.table_id,
        }
        for seat, period in product(there, periods)
        if seat.result == "alone" and match.is_shown
    ]
    if alone:
        _compare(connection, alone)


def _totals(match: Row[Any], seat: Row[Any], periods: list[str]) -> Iterator[dict[str, Any]]:
    """What a game adds to each of somebody's totals: by game, by room, by both, and to all."""
    is_alone = seat.result == "alone"
    worth = {
        "points": seat.points,
        "games": int(seat.result in COUNTED),
        "won": int(seat.result == "won"),
        "drawn": int(seat.result == "drawn"),
        "alone": int(is_alone),
        "scores": seat.score if is_alone else 0,
        "best": seat.score if is_alone else None,
    }
    rooms = {"", match.room}  # a friendly table has none
    for period, game, room in product(periods, ("", match.game), rooms):
        yield {"person": seat.person, "period": period, "game": game, "room": room, **worth}


def _add(connection: Connection, rows: list[dict[str, Any]]) -> None:
    new, old = inserting(connection.dialect, totals), totals.c
    values: dict[str, Any] = {name: old[name] + new.excluded[name] for name in _SUMS}
    is_better = or_(old.best.is_(None), new.excluded.best > old.best)
    values["best"] = case((is_better, new.excluded.best), else_=old.best)
    connection.execute(new.on_conflict_do_update(index_elements=_KEY, set_=values), rows)


def _compare(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Keep these games played alone where they are somebody's best."""
    new = inserting(connection.dialect, bests)
    values = {name: new.excluded[name] for name in ("score", "ended", "table_id")}
    connection.execute(
        new.on_conflict_do_update(
            index_elements=_KEY[:3], set_=values, where=new.excluded.score > bests.c.score
        ),
        rows,
    )


def forget_past(connection: Connection, at: int) -> None:
    """Clear away the totals of weeks and months that are over."""
    lasting = [name_of(period, at) for period in PERIODS]
    for table in (totals, bests):
        connection.execute(delete(table).where(table.c.period.not_in(lasting)))
