"""Advice: what each of a seat's moves is worth, by the brain, and what each seat can expect now."""

from typing import NamedTuple

from ludotheque.analysis.values import Evaluator, Values, depths
from ludotheque.core.contract import States
from ludotheque.core.game import Game


class Advice(NamedTuple):
    """A seat's legal moves, the best first, each with what the seat can expect after it."""

    by_points: bool  # millionths of points; else of the win
    moves: list[tuple[int, int]]  # action, millionths


def advise(game: Game, board: States, seat: int) -> Advice:
    """What to play on a board as the seat sees it; BadBrain where the game has none that fits."""
    values = Evaluator(game, board, depths(game)[0])
    worth = {action: each[seat] for action, each in values.moves(board, seat).items()}
    return Advice(values.by_points, sorted(worth.items(), key=lambda each: -each[1]))


def expect(game: Game, board: States) -> tuple[bool, Values]:
    """Whether it is points, and what each seat can expect of a board that somebody looks at."""
    values = Evaluator(game, board, depths(game)[0])
    return values.by_points, values.expected(board, 0)
