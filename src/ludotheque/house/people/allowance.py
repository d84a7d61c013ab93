"""How often something may be done."""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from ludotheque.house.clock import seconds


class Allowance:
    """So many at once for each person or address, refilled at a steady rate."""

    def __init__(self, burst: float, per_second: float, remembered: int = 10_000):
        self._burst = burst
        self._rate = per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._remembered = remembered

    def take(self, who: str, now: float | None = None) -> bool:
        """Whether ``who`` may do it once more now."""
        now = seconds() if now is None else now
        left, at = self._left.pop(who, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        allowed = left >= 1
        self._left[who] = (left - allowed, now)
        if len(self._left) > self._remembered:
            self._left.popitem(last=False)
        return allowed

    def give_back(self, who: str) -> None:
        """Let ``who`` have what was taken last: it did no harm."""
        if who in self._left:
            left, at = self._left[who]
            self._left[who] = (min(self._burst, left + 1), at)


class Headcount:
    """So many at the same time for each person or address."""

    def __init__(self, most: int):
        self._most = most
        self._there: Counter[str] = Counter()

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
