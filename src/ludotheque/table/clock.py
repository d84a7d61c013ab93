"""Time, as a table's runner asks for it."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that will happen, unless it is cancelled."""

    def cancel(self) -> None:
        """Keep it from happening."""


class Clock:
    """The real time."""

    offset = 0  # milliseconds that this machine's clock is behind the one that counts

    def now(self) -> float:
        """Seconds since some moment; never goes back."""
        return time.monotonic()

    def wall(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000 + self.offset

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back at a moment of :meth:`now`, in the running loop."""
        loop = asyncio.get_running_loop()
        return loop.call_later(max(0.0, when - self.now()), callback)
