"""Bringing the house's own tables of the database up to date."""

from pathlib import Path

from sqlalchemy import Engine

from ludotheque.table.keeping import database

MIGRATIONS = database.Migrations(
    Path(__file__).parent / "migrations", version_table="house_version", head="rooms"
)


def migrate(engine: Engine) -> None:
    """Make what is missing; two processes that start at once take turns."""
    database.migrate(engine, MIGRATIONS)
