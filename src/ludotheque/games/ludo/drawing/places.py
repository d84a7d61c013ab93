"""Where the houses of the Ludo board lie, in the picture's units, and where pawns stand.

Nothing here knows a state or a style.
"""

from ludotheque.core.drawing import Point, Track
from ludotheque.core.drawing.boards import homes_at
from ludotheque.games.ludo.board import (
    BASE,
    BASE_CELLS,
    CORNERS,
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


# Bases at the top wear their name above, those below beneath.
BASES = homes_at(HUES, [centre(cell) for cell in BASE_CELLS], sides=(1, 1, -1, -1))
PLACES = tuple(  # of a corner's pawn by position, where they do not depend on the pawn
    ((0, 0), *(centre(house_cell(corner, position)) for position in range(1, FINAL)), (0, 0))
    for corner in range(SEATS)
)
FINAL_PLACES = tuple(tuple(centre(cell) for cell in cells) for cells in FINAL_CELLS)


def standing(corner: int, position: int, number: int) -> Point:
    """Where a pawn stands when it is alone there."""
    if position == BASE:
        return BASES.spots[corner][number]
    return FINAL_PLACES[corner][number] if position == FINAL else PLACES[corner][position]


TRACK = Track(CORNERS, HUES, FINAL, (120, 100, 62), standing)
