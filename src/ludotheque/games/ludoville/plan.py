"""Planning a ring: the cheapest ramparts around the start tile, as kernels for policies.

A plan is a rectangle that is to lie inside, with the start tile and an uncovered cell in
it, and the ring of cells around it. Everybody who plans from one position finds the same.
"""

import numpy as np

from ludotheque.core.contract import State
from ludotheque.games.ludoville.board import (
    COLUMNS,
    GATE,
    ROWS,
    WALL,
    WORDS,
    Mask,
    Table,
    mask_of,
    words,
)
from ludotheque.games.ludoville.masks import NONE, around, size

WIDEST = 4  # cells across the inside of a plan
IMPOSSIBLE = 99  # more cells than a ring can want


def _spans(length: int, cells: "list[list[int]]") -> Table:
    """For each first line and each width less one, the cells of the lines it spans."""
    table = np.zeros((length, WIDEST, WORDS), np.uint64)
    for first in range(length):
        for width in range(1, min(WIDEST, length - first) + 1):
            span = [cell for line in cells[first : first + width] for cell in line]
            table[first, width - 1] = words(mask_of(span))
    return table


_CELLS = np.arange(COLUMNS * ROWS).reshape(ROWS, COLUMNS)
COLUMN_SPANS = _spans(COLUMNS, _CELLS.T.tolist())
ROW_SPANS = _spans(ROWS, _CELLS.tolist())

# The stretches of at most WIDEST cells about a cell: how far before it they begin, their
# width less one.
SPAN = np.array([(first, width) for first in range(WIDEST) for width in range(first, WIDEST)])
SPANS = len(SPAN)


def plan(state: State, start: int, near_low: Mask, near_high: Mask) -> Mask:
    """The cheapest ring around a start cell: its missing cells, the inside, how many miss.

    One of the missing cells lies in ``near``: where a wall could stand first.
    """
    best = IMPOSSIBLE
    ring_low, ring_high, heart_low, heart_high = NONE, NONE, NONE, NONE
    row, column = start // COLUMNS, start % COLUMNS
    for span in range(SPANS):
        left, width = column - SPAN[span, 0], SPAN[span, 1]
        if left < 0 or left + width >= COLUMNS:
            continue
        for other in range(SPANS):
            top, height = row - SPAN[other, 0], SPAN[other, 1]
            if top < 0 or top + height >= ROWS:
                continue
            low = COLUMN_SPANS[left, width, 0] & ROW_SPANS[top, height, 0]
            high = COLUMN_SPANS[left, width, 1] & ROW_SPANS[top, height, 1]
            gap_low, gap_high, cost = missing(state, low, high)
            reached = (gap_low & near_low) | (gap_high & near_high) != NONE
            if cost < best and (reached or cost == 0):
                best = cost
                ring_low, ring_high, heart_low, heart_high = gap_low, gap_high, low, high
    return ring_low, ring_high, heart_low, heart_high, best


def missing(state: State, low: Mask, high: Mask) -> Mask:
    """The cells of the ring around a rectangle that have no wall or gate yet, and how many."""
    ground_low, ground_high = state.land[0] | state.river[0], state.land[1] | state.river[1]
    ring_low, ring_high = around(low, high)
    ring_low &= ground_low & ~(low | state.tiles[WALL, 0] | state.tiles[GATE, 0])
    ring_high &= ground_high & ~(high | state.tiles[WALL, 1] | state.tiles[GATE, 1])
    blocked = (ring_low & state.covered[0]) | (ring_high & state.covered[1])
    on_edge = (low & state.exits[0]) | (high & state.exits[1])
    free_low = low & ground_low & ~state.covered[0]
    free_high = high & ground_high & ~state.covered[1]
    # Where the town has not started yet, the start tile will cover one of the free cells.
    rooms = size(free_low, free_high) - (state.covered[0] | state.covered[1] == NONE)
    if blocked | on_edge != NONE or rooms < 1:
        return NONE, NONE, IMPOSSIBLE
    return ring_low, ring_high, size(ring_low, ring_high)
