"""People and their sessions."""

import sqlalchemy as sa
from alembic import op

revision = "first_people"
down_revision = None
oldest = "first_people"


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "persons",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])


def downgrade() -> None:
    """Drop them."""
    for name in ("sessions", "persons"):
        op.drop_table(name)
