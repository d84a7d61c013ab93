import numpy as np

from ludotheque.core.traits import Traits

SEATS, PICKS, ROUNDS = 4, 2, 2
ACTIONS = OUTCOMES = 3
LONGEST = 1 + SEATS + ROUNDS * (1 + SEATS * PICKS)
AT_ONCE = HIDDEN = True
TRAITS = Traits()
DIE = TRAITS.group("die: {}", range(4))
STATE = np.dtype(
    (
        np.record,
        [
            ("seats", "u1"),
            ("deal", "u1"),
            ("dealt", "u1"),  # how many seats have a secret
            ("secret", "u1", (SEATS,)),  # hidden from the others until the end
            ("die", "u1"),  # 0: to be rolled
            ("picks", "u1", (SEATS, PICKS)),  # 1 + card; hidden until all have picked
            ("points", "u1", (SEATS,)),
            ("lap", "u1"),
            ("gone", "u1"),
            ("ended", "u1"),
        ],
    )
)


def setup(state):
    pass


def is_over(state):
    return state.ended != 0


def has_left(state, seat):
    return state.gone >> seat & 1 != 0


def waiting(state):
    mask = 0
    if state.die == 0 or state.ended:
        return 0
    for seat in range(state.seats):
        if not has_left(state, seat) and state.picks[seat, PICKS - 1] == 0:
            mask |= 1 << seat
    return mask


def outcomes(state):
    return 3


def weight(state, outcome):
    return 1 + outcome


def happen(state, outcome):
    if state.deal and state.dealt < state.seats:
        state.secret[state.dealt] = outcome + 1
        state.dealt += 1
    else:
        state.die = outcome + 1


def legal(state, seat, moves):
    for card in range(ACTIONS):
        moves[card] = card
    return ACTIONS


def play(state, seat, action):
    at = 0 if state.picks[seat, 0] == 0 else 1
    state.picks[seat, at] = action + 1
    if waiting(state) == 0:
        finish_round(state)


def finish_round(state):
    for seat in range(state.seats):
        for k in range(PICKS):
            if state.picks[seat, k] != 0:
                state.points[seat] += state.picks[seat, k] - 1
            state.picks[seat, k] = 0
    state.die = 0
    state.lap += 1
    if state.lap == ROUNDS:
        state.ended = 1
        for seat in range(state.seats):
            state.points[seat] += state.secret[seat]


def score(state, out):
    for seat in range(state.seats):
        out[seat] = state.points[seat]


def rank(state, out):
    for seat in range(state.seats):
        out[seat] = 1
        for other in range(state.seats):
            out[seat] += state.points[other] > state.points[seat]


def observe(state, seat, traits):
    traits[0] = DIE + state.die
    return 1


def can_undo(state, seat):
    return state.picks[seat, 0] != 0


def undo(state, seat):
    for k in range(PICKS):
        state.picks[seat, k] = 0
    return True


def conceal(state, seat):
    for other in range(state.seats):
        if other != seat:
            undo(state, other)
            if not state.ended:
                state.secret[other] = 0


def leave(state, seat):
    state.gone |= 1 << seat
    undo(state, seat)
    staying = 0
    for other in range(state.seats):
        staying += not has_left(state, other)
    if staying <= 1:
        state.ended = 1
    elif state.die != 0 and waiting(state) == 0:
        finish_round(state)


def roller(state):
    return -1
