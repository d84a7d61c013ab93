"""Elo from shares of wins: the strengths under which what happened was the most likely.

A player of strength θ wins a game with probability exp θ over the sum of that of all sides in it
(Bradley and Terry; Plackett and Luce for more than two), and 400 points are ten times the
strength. A shared win counts in parts. Everybody is also given half a game won and half a game
lost against an average player, so that nobody is infinitely strong.
"""

from math import log

import numpy as np
from numpy.typing import NDArray

Figures = NDArray[np.float64]

_SCALE = 400 / log(10)
_Z = 1.959963984540054  # a normal deviate lies within ± this with probability 95 %
_STEPS = 100
_CLOSE = 1e-10


def ratings(
    lineups: NDArray[np.int32], shares: Figures, deals: int, players: int
) -> tuple[Figures, Figures]:
    """Each player's Elo, their mean 0, and half its 95 % interval.

    A row a game, a column a side; the games of a deal follow each other, and the intervals come
    from how the deals differ.
    """
    groups = np.sort(lineups, axis=1)
    kinds, times = np.unique(groups, axis=0, return_counts=True)
    sides = np.stack([np.bincount(kind, minlength=players) for kind in kinds]).astype(float)
    wins = _wins(lineups, shares, deals, players)
    strength = np.zeros(players)
    for _ in range(_STEPS):
        gradient, curvature = _slope(strength, sides, times, wins.sum(axis=0))
        step = np.linalg.solve(curvature, gradient)
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < _CLOSE:
            break
    error = _errors(_slope(strength, sides, times, wins.sum(axis=0))[1], wins)
    return _SCALE * (strength - strength.mean()), _SCALE * _Z * error


def _wins(lineups: NDArray[np.int32], shares: Figures, deals: int, players: int) -> Figures:
    """What each player won in each deal."""
    deal = np.repeat(np.arange(deals), len(lineups) // deals)
    place = deal[:, np.newaxis] * players + lineups
    won = np.bincount(place.ravel(), shares.ravel(), deals * players).astype(np.float64)
    return won.reshape(deals, players)


def _slope(
    strength: Figures, sides: Figures, times: NDArray[np.int64], wins: Figures
) -> tuple[Figures, Figures]:
    """What was won beyond what was to be expected, and how fast that changes."""
    weight = sides * np.exp(strength)
    expected = weight / weight.sum(axis=1, keepdims=True)
    even = 1 / (1 + np.exp(-strength))  # against the average player
    gradient = wins - times @ expected + 0.5 - even
    curvature = -(expected * times[:, np.newaxis]).T @ expected
    curvature[np.diag_indices(len(strength))] += times @ expected + even * (1 - even)
    return gradient, curvature


def _errors(curvature: Figures, wins: Figures) -> Figures:
    """The standard error of each strength less their mean, whatever deals have in common."""
    inverse = np.linalg.inv(curvature)
    spread = np.atleast_2d(np.cov(wins, rowvar=False)) * len(wins)
    centre = np.eye(len(curvature)) - 1 / len(curvature)
    covariance = centre @ inverse @ spread @ inverse @ centre
    return np.sqrt(np.maximum(np.diag(covariance), 0))
