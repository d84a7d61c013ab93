"""The Superludo board as text: a cross of 19 × 19 cells, two columns each."""

from ludotheque.core.contract import State
from ludotheque.games.superludo.board import (
    CORNERS,
    GOAL,
    HOME,
    MOUTH,
    SAFE_SQUARES,
    SEATS,
    SIDE,
    SQUARES,
    square_of,
)

Cell = tuple[int, int]  # column and row about the middle

SYMBOLS = "✚■●▲"  # a corner's pawns: the shapes of the drawing
HALF = 9  # cells from the middle to the edge
LANE = 8  # squares from the end of an arm to its bend


def board(state: State) -> str:
    """The board as text: on a square both its pawns, at home and in the goal how many."""
    cells = _squares()
    for cell, symbols in _standing(state).items():
        cells[cell] = f"{symbols:2}"
    around = range(-HALF, HALF + 1)
    rows = ("".join(cells.get((column, row), "  ") for column in around) for row in around)
    return "\n".join(row.rstrip() for row in rows)


def _squares() -> dict[Cell, str]:
    cells = {}
    for square in range(1, SQUARES + 1):
        cells[_common(square)] = "○ " if square in SAFE_SQUARES else "· "
    for corner in range(SEATS):
        for position in range(MOUTH + 1, GOAL):
            cells[_turned(0, HALF - position + MOUTH, corner)] = "░ "
    return cells


def _turned(column: int, row: int, quarters: int) -> Cell:
    for _ in range(quarters):
        column, row = row, -column
    return column, row


def _common(square: int) -> Cell:
    """The cell of a common square: an arm's end, a lane inwards, a lane outwards."""
    quarter, k = divmod(square % SQUARES, SIDE)
    if k == 0:
        return _turned(0, HALF, quarter)
    if k <= LANE:
        return _turned(1, HALF + 1 - k, quarter)
    return _turned(k - LANE + 1, 1, quarter)


def _standing(state: State) -> dict[Cell, str]:
    """What is written over the squares."""
    found: dict[Cell, str] = {}
    for seat, corner in enumerate(CORNERS[int(state.seats)]):
        row, symbol = state.pawns[seat].tolist(), SYMBOLS[corner]
        found[_turned(5, 5, corner)] = f"{symbol}{row.count(HOME)}"
        if GOAL in row:
            found[_turned(0, 1, corner)] = f"{symbol}{row.count(GOAL)}"
        for position in row:
            if HOME < position < GOAL:
                cell = _turned(0, HALF - position + MOUTH, corner)
                if position <= MOUTH:
                    cell = _common(square_of(corner, position))
                found[cell] = found.get(cell, "") + symbol
    return found
