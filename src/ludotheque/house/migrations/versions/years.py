"""Totals that are kept as games end, so that rankings and profiles cost the same after years.

And what finds somebody's last games, the strongest and the last seen without looking at all.
"""

from itertools import product
from typing import Any

import sqlalchemy as sa
from alembic import op

from ludotheque.house.clock import now
from ludotheque.house.stakes.standings import COUNTED, PERIODS, name_of, since

revision = "years"
down_revision = "fortunes"
oldest = "years"  # one before would end games that no ranking counts

_matches = sa.table(
    "matches", *map(sa.column, ("table_id", "game", "room", "is_shown", "began", "ended"))
)
_sittings = sa.table(
    "sittings", *map(sa.column, ("table_id", "seat", "person", "points", "result", "score"))
)
_TOTALS = [
    "person", "period", "game", "room", "points", "games", "won", "drawn", "alone", "scores",
    "best",
]  # fmt: skip
_NEW = (
    ("sittings_by_end", "sittings", ["person", "ended"]),
    ("ratings_by_strength", "ratings", ["game", "sure"]),
    ("ratings_by_person", "ratings", ["person"]),
    ("persons_by_creation", "persons", ["created"]),
    ("persons_by_joining", "persons", ["joined", "deleted"]),
    ("persons_by_suspension", "persons", ["suspended"]),
    ("sessions_by_visit", "sessions", ["seen"]),
)


def upgrade() -> None:
    """Make room for them, and reckon what the games that are over came to."""
    _make()
    op.execute(
        "UPDATE sittings SET ended = "
        "(SELECT m.ended FROM matches m WHERE m.table_id = sittings.table_id)"
    )
    op.execute("UPDATE ratings SET sure = mu - 3 * sigma")
    at = now()
    for period in PERIODS:
        first = since(period, at)
        for by_game, by_room in product((False, True), repeat=2):
            _total(name_of(period, at), first, by_game, by_room)
        _compare(name_of(period, at), first)
    for name, table, columns in (
        *_NEW,
        ("totals_by_points", "totals", ["period", "game", "room", "points"]),
        ("bests_by_score", "bests", ["period", "game", "score", "ended"]),
    ):
        op.create_index(name, table, columns)


def _make() -> None:
    op.add_column("sittings", sa.Column("ended", sa.BigInteger))
    op.add_column("ratings", sa.Column("sure", sa.Double, nullable=False, server_default="0"))
    op.create_table(
        "totals",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("period", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("room", sa.String(32), nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("alone", sa.Integer, nullable=False),
        sa.Column("scores", sa.BigInteger, nullable=False),
        sa.Column("best", sa.Integer),
        sa.PrimaryKeyConstraint("person", "period", "game", "room"),
    )
    op.create_table(
        "bests",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("period", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("person", "period", "game"),
    )


def _total(period: str, first: int, by_game: bool, by_room: bool) -> None:
    """One kind of totals, of all people."""
    nothing: sa.ColumnElement[str] = sa.literal("", sa.String)
    game = _matches.c.game if by_game else nothing
    room = _matches.c.room if by_room else nothing
    result = _sittings.c.result
    is_alone = result == "alone"
    query = _over(
        first,
        _sittings.c.person, sa.literal(period, sa.String), game, room,
        sa.func.sum(_sittings.c.points),
        sa.func.count().filter(result.in_(COUNTED)),
        sa.func.count().filter(result == "won"),
        sa.func.count().filter(result == "drawn"),
        sa.func.count().filter(is_alone),
        sa.func.coalesce(sa.func.sum(_sittings.c.score).filter(is_alone), 0),
        sa.func.max(_sittings.c.score).filter(is_alone),
    )  # fmt: skip
    grouped = [_sittings.c.person, *([game] if by_game else []), *([room] if by_room else [])]
    if by_room:
        query = query.where(_matches.c.room != "")  # friendly tables are counted with all rooms
    _insert("totals", _TOTALS, query.group_by(*grouped))


def _compare(period: str, first: int) -> None:
    """The best of the games that each played alone: of equal ones the first."""
    order = (_sittings.c.score.desc(), _matches.c.ended)
    whose = (_sittings.c.person, _matches.c.game)
    ranked = (
        _over(
            first,
            *whose, _sittings.c.score, _matches.c.ended, _matches.c.table_id,
            sa.func.row_number().over(partition_by=whose, order_by=order).label("place"),
        )
        .where(_sittings.c.result == "alone", _matches.c.is_shown)
        .subquery()
    )  # fmt: skip
    found = ranked.c
    query = sa.select(
        found.person, sa.literal(period, sa.String), found.game, found.score, found.ended,
        found.table_id,
    ).where(found.place == 1)  # fmt: skip
    _insert("bests", ["person", "period", "game", "score", "ended", "table_id"], query)


def _over(first: int, *columns: Any) -> sa.Select[Any]:
    """Something about the games that were played and are over, seat by seat."""
    return (
        sa.select(*columns)
        .join_from(_sittings, _matches, _matches.c.table_id == _sittings.c.table_id)
        .where(_sittings.c.person.is_not(None), _matches.c.began.is_not(None))
        .where(_matches.c.ended >= first)
    )


def _insert(name: str, columns: list[str], query: sa.Select[Any]) -> None:
    table = sa.table(name, *map(sa.column, columns))
    op.get_bind().execute(sa.insert(table).from_select(columns, query))


def downgrade() -> None:
    """The games themselves say it all."""
    for name, table, _ in _NEW:
        op.drop_index(name, table)
    op.drop_table("bests")
    op.drop_table("totals")
    op.drop_column("ratings", "sure")
    op.drop_column("sittings", "ended")
