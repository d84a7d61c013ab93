"""Exact values of small Ludo: two seats, one or two pawns each, both playing to win.

Value iteration over every position that the rules' own kernels lead to, so that what is
solved is what is played. A value is the chance of the seat about to roll to win.

>>> from ludotheque.games.ludo.solve import solve
>>> round(solve(pawns=1).opening, 6)  # doctest: +SKIP
0.517852
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.compile import runnable
from ludotheque.core.contract import Moves, State, States, whole
from ludotheque.core.errors import BadOption
from ludotheque.core.progress import Progress, progress_bar
from ludotheque.games.ludo.board import BASE, FINAL, POSITIONS
from ludotheque.games.ludo.rules import ACTIONS, STATE, happen, legal, play, setup

STREAKS = 3  # sixes before the roll: 0, 1, 2

# [mine, theirs, sixes, extra]: mine and theirs number the sets of positions of a seat's pawns
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Solution:
    """The chance to win of the seat about to roll, for every position."""

    pawns: int
    values: Values
    number: NDArray[np.int32]  # of a set of positions: number[a] or number[a, b]
    sweeps: int

    @property
    def opening(self) -> float:
        """The first player's chance to win the match."""
        return self.value((BASE,) * self.pawns, (BASE,) * self.pawns)

    def value(
        self, mine: tuple[int, ...], theirs: tuple[int, ...], sixes: int = 0, extra: int = 0
    ) -> float:
        """The chance to win of the seat about to roll, whose pawns are ``mine``."""
        return float(self.values[self.number[mine], self.number[theirs], sixes, extra])


def solve(
    pawns: int = 1, *, tolerance: float = 1e-9, progress: Progress | bool | None = None
) -> Solution:
    """Solve two-seat Ludo with one or two pawns each, to within about ``tolerance``.

    One pawn takes a second. Two take minutes and 300 MB; ``progress`` is told of sweeps.
    """
    if pawns not in (1, 2):
        raise BadOption(f"one or two pawns can be solved, not {pawns!r}")
    sets = list(combinations_with_replacement(range(POSITIONS), pawns))
    sets.sort(key=sum, reverse=True)  # later positions first: they are settled sooner
    number = np.zeros((POSITIONS,) * pawns, np.int32)
    for index, positions in enumerate(sets):
        number[positions] = number[positions[::-1]] = index
    # Extra turns pile up only by a 6 with a capture or an arrival, each pawn's once.
    extras = 2 * pawns
    values = np.full((len(sets), len(sets), STREAKS, extras), 0.5)
    table = np.array(sets, np.uint8)
    scratch = np.zeros(3, STATE)
    scratch["seats"], scratch["each"] = 2, pawns
    for state in scratch:
        setup(state)
    run = runnable(sweep)
    moves = np.zeros(ACTIONS, np.uint16)
    with progress_bar(progress, 0) as report:
        sweeps, change = 0, 1.0
        while change >= tolerance:
            change = run(values, table, number.reshape(-1), scratch, moves)
            sweeps += 1
            report(1)
    return Solution(pawns, values, number, sweeps)


def sweep(
    values: Values,
    sets: NDArray[np.uint8],
    number: NDArray[np.int32],
    scratch: States,
    moves: Moves,
) -> float:
    """Improve every value once, in place; returns the largest change."""
    change = 0.0
    count, pawns = sets.shape
    for mine in range(1, count):  # 0 is everybody home: the match is over
        for theirs in range(1, count):
            most = 0  # extra turns that can be pending here
            for pawn in range(pawns):
                most += (sets[mine, pawn] == FINAL) + (sets[theirs, pawn] == BASE)
            for extra in range(min(most + 1, values.shape[3])):
                for sixes in range(STREAKS):
                    place(scratch[0], sets, mine, theirs, sixes, extra)
                    value = 0.0
                    for outcome in range(6):
                        value += rolled(values, number, scratch, outcome, pawns, moves)
                    value /= 6
                    change = max(change, abs(value - values[mine, theirs, sixes, extra]))
                    values[mine, theirs, sixes, extra] = value
    return change


def place(
    state: State, sets: NDArray[np.uint8], mine: int, theirs: int, sixes: int, extra: int
) -> None:
    """Seat 0 is about to roll."""
    for pawn in range(sets.shape[1]):
        state.pawns[0, pawn] = sets[mine, pawn]
        state.pawns[1, pawn] = sets[theirs, pawn]
    state.turn = 0
    state.die = 0
    state.sixes = sixes
    state.extra = extra
    state.ended = 0


def rolled(
    values: Values,
    number: NDArray[np.int32],
    scratch: States,
    outcome: int,
    pawns: int,
    moves: Moves,
) -> float:
    """The value once this die lies on the table: the best move's."""
    scratch[1] = scratch[0]
    happen(scratch[1], outcome)
    if scratch[1].die == 0:
        return standing(values, number, scratch[1], pawns)
    best = 0.0
    for k in range(legal(scratch[1], 0, moves)):
        scratch[2] = scratch[1]
        play(scratch[2], 0, moves[k])
        best = max(best, standing(values, number, scratch[2], pawns))
    return best


def standing(values: Values, number: NDArray[np.int32], state: State, pawns: int) -> float:
    """Seat 0's chance to win, looked up."""
    if state.ended:
        return 1.0
    mine = number[index(state, 0, pawns)]
    theirs = number[index(state, 1, pawns)]
    if state.turn == 0:
        return values[mine, theirs, state.sixes, state.extra]
    return 1.0 - values[theirs, mine, 0, 0]


def index(state: State, seat: int, pawns: int) -> int:
    """Where a seat's set of positions stands in the flat table of their numbers."""
    total = 0
    for pawn in range(pawns):
        total = POSITIONS * total + whole(state.pawns[seat, pawn])
    return total
