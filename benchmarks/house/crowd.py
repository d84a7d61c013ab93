"""Very many tables, to find what gives way first: ``python -m benchmarks.house.crowd``.

Two people at each of 10,000 tables of Ludo (``--tables``), which are there before the house opens
with ``--workers`` on PostgreSQL and Redis. Clients are thin: two processes hold all sockets and
read no pages. First everybody connects, in steps, each printed as a line of JSON: memory, sockets,
connections to the database; then nobody does anything for a while, which has a cost as well. Then
they play, each after a thought of so many seconds (``--think``, the longest first), and a line says
at what cost and how late moves were seen. Bots' pools, which compile rules for minutes where the
sources are new, are counted apart.
"""

import argparse
import asyncio
import base64
import json
import multiprocessing
import os
import random
import secrets
import struct
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from benchmarks.house.figures import spread
from benchmarks.house.loads import LEAD, Load
from benchmarks.house.people import Message, Person, decode
from benchmarks.house.processes import POOL, Usage, two_cores
from benchmarks.house.services import postgres, redis
from benchmarks.house.several import serving

TABLES, WORKERS, STEPS, SHARES = 10_000, 2, 5, 2
THINK = (60.0, 20.0, 5.0)  # seconds, in the middle
WINDOW = 20.0
IDLE = 1e6  # seconds: nobody plays yet
REST = 40.0  # seconds in which nobody does anything
_AT_ONCE = 64
_PATIENCE = 120.0

Seat = tuple[str, int, str]  # a table, a person's number, her session's secret


def prepare(database: str, tables: int) -> list[list[Seat]]:
    """All tables, begun, with their people and sessions."""
    from sqlalchemy import insert

    from ludotheque.house.clock import now
    from ludotheque.house.migrate import migrate
    from ludotheque.house.people.sessions import id_of
    from ludotheque.house.schema import persons, sessions
    from ludotheque.house.stakes.books import Books
    from ludotheque.house.stakes.rooms import load
    from ludotheque.table import Person as Sitter
    from ludotheque.table import Runner, Store
    from ludotheque.table import commands as c

    store = Store(database)
    migrate(store.engine)
    Books(load()).keep(store)
    seats = [
        [(f"t{table}", 2 * table + place, secrets.token_urlsafe(32)) for place in (0, 1)]
        for table in range(tables)
    ]
    every, at = [seat for table in seats for seat in table], now()
    with store.engine.begin() as connection:
        people = [{"id": f"p{who}", "name": f"P{who}", "created": at} for _, who, _ in every]
        connection.execute(insert(persons), people)
        life = {"created": at, "seen": at, "expires": at + 10**10}
        signs = [{"id": id_of(token), "person": f"p{who}", **life} for _, who, token in every]
        connection.execute(insert(sessions), signs)

    async def open_all() -> None:
        runner, gate = Runner(store), asyncio.Semaphore(_AT_ONCE)

        async def one(sitting: list[Seat]) -> None:
            async with gate:
                table = sitting[0][0]
                people = [Sitter(f"p{who}", f"P{who}") for _, who, _ in sitting]
                await runner.create("ludo", {"seats": 2}, host=people[0], id=table)
                for person in people:
                    await runner.command(table, person, c.Sit(id=person.id))

        await asyncio.gather(*map(one, seats))
        await runner.close()

    asyncio.run(open_all())
    store.close()
    return seats


class Wire(asyncio.Protocol):
    """A websocket and no more: what comes is decoded and handed on."""

    def __init__(self, person: "Thin"):
        self._person, self._rest, self._is_open = person, b"", False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        transport.write(self._person.greeting)

    def connection_lost(self, _: Exception | None) -> None:
        self._person.lost += 1

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if not self._is_open:
            head, mark, self._rest = self._rest.partition(b"\r\n\r\n")
            if not mark:
                self._rest = head
                return
            self._is_open = head.startswith(b"HTTP/1.1 101")
        while (found := _frame(self._rest)) is not None:
            kind, body, self._rest = found
            if kind == 1:
                self._person.hear(decode(body))
            elif kind == 9:
                self._write(10, body)

    async def send(self, text: str) -> None:
        self._write(1, text.encode())

    def _write(self, kind: int, body: bytes) -> None:
        size = bytes([128 | len(body)]) if len(body) < 126 else struct.pack(">BH", 254, len(body))
        if not self._transport.is_closing():
            self._transport.write(bytes([128 | kind]) + size + bytes(4) + body)  # a mask of zeros

    async def close(self) -> None:
        self._transport.abort()


def _frame(data: bytes) -> tuple[int, bytes, bytes] | None:
    """The kind of the first frame, what it holds, and the rest; None: it is not whole yet."""
    if len(data) < 2:
        return None
    size, start = data[1], 2
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    elif size == 127:
        size, start = int.from_bytes(data[2:10], "big"), 10
    end = start + size
    return None if len(data) < end else (data[0] & 15, data[start:end], data[end:])


class Thin(Person):
    """Somebody of whom there can be ten thousand."""

    def __init__(self, port: int, seat: Seat):
        self.table, number, token = seat
        super().__init__([port], number, _load(IDLE))
        self.lost = 0  # connections
        self._heard: set[asyncio.Task[None]] = set()
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.greeting = (
            f"GET /tables/{self.table}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nCookie: session={token}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n"
        ).encode()

    async def connect(self) -> None:
        """Open the socket, and wait for the first word."""
        loop = asyncio.get_running_loop()
        self._first: asyncio.Future[None] = loop.create_future()
        _, self.socket = await loop.create_connection(  # type: ignore[assignment]
            lambda: Wire(self), "127.0.0.1", self.port, local_addr=self.local
        )
        await asyncio.wait_for(self._first, _PATIENCE)

    def hear(self, message: Message) -> None:
        """Take in what the table says."""
        if not self._first.done():
            self._first.set_result(None)
        task = asyncio.create_task(self._take(message, time.time()))
        self._heard.add(task)
        task.add_done_callback(self._heard.discard)

    def begin(self, think: float) -> None:
        """Play from now on, as slowly as that."""
        self.load = _load(think)
        for task in self._thinking:
            task.cancel()
        self._thinking.clear()
        if self._has_something():
            self._soon(random.uniform(0, think))


def _load(think: float) -> Load:
    return Load("", (2,), (0.5 * think, 1.5 * think), is_paced=True)


def share(port: int, seats: list[list[Seat]], orders: Any, answers: Any) -> None:
    """One process of clients: does what it is told, and says what came of it."""
    import uvloop

    uvloop.run(_share(port, seats, orders, answers))


async def _share(port: int, seats: list[list[Seat]], orders: Any, answers: Any) -> None:
    tables: list[list[Thin]] = []
    while (order := await asyncio.to_thread(orders.get)) is not None:
        what, number = order
        if what == "connect":
            some = [[Thin(port, seat) for seat in each] for each in seats[len(tables) : number]]
            answers.put(await _connect([person for each in some for person in each]))
            tables += some
        else:
            answers.put(await _play(tables, number))


async def _connect(people: list[Thin]) -> dict[str, Any]:
    gate, failed = asyncio.Semaphore(_AT_ONCE), Counter[str]()

    async def one(person: Thin) -> None:
        async with gate:
            try:
                await person.connect()
            except (OSError, TimeoutError) as error:
                failed[repr(error)] += 1

    await asyncio.gather(*map(one, people))
    return {"failed": failed}


async def _play(tables: list[list[Thin]], think: float) -> dict[str, Any]:
    for people in tables:
        for person in people:
            person.begin(think)
    await asyncio.sleep(min(think, 2 * LEAD))
    start = time.time()
    await asyncio.sleep(WINDOW)
    end = time.time()
    await asyncio.sleep(LEAD)
    delays = [delay for people in tables for delay in _delays(people, start, end)]
    return {
        "delays": delays,
        "lost": sum(person.lost for people in tables for person in people),
        "refused": sum(len(person.refusals) for people in tables for person in people),
    }


def _delays(people: list[Thin], start: float, end: float) -> Iterator[float]:
    """How long each command of the window took until both had seen what came of it."""
    for person in people:
        for at in person.sent.values():
            if start <= at < end:
                yield max(_next(each, at) for each in people) - at


def _next(person: Thin, at: float) -> float:
    place = bisect_right(person.times, at)
    return person.times[place] if place < len(person.times) else float("inf")


def measure(tables: int, workers: int, thoughts: Sequence[float]) -> Iterator[dict[str, Any]]:
    """Everything, one line after the other."""
    context = multiprocessing.get_context("spawn")
    with TemporaryDirectory(prefix="ludotheque-bench-") as name, ExitStack() as stack:
        folder = Path(name)
        database, beside = (stack.enter_context(each(folder)) for each in (postgres, redis))
        began = time.monotonic()
        seats = prepare(database.url, tables)
        yield {"prepared, s": round(time.monotonic() - began, 1)}
        options = ("--redis", beside.url, "--workers", workers)
        began = time.monotonic()
        port, pid = stack.enter_context(serving(database.url, *options))
        parts = {
            "workers": Usage(pid, but=POOL),
            "workers and bots": Usage(pid),
            "PostgreSQL": Usage(database.pid),
            "Redis": Usage(beside.pid),
        }
        parts["workers and bots"].settle()
        yield {"open after, s": round(time.monotonic() - began, 1), **_memory(parts)}
        yield {"nobody there": _resting(parts)}
        answers, orders = context.Queue(), [context.Queue() for _ in range(SHARES)]
        shares = [
            context.Process(target=share, args=(port, seats[n::SHARES], orders[n], answers))
            for n in range(SHARES)
        ]
        for each in shares:
            each.start()

        def told(what: str, number: float) -> list[dict[str, Any]]:
            for queue in orders:
                queue.put((what, number))
            return [answers.get() for _ in orders]

        for step in range(1, STEPS + 1):
            here, began, spent = tables * step // STEPS, time.monotonic(), _cpu(parts)
            failed = sum((each["failed"] for each in told("connect", here // SHARES)), Counter())
            took = time.monotonic() - began
            yield {
                "tables": here,
                "sockets": 2 * here,
                "failed": failed,
                "connecting, s": round(took, 1),
                "CPU ms a socket": _each(_since(parts, spent), 2 * tables // STEPS),
                "connections to the database": _connections(database.url),
                **_memory(parts),
            }
        yield {"nobody plays": _resting(parts)}
        for think in thoughts:
            began, spent = time.monotonic(), _cpu(parts)
            found = told("play", think)
            took, cpu = time.monotonic() - began, _since(parts, spent)
            delays = [delay for each in found for delay in each["delays"]]
            yield {
                "think, s": think,
                "moves/s": round(len(delays) / WINDOW),
                "delay": spread(delays),
                "cores": {name: round(each / took, 2) for name, each in cpu.items()},
                "lost": sum(each["lost"] for each in found),
                "refused": sum(each["refused"] for each in found),
                "connections to the database": _connections(database.url),
                **_memory(parts),
            }
        for queue, each in zip(orders, shares, strict=True):
            queue.put(None)
            each.join()


def _resting(parts: Mapping[str, Usage]) -> dict[str, float]:
    """Cores that are busy while nobody does anything."""
    time.sleep(REST / 4)
    spent = _cpu(parts)
    time.sleep(REST)
    return {name: round(each / REST, 4) for name, each in _since(parts, spent).items()}


def _cpu(parts: Mapping[str, Usage]) -> dict[str, float]:
    return {name: each.cpu() for name, each in parts.items()}


def _since(parts: Mapping[str, Usage], before: Mapping[str, float]) -> dict[str, float]:
    return {name: each.cpu() - before[name] for name, each in parts.items()}


def _each(spent: Mapping[str, float], count: int) -> dict[str, float]:
    return {name: round(1000 * each / count, 2) for name, each in spent.items()}


def _memory(parts: Mapping[str, Usage]) -> dict[str, Any]:
    return {"MiB": {name: each.memory() // 2**20 for name, each in parts.items()}}


def _connections(database: str) -> int:
    with psycopg.connect(database) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
        ).fetchone()
    assert row is not None
    return int(row[0]) - 1


def main() -> None:
    """Measure, and print a line of JSON for each step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--workers", type=int, default=WORKERS)
    parser.add_argument("--think", type=float, nargs="+", default=THINK)
    given = parser.parse_args()
    with two_cores():
        for line in measure(given.tables, given.workers, given.think):
            print(json.dumps({**line, "load": round(os.getloadavg()[0], 1)}), flush=True)


if __name__ == "__main__":
    main()
