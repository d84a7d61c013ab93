"""Trying out what looks good at sight: how the highest level plays where there is too much to see.

Several moves are followed for some turns, again and again, each time with the same dice for all;
what the brain expects at the end decides (:mod:`ludotheque.core.trials`).
"""

import time

import numpy as np

from ludotheque.bots.rollouts import Values, leading
from ludotheque.core.brains import Brain
from ludotheque.core.contract import States
from ludotheque.core.lookahead import FEW, foremost, values_of
from ludotheque.core.tempers import NONE
from ludotheque.core.trials import tried_out

_FAR = 0.05  # a move that lags behind by so much at sight is not tried
_FIRST = 16  # courses of each move before the first is left out
_PART = 0.9  # of the time left: a course may take longer than the last ones did


def is_for(brain: Brain, seats: int) -> bool:
    """Whether trying does more than looking at everything, some decisions ahead."""
    return seats > 2 and brain.game.rules.ACTIONS > FEW and not brain.by_points


class Trying:
    """Chooses by trying, for no longer than it may."""

    def __init__(self, brain: Brain):
        self.brain = brain

    def choose(
        self, board: States, seat: int, seconds: float, seed: int, temper: int = NONE
    ) -> int:
        """The move that did best, of those that look good at sight."""
        due = time.thread_time() + seconds
        moves = self.brain.game.engine.moves(board, seat)
        if len(moves) == 1:
            return moves[0]
        weights = self.brain.weights(board[0], temper=temper)
        sights = [float(row[seat]) for row in values_of(self.brain, board, seat, moves, weights, 0)]
        moves, _ = foremost(moves, sights, _FAR)

        def tried(actions: list[int], first: int, courses: int) -> Values:
            values = tried_out(self.brain, board, seat, actions, seed, first, courses, temper)
            return values.astype(np.float64)

        left = _PART * (due - time.thread_time())
        return leading(tried, moves, _FIRST, float("inf"), left)

    def warm(self, board: States, seat: int) -> None:
        """Compile what it takes, or read it from disk."""
        moves = self.brain.game.engine.moves(board, seat)[:1]
        tried_out(self.brain, board, seat, moves, 0, 0, 1)
