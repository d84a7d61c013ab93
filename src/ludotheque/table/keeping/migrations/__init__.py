"""Alembic migrations of the tables in ludotheque.table.keeping.schema."""
