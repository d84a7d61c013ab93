"""Alembic migrations of the tables in ludotheque.table.schema."""
