"""The rules of the Goose as kernels on one record: see RULES.md for the numbers JO-1 … JO-11."""

from ludotheque.core.contract import Moves, Numbers, State, whole
from ludotheque.core.records import record
from ludotheque.core.turns import (
    FIELDS,
    NOBODY,
    WON,
    depart,
    may_begin,
    open_turns,
    pass_on,
    rank_points,
)
from ludotheque_goose.board import END, IS_GOOSE, LEADS_TO, PAWNS, SEATS, START, WAIT
from ludotheque_goose.traits import TRAITS, observe

STATE = record(
    ("pawns", "u1", (SEATS, PAWNS)),  # the square of each: 0 start … 63 end
    ("held", "u1", (SEATS, PAWNS)),  # own turns that it still has to wait
    ("dice", "u1", (2,)),  # on the table; 0 to be rolled
    ("seats", "u1"),  # option: 2 … 4
    *FIELDS,
)
ACTIONS = PAWNS  # an action is the number of the pawn that moves
OUTCOMES = 36  # two dice, in order
LONGEST = 5_000  # steps; a game of four takes some hundred


def setup(state: State) -> None:
    for seat in range(SEATS):
        take_off(state, seat)
    break_off(state)
    open_turns(state)  # JO-2: who begins is drawn by lot


def take_off(state: State, seat: int) -> None:
    for pawn in range(PAWNS):
        state.pawns[seat, pawn] = START
        state.held[seat, pawn] = 0


def break_off(state: State) -> None:
    state.dice[0] = 0
    state.dice[1] = 0


def waiting(state: State) -> int:
    return 1 << whole(state.turn) if state.dice[0] != 0 else 0


def outcomes(state: State) -> int:
    return whole(state.seats) if state.turn == NOBODY else 36


def weight(state: State, outcome: int) -> int:
    return may_begin(state, outcome) if state.turn == NOBODY else 1


def happen(state: State, outcome: int) -> None:
    if state.turn == NOBODY:
        state.turn = outcome  # JO-2
        return
    state.dice[0] = outcome // 6 + 1
    state.dice[1] = outcome % 6 + 1
    if not can_move(state, state.turn):
        end_turn(state, PAWNS)  # JO-7, JO-8


def can_move(state: State, seat: int) -> bool:
    return is_free(state, seat, 0) or is_free(state, seat, 1)


def is_free(state: State, seat: int, pawn: int) -> bool:
    return state.pawns[seat, pawn] != END and state.held[seat, pawn] == 0


def end_turn(state: State, moved: int) -> None:
    """Pawns that did not move have waited a turn (JO-7, JO-8); the next seat's begins."""
    for pawn in range(PAWNS):
        if pawn != moved and state.held[state.turn, pawn] > 0:
            state.held[state.turn, pawn] -= 1
    break_off(state)
    pass_on(state)


def legal(state: State, seat: int, moves: Moves) -> int:
    """Every pawn that is free; of two on one square the first stands for both."""
    count = 0
    for pawn in range(PAWNS):
        twin = pawn == 1 and state.pawns[seat, 0] == state.pawns[seat, 1]
        if is_free(state, seat, pawn) and not (twin and is_free(state, seat, 0)):
            moves[count] = pawn
            count += 1
    return count


def play(state: State, seat: int, action: int) -> None:
    start = whole(state.pawns[seat, action])
    end = destination(start, whole(state.dice[0]), whole(state.dice[1]))
    relieve(state, seat, start, end)
    state.pawns[seat, action] = end
    state.held[seat, action] = WAIT[end]  # JO-7, JO-8
    if state.pawns[seat, 0] == END and state.pawns[seat, 1] == END:
        state.ended = WON  # JO-11
        break_off(state)
    else:
        end_turn(state, action)


def destination(start: int, one: int, other: int) -> int:
    """Where a roll takes a pawn from a square."""
    count = one + other
    if start == START and count == 9:  # JO-5: else the geese would carry it to the very end
        return 26 if one in (3, 6) else 53
    square = start + count  # JO-3
    while square < END and IS_GOOSE[square]:
        square += count  # JO-4
    if square > END:
        square = 2 * END - square  # JO-10
    return whole(LEADS_TO[square])  # JO-6


def relieve(state: State, seat: int, start: int, end: int) -> None:
    """JO-9: whoever stands there goes where the newcomer came from, and waits no longer."""
    for other in range(state.seats):
        for pawn in range(PAWNS):
            if other != seat and state.pawns[other, pawn] == end and START < end < END:
                state.pawns[other, pawn] = start
                state.held[other, pawn] = 0


def score(state: State, out: Numbers) -> None:
    for seat in range(state.seats):
        out[seat] = whole(state.pawns[seat, 0]) + whole(state.pawns[seat, 1])


def rank(state: State, out: Numbers) -> None:
    score(state, out)
    rank_points(state, out)  # JO-11


def leave(state: State, seat: int) -> None:
    take_off(state, seat)
    depart(state, seat)
    if state.ended != 0:
        break_off(state)
    elif state.turn == seat:
        end_turn(state, PAWNS)
