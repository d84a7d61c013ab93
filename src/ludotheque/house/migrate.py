"""Bringing a house's database up to date, and telling whether it is."""

from pathlib import Path

from sqlalchemy import URL, Engine

from ludotheque.table.keeping import database

MIGRATIONS = database.Migrations(
    Path(__file__).parent / "migrations", version_table="house_version", head="years"
)
LAYERS = (database.OWN, MIGRATIONS)  # in the order in which they are made


def migrate(engine: Engine) -> None:
    """Make what is missing; two processes that start at once take turns."""
    for layer in LAYERS:
        database.migrate(engine, layer)


def bring_up_to_date(url: URL) -> list[str]:
    """Make ready a database that is to be served; what was done, in sentences.

    BadDatabase says in one sentence why it cannot be: it does not answer, can only be read, or
    is newer than this program.
    """
    engine = database.reach(url)
    try:
        with database.told_in_a_sentence(url):
            database.require_writable(engine)
            before = versions(engine)
            migrate(engine)
            return _told(before, versions(engine))
    finally:
        engine.dispose()


def versions(engine: Engine) -> list[str | None]:
    """How far each layer of the database has come."""
    return [database.version(engine, layer) for layer in LAYERS]


def _told(before: list[str | None], after: list[str | None]) -> list[str]:
    if before == after:
        return []
    if not any(before):
        return ["the database was empty: its tables are made"]
    steps = [f"{old or 'nothing'} → {new}" for old, new in zip(before, after, strict=True)]
    return [f"the database is brought up to date: {', '.join(steps)}"]


def require_served(engine: Engine) -> None:
    """Refuse a database that is not up to date, or too new for this program; change nothing."""
    for layer in LAYERS:
        database.require_served(engine, layer)
