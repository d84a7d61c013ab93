"""The geometry of the Ludo board: what the rules and the drawing both need to know.

A pawn's position is its own count: 0 base, 1 entry … 51 last common house, 52–56 its
straight, 57 final. The rules think in these; a house of the ring has an index 0 … 51.
"""

import numpy as np

SEATS = 4
PAWNS = 4
RING = 52  # LC-2: common houses
BASE = 0
ENTRY = 1
LAST_COMMON = 51
FINAL = 57
POSITIONS = FINAL + 1

ENTRIES = (0, 13, 26, 39)  # ring indices, a corner each
STARS = (8, 21, 34, 47)  # ring indices: eight houses after each entry
SAFE_HOUSES = frozenset(ENTRIES + STARS)  # LC-11

CORNERS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # LC-1: where each seat sits


def ring_index(corner: int, position: int) -> int:
    """The house of the ring where a corner's pawn stands at this position (1 … 51)."""
    return (ENTRIES[corner] + position - 1) % RING


def _dice_by_position() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    table = np.zeros(POSITIONS, np.uint8)
    for position in range(POSITIONS):
        for die in range(1, 7):
            # LC-4: only a 6 leaves the base; LC-13: the final by exact count.
            if die == 6 if position == BASE else position + die <= FINAL:
                table[position] |= 1 << die
    return table


def _meetings() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    table = np.full((SEATS, POSITIONS), NOWHERE, np.int64)
    table[0] = np.arange(POSITIONS)
    for ahead in range(1, SEATS):
        for position in range(1, LAST_COMMON + 1):
            house = ring_index(0, position)
            theirs = (house - ENTRIES[ahead]) % RING + 1
            if house not in SAFE_HOUSES and theirs <= LAST_COMMON:
                table[ahead, position] = theirs
    return table


NOWHERE = 127  # no pawn ever has this position

# Bit d is set where a die of d can move a pawn from that position.
DICE = _dice_by_position()

# MEETS[c, p]: I end on my position p; the own position of a pawn whose corner lies c corners
# clockwise of mine and whom I may capture there, NOWHERE in safety (LC-11, LC-12). Row 0 is
# my own corner: my other pawns there have the same count.
MEETS = _meetings()


def _targets() -> np.ndarray[tuple[int, int, int, int], np.dtype[np.uint32]]:
    table = np.zeros((2, SEATS, POSITIONS, SEATS), np.uint32)
    for two, apart in enumerate((1, 2)):  # LC-1: corners from one seat to the next
        for seat in range(SEATS):
            for other in range(SEATS):
                table[two, seat, :, other] = MEETS[(other - seat) * apart % 4] * 0x01010101
    return table


# TARGETS[t, s, p, o]: whom seat s ending on its position p meets of seat o, in each byte of a word,
# to compare with its four pawns at once; t is 1 where two play, who sit opposite.
TARGETS = _targets()


# The drawing's geometry, in cells of a 15 × 15 grid: (column, row) of a centre, the top left
# cell being (0, 0). Corner 0 is written down; a quarter turn clockwise makes each next one.
GRID = 15
Cell = tuple[float, float]

_QUARTER = (  # the thirteen houses from corner 0's entry to the one before corner 1's
    *((column, 6) for column in range(1, 6)),
    *((6, row) for row in range(5, -1, -1)),
    (7, 0),
    (8, 0),
)


def _turned(cell: Cell, corner: int) -> Cell:
    """Where a cell of corner 0 lies for another corner."""
    for _ in range(corner):
        cell = (GRID - 1 - cell[1], cell[0])
    return cell


RING_CELLS = tuple(_turned(cell, corner) for corner in range(SEATS) for cell in _QUARTER)
STRAIGHT_CELLS = tuple(
    tuple(_turned((column, 7), corner) for column in range(1, 6)) for corner in range(SEATS)
)
BASE_CELLS = tuple(_turned((2.5, 2.5), corner) for corner in range(SEATS))  # a base's middle
# A pawn each: three along the triangle's edge, one towards the middle.
FINAL_CELLS = tuple(
    tuple(_turned(cell, corner) for cell in ((5.9, 6.3), (5.9, 7), (5.9, 7.7), (6.45, 7)))
    for corner in range(SEATS)
)


def house_cell(corner: int, position: int) -> Cell:
    """The cell of a corner's pawn on the ring or on its straight (positions 1 … 56)."""
    if position <= LAST_COMMON:
        return RING_CELLS[ring_index(corner, position)]
    return STRAIGHT_CELLS[corner][position - LAST_COMMON - 1]
