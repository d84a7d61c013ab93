"""Numbers in the text format that Prometheus reads, and the address where it finds them.

What is counted is :mod:`~ludotheque.web.measuring`'s business.
"""

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Protocol

from ludotheque.core.errors import BadOption

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_PATIENCE = 5.0  # seconds for somebody to say what she wants
_LONGEST = 8192  # bytes of that


class Metric(Protocol):
    """Something that can be read as lines of the format."""

    def lines(self) -> Iterable[str]:
        """What it is, then its values now."""
        ...


@dataclass
class Histogram:
    """How long something took, by steps."""

    name: str
    help: str
    counts: list[int] = field(default_factory=lambda: [0] * (len(SECONDS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        """It took so long once more."""
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.total += seconds

    def lines(self) -> Iterable[str]:
        """Each step counts those below it too."""
        yield from _head(self.name, self.help, "histogram")
        below = 0
        for bound, count in zip((*map(str, SECONDS), "+Inf"), self.counts, strict=True):
            below += count
            yield f'{self.name}_bucket{{le="{bound}"}} {below}'
        yield f"{self.name}_sum {self.total:.6f}"
        yield f"{self.name}_count {below}"


@dataclass
class Tally:
    """How often something happened, by kind; only ever grows."""

    name: str
    help: str
    label: str
    values: Counter[str] = field(default_factory=Counter)

    def lines(self) -> Iterable[str]:
        """A line a kind."""
        yield from _head(self.name, self.help, "counter")
        yield from _by_label(self.name, self.label, self.values)


@dataclass(frozen=True)
class Gauge:
    """How many there are now, by kind; asked for when it is read."""

    name: str
    help: str
    label: str
    read: Callable[[], Mapping[str, float]]

    def lines(self) -> Iterable[str]:
        """A line a kind."""
        yield from _head(self.name, self.help, "gauge")
        yield from _by_label(self.name, self.label, self.read())


def _head(name: str, help: str, kind: str) -> Iterable[str]:
    return (f"# HELP {name} {help}", f"# TYPE {name} {kind}")


def _by_label(name: str, label: str, values: Mapping[str, float]) -> Iterable[str]:
    # Labels are names from the program itself: nothing in them wants escaping.
    return (f'{name}{{{label}="{kind}"}} {value}' for kind, value in values.items())


def text(metrics: Iterable[Metric]) -> str:
    """All of them, to be read by Prometheus."""
    return "".join(f"{line}\n" for metric in metrics for line in metric.lines())


def host_and_port(address: str) -> tuple[str, int]:
    """An address such as ``127.0.0.1:9100``, or ``[::1]:9100``."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise BadOption(f"--metrics takes an address and a port, 127.0.0.1:9100, not {address!r}")
    return host.strip("[]"), int(port)


@asynccontextmanager
async def listening(address: tuple[str, int], told: Callable[[], str]) -> AsyncIterator[None]:
    """Answer ``GET /metrics`` at an address of its own, where no visitor comes."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            async with asyncio.timeout(_PATIENCE):
                request = await reader.readuntil(b"\r\n\r\n")
                writer.write(_answer(request, told))
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, *address, limit=_LONGEST)
    async with server:
        yield


def _answer(request: bytes, told: Callable[[], str]) -> bytes:
    is_known = request.startswith(b"GET /metrics ")
    body = (told() if is_known else "look at /metrics\n").encode()
    head = (
        f"HTTP/1.1 {'200 OK' if is_known else '404 Not Found'}\r\n"
        "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
