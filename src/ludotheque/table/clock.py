"""Time, as a table's runner asks for it: the real one, and one that tests turn by hand."""

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that will happen, unless it is cancelled."""

    def cancel(self) -> None:
        """Let it not happen."""


class Clock:
    """The real time."""

    def now(self) -> float:
        """Seconds since some moment; never goes back."""
        return time.monotonic()

    def wall(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back at a moment of :meth:`now`, in the running loop."""
        loop = asyncio.get_running_loop()
        return loop.call_later(max(0.0, when - self.now()), callback)


class _HandTimer:
    def __init__(self, callback: Callable[[], None]):
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class HandClock(Clock):
    """A clock that stands still until :meth:`advance` turns it: for tests."""

    def __init__(self, start: float = 1_000_000.0):
        self._now = start
        self._timers: list[tuple[float, int, _HandTimer]] = []
        self._order = itertools.count()

    def now(self) -> float:
        """The time shown."""
        return self._now

    def wall(self) -> int:
        """The same as if it had begun in 1970."""
        return int(self._now * 1000)

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back when the clock is turned to that moment."""
        timer = _HandTimer(callback)
        heapq.heappush(self._timers, (when, next(self._order), timer))
        return timer

    def advance(self, seconds: float) -> None:
        """Turn the clock forward; what is due on the way happens in its order."""
        end = self._now + seconds
        while self._timers and self._timers[0][0] <= end:
            when, _, timer = heapq.heappop(self._timers)
            self._now = max(self._now, when)
            if timer.callback is not None:
                timer.callback()
        self._now = end
