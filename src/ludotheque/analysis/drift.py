"""The mean of luck over many games: nothing, if dice are fair and luck is reckoned rightly.

A whole game is one call of a kernel: the brain plays all seats, at sight and with some whim, and
the luck of the first seat is added up roll by roll, as a report of depth 0 does. Seats of one game
are not independent, so one is enough.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ludotheque.bots.levels import level, warmth_of
from ludotheque.core import chance
from ludotheque.core.brains import POINTS, brain_of
from ludotheque.core.compile import runnable
from ludotheque.core.fortune import fortune
from ludotheque.core.game import Game, Options
from ludotheque.core.lookahead import looking

LEVEL = "medium"  # at which the games are played
_NORMAL = 1.96  # 95 % of a normal distribution lie within so many standard errors


class Drift(NamedTuple):
    """What luck came to on the mean: of the win, or in points."""

    games: int
    mean: float
    error: float  # its standard error

    @property
    def half(self) -> float:
        """Half of the 95 % interval."""
        return _NORMAL * self.error


def fortunes(
    game: Game, options: Options, games: int, seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> list[float]:  # fmt: skip
    """What luck did for the first seat of each of so many games."""
    brain, engine = brain_of(game), game.engine
    opening = engine.new(options)
    weights = brain.weights(opening[0], warmth_of(game, level(LEVEL)) * brain.card["spread"])
    moves = np.zeros(game.rules.ACTIONS, np.uint16)
    told = runnable(brain.kernel(looking(fortune, 1)))
    unit, found = POINTS if brain.by_points else 1.0, []
    with np.errstate(over="ignore"):  # interpreted, the generator's words wrap loudly
        for number in range(games):
            board = engine.copy(opening)
            luck = told(board, seed, number, chance.new(), chance.new(), moves, weights)
            found.append(unit * float(luck))
            if progress is not None:
                progress(number + 1)
    return found


def drift(
    game: Game, options: Options, games: int, seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Drift:  # fmt: skip
    """The mean of luck over so many games."""
    found = np.array(fortunes(game, options, games, seed, progress))
    return Drift(games, float(found.mean()), float(found.std(ddof=1) / games**0.5))
