"""What the pawns may do: barriers, full squares, and the duties that narrow the choice.

Kernels that look at the record and change nothing: what a move does is in rules.py.
"""

import numpy as np

from ludotheque.core.contract import State, whole
from ludotheque.games.superludo.board import (
    EXIT,
    GOAL,
    HOME,
    LANE,
    MOUTH,
    PAWNS,
    SAFE_BITS,
    SEATS,
    SHARED,
    SIDE,
    TARGETS,
    WALL,
)
from ludotheque.games.superludo.record import COMING_OUT, EATEN, SECOND

FIRST_DIE = 0x0F  # of a mask of actions; of pawns, all of a seat
EACH_DIE = 0x11  # one pawn's action with the first die, and with the second
EACH_BYTE = 0x01010101
SEVEN_BITS = 0x7F7F7F7F  # of each byte of a word
TOP_BITS = 0x80808080
NOTHING = np.uint64(0)
ONE = np.uint64(1)
LONGEST = np.uint64((1 << EATEN) - 1)  # no move is longer


def find_playable(state: State) -> int:
    """The legal actions of the seat whose turn it is, a bit each."""
    seat, bonus = whole(state.turn), whole(state.bonus)
    first = bonus if bonus != 0 else whole(state.hand[0])
    second = 0 if bonus != 0 else whole(state.hand[1])
    barred = 0 if bonus != 0 else 1 << whole(state.barred) >> 1
    able = can_move(state, seat, first, second, barred)
    if bonus != 0:
        return able  # CA-26: no duty binds a bonus, and it brings nobody out
    if state.streak != 0:
        able = breaking(state, seat, second, able)
    return coming_out(state, seat, first, second, able)  # CA-19: this goes before


def can_move(state: State, seat: int, first: int, second: int, barred: int) -> int:
    """The pawns that neither a barrier, a full square nor the goal stops; none at home."""
    barriers, shared = track(state, seat)
    pairs = barriers | shared
    blocks = pairs if state.mixed_barriers != 0 else barriers  # CA-16
    lane = corridor(state, seat)
    able = reaching(state, seat, blocks, pairs, lane, first)
    if second != 0 and second != first:  # of two alike the first stands for both
        able |= reaching(state, seat, blocks, pairs, lane, second) << SECOND
    left_out = pawns_at(state, seat, HOME) | barred | doubles(state, seat, barred)
    return able & ~(EACH_DIE * left_out)


def reaching(
    state: State, seat: int, blocks: np.uint64, pairs: np.uint64, lane: np.uint64, count: int
) -> int:
    """The pawns whose way is free for so many squares (CA-14) and has room at its end (CA-15)."""
    last = 1 << count >> 1
    able = 0
    for pawn in range(PAWNS):
        position = whole(state.pawns[seat, pawn])
        passing, ending = ahead(blocks, lane, position), ahead(pairs, lane, position)
        able |= ((passing & last - 1 | ending & last) == 0) << pawn
    return able


def track(state: State, seat: int) -> tuple[np.uint64, np.uint64]:
    """The squares of a seat's way, bit 0 its exit: those with a barrier, with two colours."""
    barriers, shared = NOTHING, NOTHING
    for quarter in range(SEATS):
        word = whole(state.crowded[corner(state, seat) + quarter & 3])
        shift = np.uint64(SIDE * quarter)  # what falls off lies beyond the seat's mouth
        barriers |= np.uint64(word & SHARED - 1) << shift
        shared |= np.uint64(word >> SIDE & SAFE_BITS) << shift
    return barriers, shared


def corner(state: State, seats: int) -> int:
    """How many corners so many seats are: two players sit opposite."""
    return seats << (state.seats == 2)


def corridor(state: State, seat: int) -> np.uint64:
    """The squares of the seat's corridor with two pawns, and all beyond the goal (CA-24)."""
    closed, taken = WALL, NOTHING
    for pawn in range(PAWNS):
        here = LANE[state.pawns[seat, pawn]]
        closed |= taken & here
        taken |= here
    return closed


def ahead(track: np.uint64, lane: np.uint64, position: int) -> int:
    """What lies on the way of a pawn, bit 0 the square before it."""
    near, far = (track, lane) if position < MOUTH else (lane, WALL)
    step = position & MOUTH - 1
    onward = near >> np.uint64(step) | far << np.uint64(MOUTH - 1 - step) << ONE
    return whole(onward & LONGEST)


def pawns_at(state: State, seat: int, position: int) -> int:
    """The pawns of a seat on one position, a bit each."""
    differ = whole(state.rows[seat]) ^ position * EACH_BYTE
    same = ~(differ + SEVEN_BITS) & TOP_BITS  # a byte that differs carries up
    return (same >> 7 | same >> 14 | same >> 21 | same >> 28) & FIRST_DIE


def doubles(state: State, seat: int, barred: int) -> int:
    """Of two pawns on one position that may move the lower number stands for both."""
    found = 0
    for pawn in range(1, PAWNS):
        for lower in range(pawn):
            same = state.pawns[seat, lower] == state.pawns[seat, pawn]
            found |= (same & ~(barred >> lower)) << pawn
    return found


def breaking(state: State, seat: int, second: int, able: int) -> int:
    """On a 6 or a double: a barrier is broken if one of its pawns can move."""
    breakers = 0
    if state.dice == 1 or second != 0:  # CA-17, CA-18: with the first die
        breakers = able & barrier_pawns(state, seat)
    elif state.stood != 0:  # CA-19
        breakers = able & pawns_at(state, seat, whole(state.stood))
    return breakers if breakers != 0 else able


def barrier_pawns(state: State, seat: int) -> int:
    """The seat's pawns that stand in a barrier, on the way or in the corridor, a bit each."""
    found = 0
    for pawn in range(1, PAWNS):
        for lower in range(pawn):
            found |= is_barrier(state, seat, lower, pawn) * (1 << pawn | 1 << lower)
    return found


def is_barrier(state: State, seat: int, one: int, other: int) -> bool:
    """Whether two pawns of a seat are a barrier: anywhere from the exit to the goal (CA-14)."""
    position = state.pawns[seat, one]
    return position == state.pawns[seat, other] and EXIT <= position < GOAL


def standing_barrier(state: State, seat: int) -> int:
    """Own position of a barrier of the seat, but not on its exit; 0 none."""
    found = 0
    for pawn in range(1, PAWNS):
        for lower in range(pawn):
            position = whole(state.pawns[seat, pawn])
            if position != EXIT and is_barrier(state, seat, lower, pawn):
                found = position
    return found


def coming_out(state: State, seat: int, first: int, second: int, able: int) -> int:
    """CA-10, CA-12: a 5 brings a pawn out; another die beside it may be played first."""
    is_sum = first + second == COMING_OUT  # a 5 alone as well
    if not (is_sum or first == COMING_OUT or second == COMING_OUT):
        return able
    home = pawns_at(state, seat, HOME)
    on_exit = pawns_at(state, seat, EXIT)
    if home == 0 or on_exit & on_exit - 1:  # nobody is home, or two own pawns hold the exit
        return able
    lowest = home & -home
    if is_sum:
        return lowest  # CA-12: both dice
    if first == COMING_OUT:
        return able & ~FIRST_DIE | lowest
    return able & FIRST_DIE | lowest << SECOND


def strangers(state: State, seat: int, position: int) -> int:
    """The foreign pawns on the square of a seat's position: bit 8·pawn + 7 − their seat.

    A partner's are foreign too (CA-21).
    """
    there = 0
    for other in range(SEATS):
        target = TARGETS[corner(state, other - seat) & 3, position]
        differ = whole(state.rows[other]) ^ target
        there |= (~(differ + SEVEN_BITS) & TOP_BITS) >> other
    return there
