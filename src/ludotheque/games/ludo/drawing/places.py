"""Where the houses of the Ludo board lie, in the picture's units, and where pawns stand.

Nothing here knows a state or a style.
"""

from ludotheque.core.drawing import Point
from ludotheque.core.drawing.boards import spots_of, tray_of
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

UNIT = 40  # a cell
SIZE = UNIT * (GRID + 1)  # half a cell of rim all around
HUES = ("red", "green", "yellow", "blue")  # of the corners, clockwise


def centre(cell: Cell) -> Point:
    """The middle of a cell in the picture's units, on the grid that the stylesheet has."""
    return 2 * round(UNIT * (cell[0] + 1) / 2), 2 * round(UNIT * (cell[1] + 1) / 2)


SIDES = (1, 1, -1, -1)  # bases at the top wear their name above, those below beneath

BASES = tuple(centre(cell) for cell in BASE_CELLS)
TRAYS = tuple(map(tray_of, BASES, SIDES))
PLACES = tuple(  # of a corner's pawn by position, where they do not depend on the pawn
    ((0, 0), *(centre(house_cell(corner, position)) for position in range(1, FINAL)), (0, 0))
    for corner in range(SEATS)
)
BASE_PLACES = tuple(map(spots_of, TRAYS))
FINAL_PLACES = tuple(tuple(centre(cell) for cell in cells) for cells in FINAL_CELLS)
BASE_SCALE, FINAL_SCALE = 120, 62  # per cent of a pawn's size on the ring


def standing(corner: int, position: int, number: int) -> Point:
    """Where a pawn stands when it is alone there."""
    if position == BASE:
        return BASE_PLACES[corner][number]
    return FINAL_PLACES[corner][number] if position == FINAL else PLACES[corner][position]
