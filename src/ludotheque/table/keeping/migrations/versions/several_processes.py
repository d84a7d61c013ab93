"""Several processes: who serves the database, which of them moves which table, what has begun."""

import sqlalchemy as sa
from alembic import op

revision = "several_processes"
down_revision = "kept_states"
oldest = "first_tables"  # whoever does not know of them moves all tables, and loses some races


def upgrade() -> None:
    """Make room for it, and note where games are under way."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("together", sa.Boolean, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("process", sa.String(32), nullable=False),
    )
    op.create_index("leases_by_process", "leases", ["process"])
    op.add_column("tables", sa.Column("began", sa.BigInteger))
    op.execute(
        "UPDATE tables SET began = (SELECT min(at) FROM events WHERE table_id = tables.id"
        """ AND event LIKE '{"event":"began"%') WHERE ended IS NULL"""
    )


def downgrade() -> None:
    """Every process moves every table."""
    op.drop_column("tables", "began")
    op.drop_table("leases")
    op.drop_table("processes")
