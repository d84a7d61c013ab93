"""Company: who asks whom to a table, and what is said at private ones."""

import sqlalchemy as sa
from alembic import op

revision = "company"
down_revision = "documents"
oldest = "company"  # one before would keep what people said after they deleted their account


def upgrade() -> None:
    """Make room for both."""
    op.create_table(
        "asks",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("other", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("declined", sa.BigInteger),
        sa.PrimaryKeyConstraint("table_id", "other"),
    )
    op.create_table(
        "talk",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
    )
    op.create_index("ix_talk_table_id", "talk", ["table_id"])
    op.create_index("ix_talk_person", "talk", ["person"])


def downgrade() -> None:
    """Drop both."""
    op.drop_table("talk")
    op.drop_table("asks")
