"""What a live connection waits for, small: asyncio's own take a kilobyte each.

To be used in one event loop.
"""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Signal:
    """Set or not; as asyncio's Event."""

    __slots__ = ("_is_set", "_waiters")

    def __init__(self, is_set: bool = False):
        self._is_set = is_set
        self._waiters: list[asyncio.Future[None]] | None = None  # of those who wait

    def is_set(self) -> bool:
        """Whether it is set."""
        return self._is_set

    def set(self) -> None:
        """Let those go on who wait, and those who come, until it is cleared."""
        self._is_set = True
        for waiter in self._waiters or ():
            if not waiter.done():
                waiter.set_result(None)
        self._waiters = None

    def clear(self) -> None:
        """Whoever comes waits."""
        self._is_set = False

    async def wait(self) -> None:
        """Wait until it is set."""
        if self._is_set:
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiters = [*(each for each in self._waiters or () if not each.done()), waiter]
        await waiter


class Mailbox(Generic[T]):
    """Letters in the order in which they came, for one who reads them; as asyncio's Queue."""

    __slots__ = ("_letters", "_waiter")

    def __init__(self) -> None:
        self._letters: list[T] = []  # one or two at most times
        self._waiter: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Whether there is none."""
        return not self._letters

    def put_nowait(self, letter: T) -> None:
        """Add one."""
        self._letters.append(letter)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> T:
        """The next one, once there is any."""
        while not self._letters:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._letters.pop(0)
