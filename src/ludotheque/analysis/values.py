"""What each seat of a board can expect, in whole millionths.

Of the win, or of a point where points are what counts. Whole numbers, so that what is taken apart
adds up again.
"""

from functools import cached_property
from typing import Any

import numpy as np

from ludotheque.core.brains import POINTS, Brain, Floats, brain_of
from ludotheque.core.compile import is_interpreted
from ludotheque.core.contract import States
from ludotheque.core.game import Game
from ludotheque.core.lookahead import FEW, value_of, values_of

MILLION = 1_000_000
Values = tuple[int, ...]  # one a seat


def depths(game: Game) -> tuple[int, int]:
    """How far ahead a report of a game looks as a rule, and where somebody wants it deep."""
    return (1, 2) if game.rules.ACTIONS <= FEW else (0, 1)


def warm(game: Game, is_deep: bool = False) -> None:
    """Make ready what reports and hints of a game are reckoned with: compile it, or read it."""
    if is_interpreted() or not game.has_brain:
        return
    board, seat = game.engine.opening()
    values = Evaluator(game, board, depths(game)[is_deep])
    values.expected(board, seat)
    values.at_sight(board, seat)
    values.moves(board, seat)


class Evaluator:
    """Values boards of one game with one set of options, by its brain.

    ``depth`` is how many decisions it looks ahead for what a move is worth; 0 asks the brain.
    """

    def __init__(self, game: Game, board: States, depth: int = 0):
        self.game, self.depth = game, depth
        self.brain: Brain = brain_of(game)
        self.seats = int(board[0]["seats"])
        self.weights: Any = self.brain.weights(board[0])

    @property
    def by_points(self) -> bool:
        """Whether values are points, each seat's own, and not shares of the win."""
        return self.brain.by_points

    def expected(self, board: States, mover: int) -> Values:
        """The mean over what chance may bring, and the best that whoever is to move can do."""
        return self._values(board, mover, self.depth + 1)

    def at_sight(self, board: States, mover: int) -> Values:
        """What the brain says of a board that ``mover`` has moved to."""
        return self._values(board, mover, 0)

    def after_chance(self, board: States, mover: int) -> Values:
        """What an outcome led to: as :meth:`expected` counted it among the others."""
        if self.game.engine.look(board).waiting:
            return self.expected(board, mover)
        return self.at_sight(board, mover)

    def _values(self, board: States, mover: int, depth: int) -> Values:
        if not self.by_points:
            return self._whole(value_of(self.brain, board, mover, self.weights, depth))
        return tuple(
            self._whole(value_of(self.brain, board, seat, self.weights, depth))[seat]
            for seat in range(self.seats)
        )

    def moves(self, board: States, seat: int) -> dict[int, Values]:
        """What each seat can expect after each of a seat's legal moves.

        Where points are what counts, only the seat's own has a meaning.
        """
        actions = self.game.engine.moves(board, seat)
        rows = values_of(self.brain, board, seat, actions, self.weights, self.depth)
        return {action: self._whole(row) for action, row in zip(actions, rows, strict=True)}

    def result(self, board: States) -> Values:
        """What each seat has got of a game that is over."""
        ranks, scores = self.game.engine.standing(board, self.seats)
        if self.by_points:
            return tuple(MILLION * points for points in scores)
        winners = ranks.count(1)
        return tuple(MILLION // winners if rank == 1 else 0 for rank in ranks)

    def _whole(self, values: Floats) -> Values:
        return tuple(np.rint(values[: self.seats] * self._unit).astype(np.int64).tolist())

    @cached_property
    def _unit(self) -> float:
        return MILLION * (POINTS if self.by_points else 1.0)
