"""Documents: the editions and sheets that a host has put in the house."""

import sqlalchemy as sa
from alembic import op

revision = "documents"
down_revision = "results"
oldest = "documents"  # one before could not go on with games whose log holds a document


def upgrade() -> None:
    """Make room for them."""
    op.create_table(
        "documents",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("option", sa.String(64), nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop them; games that are played with one have it in their logs."""
    op.drop_table("documents")
