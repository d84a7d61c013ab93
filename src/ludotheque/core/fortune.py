"""Luck in a game that nobody looks at: a kernel that plays one and adds up what dice did.

The brain plays all seats at sight, and says before and after each roll what can be expected: the
mean over all rolls, each with the best reply, and the same of the roll that fell. It is bound to a
game by ``Brain.kernel``, after ``looking`` one decision ahead.
"""

from typing import Any

import numpy as np

from ludotheque.core.brains import _BY_POINTS, _SEATS, best
from ludotheque.core.chance import CHOICES, DICE, outcome, start
from ludotheque.core.contract import (
    Moves,
    Random,
    States,
    happen,
    is_over,
    legal,
    play,
    roller,
    waiting,
)
from ludotheque.core.lookahead import level, shallower
from ludotheque.core.masks import first_seat
from ludotheque.core.room import room


def fortune(
    board: States, seed: int, number: int, dice: Random, choices: Random, moves: Moves, weights: Any
) -> float:
    """Play a game to its end; what luck did for its first seat."""
    state = board[0]
    start(dice, seed, number, DICE)
    start(choices, seed, number, CHOICES)
    before = room(_SEATS, np.float32)
    after = room(_SEATS, np.float32)
    total = 0.0
    mover = 0
    while not is_over(state):
        mask = waiting(state)
        if mask != 0:
            mover = first_seat(mask)
            count = legal(state, mover, moves)
            play(state, mover, best(state, mover, moves, count, choices, weights))
            continue
        owner = roller(state)
        mover = owner if owner >= 0 else mover
        seat = 0 if _BY_POINTS else mover
        shallower(state, seat, weights, before)
        happen(state, outcome(state, dice))
        if waiting(state) != 0:
            shallower(state, seat, weights, after)
        else:
            level(state, seat, weights, after)
        total += after[0] - before[0]
    return total
