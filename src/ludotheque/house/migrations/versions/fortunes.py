"""Luck and play of finished games; those that ended before are told one by one."""

import sqlalchemy as sa
from alembic import op

revision = "fortunes"
down_revision = "shared"
oldest = "fortunes"  # one before would leave rows behind when an account is deleted


def upgrade() -> None:
    """Make room, and note what is still to be told."""
    op.create_table(
        "untold",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("taken", sa.BigInteger),
    )
    op.create_index("ix_untold_ended", "untold", ["ended"])
    op.create_table(
        "fortunes",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("box", sa.String(64), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("by_points", sa.Boolean, nullable=False),
        sa.Column("luck", sa.BigInteger, nullable=False),
        sa.Column("play", sa.BigInteger, nullable=False),
        sa.Column("accuracy", sa.Double),
        sa.Column("brain", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_index("fortunes_by_person", "fortunes", ["person", "ended"])
    op.create_table(
        "luck_totals",
        sa.Column("box", sa.String(64), nullable=False),
        sa.Column("by_points", sa.Boolean, nullable=False),
        sa.Column("games", sa.BigInteger, nullable=False),
        sa.Column("luck", sa.Double, nullable=False),
        sa.Column("squares", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("box", "by_points"),
    )
    op.create_table(
        "face_totals",
        sa.Column("sides", sa.Integer, nullable=False),
        sa.Column("face", sa.Integer, nullable=False),
        sa.Column("fell", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("sides", "face"),
    )
    op.execute(
        "INSERT INTO untold (table_id, ended) "
        "SELECT table_id, ended FROM matches WHERE ended IS NOT NULL AND began IS NOT NULL"
    )


def downgrade() -> None:
    """Nobody knows what luck did."""
    for table in ("face_totals", "luck_totals", "fortunes", "untold"):
        op.drop_table(table)
