"""The geometry of a village sheet: what the rules, the policies and the drawing all know.

A set of cells is a whole number with a bit for each: bit 5·column + row, so that a column
is five neighbouring bits. These functions are kernels.
"""

from ludotheque.core.bits import count_bits, lowest_bit

COLUMNS = 6
ROWS = 5
CELLS = COLUMNS * ROWS

HOUSE, FOREST, LAKE, PARK = 0, 1, 2, 3
KINDS = 4
SCORING_KINDS = 3  # RV-12: all but the Park
KIND_NAMES = ("house", "forest", "lake", "park")
KIND_LETTERS = "HFLP"
ROW_LETTERS = "abcde"

EVERY_CELL = (1 << CELLS) - 1
TOP_ROW = sum(1 << ROWS * column for column in range(COLUMNS))
NOT_TOP = EVERY_CELL & ~TOP_ROW
NOT_BOTTOM = EVERY_CELL & ~(TOP_ROW << ROWS - 1)
COLUMN = (1 << ROWS) - 1  # the first one


def cell_at(column: int, row: int) -> int:
    """The number of a cell."""
    return ROWS * column + row


def lowest_cell(cells: int) -> int:
    """The first cell of a set that is not empty."""
    return lowest_bit(cells)


def size(cells: int) -> int:
    """How many cells a set has."""
    return count_bits(cells)


def avenue_cells(row: int) -> int:
    """The cells of one avenue."""
    return TOP_ROW << row


def spread(cells: int) -> int:
    """A set with everything that touches it side by side."""
    sideways = cells << ROWS | cells >> ROWS
    return (cells | sideways | (cells & NOT_BOTTOM) << 1 | (cells & NOT_TOP) >> 1) & EVERY_CELL


def grown(cells: int, seeds: int) -> int:
    """All groups of a set that hold one of the seeds."""
    before = 0
    reached = cells & seeds
    while reached != before:
        before = reached
        reached = spread(reached) & cells
    return reached


def joined(seeds: int, down: int, across: int) -> int:
    """All cells that steps lead to from the seeds: down from these cells, across, and back."""
    before = 0
    reached = seeds
    while reached != before:
        before = reached
        for _ in range(2):  # fewer looks at whether there is more: nobody can guess it
            reached |= (reached & down) << 1 | reached >> 1 & down
            reached |= (reached & across) << ROWS | reached >> ROWS & across
    return reached


def column_cells(column: int) -> int:
    """The cells of a column; none outside the sheet."""
    return COLUMN << ROWS * column if 0 <= column < COLUMNS else 0


def room(vacant: int, column: int) -> int:
    """Where a project of this column may stand, among the vacant cells."""
    cells = vacant & column_cells(column)
    distance = 1
    while cells == 0 and distance < COLUMNS:  # RV-7: the nearest column with room
        cells = roomier(
            vacant & column_cells(column - distance), vacant & column_cells(column + distance)
        )
        distance += 1
    return cells


def roomier(left: int, right: int) -> int:
    """RV-7: of two columns equally near the one with more room; both where it is the same."""
    more = size(left) - size(right)
    if more == 0:
        return left | right
    return left if more > 0 else right
