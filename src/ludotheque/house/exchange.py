"""What the processes of a house say to each other through Redis: on topics, to whoever listens.

Nobody waits for a word to arrive, and one that is lost does no harm: all that counts is in the
database. While Redis does not answer nothing is heard, and the house says so once.
"""

import asyncio
import logging
import threading
from collections import defaultdict
from contextlib import suppress

from ludotheque.house.wire import Address, BadRedis, Wire, command
from ludotheque.table.neighbours import Hearer, Stop

log = logging.getLogger("ludotheque.house")

_PAUSE = 0.3  # seconds until Redis is tried again
_PATIENCE = 5.0  # seconds until Redis counts as silent


class Exchange:
    """One process's ear and mouth; to be opened, used and closed in one event loop."""

    def __init__(self, url: str, house: str, me: str):
        """``house`` keeps those of several houses apart, ``me`` those of this process."""
        self._address = Address.read(url)
        self._prefix = f"ludotheque:{house}:".encode()
        self._me = me.encode()
        self._hearers: defaultdict[bytes, list[Hearer]] = defaultdict(list)
        self._outbox: list[bytes] = []  # commands of this moment, sent together
        self._wire: Wire | None = None
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        self._is_silent = False
        self._asked: Wire | None = None  # which connection was last asked whether it is sound,
        self._answers = 0  # and how many answers had come on it

    async def open(self) -> None:
        """Begin; BadRedis where it does not answer."""
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        try:
            wire = await self._connect()
        except (OSError, TimeoutError) as error:
            raise BadRedis(f"Redis cannot be used: {str(error) or 'it is silent'}") from None
        self._task = asyncio.create_task(self._keep(wire))

    async def close(self) -> None:
        """Say what is still to be said, then nothing."""
        self._flush()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def is_sound(self) -> bool:
        """Whether all was said and heard since this was last asked: Redis answered in between."""
        wire, asked = self._wire, self._asked
        self._asked = wire
        if wire is None:
            return False
        is_sound = wire is asked and wire.answers > self._answers and not wire.has_dropped
        self._answers, wire.has_dropped = wire.answers, False
        self._put(command(b"PING"))
        return is_sound

    def tell(self, topic: str, news: bytes) -> None:
        """Say something to all others who listen; from any thread."""
        word = command(b"PUBLISH", self._prefix + topic.encode(), self._me + news)
        if threading.get_ident() == self._thread:
            self._put(word)
        elif self._loop is not None:
            with suppress(RuntimeError):  # the loop was closed: nobody says anything any more
                self._loop.call_soon_threadsafe(self._put, word)

    def hear(self, topic: str, hearer: Hearer) -> Stop:
        """Call back with what others say; returns how to stop that."""
        channel = self._prefix + topic.encode()
        if channel not in self._hearers:
            self._put(command(b"SUBSCRIBE", channel))
        self._hearers[channel].append(hearer)

        def stop() -> None:
            left = self._hearers.get(channel, [])
            if hearer in left:
                left.remove(hearer)
            if not left and self._hearers.pop(channel, None) is not None:
                self._put(command(b"UNSUBSCRIBE", channel))

        return stop

    def _put(self, words: bytes) -> None:
        if self._wire is None or self._loop is None:
            return  # lost
        if not self._outbox:
            self._loop.call_soon(self._flush)
        self._outbox.append(words)

    def _flush(self) -> None:
        words, self._outbox = self._outbox, []
        if self._wire is not None and words:
            self._wire.write(b"".join(words))

    async def _connect(self) -> Wire:
        wire = Wire(self._heard)
        try:
            async with asyncio.timeout(_PATIENCE):
                await wire.open(self._address)
        except BaseException:
            wire.close()
            raise
        self._wire, self._outbox = wire, []
        if self._hearers:
            wire.write(command(b"SUBSCRIBE", *self._hearers))
        return wire

    async def _keep(self, wire: Wire) -> None:
        """Look after the connection, and make another where it is lost."""
        while True:
            try:
                await self._mind(wire)
            except (OSError, TimeoutError) as error:
                self._complain(error)
            finally:
                self._wire = None
                wire.close()
            wire = await self._connect_again()
            self._is_silent = False
            log.warning("Redis answers again")

    async def _connect_again(self) -> Wire:
        while True:
            await asyncio.sleep(_PAUSE)
            with suppress(OSError, TimeoutError, BadRedis):
                return await self._connect()

    async def _mind(self, wire: Wire) -> None:
        """Wait until it is lost, or says nothing even when it is asked."""
        while True:
            wire.has_news = False
            wire.write(command(b"PING"))
            done, _ = await asyncio.wait([wire.lost], timeout=_PATIENCE)
            if done:
                wire.lost.result()
            if not wire.has_news:
                raise TimeoutError("it is silent")

    def _heard(self, channel: bytes, word: bytes) -> None:
        length = len(self._me)
        if word[:length] == self._me:
            return
        for hearer in list(self._hearers.get(channel, ())):
            try:
                hearer(word[length:])
            except Exception:
                log.exception("what another process said was not understood")

    def _complain(self, error: Exception) -> None:
        if not self._is_silent:
            log.warning("Redis does not answer (%s): processes hear of each other late", error)
        self._is_silent = True
