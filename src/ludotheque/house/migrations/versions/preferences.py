"""Preferences: what a member has settled follows her from device to device."""

import sqlalchemy as sa
from alembic import op

revision = "preferences"
down_revision = "couples"
oldest = "preferences"  # one before would leave them behind when an account is deleted


def upgrade() -> None:
    """Add them."""
    op.add_column("persons", sa.Column("preferences", sa.Text))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("persons", "preferences")
