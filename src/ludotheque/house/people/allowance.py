"""How often something may be done.

Each process counts by itself, and tells the others a moment later what was taken: what they let
pass in that moment is owed, so that in the long run there is one measure for the whole house.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludotheque.house.clock import seconds


class Allowance:
    """So many at once for each person or address, refilled at a steady rate."""

    def __init__(self, burst: float, per_second: float, remembered: int = 10_000):
        self._burst = burst
        self._rate = per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._remembered = remembered
        self.spent: Counter[str] = Counter()  # that others were not told of yet
        self.spread: Callable[[], None] | None = None  # called when there is something to tell

    def take(self, who: str, now: float | None = None) -> bool:
        """Whether ``who`` may do it once more now."""
        left, now = self._now_left(who, now)
        allowed = left >= 1
        self._keep(who, left - allowed, now)
        if allowed:
            self._note(who, 1)
        return allowed

    def spend(self, who: str, count: float) -> None:
        """So much was taken in another process."""
        left, now = self._now_left(who, None)
        self._keep(who, max(-self._burst, min(self._burst, left - count)), now)

    def drain(self) -> dict[str, float]:
        """What others are to be told."""
        spent, self.spent = self.spent, Counter()
        return dict(spent)

    def _now_left(self, who: str, now: float | None) -> tuple[float, float]:
        now = seconds() if now is None else now
        left, at = self._left.pop(who, (self._burst, now))
        return min(self._burst, left + (now - at) * self._rate), now

    def _keep(self, who: str, left: float, now: float) -> None:
        self._left[who] = (left, now)
        if len(self._left) > self._remembered:
            self._left.popitem(last=False)

    def _note(self, who: str, count: int) -> None:
        if self.spread is not None:
            self.spent[who] += count
            self.spread()

    def give_back(self, who: str) -> None:
        """Let ``who`` have what was taken last: it did no harm."""
        if who in self._left:
            left, at = self._left[who]
            self._left[who] = (min(self._burst, left + 1), at)
            self._note(who, -1)


class Measure:
    """The same for one alone, of which nobody else is told: what a page may send."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, burst: float, per_second: float):
        self._burst, self._rate = burst, per_second
        self._left, self._at = burst, seconds()

    def take(self) -> bool:
        """Whether it may be done once more now."""
        now = seconds()
        left = min(self._burst, self._left + (now - self._at) * self._rate)
        is_allowed = left >= 1
        self._left, self._at = left - is_allowed, now
        return is_allowed

    def give_back(self) -> None:
        """Let what was taken last be had again: it did no harm."""
        self._left = min(self._burst, self._left + 1)


class Headcount:
    """So many at the same time for each person or address."""

    def __init__(self, most: int):
        self._most = most
        self._there: Counter[str] = Counter()

    def total(self) -> int:
        """How many are there in all."""
        return self._there.total()

    @contextmanager
    def enter(self, who: str) -> Iterator[bool]:
        """Be there for as long as the context lasts; False: too many are."""
        if self._there[who] >= self._most:
            yield False
            return
        self._there[who] += 1
        try:
            yield True
        finally:
            self._there[who] -= 1
            if not self._there[who]:
                del self._there[who]
