"""Trying moves out: games go on from each by a quick policy, and a brain says what came of it.

Where there are too many moves and outcomes to look at them all, some courses of the game are
played, with the same dice for every move. The kernels are written against the contract, and bound
to one game and one brain by ``Brain.kernel``.
"""

from typing import Any

import numpy as np

from ludotheque.core import chance
from ludotheque.core.brains import _SEATS, _STATE, Brain, Floats, judge, liking
from ludotheque.core.chance import CHOICES, DICE, outcome, start
from ludotheque.core.compile import runnable
from ludotheque.core.contract import (
    Moves,
    Random,
    State,
    States,
    choose,
    happen,
    is_over,
    legal,
    play,
    roller,
    waiting,
    whole,
)
from ludotheque.core.masks import first_seat
from ludotheque.core.room import room
from ludotheque.core.tempers import NONE

TURNS = 4  # a course goes on until it is the player's turn again for the so-manieth time
_STEPS = 1000  # after which a course is valued as it stands

_ACTIONS = 1  # a name that copies see the game's own value under


def go_on(state: State, seat: int, dice: Random, choices: Random, moves: Moves) -> int:
    """Play on from a move of the seat's, by the game's strongest policy; who moved last."""
    mover, turns = seat, 0
    for _ in range(_STEPS):
        if is_over(state):
            break
        mask = waiting(state)
        if mask != 0:
            mover = first_seat(mask)
            count = legal(state, mover, moves)
            play(state, mover, choose(state, mover, moves, count, choices))
            continue
        if mover != seat and roller(state) == seat:
            turns += 1
            if turns == TURNS:
                break
            mover = seat
        happen(state, outcome(state, dice))
    return mover


def try_out(
    board: States, seat: int, actions: Moves, seed: int, first: int, dice: Random,
    choices: Random, weights: Any, values: Floats,
) -> None:  # fmt: skip
    """What a seat can expect of each action in the courses number first, …: a row a course.

    What its temper likes counts as well.
    """
    scratch = room(1, _STATE)
    moves = room(_ACTIONS, np.uint16)
    out = room(_SEATS, np.float32)
    seats = whole(board[0].seats)
    for row in range(len(values)):
        for k in range(len(actions)):
            start(dice, seed, first + row, DICE)
            start(choices, seed, first + row, CHOICES)
            scratch[0] = board[0]
            play(scratch[0], seat, whole(actions[k]))
            liked = liking(board[0], scratch[0], seat, whole(actions[k]), weights)
            mover = go_on(scratch[0], seat, dice, choices, moves)
            judge(scratch[0], mover, weights, out)
            values[row, k] = liked + out[(seat - mover + seats) % seats]


def tried_out(
    brain: Brain, board: States, seat: int, actions: list[int], seed: int, first: int,
    courses: int, temper: int = NONE,
) -> Floats:  # fmt: skip
    """What a seat can expect of each action in some courses: a row a course, a column an action."""
    values = np.zeros((courses, len(actions)), np.float32)
    weights = brain.weights(board[0], temper=temper)
    with np.errstate(over="ignore"):  # interpreted, the generator's words wrap loudly
        runnable(brain.kernel(try_out))(
            board, seat, np.array(actions, np.uint16), seed, first, chance.new(), chance.new(),
            weights, values,
        )  # fmt: skip
    return values
