"""What the pawns may do: barriers, full squares, and the duties that narrow the choice.

Kernels that look at the record and change nothing: what a move does is in rules.py.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.contract import State, whole
from ludotheque.games.superludo.board import (
    EXIT,
    GOAL,
    HOME,
    LANE,
    NOWHERE,
    PAWNS,
    SAFE_BITS,
    SEATS,
    SHARED,
    SIDE,
    TARGETS,
    WALL,
)
from ludotheque.games.superludo.record import COMING_OUT, SECOND

FIRST_DIE = 0x0F  # of a mask of actions; of pawns, all of a seat
EACH_DIE = 0x11  # one pawn's action with the first die, and with the second
EACH_BYTE = 0x01010101
SEVEN_BITS = 0x7F7F7F7F  # of each byte of a word
TOP_BITS = 0x80808080
GATHER = 1 << 24 | 1 << 17 | 1 << 10 | 1 << 3  # times the lowest bits of a word's bytes
NOTHING = np.uint64(0)
COUNTS = 8  # what is in hand: nothing, or 1 … 7
HALF = 32  # squares of a way that only the first of its two words has

Way: TypeAlias = tuple[np.uint64, np.uint64]  # see way()


def _comings_out() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    outs, beside = np.zeros((2, COUNTS, COUNTS), np.uint8)
    for first, second in np.ndindex(outs.shape):
        if first + second == COMING_OUT:  # CA-12: both dice; CA-10: a 5 alone
            outs[first, second] = 1
        elif first == COMING_OUT:
            outs[first, second], beside[first, second] = 1, FIRST_DIE << SECOND
        elif second == COMING_OUT:
            outs[first, second], beside[first, second] = 1 << SECOND, FIRST_DIE
    return outs, beside


# [first, second], the counts in hand: with which die a pawn comes out, as the action of pawn 0, and
# which actions may be played before. Looked up, since nobody can guess what the dice will show.
OUTS, BESIDE = _comings_out()


def find_playable(state: State) -> int:
    """The legal actions of the seat whose turn it is, a bit each."""
    seat, bonus = whole(state.turn), whole(state.bonus)
    first = bonus if bonus != 0 else whole(state.hand[0])
    second = 0 if bonus != 0 else whole(state.hand[1])
    barred = 0 if bonus != 0 else whole(state.barred)
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
    closed = pairs if state.mixed_barriers != 0 else barriers  # CA-16
    lane = corridor(state, seat)
    blocked, full = way(closed, lane), way(pairs, lane)
    able = reaching(state, seat, blocked, full, first)
    if second != 0 and second != first:  # of two alike the first stands for both
        able |= reaching(state, seat, blocked, full, second) << SECOND
    return able & ~(EACH_DIE * left_out(state, seat, barred))


def reaching(state: State, seat: int, blocked: Way, full: Way, count: int) -> int:
    """The pawns whose way is free for so many squares (CA-14) and has room at its end (CA-15)."""
    last, before = np.uint64(1 << count >> 1), np.uint64((1 << count) - 1 >> 1)
    able = 0
    for pawn in range(PAWNS):
        position = whole(state.pawns[seat, pawn])
        stops = ahead(blocked, position) & before | ahead(full, position) & last
        able |= 1 << pawn if stops == NOTHING else 0
    return able


def left_out(state: State, seat: int, barred: int) -> int:
    """The pawns that the dice leave where they are, a bit each.

    They are at home, barred (CA-18), or on the position of one with a lower number, which may
    move and stands for both.
    """
    row = whole(state.rows[seat])
    standing = row | NOWHERE << 8 * barred >> 8
    differ = row + SEVEN_BITS  # a byte that is not HOME carries up
    for lower in range(1, PAWNS):
        differ &= (row ^ standing << 8 * lower) + SEVEN_BITS
    return gathered(~differ) | 1 << barred >> 1


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


def way(track: np.uint64, lane: np.uint64) -> Way:
    """A seat's way, bit 0 its exit, then the way from half of it on: two words that overlap.

    One of them has all that a pawn may come to in a move, wherever it stands.
    """
    half = np.uint64(HALF)
    return track, track >> half | lane << half


def ahead(way: Way, position: int) -> np.uint64:
    """What lies before a pawn, bit 0 the next square."""
    if position < HALF:
        return way[0] >> np.uint64(position)
    return way[1] >> np.uint64(position - HALF)


def pawns_at(state: State, seat: int, position: int) -> int:
    """The pawns of a seat on one position, a bit each."""
    differ = whole(state.rows[seat]) ^ position * EACH_BYTE
    return gathered(~(differ + SEVEN_BITS))  # a byte that differs carries up


def gathered(word: int) -> int:
    """The top bits of a word's four bytes, side by side."""
    return ((word & TOP_BITS) >> 7) * GATHER >> 24 & FIRST_DIE


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
    home, on_exit = pawns_at(state, seat, HOME), pawns_at(state, seat, EXIT)
    held = on_exit & on_exit - 1  # two own pawns hold the exit
    brought = 0 if held != 0 else (home & -home) * whole(OUTS[first, second])
    return able if brought == 0 else brought | able & whole(BESIDE[first, second])


def strangers(state: State, seat: int, position: int) -> int:
    """The foreign pawns on the square of a seat's position: bit 8·pawn + 7 − their seat.

    A partner's are foreign too (CA-21).
    """
    two = whole(state.seats == 2)
    there = 0
    for other in range(SEATS):
        differ = whole(state.rows[other]) ^ whole(TARGETS[two, seat, position, other])
        there |= (~(differ + SEVEN_BITS) & TOP_BITS) >> other
    return there
