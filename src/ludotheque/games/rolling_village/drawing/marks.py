"""Marks that several parts of the drawing make: ticks, badges, frames around signs and groups."""

from ludotheque.games.rolling_village.board import CELLS, ROWS
from ludotheque.games.rolling_village.drawing.paper import (
    CELL_WIDTH,
    SIGN_HEIGHT,
    SIGN_WIDTH,
    SIGN_X,
    cell_box,
    row_middle,
)

STYLE = """
& .band-sign{fill:none;stroke:var(--gold);stroke-width:5}
& .won{fill:none;stroke:var(--gold);stroke-width:5;stroke-linecap:round;stroke-linejoin:round}
& .badge{fill:var(--green);stroke:var(--ivory);stroke-width:2}
& .badge-text{font-size:19px;font-weight:700;text-anchor:middle;fill:var(--green-on)}
& .tick{fill:none;stroke:var(--green);stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
& .choice{fill:none;stroke:var(--gold);stroke-width:5}
"""


def sign_frame(row: int, style: str) -> str:
    """A frame around an avenue's plate."""
    x, y = SIGN_X - SIGN_WIDTH // 2 - 3, row_middle(row) - SIGN_HEIGHT // 2 - 3
    return (
        f'<rect class="{style}" x="{x}" y="{y}" width="{SIGN_WIDTH + 6}"'
        f' height="{SIGN_HEIGHT + 6}" rx="7"/>'
    )


def tick(x: int, y: int) -> str:
    """Done: a tick about a point."""
    return f'<path class="tick" d="M{x - 9},{y}L{x - 2},{y + 8}L{x + 11},{y - 9}"/>'


def outline(group: int) -> str:
    """The edges of a group of cells."""
    parts = []
    for cell in range(CELLS):
        if group >> cell & 1:
            column, row = divmod(cell, ROWS)
            x, y, width, height = cell_box(cell)
            sides = (
                (row == 0, cell - 1, f"M{x},{y}h{width}"),
                (row == ROWS - 1, cell + 1, f"M{x},{y + height}h{width}"),
                (column == 0, cell - ROWS, f"M{x},{y}v{height}"),
                (cell + ROWS >= CELLS, cell + ROWS, f"M{x + width},{y}v{height}"),
            )
            parts += [line for at_edge, other, line in sides if at_edge or not group >> other & 1]
    return "".join(parts)


def cell_badge(cell: int, worth: int) -> str:
    """Points won, in the corner of a cell."""
    box = cell_box(cell)
    return badge(box.x + CELL_WIDTH - 23, box.y + 17, worth)


def badge(x: int, y: int, worth: int) -> str:
    """Points won, about a point."""
    return (
        f'<rect class="badge" x="{x - 21}" y="{y - 14}" width="42" height="28" rx="14"/>'
        f'<text class="badge-text" x="{x}" y="{y + 7}">+{worth}</text>'
    )
