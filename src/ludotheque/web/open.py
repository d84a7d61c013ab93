"""Opening a house on a database."""

from contextlib import AbstractAsyncContextManager
from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware

from ludotheque.core.discovery import games
from ludotheque.house import retention
from ludotheque.house.clock import CLOCK
from ludotheque.house.migrate import migrate
from ludotheque.house.people.visitors import Visitors
from ludotheque.house.stakes.rooms import load
from ludotheque.table import Pace
from ludotheque.table.keeping.database import database_url
from ludotheque.web.app import create_app
from ludotheque.web.house import House
from ludotheque.web.measuring import Measured, MeasuredRunner, MeasuredStore, Meter
from ludotheque.web.metrics import host_and_port, listening
from ludotheque.web.privacy import clearing


def open_house(
    database: str | None = None,
    pace: Pace | None = None,
    rooms: str | None = None,
    metrics: str | None = None,
    privacy: str | None = None,
) -> Starlette:
    """The application of a house that keeps everything in this database.

    ``metrics`` is an address of its own where numbers about the house can be read, ``privacy`` a
    file that says how long what is kept.
    """

    def opened() -> House:
        store = MeasuredStore(url, meter)
        migrate(store.engine)
        runner = MeasuredRunner(store, meter, pace=pace, clock=CLOCK)
        return House(runner, Visitors(store.engine), rooms=settings, has_chat=periods.talk > 0)

    def telling(house: House) -> AbstractAsyncContextManager[None]:
        assert address is not None
        return listening(address, lambda: meter.told(house))

    url = database_url(database)  # what is wrong with these is told before anybody comes
    settings = load(rooms)
    periods = retention.load(privacy)
    address = None if metrics is None else host_and_port(metrics)
    games()
    meter = Meter()
    app = create_app(
        opened,
        around=[Middleware(Measured, meter=meter)],
        beside=[partial(clearing, periods=periods), *([] if address is None else [telling])],
    )
    app.state.periods = periods
    return app
