"""What is measured while a house is open: commands, appends, bots' thoughts, requests.

The parts that do the work are the usual ones, each with a watch around its one slow call.
No number is about a person.
"""

import logging
from collections import Counter
from collections.abc import Sequence
from functools import cache
from time import perf_counter
from typing import Any

from sqlalchemy.engine import URL
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque import __version__
from ludotheque.bots import Thinkers, share_of
from ludotheque.core.game import Game
from ludotheque.core.tempers import NONE
from ludotheque.table import Command, Person, Refused, Runner, Store
from ludotheque.table.keeping.store import Done, Write
from ludotheque.table.memory import Submitted
from ludotheque.table.runner import Answer, Play
from ludotheque.web.house import House
from ludotheque.web.metrics import Gauge, Histogram, Metric, Tally, text

log = logging.getLogger("ludotheque.requests")

_TIMED = {
    "command": "A person's command, until it is in the log and carried out",
    "append": "An append to the log, until it is on the disk",
    "thought": "A bot's thought",
    "request": "A page or file, until it is sent",
}


class Meter:
    """All that is measured of one house."""

    def __init__(self) -> None:
        self.seconds = {
            what: Histogram(f"ludotheque_{what}_seconds", help) for what, help in _TIMED.items()
        }
        self.under_way: Counter[str] = Counter(dict.fromkeys(_TIMED, 0))
        self.commands = Tally(
            "ludotheque_commands_total", "Commands, by what came of them", "result"
        )
        self.events = Tally("ludotheque_events_total", "What happened at tables", "event")
        self.answers = Tally("ludotheque_requests_total", "Requests, by their status", "status")
        self.workers = 0  # processes that think for bots

    def during(self, what: str) -> "_Watch":
        """Something is under way, and then took so long."""
        return _Watch(self, what)

    def told(self, house: House) -> str:
        """Everything, in Prometheus' format."""
        return text([*self._gauges(house), *self.seconds.values(), *self._tallies()])

    def _gauges(self, house: House) -> list[Metric]:
        waiting = len(house.matchmaker.queue.tickets)
        info, workers = {__version__: 1.0}, {"all": float(self.workers)}
        under_way = {**self.under_way, "connection": house.sockets.total()}
        return [
            Gauge("ludotheque_info", "The program", "version", lambda: info),
            Gauge("ludotheque_tables", "Tables in memory", "phase", house.runner.memory.phases),
            Gauge("ludotheque_queue", "Who waits", "for", lambda: {"quick match": waiting}),
            Gauge("ludotheque_bot_workers", "Processes of bots", "of", lambda: workers),
            Gauge("ludotheque_under_way", "What is not done yet", "what", lambda: under_way),
        ]

    def _tallies(self) -> list[Metric]:
        return [self.commands, self.events, self.answers]


class _Watch:
    """Runs while something is under way; of a class of its own, since every move has two."""

    __slots__ = ("_began", "_meter", "_what")

    def __init__(self, meter: Meter, what: str):
        self._meter, self._what = meter, what

    def __enter__(self) -> None:
        self._meter.under_way[self._what] += 1
        self._began = perf_counter()

    def __exit__(self, *_: object) -> None:
        self._meter.under_way[self._what] -= 1
        if self._what in self._meter.seconds:
            self._meter.seconds[self._what].add(perf_counter() - self._began)


class MeasuredStore(Store):
    """A store whose appends are timed, and what they hold counted."""

    def __init__(self, url: URL, meter: Meter):
        super().__init__(url)
        self._meter = meter

    def submit(self, writes: Sequence[Write], done: Done) -> None:
        """As a store does."""
        watch = self._meter.during("append")

        def counted(error: Exception | None) -> None:
            watch.__exit__()
            if error is None:
                self._count(writes)
            done(error)

        super().submit(writes, counted)
        watch.__enter__()

    def _count(self, writes: Sequence[Write]) -> None:
        values = self._meter.events.values
        for write in writes:
            for entry in write.entries:
                values[_name(type(entry.event))] += 1


@cache
def _name(kind: type) -> str:
    return kind.__name__.lower()


class MeasuredThinkers(Thinkers):
    """Bots whose thoughts are timed."""

    def __init__(self, meter: Meter, servers: int):
        super().__init__(share_of(servers))
        self._meter = meter
        meter.workers = self._workers

    async def choose(
        self, game: Game, board: bytes, seat: int, seats: int, level_id: str, temper: int = NONE
    ) -> int:
        """As bots do."""
        with self._meter.during("thought"):
            return await super().choose(game, board, seat, seats, level_id, temper)


class MeasuredRunner(Runner):
    """A runner whose commands are timed, and counted by what came of them."""

    def __init__(self, store: Store, meter: Meter, servers: int = 1, **more: Any):
        """``servers`` processes like this one share the machine."""
        super().__init__(store, thinkers=MeasuredThinkers(meter, servers), **more)
        self._meter = meter

    async def command(self, table_id: str, person: Person, command: Command) -> Answer:
        """As a runner does."""
        result = "Failed"
        try:
            with self._meter.during("command"):
                answer = await super().command(table_id, person, command)
            result = "Repeated" if answer.is_repeat else "Done"
            return answer
        except Refused as refusal:
            result = refusal.code
            raise
        finally:
            self._meter.commands.values[result] += 1

    def play(self, table_id: str, person: Person, command: Play, done: Submitted) -> bool:
        """As a runner does."""
        watch = self._meter.during("command")

        def counted(is_written: bool) -> None:
            watch.__exit__()
            if is_written:
                self._meter.commands.values["Done"] += 1
            done(is_written)

        try:
            is_taken = super().play(table_id, person, command, counted)
        except Refused as refusal:
            self._meter.commands.values[refusal.code] += 1
            raise
        if is_taken:
            watch.__enter__()
        return is_taken


class Measured:
    """Middleware: counts and times requests, and logs each in a line.

    The line names what answered, never the path or the address that asked.
    """

    def __init__(self, app: ASGIApp, meter: Meter):
        self.app = app
        self.meter = meter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = 500

        async def seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        began = perf_counter()
        try:
            with self.meter.during("request"):
                await self.app(scope, receive, seen)
        finally:
            self.meter.answers.values[str(status)] += 1
            log.info("request", extra={"said": _line(scope, status, perf_counter() - began)})


def _line(scope: Scope, status: int, seconds: float) -> dict[str, Any]:
    endpoint = scope.get("endpoint")
    answered = "nothing" if endpoint is None else f"{endpoint.__module__}.{endpoint.__name__}"
    return {
        "method": scope["method"],
        "answered_by": answered.removeprefix("ludotheque.web."),
        "status": status,
        "milliseconds": round(seconds * 1000, 1),
    }
