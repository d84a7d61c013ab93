"""Results: what a game was to each seat, so that a draw is told from a win."""

from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

from ludotheque.house.stakes.settlement import Ending

revision = "results"
down_revision = "rooms"
oldest = "results"  # one before would end games without saying who won them

_matches = sa.table("matches", *map(sa.column, ("table_id", "sides", "began", "ended", "reason")))
_sittings = sa.table("sittings", *map(sa.column, ("table_id", "seat", "left", "rank", "result")))


def upgrade() -> None:
    """Add them, those of the games that are over included."""
    op.add_column("sittings", sa.Column("result", sa.String(8)))
    found = [each for rows in _games(op.get_bind()) for each in _judged(rows)]
    if found:
        change = (
            sa.update(_sittings)
            .where(_sittings.c.table_id == sa.bindparam("of_table"))
            .where(_sittings.c.seat == sa.bindparam("of_seat"))
            .values(result=sa.bindparam("told"))
        )
        op.get_bind().execute(change, found)


def _games(connection: sa.Connection) -> list[list[sa.Row[Any]]]:
    """The seats of each game that was played and is over."""
    query = (
        sa.select(_sittings, _matches.c.sides, _matches.c.reason)
        .join_from(_sittings, _matches, _matches.c.table_id == _sittings.c.table_id)
        .where(_matches.c.began.is_not(None), _matches.c.ended.is_not(None))
        .order_by(_sittings.c.table_id, _sittings.c.seat)
    )
    rows = connection.execute(query).all()
    return [list(seats) for _, seats in groupby(rows, lambda row: row.table_id)]


def _judged(rows: list[sa.Row[Any]]) -> list[dict[str, object]]:
    ending = Ending(
        rows[0].reason,
        tuple(row.rank for row in rows),
        tuple(row.left is not None for row in rows),
        tuple(map(int, rows[0].sides.split())),
    )
    return [
        {"of_table": row.table_id, "of_seat": row.seat, "told": result}
        for row, result in zip(rows, ending.results, strict=True)
    ]


def downgrade() -> None:
    """Drop them."""
    op.drop_column("sittings", "result")
