"""Where the houses of the Ludo board lie, in the picture's units, and where pawns stand.

Nothing here knows a state or a style.
"""

from ludotheque.games.ludo.board import (
    BASE,
    BASE_CELLS,
    FINAL,
    FINAL_CELLS,
    GRID,
    SEATS,
    Cell,
    house_cell,
)

Point = tuple[int, int]

UNIT = 40  # a cell
SIZE = UNIT * (GRID + 1)  # half a cell of rim all around
HUES = ("red", "green", "yellow", "blue")  # of the corners, clockwise


def centre(cell: Cell) -> Point:
    """The middle of a cell in the picture's units, on the grid that the stylesheet has."""
    return 2 * round(UNIT * (cell[0] + 1) / 2), 2 * round(UNIT * (cell[1] + 1) / 2)


# A base: a coloured tile, its name on the outer side, a tray with four spots and the die.
TILE, TRAY_WIDTH, TRAY_HEIGHT = 224, 200, 162
NAME_SHIFT, TRAY_SHIFT = -88, 22  # outwards and inwards of the tile's middle
SPOTS = ((-62, -44), (62, -44), (-62, 44), (62, 44))
SIDES = (1, 1, -1, -1)  # bases at the top wear their name above, those below beneath

BASES = tuple(centre(cell) for cell in BASE_CELLS)
TRAYS = tuple((x, y + side * TRAY_SHIFT) for (x, y), side in zip(BASES, SIDES, strict=True))
PLACES = tuple(  # of a corner's pawn by position, where they do not depend on the pawn
    ((0, 0), *(centre(house_cell(corner, position)) for position in range(1, FINAL)), (0, 0))
    for corner in range(SEATS)
)
BASE_PLACES = tuple(tuple((x + dx, y + dy) for dx, dy in SPOTS) for x, y in TRAYS)
FINAL_PLACES = tuple(tuple(centre(cell) for cell in cells) for cells in FINAL_CELLS)
BASE_SCALE, FINAL_SCALE = 120, 62  # per cent of a pawn's size on the ring


def standing(corner: int, position: int, number: int) -> Point:
    """Where a pawn stands when it is alone there."""
    if position == BASE:
        return BASE_PLACES[corner][number]
    return FINAL_PLACES[corner][number] if position == FINAL else PLACES[corner][position]
