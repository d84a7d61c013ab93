"""Web Push: the house's key, and the browsers that asked to be called."""

import sqlalchemy as sa
from alembic import op

revision = "push"
down_revision = "company"
oldest = "company"  # tables that one before does not know, and that end with their sessions


def upgrade() -> None:
    """Make room for both."""
    op.create_table(
        "house_keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    session = sa.ForeignKey("sessions.id", ondelete="CASCADE")
    op.create_table(
        "subscriptions",
        sa.Column("session", sa.String(64), session, primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("auth", sa.LargeBinary, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("contact", sa.Text, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_subscriptions_person", "subscriptions", ["person"])


def downgrade() -> None:
    """Nobody is called any more."""
    op.drop_table("subscriptions")
    op.drop_table("house_keys")
