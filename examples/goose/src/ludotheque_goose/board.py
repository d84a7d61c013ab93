"""The squares of the spiral: what each does, and where it lies on the board."""

import numpy as np

SEATS, PAWNS = 4, 2
START, END = 0, 63
GEESE = (5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59)
LEADS = {6: 12, 42: 30, 58: START}  # the bridge, the maze, death
WAITS = {19: 1, 31: 3, 52: 3}  # the inn, the well, the prison: turns to wait

IS_GOOSE = np.isin(np.arange(END + 1), GEESE)
LEADS_TO = np.array([LEADS.get(square, square) for square in range(END + 1)])
WAIT = np.array([WAITS.get(square, 0) for square in range(END + 1)])

COLUMNS, ROWS = 9, 7


def _spiral() -> list[tuple[int, int]]:
    """The cell of each square from 1 on: along the bottom, up, back, down, and inwards."""
    free = {(column, row) for column in range(COLUMNS) for row in range(ROWS)}
    cells, (column, row), (right, down) = [], (-1, ROWS - 1), (1, 0)
    while free:
        if (column + right, row + down) not in free:
            right, down = down, -right
        column, row = column + right, row + down
        free.remove((column, row))
        cells.append((column, row))
    return cells


CELLS = _spiral()
