"""Kept states: where a table stood some time ago, to open it from there."""

import sqlalchemy as sa
from alembic import op

revision = "kept_states"
down_revision = "first_tables"
oldest = "first_tables"  # whoever does not know of them reads whole logs, and comes to the same


def upgrade() -> None:
    """Make room for them; they come by themselves."""
    op.create_table(
        "kept_states",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id"),
    )


def downgrade() -> None:
    """Nothing is lost with them."""
    op.drop_table("kept_states")
