"""A clock that tests turn by hand."""

import heapq
import itertools
from collections.abc import Callable

from ludotheque.table.clock import Clock, Timer


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
