"""Couples: the seat that is kept for somebody, beside her partner's."""

import sqlalchemy as sa
from alembic import op

revision = "couples"
down_revision = "push"
oldest = "company"  # one before would seat people anywhere, and lose nothing


def upgrade() -> None:
    """Add it."""
    op.add_column("invitations", sa.Column("seat", sa.Integer))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("invitations", "seat")
