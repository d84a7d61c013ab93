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
from ludotheque.house.stakes.desk import Desk, SharedDesk
from ludotheque.house.stakes.rooms import load
from ludotheque.house.together import Together, redis_url
from ludotheque.table import Pace
from ludotheque.table.keeping.database import database_url
from ludotheque.web.app import create_app
from ludotheque.web.chronicle import chronicling
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
    redis: str | None = None,
    workers: int = 1,
    listens_on: str = "",
) -> Starlette:
    """The application of a house that keeps everything in this database.

    ``metrics`` is an address of its own where numbers about the house can be read, ``privacy`` a
    file that says how long what is kept, ``redis`` where the processes of a house hear of each
    other; ``workers`` of them share this machine's processors. ``listens_on`` is the address where
    people come without a proxy between; empty: unknown.
    """

    def opened() -> House:
        store = MeasuredStore(url, meter)
        migrate(store.engine)
        neighbours = None if beside is None else Together(store, CLOCK, beside)
        runner = MeasuredRunner(
            store, meter, workers, pace=pace, clock=CLOCK, neighbours=neighbours
        )
        desk = Desk() if neighbours is None else SharedDesk(runner)
        chats = periods.talk > 0
        return House(
            runner,
            Visitors(store.engine),
            rooms=settings,
            desk=desk,
            has_chat=chats,
            listens_on=listens_on,
        )

    def telling(house: House) -> AbstractAsyncContextManager[None]:
        assert address is not None
        return listening(address, lambda: meter.told(house))

    url = database_url(database)  # what is wrong with these is told before anybody comes
    beside = redis_url(redis, url)
    settings = load(rooms)
    periods = retention.load(privacy)
    address = None if metrics is None else host_and_port(metrics)
    games()
    meter = Meter()
    app = create_app(
        opened,
        around=[Middleware(Measured, meter=meter)],
        beside=[
            partial(clearing, periods=periods),
            chronicling,
            *([] if address is None else [telling]),
        ],
    )
    app.state.periods = periods
    return app
