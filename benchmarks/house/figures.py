"""Delays as a reader wants them: how many were short, the middle one, the worst ones."""

from collections.abc import Sequence
from math import ceil, inf

PERCENTILES = (50, 90, 99, 100)


def share_within(delays: Sequence[float], limit: float) -> float | None:
    """The share of delays that are no longer than that; None where there are none."""
    return sum(delay <= limit for delay in delays) / len(delays) if delays else None


def spread(delays: Sequence[float]) -> dict[str, float | None]:
    """Some percentiles, in seconds, by their number; None: never."""
    every = sorted(delays)
    return {str(part): _at(every, part) for part in PERCENTILES} if every else {}


def _at(every: Sequence[float], part: int) -> float | None:
    found = every[max(0, ceil(len(every) * part / 100) - 1)]
    return None if found == inf else found
