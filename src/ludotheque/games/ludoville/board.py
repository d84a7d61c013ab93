"""The board and the tiles of Ludoville: what the rules and the drawing both need to know.

Columns a … m run from west to east, rows 1 … 9 from north to south. A cell is numbered
13·row + column. Terrain, counts and points are an edition's business, not this module's.
"""

from typing import Any, TypeAlias

import numpy as np

COLUMNS, ROWS = 13, 9
CELLS = COLUMNS * ROWS
LETTERS = "abcdefghijklm"
NOWHERE = 255  # no cell has this number

KINDS = (
    "castle", "cathedral", "bridge", "port", "town-hall", "market", "fair", "gardens",
    "gate", "quarter", "wall", "suburb", "church",
)  # fmt: skip
CASTLE, CATHEDRAL, BRIDGE, PORT, TOWN_HALL, MARKET, FAIR, GARDENS = range(8)
GATE, QUARTER, WALL, SUBURB, CHURCH = range(8, 13)
INNER = (CASTLE, CATHEDRAL, BRIDGE, TOWN_HALL, MARKET, FAIR, GARDENS, QUARTER)


def cell_name(cell: int) -> str:
    """A cell in writing: "e4"."""
    return f"{LETTERS[cell % COLUMNS]}{cell // COLUMNS + 1}"


CELL_NAMES = tuple(cell_name(cell) for cell in range(CELLS))
CELL_NUMBERS = {name: cell for cell, name in enumerate(CELL_NAMES)}


# Sets of cells are bit boards of two words, low and high. A row takes fourteen bits: the
# fourteenth stays empty, so that a step off one row never lands on the next.
STRIDE = COLUMNS + 1
WORDS = 2
WORD = 64  # bits of each
Mask: TypeAlias = Any  # two 64-bit words
Table: TypeAlias = "np.ndarray[Any, np.dtype[np.uint64]]"


def mask_of(cells: "list[int] | range") -> int:
    """The bit board of some cells as one whole number."""
    bits = 0
    for cell in cells:
        bits |= 1 << (cell // COLUMNS * STRIDE + cell % COLUMNS)
    return bits


def words(bits: int) -> tuple[int, int]:
    """The low and the high word of a bit board."""
    return bits & (2**64 - 1), bits >> 64


def bits_of(mask: Mask) -> int:
    """A bit board of two words as one whole number."""
    return int(mask[0]) | int(mask[1]) << 64


def cells_in(bits: int) -> list[int]:
    """The cells of a bit board in one whole number, in rising order."""
    found = []
    while bits:
        place = (bits & -bits).bit_length() - 1
        found.append(place - place // STRIDE)  # each row before it has an empty bit
        bits &= bits - 1
    return found


def cells_of(mask: Mask) -> list[int]:
    """The cells of a bit board of two words, in rising order."""
    return cells_in(bits_of(mask))


def _boxes() -> Table:
    """For a reach of 1 or 2 and each cell: the cells around it, itself left out (LV-22)."""
    table = np.zeros((2, CELLS, WORDS), np.uint64)
    for reach in (1, 2):
        for cell in range(CELLS):
            row, column = divmod(cell, COLUMNS)
            around = [
                other
                for other in range(CELLS)
                if other != cell
                and abs(other // COLUMNS - row) <= reach
                and abs(other % COLUMNS - column) <= reach
            ]
            table[reach - 1, cell] = words(mask_of(around))
    return table


BOXES = _boxes()
BITS = np.array([words(mask_of([cell])) for cell in range(CELLS)], np.uint64)
BOARD = np.array(words(mask_of(range(CELLS))), np.uint64)
EDGE = tuple(
    cell
    for cell in range(CELLS)
    if cell // COLUMNS in (0, ROWS - 1) or cell % COLUMNS in (0, COLUMNS - 1)
)


# Which cell a bit stands for, those of the high word from WORD on.
CELL_OF_BIT = np.array([bit - bit // STRIDE for bit in range(WORDS * WORD)], np.uint8)
