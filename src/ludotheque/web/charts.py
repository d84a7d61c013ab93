"""Small charts as plain data: where lines, dots and bars lie. What they say is said elsewhere.

Coordinates are those of a picture WIDE by HIGH, drawn by ``parts/chart.html``.
"""

from collections.abc import Sequence
from typing import NamedTuple

WIDE, HIGH = 320, 130
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 8, 10, 12


class Chart(NamedTuple):
    """What is drawn, and what stands beside its lines."""

    told: str  # for those who do not see it
    levels: list[tuple[float, str]]  # y and words
    line: str = ""
    dots: Sequence[tuple[float, float]] = ()
    band: str = ""  # within which it stays by chance alone, as a rule


class Bar(NamedTuple):
    """A bar of a chart; its foot is at the bottom."""

    x: float
    y: float
    wide: float
    high: float
    words: str


class Frame:
    """Turns numbers into places: from left to right, and from ``low`` up to ``high``."""

    def __init__(self, count: int, low: float, high: float):
        self.count, self.low, self.high = count, low, high

    def x(self, number: float) -> float:
        """Where the number-th of all values lies."""
        return round(_LEFT + (WIDE - _LEFT - _RIGHT) * number / max(1, self.count - 1), 1)

    def y(self, value: float) -> float:
        """How high a value lies."""
        part = (value - self.low) / (self.high - self.low)
        return round(HIGH - _BOTTOM - part * (HIGH - _TOP - _BOTTOM), 1)

    def line(self, values: Sequence[float]) -> str:
        """The points of a polyline."""
        return " ".join(f"{self.x(k)},{self.y(value)}" for k, value in enumerate(values))

    def band(self, halves: Sequence[float]) -> str:
        """The points of what lies within so much of nothing, above and below."""
        upper = self.line(halves)
        lower = [f"{self.x(k)},{self.y(-half)}" for k, half in enumerate(halves)]
        return f"{upper} {' '.join(reversed(lower))}"

    def bars(self, values: Sequence[float], words: Sequence[str]) -> list[Bar]:
        """A bar for each value."""
        step = (WIDE - _LEFT - _RIGHT) / self.count
        return [
            Bar(
                round(_LEFT + k * step + step * 0.12, 1), self.y(value), round(step * 0.76, 1),
                round(self.y(self.low) - self.y(value), 1), word,
            )
            for k, (value, word) in enumerate(zip(values, words, strict=True))
        ]  # fmt: skip


def smoothed(values: Sequence[float], over: int) -> list[float]:
    """The mean of each value and those before it, so many at most.

    >>> smoothed([1, 3, 5], 2)
    [1.0, 2.0, 4.0]
    """
    return [
        sum(values[max(0, k - over + 1) : k + 1]) / min(over, k + 1) for k in range(len(values))
    ]
