"""The geometry of the Superludo board: what the rules and the drawing both need to know.

A pawn's position is its own count: 0 home, 1 exit … 64 its corridor mouth, 65–71 its
corridor, 72 goal. The rules think in these; a common square has a number 1 … 68.
"""

import numpy as np
from numpy.typing import NDArray

SEATS = 4
PAWNS = 4
SQUARES = 68  # CA-2: common squares
SIDE = SQUARES // SEATS  # from one corner's exit to the next one's
HOME = 0
EXIT = 1
MOUTH = 64  # the last common square of a pawn's way
GOAL = 72
POSITIONS = GOAL + 1

EXITS = (5, 22, 39, 56)  # yellow, blue, red, green
MOUTHS = (68, 17, 34, 51)
SAFE_SQUARES = tuple(sorted((*EXITS, 12, 29, 46, 63, *MOUTHS)))  # CA-2
SAFE_COUNT = len(SAFE_SQUARES)  # twelve

CORNERS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # where each seat sits


def square_of(corner: int, position: int) -> int:
    """The common square where a corner's pawn stands at this position (1 … 64)."""
    return (EXITS[corner] + position - 2) % SQUARES + 1


def position_at(corner: int, square: int) -> int:
    """The position of a corner's pawn on a common square; above MOUTH where it never comes."""
    return (square - EXITS[corner]) % SQUARES + 1


# The record keeps a word for each quarter of the board, the 17 squares from a corner's exit
# on: a bit a square that holds a barrier; above them, at the place of each safe square, a bit
# where two colours share it, and next to that one where the lower of the two arrived last.
SAFE_OFFSETS = (0, 7, 12)  # the exit, the middle one, the mouth of the corner before
SAFE_BITS = sum(1 << offset for offset in SAFE_OFFSETS)
SHARED = 1 << SIDE
LATE = 1  # bits from a SHARED one to its arrival bit

NOWHERE = 127  # no pawn ever has this position


def _quarters() -> NDArray[np.uint8]:
    table = np.zeros((SEATS, POSITIONS), np.uint8)
    for corner in range(SEATS):
        for position in range(EXIT, MOUTH + 1):
            table[corner, position] = (corner + (position - 1) // SIDE) % SEATS
    return table


def _square_bits() -> NDArray[np.int64]:
    table = np.zeros(POSITIONS, np.int64)
    for position in range(EXIT, MOUTH + 1):
        table[position] = 1 << (position - 1) % SIDE
    return table


def _safe_bits() -> NDArray[np.int64]:
    table = np.zeros(POSITIONS, np.int64)
    for position in range(EXIT, MOUTH + 1):
        offset = (position - 1) % SIDE
        if offset in SAFE_OFFSETS:
            table[position] = SHARED << offset
    return table


def _lane_bits() -> NDArray[np.uint64]:
    table = np.zeros(POSITIONS, np.uint64)
    for position in range(MOUTH + 1, GOAL):
        table[position] = 1 << (position - MOUTH - 1)
    return table


def _meetings() -> NDArray[np.int64]:
    table = np.full((SEATS, POSITIONS), NOWHERE, np.int64)
    for ahead in range(1, SEATS):
        for position in range(EXIT, MOUTH + 1):
            theirs = position_at(ahead, square_of(0, position))
            if theirs <= MOUTH:
                table[ahead, position] = theirs
    return table


QUARTERS = _quarters()  # [corner, position]: the word of that square
BARRIER = _square_bits()  # [position]: its bit in that word; 0 off the common squares
SAFE = _safe_bits()  # [position]: its SHARED bit; 0 where a pawn is not safe (CA-2)
MARKS = BARRIER | SAFE | SAFE << LATE  # [position]: all that a word says of that square

# LANE[p]: the squares of a corridor as bits, bit 0 the first; 0 elsewhere.
LANE = _lane_bits()
WALL = np.uint64((1 << 64) - (1 << (GOAL - MOUTH)))  # CA-24: nothing lies beyond the goal

# MEETS[c, p]: the position of a pawn whose corner lies c corners after mine on the square of
# my position p; NOWHERE where it never comes, and in row 0, which is my own corner.
MEETS = _meetings()


def _targets() -> NDArray[np.uint32]:
    table = np.zeros((2, SEATS, POSITIONS, SEATS), np.uint32)
    for two, apart in enumerate((1, 2)):  # corners from one seat to the next
        for seat in range(SEATS):
            for other in range(SEATS):
                ahead = (other - seat) * apart % SEATS
                table[two, seat, :, other] = MEETS[ahead] * 0x01010101
    return table


# TARGETS[t, s, p, o]: on the square of seat s's position p the position of seat o, in each byte of
# a word, to compare with its four pawns at once; t is 1 where two play, who sit opposite.
TARGETS = _targets()
