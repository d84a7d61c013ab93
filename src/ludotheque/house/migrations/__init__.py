"""The house's migrations, for Alembic."""
