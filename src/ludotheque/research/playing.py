"""Playing games whose seatings are data, compiled or one decision at a time.

The game of a number has the dice that it has in ``simulate``, whoever plays it.
"""

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import chance
from ludotheque.core.chance import CHOICES, DICE, outcome, start
from ludotheque.core.compile import Kernel, bind, is_interpreted, runnable, with_globals
from ludotheque.core.contract import (
    Moves,
    Random,
    State,
    States,
    decide,
    happen,
    is_over,
    legal,
    play,
    rank,
    score,
    waiting,
    whole,
)
from ludotheque.core.errors import IllegalMove
from ludotheque.core.game import Game
from ludotheque.core.masks import first_seat
from ludotheque.core.policies import Policy, decider, label
from ludotheque.core.request import checked_whole
from ludotheque.core.step import Step
from ludotheque.research.players import Thinker

Numbers = NDArray[np.int32]

FULL = -100  # what a game becomes where there is no room to note it; above: its last seat's fault


def note_nothing(
    row: int,
    player: int,
    state: State,
    seat: int,
    moves: Moves,
    count: int,
    action: int,
    notes: Any,
) -> bool:
    """Look at a decision before it is played, and write down what is wanted of it.

    Returns whether there was room.
    """
    return True


note = note_nothing


def play_noted(
    row: int,
    state: State,
    seating: Numbers,
    dice: Random,
    choices: Random,
    moves: Moves,
    weights: Any,
    notes: Any,
) -> int:
    """Play one game to its end; below zero where it broke off: FULL, or whose choice was wrong."""
    while not is_over(state):
        mask = waiting(state)
        if mask == 0:
            happen(state, outcome(state, dice))
        else:
            seat = whole(first_seat(mask))
            count = legal(state, seat, moves)
            action = decide(seating[seat], state, seat, moves, count, choices, weights)
            if action < 0:
                return -1 - seat
            if not note(row, seating[seat], state, seat, moves, count, action, notes):
                return FULL
            play(state, seat, action)
    return 0


def play_seated(
    states: States,
    seed: int,
    numbers: NDArray[np.int64],
    seatings: Numbers,
    dice: Random,
    choices: Random,
    moves: Moves,
    weights: Any,
    ranks: Numbers,
    scores: Numbers,
    notes: Any,
) -> tuple[int, int]:
    """Play games one after the other; how many were played, and what became of the next, or 0."""
    for k in range(len(states)):
        start(dice, seed, numbers[k], DICE)
        start(choices, seed, numbers[k], CHOICES)
        flaw = play_noted(k, states[k], seatings[k], dice, choices, moves, weights, notes)
        if flaw < 0:
            return k, flaw
        rank(states[k], ranks[k])
        score(states[k], scores[k])
    return len(states), 0


def seated_kernel(
    game: Game, policies: Sequence[Policy], note: Kernel = note_nothing, **more: Kernel
) -> Kernel:
    """The kernel that plays a game with these policies and notes what is wanted.

    ``more`` are further functions of the contract that the note calls.
    """
    name = f"{label(game, policies)}.{note.__name__}"
    one = with_globals(play_noted, {"note": note}, f".{name}")
    many = with_globals(play_seated, {"play_noted": one}, f".{name}")
    parts = {**game.kernels, "decide": decider(game, policies, is_interpreted()), **more}
    return runnable(bind(many, parts, name))


def play_thinking(
    game: Game,
    state: State,
    thinkers: Sequence[Thinker],
    names: Sequence[str],
    seed: int,
    number: int,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """One game between thinkers, one a seat; its ranks and scores. IllegalMove blames one."""
    engine, board = game.engine, game.engine.board(state)
    dice, choices = chance.new(), chance.new()
    with np.errstate(over="ignore"):  # interpreted, the generator's words wrap loudly
        start(dice, seed, number, DICE)
        start(choices, seed, number, CHOICES)
        while not (look := engine.look(board)).is_over:
            if not look.waiting:
                drawn = _outcome(engine.weights(board, look.outcomes), dice)
                engine.do(board, Step("chance", code=drawn))
                continue
            seat = look.waiting[0]
            luck = int(chance.bits(choices) >> np.uint64(2))
            seen = engine.seen(board, seat)
            action = thinkers[seat].think(seen, seat, len(thinkers), luck)
            if action not in engine.moves(board, seat):
                raise IllegalMove(f"{names[seat]} chose action {action!r} in game {number} of "
                                  f"{game.id}, which is not legal for seat {seat + 1}")  # fmt: skip
            engine.do(board, Step("move", seat, int(action)))
    return engine.standing(board, len(thinkers))


def _outcome(weights: list[int], dice: Random) -> int:
    left = int(chance.below(dice, sum(weights)))
    for drawn, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return drawn
    raise AssertionError("weights are positive")


def threads_for(threads: int | None) -> int:
    """How many threads to use: as many as asked for, else all cores."""
    if threads is not None:
        return checked_whole("threads", threads, 1)
    return 1 if is_interpreted() else os.cpu_count() or 1
