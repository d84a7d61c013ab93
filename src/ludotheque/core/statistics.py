"""Intervals and tests: what a number of games tells, and how sure it is of it."""

import math
from collections.abc import Sequence

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


def deviation_odds(z: float) -> float:
    """How often a normal deviate lies as far from nothing as ``z``, on either side.

    >>> round(deviation_odds(1.96), 3)
    0.05
    """
    return math.erfc(abs(z) / math.sqrt(2))


def evenness(counts: Sequence[int]) -> tuple[float, float]:
    """Chi-square of counts that should be alike, and how often it is as large by chance alone.

    >>> chi, odds = evenness([95, 105, 100, 98, 110, 92])
    >>> round(chi, 2), round(odds, 2)
    (2.18, 0.82)
    """
    expected = sum(counts) / len(counts)
    chi = sum((count - expected) ** 2 for count in counts) / expected
    return chi, _chi_odds(chi, len(counts) - 1)


def _chi_odds(chi: float, freedom: int) -> float:
    """The upper tail of chi-square, from those of one and two degrees of freedom upwards."""
    half, begun = chi / 2, 1 if freedom % 2 else 2
    odds = math.erfc(math.sqrt(half)) if begun == 1 else math.exp(-half)
    for each in range(begun, freedom, 2):
        if half > 0:
            odds += math.exp(each / 2 * math.log(half) - half - math.lgamma(each / 2 + 1))
    return odds
