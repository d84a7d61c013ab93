"""One connection to a Redis, in its own protocol (RESP 3): commands out, what is said in.

Written by hand as only four commands are needed and a word is to cost little:
docs/decisions/0017-several-processes.md.
"""

import asyncio
import ssl
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from ludotheque.core.errors import LudothequeError

PORT = 6379
_CROWDED = 4 * 1024 * 1024  # bytes that Redis has not taken yet: what comes now is dropped


class BadRedis(LudothequeError):
    """A Redis that cannot be used: its name, or why it does not answer."""


class Address(NamedTuple):
    """Where a Redis is, and how one is let in."""

    host: str
    port: int
    is_safe: bool  # by TLS
    user: str
    password: str

    @classmethod
    def read(cls, url: str) -> "Address":
        """``redis://user:password@host:port``, or ``rediss://…``; BadRedis where it is neither."""
        try:
            found = urlsplit(url)
            port = found.port or PORT
        except ValueError:
            raise BadRedis("this is no address of a Redis; redis://127.0.0.1 is one") from None
        if found.scheme not in ("redis", "rediss") or not found.hostname:
            raise BadRedis(f"{found.scheme}:// is no address of a Redis; redis://127.0.0.1 is one")
        user, password = unquote(found.username or "default"), unquote(found.password or "")
        return cls(found.hostname, port, found.scheme == "rediss", user, password)


def command(*parts: bytes) -> bytes:
    """A command as it goes out."""
    sized = b"".join(b"$%d\r\n%b\r\n" % (len(part), part) for part in parts)
    return b"*%d\r\n%b" % (len(parts), sized)


class _Incomplete(Exception):
    """The rest has not come yet."""


def parse(data: bytes, at: int = 0) -> tuple[Any, int]:
    """The value that begins there, and where the next one does."""
    end = data.find(b"\r\n", at)
    if end < 0:
        raise _Incomplete
    kind, line, at = data[at : at + 1], data[at + 1 : end], end + 2
    if kind == b"$":
        size = int(line)
        if size < 0:
            return None, at
        if len(data) < at + size + 2:
            raise _Incomplete
        return data[at : at + size], at + size + 2
    if kind in b"*>%~":
        items = []
        for _ in range(int(line) * (2 if kind == b"%" else 1)):
            item, at = parse(data, at)
            items.append(item)
        return items, at
    return (BadRedis(line.decode(errors="replace")) if kind == b"-" else line), at


class Wire(asyncio.Protocol):
    """The connection itself; ``heard(channel, word)`` is called with all that is said."""

    def __init__(self, heard: Callable[[bytes, bytes], None]):
        self._heard = heard
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.has_news = False  # whether anything came since somebody last asked,
        self.has_dropped = False  # and whether something was not sent
        self.answers = 0  # to PING

    async def open(self, address: Address) -> None:
        """Connect, and be let in; BadRedis and OSError say why not."""
        context = ssl.create_default_context() if address.is_safe else None
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, address.host, address.port, ssl=context)
        words = [b"HELLO", b"3"]
        if address.password:
            words += [b"AUTH", address.user.encode(), address.password.encode()]
        self.write(command(*words))
        await self._welcome

    def write(self, data: bytes) -> None:
        """Send commands; nobody waits for their answers."""
        transport = self._transport
        if transport is not None and transport.get_write_buffer_size() < _CROWDED:
            transport.write(data)
        else:
            self.has_dropped = True

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The line stands."""
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is cut."""
        self._transport = None
        for each in (self._welcome, self.lost):
            if not each.done():
                each.set_exception(exc or ConnectionResetError("Redis hung up"))
                each.exception()  # whoever waits for it is told

    def data_received(self, data: bytes) -> None:
        """Something came, whole or in part."""
        self.has_news = True
        data, at = self._rest + data, 0
        try:
            while at < len(data):
                value, at = parse(data, at)
                self._take(value)
        except _Incomplete:
            pass
        self._rest = data[at:]

    def _take(self, value: Any) -> None:
        if isinstance(value, list) and value[:1] == [b"message"]:
            self._heard(value[1], value[2])
        elif value == b"PONG":
            self.answers += 1
        elif not self._welcome.done():
            if isinstance(value, BadRedis):
                self._welcome.set_exception(value)
            else:
                self._welcome.set_result(None)
