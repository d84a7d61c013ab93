"""Puzzles: who tried which, and how hard each has turned out to be."""

import sqlalchemy as sa
from alembic import op

revision = "puzzles"
down_revision = "preferences"
oldest = "puzzles"  # one before would leave tries behind when an account is deleted


def upgrade() -> None:
    """Make room for both."""
    op.create_table(
        "puzzle_tries",
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("box", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("day", sa.Integer),
        sa.Column("is_first", sa.Boolean, nullable=False),
        sa.Column("is_found", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", "box", "puzzle"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("box", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("box", "puzzle"),
    )


def downgrade() -> None:
    """Nobody tried any."""
    op.drop_table("puzzle_ratings")
    op.drop_table("puzzle_tries")
