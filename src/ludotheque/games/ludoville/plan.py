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
from ludotheque.games.ludoville.masks import NONE, size

WIDEST = 4  # cells across the inside of a plan
IMPOSSIBLE = 99  # more cells than a ring can want


def _spans(length: int, cells: "list[list[int]]", margin: int) -> Table:
    """For each first line and width less one, the cells of these lines and a margin about them."""
    table = np.zeros((length, WIDEST, WORDS), np.uint64)
    for first in range(length):
        for width in range(1, min(WIDEST, length - first) + 1):
            lines = cells[max(0, first - margin) : first + width + margin]
            table[first, width - 1] = words(mask_of([cell for line in lines for cell in line]))
    return table


_CELLS = np.arange(COLUMNS * ROWS).reshape(ROWS, COLUMNS)
COLUMN_SPANS, WIDE_COLUMNS = (_spans(COLUMNS, _CELLS.T.tolist(), margin) for margin in (0, 1))
ROW_SPANS, WIDE_ROWS = (_spans(ROWS, _CELLS.tolist(), margin) for margin in (0, 1))

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
    want_low, want_high = unwalled(state, 0), unwalled(state, 1)
    # Where the town has not started yet, the start tile will cover one of the free cells.
    taken = state.covered[0] | state.covered[1] == NONE
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
            gap_low = WIDE_COLUMNS[left, width, 0] & WIDE_ROWS[top, height, 0] & ~low & want_low
            gap_high = WIDE_COLUMNS[left, width, 1] & WIDE_ROWS[top, height, 1] & ~high & want_high
            cost = size(gap_low, gap_high)
            if cost >= best or not can_enclose(state, low, high, gap_low, gap_high, taken):
                continue
            if cost == 0 or (gap_low & near_low) | (gap_high & near_high) != NONE:
                best = cost
                ring_low, ring_high, heart_low, heart_high = gap_low, gap_high, low, high
    return ring_low, ring_high, heart_low, heart_high, best


def unwalled(state: State, word: int) -> Mask:
    """The land and the rivers, where no wall or gate stands."""
    ground = state.land[word] | state.river[word]
    return ground & ~(state.tiles[WALL, word] | state.tiles[GATE, word])


def can_enclose(
    state: State, low: Mask, high: Mask, gap_low: Mask, gap_high: Mask, taken: int
) -> bool:
    """Whether the gaps around a rectangle are uncovered, and more cells in it than are taken."""
    blocked = (gap_low & state.covered[0]) | (gap_high & state.covered[1])
    on_edge = (low & state.exits[0]) | (high & state.exits[1])
    if blocked | on_edge != NONE:
        return False
    free_low = low & (state.land[0] | state.river[0]) & ~state.covered[0]
    free_high = high & (state.land[1] | state.river[1]) & ~state.covered[1]
    return size(free_low, free_high) > taken
