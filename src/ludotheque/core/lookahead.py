"""Looking ahead with a brain: all dice, the best reply of whoever moves next, and so on.

The kernels are written against the contract, and bound to one game and one brain by
``Brain.kernel``. A value is what each seat can expect, seats in their own order.
"""

import time
from functools import cache
from typing import Any

import numpy as np

from ludotheque.core.brains import _SEATS, _STATE, Brain, Floats, judge
from ludotheque.core.compile import Kernel, apart, runnable, with_globals
from ludotheque.core.contract import (
    Moves,
    State,
    States,
    happen,
    is_over,
    legal,
    outcomes,
    play,
    roller,
    waiting,
    weight,
    whole,
)
from ludotheque.core.masks import first_seat
from ludotheque.core.room import room

DEEPEST = 2  # decisions ahead; each further one takes ten times as long and more
_FAR = 0.02  # a move that lags behind by so much is not looked at more deeply
_STEEP = 60.0  # how many times as long a deeper look takes, until it is known

_ACTIONS = 1  # a name that copies see the game's own value under


def level(state: State, mover: int, weights: Any, out: Floats) -> None:
    """What the brain says of a state that ``mover`` has moved to."""
    seats = whole(state.seats)
    seen = room(_SEATS, np.float32)
    judge(state, mover, weights, seen)
    for k in range(seats):
        out[(mover + k) % seats] = seen[k]


def shallower(state: State, mover: int, weights: Any, out: Floats) -> None:
    """A look that goes one decision less far; deeper copies see another under this name."""
    level(state, mover, weights, out)


@apart
def ahead(state: State, mover: int, weights: Any, out: Floats) -> None:
    """The mean over all dice of what the next decision, at its best, leads to."""
    if is_over(state):
        level(state, mover, weights, out)
        return
    if waiting(state) != 0:
        answer(state, weights, out)
        return
    scratch = room(1, _STATE)
    part = room(_SEATS, np.float32)
    seats = whole(state.seats)
    for k in range(seats):
        out[k] = 0
    total = 0
    owner = roller(state)
    turn = owner if owner >= 0 else mover
    for outcome in range(outcomes(state)):
        odds = weight(state, outcome)
        if odds == 0:
            continue
        scratch[0] = state
        happen(scratch[0], outcome)
        if waiting(scratch[0]) != 0:
            answer(scratch[0], weights, part)
        else:  # it is over, or the roll was in vain and somebody else rolls
            level(scratch[0], turn, weights, part)
        for k in range(seats):
            out[k] += odds * part[k]
        total += odds
    for k in range(seats):
        out[k] /= total


@apart
def answer(state: State, weights: Any, out: Floats) -> None:
    """What the best move of whoever is to move leads to."""
    scratch = room(1, _STATE)
    part = room(_SEATS, np.float32)
    moves = room(_ACTIONS, np.uint16)
    seat = first_seat(waiting(state))
    seats = whole(state.seats)
    top = np.float32(-np.inf)
    for j in range(legal(state, seat, moves)):
        scratch[0] = state
        play(scratch[0], seat, whole(moves[j]))
        shallower(scratch[0], seat, weights, part)
        if part[seat] > top:
            top = part[seat]
            for k in range(seats):
                out[k] = part[k]


def consider(
    board: States, seat: int, moves: Moves, count: int, weights: Any, values: Floats
) -> None:
    """What the seat can expect of some of its moves, looking ahead."""
    scratch = room(1, _STATE)
    out = room(_SEATS, np.float32)
    for k in range(count):
        scratch[0] = board[0]
        play(scratch[0], seat, whole(moves[k]))
        shallower(scratch[0], seat, weights, out)
        values[k] = out[seat]


@cache
def looking(depth: int) -> Kernel:
    """:func:`consider` that looks so many decisions ahead; 0 asks the brain alone."""
    look = shallower
    for deep in range(depth):
        reply = with_globals(answer, {"shallower": look}, f".{deep}")
        look = with_globals(ahead, {"answer": reply}, f".{deep}")
    return with_globals(consider, {"shallower": look}, f".{depth}")


class Lookahead:
    """Chooses by looking ahead, as deep as there is time for."""

    def __init__(self, brain: Brain):
        self.brain = brain

    def choose(self, board: States, seat: int, seconds: float) -> int:
        """The best move after so many seconds of this thread's time, or before."""
        begun = time.thread_time()
        engine = self.brain.game.engine
        weights = self.brain.weights(board[0])
        moves = engine.moves(board, seat)
        if len(moves) == 1:
            return moves[0]
        values = self._values(0, board, seat, moves, weights)
        took, steep = time.thread_time() - begun, _STEEP
        for depth in range(1, self._deepest(board) + 1):
            moves, values = _foremost(moves, values)
            if len(moves) == 1 or time.thread_time() - begun + took * steep > seconds:
                break
            since = time.thread_time()
            values = []
            for move in moves:  # the best so far first, so that what is left out matters least
                values += self._values(depth, board, seat, [move], weights)
                if time.thread_time() - begun > seconds:
                    break
            now = time.thread_time() - since
            took, steep = now, now / took
        return moves[int(np.argmax(values))]

    def warm(self, board: States, seat: int) -> None:
        """Make every depth ready: compile it, or read it from disk."""
        moves, weights = self.brain.game.engine.moves(board, seat)[:1], self.brain.weights(board[0])
        for depth in range(DEEPEST + 1):
            self._values(depth, board, seat, moves, weights)

    def _deepest(self, board: States) -> int:
        """With others at the table, who plays for points learns nothing from their replies."""
        return 0 if self.brain.by_points and board[0]["seats"] > 1 else DEEPEST

    def _values(
        self, depth: int, board: States, seat: int, moves: list[int], weights: Any
    ) -> list[float]:
        found = np.zeros(len(moves), np.float32)
        look = runnable(self.brain.kernel(looking(depth)))
        look(board, seat, np.array(moves, np.uint16), len(moves), weights, found)
        return found.tolist()


def _foremost(moves: list[int], values: list[float]) -> tuple[list[int], list[float]]:
    """The moves still in question, the best first."""
    ranked = sorted(zip(values, moves, strict=False), reverse=True)
    kept = [(value, move) for value, move in ranked if value >= ranked[0][0] - _FAR]
    return [move for _, move in kept], [value for value, _ in kept]
