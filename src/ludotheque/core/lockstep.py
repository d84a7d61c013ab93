"""Many games in step: what happens to one of them, as kernels on arrays with a row a game.

Written against the contract and bound to one game. Nothing is shared between two games but what
is only read, so that they may be run in any order, on threads or, one game a thread, on a GPU.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.chance import CHOICES, DICE, outcome
from ludotheque.core.chance import start as start_dice
from ludotheque.core.contract import (
    Moves,
    Numbers,
    Random,
    Seen,
    State,
    States,
    actions,
    decide,
    happen,
    is_over,
    legal,
    observe,
    outcomes,
    play,
    rank,
    score,
    waiting,
    weight,
    whole,
)
from ludotheque.core.masks import first_seat

# Rows are numbered so: a signed number might count from the end, and would be asked at every use.
unsigned: Callable[[Any], int] = np.uint64  # type: ignore[assignment]

Flags: TypeAlias = NDArray[np.uint8]
Masks: TypeAlias = NDArray[np.uint8]

# What a pass over the games does, a bit each, in this order.
PLAY = 1  # the action given to each game
HAPPEN = 2  # the chance outcome given to each game
DRAW = 4  # one chance outcome, where one is awaited
CHANCE = 8  # chance until somebody waits
RESET = 16  # a game that is over is noted, and the next one begins
MASK = 32  # besides the list of legal actions a mask
SEE = 64  # what the acting seat sees
WEIGH = 128  # the weights of chance, where it is awaited
WATCH = 256  # an action that is not legal is not played, but told

_BLOCK = 256  # games that go through a stage before the next one: they stay in the nearest cache
_SHORT = 16  # actions of a mask that is gone through as a whole

NONE = -1  # no action, no outcome, no seat
GOING_ON, OVER, ILLEGAL = 0, 1, 2  # how a game came out of a pass


def watch(
    k: int, what: int, given: Numbers, acting: Numbers, moves: Moves, counts: Numbers,
    masks: Masks, ended: Flags,
) -> None:  # fmt: skip
    """Tell of an action that is not legal in game ``k``."""
    code = whole(given[k])
    if what & MASK:
        is_legal = 0 <= code < actions() and masks[k, code] != 0
    else:
        is_legal = False
        for j in range(counts[k]):
            is_legal |= moves[k, j] == code
    if not is_legal and acting[k] != NONE:
        ended[k] = ILLEGAL


def act(
    k: int, what: int, states: States, tally: Numbers, given: Numbers, acting: Numbers,
    waits: Numbers, ended: Flags,
) -> None:  # fmt: skip
    """Play the action, or let the chance outcome fall, that is given to game ``k``."""
    if what & PLAY and acting[k] != NONE and ended[k] != ILLEGAL:
        play(states[k], whole(acting[k]), whole(given[k]))
        tally[k, 0] += 1
    if what & HAPPEN and waits[k] == 0:
        happen(states[k], whole(given[k]))
        tally[k, 1] += 1


def roll_on(state: State, dice: Random, tally: Numbers) -> None:
    """Let chance act until somebody waits or the game is over."""
    while waiting(state) == 0 and not is_over(state):
        happen(state, outcome(state, dice))
        tally[1] += 1


def go_on(
    k: int, what: int, seed: int, stride: int, opening: States, states: States, dice: Random,
    choices: Random, numbers: Numbers, tally: Numbers, waits: Numbers, ended: Flags,
    ranks: Numbers, scores: Numbers, lengths: Numbers,
) -> None:  # fmt: skip
    """Let game ``k`` go on by chance; where it is over, begin the next one.

    ``stride`` is how far apart the numbers of a row's games are. ``tally`` counts the moves and
    rolls of the game under way; of one that is over, ranks, scores and ``lengths`` are kept until
    the next one is.
    """
    while what & (CHANCE | DRAW) and waiting(states[k]) == 0:
        if is_over(states[k]):
            if not what & RESET or ended[k] == OVER:
                break  # one ending a pass: another is left to the next
            note(states[k], tally[k], ranks[k], scores[k], lengths[k])
            ended[k] = OVER
            begin(k, seed, stride, opening, states, dice, choices, numbers, tally)
            continue  # somebody may wait at once
        happen(states[k], outcome(states[k], dice[k]))
        tally[k, 1] += 1
        what &= ~DRAW
    if is_over(states[k]) and ended[k] != OVER and (what & RESET or waits[k] != NONE):
        note(states[k], tally[k], ranks[k], scores[k], lengths[k])
        ended[k] = OVER
        if what & RESET:
            begin(k, seed, stride, opening, states, dice, choices, numbers, tally)


def begin(
    k: int, seed: int, stride: int, opening: States, states: States, dice: Random,
    choices: Random, numbers: Numbers, tally: Numbers,
) -> None:  # fmt: skip
    """Begin the next game in row ``k``."""
    numbers[k] += stride
    states[k] = opening[numbers[k] % len(opening)]
    start_dice(dice[k], seed, numbers[k], DICE)
    start_dice(choices[k], seed, numbers[k], CHOICES)
    tally[k, 0] = 0
    tally[k, 1] = 0


def note(state: State, tally: Numbers, ranks: Numbers, scores: Numbers, lengths: Numbers) -> None:
    """What came of a game."""
    rank(state, ranks)
    score(state, scores)
    lengths[0] = tally[0]
    lengths[1] = tally[1]


def look(
    k: int, what: int, states: States, acting: Numbers, waits: Numbers, moves: Moves,
    counts: Numbers,
) -> None:  # fmt: skip
    """Who acts in game ``k``, with what legal actions."""
    mask = waiting(states[k])
    waits[k] = NONE if is_over(states[k]) and not what & RESET else mask
    acting[k] = first_seat(mask) if mask != 0 else NONE
    counts[k] = legal(states[k], whole(acting[k]), moves[k]) if mask != 0 else 0


def clear(mask: Masks, moves: Moves, count: int) -> None:
    """Take the marks out of a long mask, where actions are listed; a short one is written anew."""
    if actions() > _SHORT:
        for j in range(count):
            mask[moves[j]] = 0


def mark(mask: Masks, moves: Moves, count: int) -> None:
    """Mark the actions that are listed; in a short mask by loops whose length can be guessed."""
    if actions() > _SHORT:
        for j in range(count):
            mask[moves[j]] = 1
        return
    listed = 0
    for j in range(actions()):
        listed |= whole(j < count) << whole(moves[j])
    for action in range(actions()):
        mask[action] = listed >> action & 1


def view(state: State, seat: int, empty: int, traits: Seen) -> int:
    """What a seat sees, in a row that is emptied before."""
    for j in range(len(traits)):
        traits[j] = empty
    return observe(state, seat, traits)


def weigh(state: State, weights: Numbers) -> None:
    """The weight of each chance outcome, 0 where none is awaited."""
    count = outcomes(state) if waiting(state) == 0 and not is_over(state) else 0
    for each in range(len(weights)):
        weights[each] = weight(state, each) if each < count else 0


def advance_many(
    first: int, last: int, what: int, seed: int, stride: int, empty: int,
    opening: States, states: States, dice: Random, choices: Random, numbers: Numbers,
    tally: Numbers, given: Numbers, acting: Numbers, waits: Numbers,
    moves: Moves, counts: Numbers, masks: Masks, traits: Seen, seen: Numbers, weights: Numbers,
    ended: Flags, ranks: Numbers, scores: Numbers, lengths: Numbers,
) -> None:  # fmt: skip
    """One pass over the games ``first`` to ``last`` − 1; ``empty`` fills up a row of traits.

    Some games at a time go through one stage after the other: a short loop over games that have
    nothing to do with each other gives a processor more to do at once than a whole game does.
    """
    for low in range(first, last, _BLOCK):
        high = min(low + _BLOCK, last)
        act_many(low, high, what, states, tally, given, acting, waits, moves, counts, masks, ended)
        go_on_many(
            low, high, what, seed, stride, opening, states, dice, choices, numbers, tally, waits,
            ended, ranks, scores, lengths,
        )  # fmt: skip
        look_many(
            low, high, what, empty, states, acting, waits, moves, counts, masks, traits, seen,
            weights,
        )  # fmt: skip


def act_many(
    first: int, last: int, what: int, states: States, tally: Numbers, given: Numbers,
    acting: Numbers, waits: Numbers, moves: Moves, counts: Numbers, masks: Masks, ended: Flags,
) -> None:  # fmt: skip
    """The stage of what is given to each game."""
    for k in range(unsigned(first), unsigned(last)):
        ended[k] = GOING_ON
    if what & WATCH:
        for k in range(unsigned(first), unsigned(last)):
            watch(k, what, given, acting, moves, counts, masks, ended)
    if what & (PLAY | HAPPEN):
        for k in range(unsigned(first), unsigned(last)):
            act(k, what, states, tally, given, acting, waits, ended)


def go_on_many(
    first: int, last: int, what: int, seed: int, stride: int, opening: States, states: States,
    dice: Random, choices: Random, numbers: Numbers, tally: Numbers, waits: Numbers, ended: Flags,
    ranks: Numbers, scores: Numbers, lengths: Numbers,
) -> None:  # fmt: skip
    """The stage of chance; then that of the few games that are over."""
    if what & CHANCE:
        for k in range(unsigned(first), unsigned(last)):
            roll_on(states[k], dice[k], tally[k])
    for k in range(unsigned(first), unsigned(last)):
        if is_over(states[k]) or what & DRAW:
            go_on(
                k, what, seed, stride, opening, states, dice, choices, numbers, tally, waits, ended,
                ranks, scores, lengths,
            )  # fmt: skip


def look_many(
    first: int, last: int, what: int, empty: int, states: States, acting: Numbers, waits: Numbers,
    moves: Moves, counts: Numbers, masks: Masks, traits: Seen, seen: Numbers, weights: Numbers,
) -> None:  # fmt: skip
    """The stages of what each game shows: legal actions, masks, traits, weights of chance."""
    if what & MASK:
        for k in range(unsigned(first), unsigned(last)):
            clear(masks[k], moves[k], counts[k])
    for k in range(unsigned(first), unsigned(last)):
        look(k, what, states, acting, waits, moves, counts)
    if what & MASK:
        for k in range(unsigned(first), unsigned(last)):
            mark(masks[k], moves[k], counts[k])
    if what & SEE:
        for k in range(unsigned(first), unsigned(last)):
            viewer = whole(acting[k]) if acting[k] != NONE else 0
            seen[k] = view(states[k], viewer, empty, traits[k])
    if what & WEIGH:
        for k in range(unsigned(first), unsigned(last)):
            weigh(states[k], weights[k])


def observe_many(
    first: int, last: int, empty: int, states: States, viewers: Numbers, traits: Seen,
    seen: Numbers,
) -> None:  # fmt: skip
    """What any seat sees of each of these games."""
    for k in range(unsigned(first), unsigned(last)):
        seen[k] = view(states[k], whole(viewers[k]), empty, traits[k])


def choose_many(
    first: int, last: int, states: States, choices: Random, acting: Numbers, moves: Moves,
    counts: Numbers, chosen: Numbers, weights: Any,
) -> None:  # fmt: skip
    """What a policy plays in each of these games where a seat acts."""
    for k in range(unsigned(first), unsigned(last)):
        chosen[k] = NONE
        if acting[k] != NONE:
            seat = whole(acting[k])
            count = whole(counts[k])
            chosen[k] = decide(seat, states[k], seat, moves[k], count, choices[k], weights)


def try_many(
    first: int, last: int, states: States, scratch: States, games: Numbers, acting: Numbers,
    moves: Moves, rows: Numbers, traits: Seen, seen: Numbers, over: Flags, ranks: Numbers,
) -> None:  # fmt: skip
    """Legal actions of the games on a copy, and what the one who played it then sees.

    One action is one row: ``games[row]`` is its game, whose rows begin at ``rows[game]`` in the
    order of its moves. ``scratch`` has a state for each row; the rows of a thread share the first.
    Rows of traits are empty before.
    """
    for row in range(first, last):
        k = games[row]
        seat = whole(acting[k])
        scratch[first] = states[k]
        play(scratch[first], seat, whole(moves[k, row - rows[k]]))
        seen[row] = observe(scratch[first], seat, traits[row])
        over[row] = is_over(scratch[first])
        if over[row]:
            rank(scratch[first], ranks[row])
