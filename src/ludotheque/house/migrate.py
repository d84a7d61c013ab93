"""Bringing a house's database up to date, and telling whether it is."""

from pathlib import Path

from sqlalchemy import URL, Engine, inspect

from ludotheque.table.keeping import database
from ludotheque.table.keeping.roll import alive_on
from ludotheque.table.keeping.schema import processes

MIGRATIONS = database.Migrations(
    Path(__file__).parent / "migrations", version_table="house_version", head="years"
)
LAYERS = (database.OWN, MIGRATIONS)  # in the order in which they are made


class StillServed(database.BadDatabase):
    """A database that others serve who are too old for what this program makes of it."""


def migrate(engine: Engine) -> None:
    """Make what is missing; two processes that start at once take turns."""
    for layer in LAYERS:
        database.migrate(engine, layer)


def bring_up_to_date(url: URL) -> list[str]:
    """Make ready a database that is to be served; what was done, in sentences.

    BadDatabase says in one sentence why it cannot be: it does not answer, can only be read, is
    newer than this program, or is served by older ones that could not go on.
    """
    engine = database.reach(url)
    try:
        with database.told_in_a_sentence(url):
            database.require_writable(engine)
            before = versions(engine)
            _require_unparted(engine)
            migrate(engine)
            return _told(before, versions(engine))
    finally:
        engine.dispose()


def _require_unparted(engine: Engine) -> None:
    """Refuse a step over which those who serve the database now could not go on."""
    parting = list(filter(None, (_parting(engine, layer) for layer in LAYERS)))
    if not parting or not inspect(engine).has_table(processes.name):
        return
    with engine.connect() as connection:
        alive = alive_on(connection)
    if alive:
        who = ", ".join(f"{each.host.split()[0]} {each.pid}" for each in alive)
        raise StillServed(
            f"older processes serve this database ({who}), and could not go on after "
            f"{', '.join(parting)}: close them first (who was killed is forgotten in a minute)"
        )


def _parting(engine: Engine, layer: database.Migrations) -> str | None:
    """The step that a program has to know after migrating, if those that serve now do not."""
    found, names = database.version(engine, layer), layer.names()
    if found not in names:
        return None  # it is empty, or newer
    oldest = str(layer.scripts().get_revision(layer.head).module.oldest)
    return oldest if names.index(oldest) < names.index(found) else None


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
