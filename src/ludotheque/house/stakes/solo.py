"""Games that somebody played alone: her record, and what a profile tells of them."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, func, select

from ludotheque.house.schema import matches, sittings, totals
from ludotheque.house.stakes.standings import EVER


@dataclass(frozen=True)
class Alone:
    """What somebody reached in one game that she played alone."""

    game: str
    games: int
    best: int
    mean: float


def alone(connection: Connection, person: str) -> list[Alone]:
    """A person's games alone, game by game."""
    query = (
        select(totals)
        .filter_by(person=person, period=EVER, room="")
        .where(totals.c.game != "", totals.c.alone > 0)
        .order_by(totals.c.alone.desc(), totals.c.game)
    )
    return [
        Alone(row.game, row.alone, row.best, row.scores / row.alone)
        for row in connection.execute(query)
    ]


@dataclass(frozen=True)
class Best:
    """How one of somebody's games alone compares with all of hers."""

    score: int
    before: int | None  # the best of those that she had played by then; None: there were none
    record: int  # the most that she has reached until today

    @property
    def is_first(self) -> bool:
        """Whether this game set the record, and was the first."""
        return self.before is None and self.score == self.record

    @property
    def is_new(self) -> bool:
        """Whether this game surpassed the others, and none has surpassed it since."""
        return self.before is not None and self.before < self.score == self.record


def best_at(connection: Connection, table: str) -> Best | None:
    """How the game of a table compares; None: it was not played alone, or not to its end."""
    query = (
        select(matches.c.game, matches.c.ended, sittings.c.person, sittings.c.score)
        .join(matches, matches.c.table_id == sittings.c.table_id)
        .where(sittings.c.table_id == table, sittings.c.result == "alone")
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    is_before = and_(matches.c.ended <= row.ended, matches.c.table_id != table)
    best = (
        select(func.max(sittings.c.score).filter(is_before), func.max(sittings.c.score))
        .join(matches, matches.c.table_id == sittings.c.table_id)
        .where(_of(row.person), matches.c.game == row.game)
    )
    return Best(row.score, *connection.execute(best).one())


def _of(person: str) -> ColumnElement[bool]:
    return and_(sittings.c.person == person, sittings.c.result == "alone")
