"""Levels, from points (MA-11): docs/chips.md shows the curve."""

from dataclasses import dataclass

_STEP = 10


def points_for(level: int) -> int:
    """The points from which somebody has that level: 10 (n − 1) n (n + 1).

    >>> [points_for(level) for level in (1, 2, 5, 10, 20, 30)]
    [0, 60, 1200, 9900, 79800, 269700]
    """
    return _STEP * (level - 1) * level * (level + 1)


@dataclass(frozen=True)
class Level:
    """Where somebody stands."""

    number: int
    points: int

    @property
    def missing(self) -> int:
        """The points that the next level still needs."""
        return points_for(self.number + 1) - self.points

    @property
    def progress(self) -> int:
        """How much of the way to the next one is done, in percent."""
        start, end = points_for(self.number), points_for(self.number + 1)
        return 100 * (self.points - start) // (end - start)


def level_of(points: int) -> Level:
    """The level that so many points give."""
    number = 1
    while points_for(number + 1) <= points:
        number += 1
    return Level(number, points)
