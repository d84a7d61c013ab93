"""People who play through the house's own door: pages over HTTP, a table over its websocket.

They know no game: whatever the controls carry as ``data-move`` is a legal move. Each comes
from a loopback address of her own, so that the house's limits by address mean what they mean
to people.
"""

import asyncio
import random
import re
import time
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.house.loads import SEATS, Load

PATIENCE = 60.0  # seconds to wait for what must come
_AGAIN = 0.3  # seconds until a refused command is thought over
_OPTIONS = {"option.seats": str(SEATS), "bots": "medium", "spectators": "on"}


class Mine(msgspec.Struct):
    """What somebody may do."""

    me: int | None = None
    roll: str | None = None
    moves: list[list[Any]] = []  # of each the notation first


class Message(msgspec.Struct):
    """What a table's page is sent; what only browsers need is left out."""

    number: int = 0  # of a frame,
    at: int = 0  # of the frame that a letter waits for
    mine: Mine | None = None
    parts: dict[str, str] = {}
    refused: str = ""


decode = msgspec.json.Decoder(Message).decode


def address(number: int) -> str:
    """A loopback address for the person of that number."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


class Person:
    """Somebody with a seat: what she saw and when, what she sent and when."""

    def __init__(self, ports: Sequence[int], number: int, load: Load):
        """Where a house has several ports she comes by one, to a table by the table's own."""
        self.ports = ports
        self.port = ports[number % len(ports)]
        self.local = (address(number), 0)
        self.load = load
        self.cookie = ""
        self.socket: ClientConnection | None = None
        self.number = 0  # of the last event she was told of
        self.mine = Mine()
        self.ending = ""  # the part of the page that tells how it ended
        self.held: Mine | None = None  # what she may do once a frame has come
        self.numbers: list[int] = []  # of each update,
        self.times: list[float] = []  # and when it came
        self.sent: dict[str, float] = {}  # by the command's id
        self.refusals: list[str] = []
        self.sizes: list[int] = []  # of the messages she was sent, in bytes
        self._waits_until = 0.0  # for the answer to what she sent last
        self._thinking: set[asyncio.Task[None]] = set()
        self._number = number

    # Pages

    async def request(self, method: str, path: str, **form: str) -> tuple[int, dict[str, str], str]:
        """Fetch a page or send a form: status, headers, text."""
        body = urlencode(form)
        lines = (
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Origin: http://127.0.0.1:{self.port}",
            f"Cookie: {self.cookie}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
            "Connection: close",
        )
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=self.local
        )
        writer.write("\r\n".join((*lines, "", body)).encode())
        answer = (await asyncio.wait_for(reader.read(), PATIENCE)).decode()
        writer.close()
        head, _, text = answer.partition("\r\n\r\n")
        first, *rest = head.split("\r\n")
        headers = dict(line.lower().split(": ", 1)[:1] + line.split(": ", 1)[1:] for line in rest)
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]
        return int(first.split()[1]), headers, text

    async def open_table(self, game: str, options: Mapping[str, str] = _OPTIONS) -> str:
        """Open a table; its id."""
        status, headers, text = await self.request("POST", f"/games/{game}/tables", **options)
        assert status == 303, f"no table was opened ({status}): {text[:200]}"
        found = re.search(r"/tables/([^/#?]+)", headers["location"])
        assert found is not None
        return found[1]

    # The table

    async def watch(self, table: str) -> None:
        """Open the table's page."""
        status, _, text = await self.request("GET", f"/tables/{table}")
        assert status == 200, f"no table's page ({status}): {text[:200]}"
        port = self.ports[crc32(table.encode()) % len(self.ports)]
        self.socket = await connect(
            f"ws://127.0.0.1:{port}/tables/{table}/live",
            origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie},
            local_addr=self.local,
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE,
        )

    async def sit(self, table: str) -> None:
        """Open the table's page and take a seat."""
        await self.watch(table)
        assert self.socket is not None
        await self.send({"command": "sit", "value": random.randbytes(16).hex()})
        while not self.refusals:
            message = decode(await self.socket.recv())
            await self._take(message, time.time())
            if self.mine.me is not None:
                return

    async def send(self, command: dict[str, Any]) -> None:
        """Send a command in sight of what she sees now."""
        assert self.socket is not None
        id = f"{self._number}.{len(self.sent)}"
        self.sent[id] = time.time()
        self._waits_until = self.sent[id] + _AGAIN
        text = msgspec.json.encode({**command, "id": id, "seen": self.number}).decode()
        await self.socket.send(text)

    async def play(self) -> None:
        """Take in what comes, and act whenever the page offers something, until it closes."""
        assert self.socket is not None
        with suppress(ConnectionClosed):
            async for text in self.socket:
                now = time.time()
                self.sizes.append(len(text))
                await self._take(decode(text), now)

    async def _take(self, message: Message, now: float) -> None:
        if message.refused:
            self.refusals.append(message.refused)
            self._soon(_AGAIN)
            return
        self.ending = message.parts.get("ending", self.ending)
        if message.at > self.number:
            self.held = message.mine or self.held
            return
        if message.number:
            self.number = message.number
            self.numbers.append(message.number)
            self.times.append(now)
        elif message.mine is None:
            return  # what she did was carried out, or somebody made a gesture
        self.mine, self.held = message.mine or self.held or self.mine, None
        self._waits_until = 0.0
        if self.load.think is None:
            await self._act()
        elif self._has_something():
            self._soon(random.uniform(*self.load.think))

    def _soon(self, seconds: float) -> None:
        if not self._thinking:
            task = asyncio.create_task(self._think(seconds))
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)

    async def _think(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        with suppress(ConnectionClosed):
            await self._act()

    def _has_something(self) -> bool:
        return self.mine.roll is not None or bool(self.mine.moves)

    async def _act(self) -> None:
        if time.time() < self._waits_until:
            return
        if self.mine.moves:
            move = random.choice(self.mine.moves)[0]
            await self.send({"command": "move", "seat": self.mine.me, "move": move})
        elif self.mine.roll is not None:
            await self.send({"command": "roll"})

    async def leave(self) -> None:
        """Close the page."""
        for task in list(self._thinking):
            task.cancel()
        if self.socket is not None:
            await self.socket.close()

    def saw(self, number: int) -> float:
        """When she first saw the table with that event; infinity: never."""
        place = bisect_left(self.numbers, number)
        return self.times[place] if place < len(self.times) else float("inf")
