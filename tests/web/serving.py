"""A house opened for tests: the real application behind a real server, in a thread."""

import asyncio
import logging
import threading
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

from ludotheque.bots import Thinkers
from ludotheque.house.migrate import migrate
from ludotheque.house.people.allowance import Allowance
from ludotheque.house.people.visitors import Visitors
from ludotheque.house.stakes.desk import Desk, SharedDesk
from ludotheque.house.together import Together
from ludotheque.table import NO_PACE, Clock, Pace, Runner, Store
from ludotheque.web.app import create_app
from ludotheque.web.house import House
from ludotheque.web.meeting import Meeting
from ludotheque.web.server import Server, Wire, config

T = TypeVar("T")
PLENTY = 1_000_000.0


LOGGERS = ("uvicorn.error", "ludotheque", "asyncio")


class Faults(logging.Handler):
    """Keeps what the house complains of; unformatted, as one thread at a time reads sources."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.seen.append(f"{record.name}: {record.getMessage()} {error!r}")

    def wait(self, seconds: float = 5.0) -> None:
        """Until there is something, or for so long."""
        end = time.monotonic() + seconds
        while not self.seen and time.monotonic() < end:
            time.sleep(0.01)

    def attach(self) -> None:
        for name in LOGGERS:
            logging.getLogger(name).addHandler(self)
            logging.getLogger(name).propagate = False

    def detach(self) -> None:
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(self)
            logging.getLogger(name).propagate = True


class InterpretedRunner(Runner):
    """Bots think at once in this process, and nothing is compiled: short games need no more."""

    async def start(self, *, warm: bool = False) -> None:
        await super().start(warm=warm)


class Served:
    """A house that listens on a port of its own until it is closed."""

    def __init__(
        self,
        database: str,
        pace: Pace = NO_PACE,
        has_limits: bool = False,
        port: int = 0,
        behind: tuple[str, ...] = ("127.0.0.1",),  # people's addresses are what they say
        redis: str | None = None,
        meeting: Meeting | None = None,
    ):
        self._redis = redis
        self._database, self._pace, self._has_limits = database, pace, has_limits
        self.app = create_app(self._open)
        settings = config(self.app, "127.0.0.1", port, behind=behind, closing=1, meeting=meeting)
        self._server = Server(settings, lambda: None, self._stay)
        self._thread = threading.Thread(target=self._run, name="house")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self.faults = Faults()
        self.faults.attach()
        self._thread.start()
        self._ready.wait(30)
        assert self._server.started, self.faults.seen
        self.port: int = self._server.servers[0].sockets[0].getsockname()[1]

    def _open(self) -> House:
        store = Store(self._database)
        migrate(store.engine)
        clock = Clock()
        beside = Together(store, clock, self._redis) if self._redis else None
        runner = InterpretedRunner(
            store, clock=clock, pace=self._pace, thinkers=Thinkers(0), neighbours=beside
        )
        desk = Desk() if beside is None else SharedDesk(runner)
        house = House(runner, Visitors(store.engine), desk=desk)
        if not self._has_limits:
            plenty = Allowance(PLENTY, PLENTY)
            house.requests = house.arrivals = house.actions = house.connections = house.looks = (
                plenty
            )
            house.pictures = house.films = house.uploads = house.invitations = plenty
            house.lines = house.phrases = house.asking.pace = house.asking.pairs = plenty
            house.frames = (PLENTY, PLENTY)
            house.members.throttle.joins = plenty
        return house

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            self._loop = runner.get_loop()
            runner.run(self._serve())

    async def _serve(self) -> None:
        serving = asyncio.create_task(self._server.serve())
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.01)
        self._ready.set()
        await serving

    async def _stay(self) -> None:
        """Nobody is told before it closes."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def house(self) -> House:
        house: House = self.app.state.house
        return house

    @property
    def runner(self) -> Runner:
        return self.house.runner

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine where the house runs."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def cut_connections(self) -> None:
        """Every connection is gone from one moment to the next, as when a network fails."""
        self.do(self._cut())

    async def _cut(self) -> None:
        for connection in list(self._server.server_state.connections):
            connection.transport.abort()

    def move_connections(self) -> None:
        """All pages are asked to come again, as by a process that closes while others go on."""
        self.do(self._move())

    def open_connections(self) -> int:
        """How many pages are told what happens."""
        wires = [each for each in self._server.server_state.connections if isinstance(each, Wire)]
        return sum(each.handshake_complete and not each.close_sent for each in wires)

    async def _move(self) -> None:
        for connection in list(self._server.server_state.connections):
            connection.shutdown()

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(30)
        self.faults.detach()
        assert not self._thread.is_alive()
