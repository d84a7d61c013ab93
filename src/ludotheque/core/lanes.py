"""Lanes: who reckons a network together where one thread would take too long.

On a core there is one. On a GPU a game whose players ask a network is played by a whole warp: all
its lanes go through the same game, and each reckons its own share of the units
(:mod:`ludotheque.core.gpu` makes the copies that know of it).
"""

from typing import TypeVar

T = TypeVar("T")

TOGETHER = (
    1  # lanes; copies for a GPU see another number under this name, so no other module has it
)


def lane() -> int:
    """Which of the lanes this is."""
    return 0


def of_lane(value: T, which: int) -> T:
    """A lane's own value, told to all."""
    return value
