"""Intervals: what a number of games tells, and how sure it is of it."""

import math

import numpy as np
from numpy.typing import NDArray

_Z = 1.959963984540054  # a normal deviate lies within ± this with probability 95 %


def share_interval(successes: int, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a probability, from how often it came true."""
    if n == 0:
        return 0.0, 1.0
    p = successes / n
    middle = (p + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
    half = _Z / (1 + _Z * _Z / n) * math.sqrt(p * (1 - p) / n + _Z * _Z / (4 * n * n))
    return middle - half, middle + half


def mean_interval(values: "NDArray[np.int32] | NDArray[np.float64]") -> tuple[float, float]:
    """The 95 % interval of a mean, from a sample of independent values."""
    if len(values) < 2:
        return -math.inf, math.inf
    half = _Z * float(values.std(ddof=1)) / math.sqrt(len(values))
    return float(values.mean()) - half, float(values.mean()) + half
