"""The rules of Ludo as kernels on one record: see RULES.md for the numbers LC-1 … LC-21."""

from ludotheque.core.contract import Moves, Numbers, State, whole
from ludotheque.core.records import overlay
from ludotheque.core.turns import (
    DESERTED,
    FIELDS,
    NOBODY,
    WON,
    depart,
    has_left,
    may_begin,
    open_turns,
    pass_on,
    rank_points,
)
from ludotheque.games.ludo.board import BASE, DICE, ENTRY, FINAL, PAWNS, SEATS, TARGETS
from ludotheque.games.ludo.reckoning import RECKONED, reckon
from ludotheque.games.ludo.traits import TRAITS, observe

_FIELDS = [
    # Own position of each pawn: 0 base, 1 entry … 57 final. Seats and pawns that the options
    # leave out never move: such seats stay in base, such pawns in the final.
    ("pawns", "u1", (SEATS, PAWNS)),
    ("seats", "u1"),  # option: 2 … 4
    ("each", "u1"),  # option: pawns of a seat, 1 … 4
    ("die", "u1"),  # on the table; 0 to be rolled
    ("sixes", "u1"),  # sixes in a row, the die on the table included
    ("extra", "u1"),  # extra turns pending after the roll in hand
    *FIELDS,
]
# ``rows`` are the bytes of ``pawns`` again, a seat's four as one word, to compare at once.
STATE = overlay(_FIELDS, "rows", "u4", "pawns")

ACTIONS = PAWNS  # an action is the number of the pawn that moves
OUTCOMES = 6  # faces of the die; seats in the lot
LONGEST = 10_000  # steps; nobody has seen a third of it

NO_PAWN = 255
SEVEN_BITS = 0x7F7F7F7F  # of each byte of a word
TOP_BITS = 0x80808080
FINAL_POINTS = 250  # LC-16


def setup(state: State) -> None:
    for seat in range(SEATS):
        for pawn in range(PAWNS):
            used = pawn < state.each or seat >= state.seats
            state.pawns[seat, pawn] = BASE if used else FINAL
    open_turns(state)  # LC-3: who begins is drawn by lot
    settle(state)


def waiting(state: State) -> int:
    if state.die == 0 or state.ended != 0:
        return 0
    return 1 << whole(state.turn)


def outcomes(state: State) -> int:
    return whole(state.seats) if state.turn == NOBODY else 6


def weight(state: State, outcome: int) -> int:
    return may_begin(state, outcome) if state.turn == NOBODY else 1


def happen(state: State, outcome: int) -> None:
    if state.turn == NOBODY:
        state.turn = outcome  # LC-3
        return
    die = outcome + 1
    sixes = (whole(state.sixes) + 1) * (die == 6)
    # LC-7: the third 6 in a row moves nothing. LC-5, LC-20: nor does a roll without a move.
    if sixes == 3 or not has_move(state, die):
        pass_turn(state)
    else:
        state.die = die
        state.sixes = sixes


def has_move(state: State, die: int) -> bool:
    row = whole(state.rows[state.turn])
    dice = 0
    for pawn in range(PAWNS):
        dice |= DICE[in_row(row, pawn)]
    return dice >> die & 1 != 0


def in_row(row: int, pawn: int) -> int:
    """The position of a pawn, from the word of its seat's four."""
    return row >> 8 * pawn & 0xFF


def pass_turn(state: State) -> None:
    """The turn goes on clockwise (LC-3); extra turns still pending are lost (LC-7, LC-20)."""
    settle(state)
    pass_on(state)


def legal(state: State, seat: int, moves: Moves) -> int:
    """Every pawn that the die can move (LC-19: none in particular); never a pass (LC-18)."""
    row, die = whole(state.rows[seat]), whole(state.die)
    count = 0
    for pawn in range(PAWNS):
        position = in_row(row, pawn)
        able = DICE[position] >> die & 1
        for lower in range(pawn):  # two on one position: the lower number stands for both
            if in_row(row, lower) == position:
                able = 0
        moves[count] = pawn
        count += able
    return count


def play(state: State, seat: int, action: int) -> None:
    start, end = whole(state.pawns[seat, action]), destination(state, seat, action)
    extra = whole(state.extra)
    extra += state.die == 6  # LC-6
    victim = captured(state, seat, end)
    if victim != NO_PAWN:
        state.pawns[victim // PAWNS, victim % PAWNS] = BASE
        extra += 1  # LC-9, LC-10
    # The pawn's byte of the word: a byte written alone would hold up whoever reads the word.
    state.rows[seat] = whole(state.rows[seat]) + (end - start << 8 * whole(action))
    if end == FINAL:
        extra += 1  # LC-14
        if is_home(state, seat):
            state.ended = WON  # LC-15
            extra = 0
    if extra > 0:  # LC-21: one by one
        state.extra = extra - 1
        state.die = 0
    elif state.ended:
        settle(state)
    else:
        pass_turn(state)


def destination(state: State, seat: int, pawn: int) -> int:
    """Where the die takes a pawn: from the base to its entry (LC-4), else by its count (LC-8)."""
    position, die = whole(state.pawns[seat, pawn]), whole(state.die)
    return position + die if position != BASE else ENTRY


def captured(state: State, seat: int, end: int) -> int:
    """The pawn that one ending there captures, as 4·seat + pawn; NO_PAWN if none."""
    two = whole(state.seats == 2)
    there = 0  # bit 8·pawn + 7 − seat: that pawn stands where the moving one ends
    for other in range(SEATS):
        differ = whole(state.rows[other]) ^ whole(TARGETS[two, seat, end, other])
        there |= (~(differ + SEVEN_BITS) & TOP_BITS) >> other  # a byte that differs carries up
    # LC-9: exactly one pawn there, and an opponent's.
    if there == 0 or there & (there - 1) or there & TOP_BITS >> whole(seat):
        return NO_PAWN
    for other in range(SEATS):
        for pawn in range(PAWNS):
            if there << other == 0x80 << 8 * pawn:
                return PAWNS * other + pawn
    return NO_PAWN


def break_off(state: State) -> None:
    settle(state)


def settle(state: State) -> None:
    """Nothing is on the table or pending."""
    state.die = 0
    state.sixes = 0
    state.extra = 0


def is_home(state: State, seat: int) -> bool:
    for pawn in range(PAWNS):
        if state.pawns[seat, pawn] != FINAL:
            return False
    return True


def score(state: State, out: Numbers) -> None:
    count_points(state, out)
    if state.ended == DESERTED:  # LC-16: the last one left has the winner's points
        for seat in range(state.seats):
            if not has_left(state, seat):
                out[seat] = FINAL_POINTS * whole(state.each)


def count_points(state: State, out: Numbers) -> None:
    for seat in range(state.seats):
        out[seat] = points(state, seat)


def points(state: State, seat: int) -> int:
    """LC-16: 250 for a pawn in the final, else its position."""
    total = 0
    for pawn in range(state.each):
        position = whole(state.pawns[seat, pawn])
        total += FINAL_POINTS if position == FINAL else position
    return total


def rank(state: State, out: Numbers) -> None:
    count_points(state, out)
    rank_points(state, out)  # LC-17


def leave(state: State, seat: int) -> None:
    """The seat's pawns are taken off; the last one left wins."""
    for pawn in range(state.each):
        state.pawns[seat, pawn] = BASE
    depart(state, seat)
    if state.ended:
        settle(state)
    elif state.turn == seat:
        pass_turn(state)
