"""Exact values of small Ludo: two seats, one or two pawns each, both playing to win.

The rules' own kernels are asked once what each die does to each set of pawns, and what a pawn
that ends somewhere captures (:func:`list_moves`, :func:`list_losses`); value iteration then only
looks things up. Without captures a match always goes forward, so sweeping from its end to its
beginning settles all but those, and fifteen sweeps are enough.

>>> from ludotheque.games.ludo.solve import solve
>>> round(solve(pawns=1).opening, 6)  # doctest: +SKIP
0.517852
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.compile import runnable
from ludotheque.core.contract import Kernel, Moves, State, States, whole
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Options
from ludotheque.core.progress import Progress, progress_bar
from ludotheque.games.ludo.board import BASE, ENTRY, FINAL, POSITIONS
from ludotheque.games.ludo.rules import ACTIONS, STATE, happen, is_home, legal, play, setup

SOLVED: tuple[dict[str, Any], ...] = ({"seats": 2, "pawns": 2}, {"seats": 2, "pawns": 1})

NONE = -1  # no such move
PASSED = 3  # the plane of values after the turn has passed; 0, 1, 2: about to roll, sixes so far
_OUTCOMES = 6

Values = NDArray[np.float64]
Sets = NDArray[np.int32]


class Steps(NamedTuple):
    """What a seat's set of pawns can do; sets are numbered, the last ones of a match first."""

    to: Sets  # [set, die − 1, choice]: the set it becomes, NONE where there is no such choice
    end: Sets  # where the pawn ends if it can capture there, else BASE
    gain: Sets  # extra turns for an arrival (LC-14)
    loss: Sets  # [end, set]: what becomes of a set where an opponent ends
    stuck: Values  # how likely a set cannot move


class Table(NamedTuple):
    """The chance to win of a seat whose pawns are set ``mine`` against ``theirs``."""

    plain: Values  # [sixes so far or PASSED, mine, theirs], no extra turn pending
    more: Values  # [pair, sixes so far, extra turns pending − 1]
    pair: Sets  # [mine, theirs]: where extra turns can be pending, the pair's number, else NONE
    number: Sets  # of the set with pawns at [a] or [a, b], flat


@dataclass(frozen=True, eq=False)
class Solution:
    """The chance to win for every position; the kernel ``worth`` looks it up in ``values``."""

    pawns: int
    values: Table
    sweeps: int

    @property
    def worth(self) -> Kernel:
        """The kernel worth(state, seat, values)."""
        return worth

    @property
    def options(self) -> Options:
        """The game that is solved."""
        return {"seats": 2, "pawns": self.pawns}

    @property
    def opening(self) -> float:
        """The first player's chance to win the match."""
        return self.value((BASE,) * self.pawns, (BASE,) * self.pawns)

    def value(
        self, mine: tuple[int, ...], theirs: tuple[int, ...], sixes: int = 0, extra: int = 0
    ) -> float:
        """The chance to win of the seat about to roll, whose pawns are ``mine``."""
        number = self.values.number.reshape((POSITIONS,) * self.pawns)
        return float(look(self.values, number[mine], number[theirs], sixes, extra + 1))


def solution(options: Options, progress: Progress | bool | None = None) -> Solution:
    """The exact values of a match with these options, which are among those SOLVED."""
    return solve(int(options["pawns"]), progress=progress)


def solve(
    pawns: int = 1, *, tolerance: float = 1e-9, progress: Progress | bool | None = None
) -> Solution:
    """Solve two-seat Ludo with one or two pawns each, to within about ``tolerance``.

    Two take a few seconds and 150 MB; ``progress`` is told of sweeps.
    """
    if pawns not in (1, 2):
        raise BadOption(f"one or two pawns can be solved, not {pawns!r}")
    sets = list(combinations_with_replacement(range(POSITIONS), pawns))
    sets.sort(key=sum, reverse=True)
    most = _most_extra(sets)
    table = _blank(sets, most)
    steps = _steps(np.array(sets, np.uint8), table.number)
    # Sets that have come equally far follow each other: where those of each sum begin.
    sums = np.array([sum(positions) for positions in sets], np.int32)
    begin = np.searchsorted(-sums, -np.arange(FINAL * pawns + 2), "right").astype(np.int32)
    width = int(np.bincount(sums).max())
    rolled, tried = np.zeros((len(sets), width, PASSED)), np.zeros(width)
    run = runnable(sweep)
    with progress_bar(progress, 0) as report:
        sweeps, change = 0, 1.0
        while change >= tolerance:
            change = run(table, steps, sums, begin, most, rolled, tried)
            sweeps += 1
            report(1)
    return Solution(pawns, table, sweeps)


def _blank(sets: list[tuple[int, ...]], most: Sets) -> Table:
    """Even chances everywhere but at the end: set 0 is everybody home, and has won."""
    pawns = len(sets[0])
    number = np.zeros((POSITIONS,) * pawns, np.int32)
    for index, positions in enumerate(sets):
        number[positions] = number[positions[::-1]] = index
    pending = most[0][:, np.newaxis] + most[1] > 0
    pair = np.where(pending, np.cumsum(pending).reshape(pending.shape) - 1, NONE).astype(np.int32)
    plain = np.full((PASSED + 1, len(sets), len(sets)), 0.5)
    more = np.full((int(pending.sum()), PASSED, 2 * pawns), 0.5)
    plain[:, 0] = more[pair[0]] = 1.0
    return Table(plain, more, pair, number.reshape(-1))


def _most_extra(sets: list[tuple[int, ...]]) -> Sets:
    """Extra turns that can be pending: one for each of mine that arrived, of theirs captured.

    They pile up only by a 6 with a capture or an arrival, each pawn's once.
    """
    counts = [[positions.count(place) for positions in sets] for place in (FINAL, BASE)]
    return np.array(counts, np.int32)


def _steps(sets: NDArray[np.uint8], number: Sets) -> Steps:
    count, pawns = sets.shape
    shape = count, _OUTCOMES, pawns
    to, end, gain = (np.full(shape, NONE, np.int32) for _ in range(3))
    loss = np.zeros((POSITIONS, count), np.int32)
    scratch = np.zeros(2, STATE)
    scratch["seats"], scratch["each"] = 2, pawns
    for state in scratch:
        setup(state)
    moves = np.zeros(ACTIONS, np.uint16)
    runnable(list_moves)(sets, number, scratch, moves, to, end, gain)
    runnable(list_losses)(sets, number, scratch, loss)
    stuck = (to[:, :, 0] == NONE).sum(axis=1) / _OUTCOMES
    return Steps(to, end, gain, loss, stuck)


def list_moves(
    sets: NDArray[np.uint8],
    number: Sets,
    scratch: States,
    moves: Moves,
    to: Sets,
    end: Sets,
    gain: Sets,
) -> None:
    """Ask the rules what each die lets each set of pawns do, against pawns out of reach."""
    count, pawns = sets.shape
    for mine in range(1, count):  # 0 is everybody home: the match is over
        for outcome in range(_OUTCOMES):
            place(scratch[0], 0, sets, mine)
            place(scratch[0], 1, sets, count - 1)  # everybody in base
            happen(scratch[0], outcome)
            if scratch[0].die == 0:
                continue
            for k in range(legal(scratch[0], 0, moves)):
                scratch[1] = scratch[0]
                play(scratch[1], 0, moves[k])
                ends = whole(scratch[1].pawns[0, moves[k]])
                for other in range(pawns):  # LC-9: exactly one pawn there, and an opponent's
                    if other != moves[k] and scratch[1].pawns[0, other] == ends:
                        ends = BASE
                to[mine, outcome, k] = number[index(scratch[1], 0, pawns)]
                end[mine, outcome, k] = ends
                gain[mine, outcome, k] = not scratch[1].ended and has_gained(scratch[1], outcome)


def has_gained(state: State, outcome: int) -> bool:
    """Whether seat 0 has an extra turn after its move, the one of a 6 aside."""
    return state.extra > 0 if outcome == _OUTCOMES - 1 else state.turn == 0


def list_losses(sets: NDArray[np.uint8], number: Sets, scratch: States, loss: Sets) -> None:
    """Ask the rules what becomes of each set of pawns where a lone opponent ends."""
    count, pawns = sets.shape
    for end in range(POSITIONS):
        for theirs in range(count):
            loss[end, theirs] = theirs
            if end > ENTRY:
                place(scratch[0], 0, sets, 0)
                place(scratch[0], 1, sets, theirs)
                scratch[0].pawns[0, 0] = end - 1
                scratch[0].die = 1
                play(scratch[0], 0, 0)
                loss[end, theirs] = number[index(scratch[0], 1, pawns)]


def place(state: State, seat: int, sets: NDArray[np.uint8], number: int) -> None:
    """Seat 0 is about to roll; one of the seats has this set of pawns."""
    for pawn in range(sets.shape[1]):
        state.pawns[seat, pawn] = sets[number, pawn]
    state.turn = 0
    state.die = 0
    state.sixes = 0
    state.extra = 0
    state.ended = 0


def sweep(
    table: Table, steps: Steps, sums: Sets, begin: Sets, most: Sets, rolled: Values, tried: Values
) -> float:
    """Improve every value once, in place, from the end of a match to its beginning.

    Returns the largest change. ``rolled`` and ``tried`` are scratch.
    """
    change = 0.0
    furthest = whole(sums[0])
    for total in range(2 * furthest - 1, -1, -1):  # how far both have come together
        nearest, farthest = begin[min(total, furthest) + 1], begin[max(total - furthest, 0)]
        for mine in range(max(nearest, 1), farthest):
            left = total - whole(sums[mine])
            low, high = begin[left + 1], begin[left]
            roll(table, steps, mine, low, high - low, rolled[mine], tried)
        for mine in range(max(nearest, 1), farthest):
            left = total - whole(sums[mine])
            low, own = begin[left + 1], begin[whole(sums[mine]) + 1]
            for theirs in range(max(low, mine), begin[left]):
                parts, others = rolled[mine, theirs - low], rolled[theirs, mine - own]
                change = max(change, settle(table, steps, mine, theirs, parts, others))
                for extra in range(1, most[0, mine] + most[1, theirs] + 1):
                    settle_more(table, steps, mine, theirs, extra)
                for extra in range(1, most[0, theirs] + most[1, mine] + 1):
                    settle_more(table, steps, theirs, mine, extra)
    return change


def roll(
    table: Table, steps: Steps, mine: int, low: int, size: int, rolled: Values, tried: Values
) -> None:
    """What the dice that can move a pawn are worth, against some sets that follow each other.

    A row each: the dice from 1 to 5 together, the first 6, the second.
    """
    for j in range(size):
        for part in range(PASSED):
            rolled[j, part] = 0.0
    for outcome in range(_OUTCOMES - 1):
        add_best(table, steps, mine, outcome, 0, low, size, rolled[:, 0], tried)
    for sixes in range(PASSED - 1):
        six = _OUTCOMES - 1
        add_best(table, steps, mine, six, sixes + 1, low, size, rolled[:, sixes + 1], tried)


def add_best(
    table: Table,
    steps: Steps,
    mine: int,
    outcome: int,
    sixes: int,
    low: int,
    size: int,
    out: Values,
    tried: Values,
) -> None:
    """Add what the best move with a die is worth; nothing where there is none."""
    for j in range(size):
        tried[j] = 0.0
    for k in range(steps.to.shape[2]):
        after = whole(steps.to[mine, outcome, k])
        if after == NONE:
            break
        turns = whole(steps.gain[mine, outcome, k]) + (outcome == _OUTCOMES - 1)
        row = table.plain[PASSED if turns == 0 else sixes, after]
        loss = steps.loss[steps.end[mine, outcome, k]]
        for j in range(size):
            theirs = low + j
            left = whole(loss[theirs])
            if left == theirs and turns < 2:
                value = row[theirs]  # nearly always
            else:
                value = look(table, after, left, sixes, turns + (left != theirs))
            tried[j] = max(tried[j], value)
    for j in range(size):
        out[j] += tried[j]


def settle(
    table: Table, steps: Steps, mine: int, theirs: int, parts: Values, others: Values
) -> float:
    """The values of two positions that a turn without a move leads back and forth between.

    They are solved together; returns how much they changed.
    """
    first, second = (parts[0] + parts[1]) / _OUTCOMES, (others[0] + others[1]) / _OUTCOMES
    stay, wait = steps.stuck[mine], steps.stuck[theirs]
    value = (first + stay * (1.0 - second - wait)) / (1.0 - stay * wait)
    answer = second + wait * (1.0 - value)
    change = abs(value - table.plain[0, mine, theirs])
    change = max(change, abs(answer - table.plain[0, theirs, mine]))
    write(table, steps, mine, theirs, value, 1.0 - answer, parts)
    write(table, steps, theirs, mine, answer, 1.0 - value, others)
    return change


def write(
    table: Table, steps: Steps, mine: int, theirs: int, value: float, passed: float, parts: Values
) -> None:
    """The values of a position, with no extra turn pending, from those of its turn's parts."""
    table.plain[PASSED, mine, theirs] = passed
    table.plain[0, mine, theirs] = value
    missed = steps.stuck[mine] * passed
    table.plain[1, mine, theirs] = (parts[0] + parts[2]) / _OUTCOMES + missed
    # LC-7: the third 6 in a row moves nothing, a set that cannot move by a 6 included.
    is_stuck = steps.to[mine, _OUTCOMES - 1, 0] == NONE
    six = 0.0 if is_stuck else passed
    table.plain[2, mine, theirs] = (parts[0] + six) / _OUTCOMES + missed


def settle_more(table: Table, steps: Steps, mine: int, theirs: int, extra: int) -> None:
    """The values of a position with extra turns pending."""
    passed = table.plain[PASSED, mine, theirs]
    value = 0.0
    for outcome in range(_OUTCOMES - 1):
        value += best(table, steps, mine, theirs, outcome, 0, extra)
    for sixes in range(PASSED):
        six = passed  # LC-7: extra turns are lost with the third 6
        if sixes < PASSED - 1:
            six = best(table, steps, mine, theirs, _OUTCOMES - 1, sixes + 1, extra)
        table.more[table.pair[mine, theirs], sixes, extra - 1] = (value + six) / _OUTCOMES


def best(
    table: Table, steps: Steps, mine: int, theirs: int, outcome: int, sixes: int, extra: int
) -> float:
    """What the best move with a die is worth; what a passed turn is, where there is none."""
    if steps.to[mine, outcome, 0] == NONE:
        return table.plain[PASSED, mine, theirs]  # LC-20: extra turns are lost
    value = 0.0
    for k in range(steps.to.shape[2]):
        after = whole(steps.to[mine, outcome, k])
        if after == NONE:
            break
        left = whole(steps.loss[steps.end[mine, outcome, k], theirs])
        turns = extra + (outcome == _OUTCOMES - 1) + whole(steps.gain[mine, outcome, k])
        value = max(value, look(table, after, left, sixes, turns + (left != theirs)))
    return value


def look(table: Table, mine: int, theirs: int, sixes: int, turns: int) -> float:
    """The value to the seat that moved, with so many turns left, the next roll included."""
    if turns == 0:
        return table.plain[PASSED, mine, theirs]
    if turns == 1:
        return table.plain[sixes, mine, theirs]
    return table.more[table.pair[mine, theirs], sixes, turns - 2]


def worth(state: State, seat: int, values: Table) -> float:
    """A seat's chance to win where a die is to be rolled, or the match is over."""
    if state.ended != 0:
        return 1.0 if is_home(state, seat) else 0.0
    roller, pawns = whole(state.turn), whole(state.each)
    mine = values.number[index(state, roller, pawns)]
    theirs = values.number[index(state, 1 - roller, pawns)]
    value = look(values, mine, theirs, whole(state.sixes), whole(state.extra) + 1)
    return value if roller == seat else 1.0 - value


def index(state: State, seat: int, pawns: int) -> int:
    """Where a seat's set of positions stands in the flat table of their numbers."""
    total = 0
    for pawn in range(pawns):
        total = POSITIONS * total + whole(state.pawns[seat, pawn])
    return total
