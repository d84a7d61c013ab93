"""Opening a house on a database."""

from starlette.applications import Starlette

from ludotheque.core.discovery import games
from ludotheque.house.clock import CLOCK
from ludotheque.house.migrate import migrate
from ludotheque.house.people.visitors import Visitors
from ludotheque.house.stakes.rooms import load
from ludotheque.table import Pace, Runner, Store
from ludotheque.table.keeping.database import database_url
from ludotheque.web.app import create_app
from ludotheque.web.house import House


def open_house(
    database: str | None = None, pace: Pace | None = None, rooms: str | None = None
) -> Starlette:
    """The application of a house that keeps everything in this database."""

    def opened() -> House:
        store = Store(url)
        migrate(store.engine)
        return House(Runner(store, pace=pace, clock=CLOCK), Visitors(store.engine), rooms=settings)

    url = database_url(database)  # what is wrong with these is told before anybody comes
    settings = load(rooms)
    games()
    return create_app(opened)
