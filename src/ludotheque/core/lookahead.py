"""Looking ahead with a brain: all dice, the best reply of whoever moves next, and so on.

The kernels are written against the contract, and bound to one game and one brain by
``Brain.kernel``. A value is what each seat can expect, seats in their own order; where points are
what counts, only that of the mover has a meaning: whatever the others do, it stays the same.
"""

import time
from functools import cache
from typing import Any

import numpy as np

from ludotheque.core.brains import (
    _BY_POINTS,
    _SEATS,
    _STATE,
    LEFT,
    Brain,
    Floats,
    judge,
    liking,
)
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
from ludotheque.core.game import Game
from ludotheque.core.masks import first_seat
from ludotheque.core.room import room
from ludotheque.core.tempers import NONE

FEW = 16  # actions up to which replies are few enough to look further
_FAR = 0.05  # a move that lags behind by so much is not looked at; the deeper, the less may do
_NEAR = 0.02  # nor is a reply that lags behind by so much at sight
_SAFE = 0.8  # the part of the time left for which the brain may be asked
_QUICK = 1e-6  # seconds that asking it takes at least, where clocks are coarse
_LEAST = 2  # moves that a deeper look compares

_ACTIONS = 1  # a name that copies see the game's own value under
_LOOKS_ON = False  # and one under which those that look further than the next decision see True


def level(state: State, mover: int, weights: Any, out: Floats) -> None:
    """What the brain says of a state that ``mover`` has moved to; nothing more once it may not."""
    if weights[6][LEFT] <= 0:
        return
    if not is_over(state):  # what an ending is worth takes no time, and would belie the pace
        weights[6][LEFT] -= 1
    seats = whole(state.seats)
    seen = room(_SEATS, np.float32)
    judge(state, mover, weights, seen)
    for k in range(seats):
        out[(mover + k) % seats] = seen[k]


def shallower(state: State, mover: int, weights: Any, out: Floats) -> None:
    """A look that goes one decision less far; deeper copies see another under this name."""
    level(state, mover, weights, out)


def let_others_move(state: State, mover: int) -> None:
    """Everybody else does something, so that chance comes or the mover is alone to move."""
    moves = room(_ACTIONS, np.uint16)
    others = waiting(state) & ~(1 << mover)
    while others != 0:
        seat = first_seat(others)
        legal(state, seat, moves)
        play(state, seat, whole(moves[0]))
        others = waiting(state) & ~(1 << mover)


@apart
def ahead(state: State, mover: int, weights: Any, out: Floats) -> None:
    """The mean over all dice of what the next decision, at its best, leads to."""
    here, scratch = room(1, _STATE), room(1, _STATE)
    here[0] = state
    now = here[0]
    if _BY_POINTS:
        let_others_move(now, mover)
    if is_over(now) or weights[6][LEFT] <= 0:
        level(now, mover, weights, out)
        return
    if waiting(now) != 0:
        answer(now, mover, weights, out)
        return
    part = room(_SEATS, np.float32)
    seats = whole(now.seats)
    for k in range(seats):
        out[k] = 0
    total = 0
    owner = roller(now)
    turn = owner if owner >= 0 and not _BY_POINTS else mover
    for outcome in range(outcomes(now)):
        odds = weight(now, outcome)
        if odds == 0:
            continue
        scratch[0] = now
        happen(scratch[0], outcome)
        if waiting(scratch[0]) != 0:
            answer(scratch[0], turn, weights, part)
        else:  # it is over, or the roll was in vain and somebody else rolls
            level(scratch[0], turn, weights, part)
        for k in range(seats):
            out[k] += odds * part[k]
        total += odds
    for k in range(seats):
        out[k] /= total


@apart
def answer(state: State, mover: int, weights: Any, out: Floats) -> None:
    """What the best move of whoever is to move leads to, of those that are close at sight."""
    scratch = room(1, _STATE)
    part = room(_SEATS, np.float32)
    moves = room(_ACTIONS, np.uint16)
    sights = room(_ACTIONS, np.float32)
    seat = mover if _BY_POINTS else first_seat(waiting(state))
    if not waiting(state) >> seat & 1:  # it has moved, and the others have not
        shallower(state, seat, weights, out)
        return
    seats = whole(state.seats)
    count = legal(state, seat, moves)
    sighted = _LOOKS_ON and count > 1
    least = glance(state, seat, moves, count, weights, sights) - _NEAR if sighted else 0.0
    top = np.float32(-np.inf)
    for j in range(count):
        if sighted and sights[j] < least:
            continue
        scratch[0] = state
        play(scratch[0], seat, whole(moves[j]))
        shallower(scratch[0], seat, weights, part)
        if part[seat] > top:
            top = part[seat]
            for k in range(seats):
                out[k] = part[k]


def glance(
    state: State, seat: int, moves: Moves, count: int, weights: Any, sights: Floats
) -> float:
    """What the brain says of each move for the one who moves; returns that of the best."""
    scratch = room(1, _STATE)
    part = room(_SEATS, np.float32)
    best = -np.inf
    for j in range(count):
        scratch[0] = state
        play(scratch[0], seat, whole(moves[j]))
        level(scratch[0], seat, weights, part)
        sights[j] = part[seat]
        best = max(best, float(part[seat]))
    return best


def foresee(board: States, mover: int, weights: Any, out: Floats) -> None:
    """What each seat can expect of a board that ``mover`` has moved to, looking ahead."""
    shallower(board[0], mover, weights, out)


def consider(
    board: States, seat: int, moves: Moves, count: int, weights: Any, values: Floats
) -> None:
    """What each seat can expect of some of a seat's moves, looking ahead; a row a move.

    What the seat's temper likes counts as well.
    """
    scratch = room(1, _STATE)
    for k in range(count):
        action = whole(moves[k])
        scratch[0] = board[0]
        play(scratch[0], seat, action)
        shallower(scratch[0], seat, weights, values[k])
        values[k, seat] += liking(board[0], scratch[0], seat, action, weights)


@cache
def looking(template: Kernel, depth: int) -> Kernel:
    """One of the last two, looking so many decisions ahead; 0 asks the brain alone."""
    return with_globals(template, {"shallower": _look(depth)}, f".{depth}")


@cache
def _look(depth: int) -> Kernel:
    if depth == 0:
        return shallower
    seen = {"shallower": _look(depth - 1), "_LOOKS_ON": depth > 1}
    return with_globals(ahead, {"answer": with_globals(answer, seen, f".{depth}")}, f".{depth}")


def deepest(game: Game) -> int:
    """How many decisions ahead are looked at; a further one takes ten times as long and more."""
    return 3 if game.rules.ACTIONS <= FEW else 2


class Lookahead:
    """Chooses by looking ahead, as deep as there is time for."""

    def __init__(self, brain: Brain):
        self.brain = brain

    def choose(self, board: States, seat: int, seconds: float, temper: int = NONE) -> int:
        """The best move after so many seconds of this thread's time, or before."""
        due = time.thread_time() + seconds
        moves = self.brain.game.engine.moves(board, seat)
        if len(moves) == 1:
            return moves[0]
        weights = self.brain.weights(board[0], temper=temper)
        asked, since = len(moves), time.thread_time()
        values = self._values(0, board, seat, moves, weights)
        for depth in range(1, deepest(self.brain.game) + 1):
            pace = max(_QUICK, (time.thread_time() - since) / asked)  # to ask the brain once
            each = asked / len(values)  # how often it was asked of a move
            moves, values = foremost(moves, values, _FAR / depth)
            since = time.thread_time()
            deeper = each ** (depth / max(1, depth - 1))  # each decision so far took as much
            if len(moves) == 1 or since + _LEAST * deeper * pace > due:
                break
            found, asked = self._until(due, pace, depth, board, seat, moves, weights)
            if len(found) < _LEAST:
                break
            values = found
        return moves[int(np.argmax(values))]

    def _until(
        self, due: float, pace: float, depth: int, board: States, seat: int, moves: list[int],
        weights: Any,
    ) -> tuple[list[float], int]:  # fmt: skip
        """The values of the first moves, as far as there is time, and how often was asked."""
        found: list[float] = []
        asked = 0
        for move in moves:  # the best so far come first
            allowed = int(_SAFE * (due - time.thread_time()) / pace)
            weights[6][LEFT] = allowed
            value = self._values(depth, board, seat, [move], weights)
            if weights[6][LEFT] <= 0:
                break  # time was up before it was looked at as a whole
            found += value
            asked += allowed - int(weights[6][LEFT])
        return found, max(1, asked)

    def warm(self, board: States, seat: int) -> None:
        """Make every depth ready: compile it, or read it from disk."""
        moves, weights = self.brain.game.engine.moves(board, seat)[:1], self.brain.weights(board[0])
        for depth in range(deepest(self.brain.game) + 1):
            self._values(depth, board, seat, moves, weights)

    def _values(
        self, depth: int, board: States, seat: int, moves: list[int], weights: Any
    ) -> list[float]:
        values = values_of(self.brain, board, seat, moves, weights, depth)
        return [float(row[seat]) for row in values]


def values_of(
    brain: Brain, board: States, seat: int, moves: list[int], weights: Any, depth: int
) -> Floats:
    """What each seat can expect of a seat's moves, a row a move, looking so far ahead."""
    found = np.zeros((len(moves), max(brain.game.seat_counts)), np.float32)
    look = runnable(brain.kernel(looking(consider, depth)))
    look(board, seat, np.array(moves, np.uint16), len(moves), weights, found)
    return found


def value_of(brain: Brain, board: States, mover: int, weights: Any, depth: int) -> Floats:
    """What each seat can expect of a board that ``mover`` has moved to, looking so far ahead."""
    found = np.zeros(max(brain.game.seat_counts), np.float32)
    runnable(brain.kernel(looking(foresee, depth)))(board, mover, weights, found)
    return found


def foremost(moves: list[int], values: list[float], far: float) -> tuple[list[int], list[float]]:
    """The moves still in question, the best first."""
    ranked = sorted(zip(values, moves, strict=False), reverse=True)
    kept = [(value, move) for value, move in ranked if value >= ranked[0][0] - far]
    return [move for _, move in kept], [value for value, _ in kept]
