"""The rules of Rolling Village as kernels on one record: RULES.md has RV-1 … RV-15.

Everybody plays at once (RV-1): each seat has its own steps to take after a roll, in any
order among the seats, and what it drew since the roll is nobody else's business until the
last has finished. What a seat may draw is in ``projects``, the points are in ``scoring``,
hiding and taking back in ``views``,
what a seat sees in ``traits``.
"""

from ludotheque.core.contract import State, whole
from ludotheque.core.turns import DESERTED, depart, has_left, staying
from ludotheque.games.rolling_village.board import KINDS
from ludotheque.games.rolling_village.projects import legal, steps_of_round, take_step
from ludotheque.games.rolling_village.record import (
    ACTIONS,
    BONUSES,
    FACES,
    FINISHED,
    ROUNDS,
    SEATS,
    STATE,
    STEPS,
)
from ludotheque.games.rolling_village.scoring import (
    avenue_of_seat,
    avenue_points,
    rank,
    score,
)
from ludotheque.games.rolling_village.traits import PRINTED, TRAITS, observe, printed
from ludotheque.games.rolling_village.views import can_undo, conceal, undo

OUTCOMES = FACES * FACES
LONGEST = (1 + ROUNDS) * (1 + STEPS * SEATS)  # RV-2: a roll and everybody's steps, each time
AT_ONCE = HIDDEN = True  # RV-1
IN_STEP = True  # a round is a roll and everybody's steps, in every game


def setup(state: State) -> None:
    for seat in range(SEATS):
        for kind in range(KINDS):
            state.built[seat, kind] = 0
        for k in range(ROUNDS):
            state.scores[seat, k] = 0
        for k in range(BONUSES):
            state.bonus[seat, k] = 0
        state.scored[seat] = 0
    state.stage = 0
    state.ended = 0
    state.gone = 0
    clear_table(state)


def clear_table(state: State) -> None:
    """No dice on the table, and nothing to do."""
    state.dice[0] = 0
    state.dice[1] = 0
    for seat in range(state.seats):
        state.todo[seat] = 0
        state.owed[seat] = 0
        for k in range(STEPS):
            state.done[seat, k] = 0


def waiting(state: State) -> int:
    """RV-1: all who have something left to do, in any order."""
    mask = 0
    for seat in range(state.seats):
        mask |= (state.todo[seat] != 0) << seat
    return mask


def roller(state: State) -> int:
    return -1  # RV-1: the dice are everybody's


def outcomes(state: State) -> int:
    return FACES * FACES  # RV-1: ordered pairs


def weight(state: State, outcome: int) -> int:
    return 1


def happen(state: State, outcome: int) -> None:
    state.dice[0] = outcome // FACES + 1
    state.dice[1] = outcome % FACES + 1
    steps = steps_of_round(state)
    for seat in range(state.seats):
        if not has_left(state, seat):
            state.todo[seat] = steps
            state.owed[seat] = steps


def play(state: State, seat: int, action: int) -> None:
    take_step(state, seat, whole(action))
    if waiting(state) == 0:
        finish_round(state)


def finish_round(state: State) -> None:
    """The last one has finished (RV-1): count the round, and clear the table for the next."""
    if state.stage > 0:  # RV-3: the preparation scores nothing
        for seat in range(state.seats):
            if not has_left(state, seat):
                count_round(state, seat)
    clear_table(state)
    if state.stage == ROUNDS:
        state.ended = FINISHED  # RV-2
    else:
        state.stage += 1


def count_round(state: State, seat: int) -> None:
    avenue = avenue_of_seat(state, seat)
    state.scores[seat, whole(state.stage) - 1] = avenue_points(state, seat, avenue)
    state.scored[seat] = avenue + 1


def leave(state: State, seat: int) -> None:
    """Its sheet stays as it was before this round; the last one left wins."""
    undo(state, seat)
    state.todo[seat] = 0
    state.owed[seat] = 0
    depart(state, seat)
    if staying(state) < 2:
        state.ended = DESERTED  # a lone mayor's game too
        break_off(state)
    elif state.dice[0] != 0 and waiting(state) == 0:
        finish_round(state)


def break_off(state: State) -> None:
    """An end before its time: the round that was under way does not count."""
    for seat in range(state.seats):
        undo(state, seat)
    clear_table(state)
