"""Archives: the logs of tables that are long over, packed; and an index to count tables by day."""

import sqlalchemy as sa
from alembic import op

revision = "archives"
down_revision = "several_processes"
oldest = "archives"  # one before would find no log at a table whose log is packed


def upgrade() -> None:
    """Make room for them; `ludotheque house archive` packs."""
    op.create_table(
        "archives",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_index("tables_by_creation", "tables", ["created", "game"])


def downgrade() -> None:
    """Put the packed lines back, then drop them."""
    from ludotheque.table.keeping.logs import Packed, unpack
    from ludotheque.table.keeping.schema import archives, events

    connection = op.get_bind()
    for table in connection.execute(sa.select(archives.c.table_id)).scalars().all():
        row = connection.execute(sa.select(archives).filter_by(table_id=table)).one()
        lines = [dict(zip(events.c.keys(), line, strict=True)) for line in unpack(Packed(*row))]
        connection.execute(sa.insert(events), lines)
    op.drop_index("tables_by_creation", "tables")
    op.drop_table("archives")
