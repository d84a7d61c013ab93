"""The day's game (MA-29): where one can play alone, the same dice for everybody, one try.

The seed of a day is drawn and its commitment published days before; it is told when the day
(UTC) is over. Until then nobody but the player sees how her try went.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Connection, insert, select

from ludotheque.core.game import Box, Game
from ludotheque.house.clock import SECOND, date_of
from ludotheque.house.schema import days, tries
from ludotheque.house.stakes import books, ledger
from ludotheque.table import Settings, dice
from ludotheque.table.keeping.database import inserting
from ludotheque.table.verbs.open import new_id

AHEAD = 7  # days whose dice are sealed beforehand


@dataclass(frozen=True)
class Sealed:
    """The dice of a day."""

    day: str
    game: str
    commitment: str
    seed: str | None  # once the day is over


def end_of(day: date) -> int:
    """When a day is over, in milliseconds."""
    after = datetime.combine(day + timedelta(days=1), datetime.min.time(), UTC)
    return int(after.timestamp() * SECOND)


def solo(boxes: Iterable[tuple[Game, Box]]) -> list[tuple[Game, Box]]:
    """The boxes of games that one can play alone."""
    return [(game, box) for game, box in boxes if 1 in game.seat_counts]


def unsealed(connection: Connection, game: str, at: int) -> list[str]:
    """The coming days, today included, whose dice are not drawn yet."""
    first = date_of(at)
    wanted = [(first + timedelta(days=ahead)).isoformat() for ahead in range(AHEAD + 1)]
    query = select(days.c.day).where(days.c.game == game, days.c.day.in_(wanted))
    known = set(connection.execute(query).scalars())
    return [day for day in wanted if day not in known]


def seal(connection: Connection, game: str, at: int) -> None:
    """Draw those dice."""
    rows = [
        {"day": day, "game": game, "seed": dice.new_seed().hex(), "created": at}
        for day in unsealed(connection, game, at)
    ]
    if rows:  # another process may do the same: whose dice came first stand
        connection.execute(inserting(connection.dialect, days).on_conflict_do_nothing(), rows)


def sealed(connection: Connection, game: str, at: int, limit: int = 2 * AHEAD) -> list[Sealed]:
    """The dice of the last and the coming days, the latest first: commitments, and old seeds."""
    query = select(days).where(days.c.game == game).order_by(days.c.day.desc()).limit(limit)
    now = date_of(at).isoformat()
    return [
        Sealed(
            row.day,
            game,
            dice.commitment(bytes.fromhex(row.seed)),
            row.seed if row.day < now else None,
        )
        for row in connection.execute(query)
    ]


@dataclass(frozen=True)
class Try:
    """Somebody's one try."""

    table: str
    seed: bytes
    settings: Settings


def try_of(connection: Connection, game: str, person: str, at: int) -> str | None:
    """The table of a person's try of today."""
    key = {"day": date_of(at).isoformat(), "game": game, "person": person}
    return connection.execute(select(tries.c.table_id).filter_by(**key)).scalar()


def begin(connection: Connection, game: str, person: str, at: int) -> Try:
    """Somebody's try of today, noted before its table is opened: there is never a second one.

    Whoever comes back gets the same one.
    """
    ledger.lock(connection, [person])
    seal(connection, game, at)
    day = date_of(at)
    key = {"day": day.isoformat(), "game": game}
    seed = connection.execute(select(days.c.seed).filter_by(**key)).scalar_one()
    table = try_of(connection, game, person, at)
    if table is None:
        table = new_id()
        connection.execute(insert(tries), {**key, "person": person, "table_id": table})
        books.invite(connection, table, [person])
    settings = Settings(sealed_until=end_of(day), automatic_rolls=True)
    return Try(table, bytes.fromhex(seed), settings)
