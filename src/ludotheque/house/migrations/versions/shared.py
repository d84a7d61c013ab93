"""What several processes share: games brought as files, and who waits for a quick match."""

import sqlalchemy as sa
from alembic import op

revision = "shared"
down_revision = "puzzles"
oldest = "puzzles"  # one before keeps both in its memory


def upgrade() -> None:
    """Make room for both."""
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("file", sa.LargeBinary, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tickets",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("takes_bots", sa.Boolean, nullable=False),
        sa.Column("couple", sa.Text, nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("is_apart", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    """Neither outlives a house."""
    op.drop_table("tickets")
    op.drop_table("uploads")
