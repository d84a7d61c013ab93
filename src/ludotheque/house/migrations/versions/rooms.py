"""Rooms: the chips, results, ratings, and the day's game."""

import sqlalchemy as sa
from alembic import op

revision = "rooms"
down_revision = "members"
oldest = "rooms"  # one before would let staked games end without paying anybody


def upgrade() -> None:
    """Make them; results of tables that are there already are read from their logs at the start."""
    _make_chips()
    _make_results()
    _make_days()


def _make_chips() -> None:
    op.create_table(
        "transfers",
        sa.Column("key", sa.String(96), primary_key=True),
        _moment("at", nullable=False),
        sa.Column("why", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(32)),
    )
    op.create_index("ix_transfers_table_id", "transfers", ["table_id"])
    op.create_table(
        "ledger",
        sa.Column("account", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("transfer", sa.String(96), sa.ForeignKey("transfers.key"), nullable=False),
        sa.Column("chips", sa.BigInteger, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account", "number"),
    )
    op.create_index("ix_ledger_transfer", "ledger", ["transfer"])
    op.create_table(
        "stakes",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("room", sa.String(32), nullable=False),
        sa.Column("stake", sa.BigInteger, nullable=False),
        sa.Column("multiple", sa.BigInteger, nullable=False),
        sa.Column("shares", sa.String(32), nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person"),
    )
    op.create_index("ix_invitations_person", "invitations", ["person"])


def _make_results() -> None:
    op.create_table(
        "matches",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("room", sa.String(32), nullable=False),
        sa.Column("sides", sa.String(32), nullable=False),
        sa.Column("is_contest", sa.Boolean, nullable=False),
        sa.Column("is_shown", sa.Boolean, nullable=False),
        _moment("opened", nullable=False),
        _moment("began"),
        _moment("ended"),
        sa.Column("reason", sa.String(16)),
    )
    op.create_index("matches_by_game", "matches", ["game", "ended"])
    op.create_index("matches_by_end", "matches", ["ended"])
    op.create_table(
        "sittings",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String(32)),
        _moment("left"),
        sa.Column("rank", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("points", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("chips", sa.BigInteger, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_index("sittings_by_person", "sittings", ["person", "table_id"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "person"),
    )


def _make_days() -> None:
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        _moment("created", nullable=False),
        sa.PrimaryKeyConstraint("day", "game"),
    )
    op.create_table(
        "tries",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False, unique=True),
        sa.PrimaryKeyConstraint("day", "game", "person"),
    )


def _moment(name: str, nullable: bool = True) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=nullable)


def downgrade() -> None:
    """Drop them, the chips included."""
    for name in (
        "tries", "days", "ratings", "sittings", "matches", "invitations", "stakes", "ledger",
        "transfers",
    ):  # fmt: skip
        op.drop_table(name)
