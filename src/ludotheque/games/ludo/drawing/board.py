"""The Ludo board as it is printed: houses, bases and finals, which no move ever changes.

Pawns, names and the die are the business of other modules.
"""

from collections.abc import Sequence
from functools import cache

from ludotheque.core.drawing import Point, definitions, pawns, trail
from ludotheque.core.drawing.boards import block, printed, table, taken
from ludotheque.games.ludo.board import (
    CORNERS,
    ENTRIES,
    LAST_COMMON,
    RING_CELLS,
    SEATS,
    STARS,
    STRAIGHT_CELLS,
    ring_index,
)
from ludotheque.games.ludo.drawing import bases
from ludotheque.games.ludo.drawing.places import BASES, SIZE, centre

STYLE = """
& .house{fill:var(--house)}
& .stitch{fill:none;stroke:var(--rim);stroke-width:1.6;stroke-dasharray:7 5}
& .star-house{fill:var(--honey)}
& .star{fill:var(--glow);stroke:var(--gold);stroke-width:1.6;stroke-linejoin:round}
& .safe{fill:none;stroke:var(--gold);stroke-width:1.8}
& .safe-on{fill:none;stroke:var(--ivory);stroke-width:1.8;opacity:.9}
& .arrow{fill:none;stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
"""


@cache
def board(seats: int, each: int) -> str:
    """The board for that many seats, each with that many pawns; empty corners are grey."""
    hues = taken(BASES, CORNERS[seats])
    parts = (
        table(SIZE),
        _stitch(),
        _ring(hues),
        _straights(hues),
        _finals(hues),
        printed(BASES, hues, each),
    )
    return definitions(pawns.SYMBOLS | trail.SYMBOLS | bases.SYMBOLS) + "".join(parts)


def _stitch() -> str:
    """A seam along the edge of the table."""
    return f'<rect class="stitch" x="12" y="12" width="{SIZE - 24}" height="{SIZE - 26}" rx="21"/>'


def _house(point: Point, shade: str, style: str) -> str:
    return block(point, 36, 8, shade, 2) + block(point, 36, 8, style)


def _ring(hues: Sequence[str]) -> str:
    parts = []
    for house, cell in enumerate(RING_CELLS):
        point = centre(cell)
        if house in ENTRIES:
            parts.append(_entry(ENTRIES.index(house), point, hues))
        elif house in STARS:
            parts.append(_star_house(point))
        else:
            parts.append(_house(point, "shade", "house"))
    for corner, hue in enumerate(hues):
        turning = centre(RING_CELLS[ring_index(corner, LAST_COMMON)])
        parts.append(_arrow(turning, corner, f"arrow {hue}-line"))
    return "".join(parts)


def _entry(corner: int, point: Point, hues: Sequence[str]) -> str:
    hue = hues[corner]
    return (
        _house(point, f"{hue}-dark", hue)
        + block(point, 29, 5, "safe-on")
        + _arrow(point, corner, f"arrow {hue}-on-line")
    )


def _star_house(point: Point) -> str:
    return _house(point, "shade", "star-house") + block(point, 29, 5, "safe") + _star(point)


def _arrow(point: Point, corner: int, style: str) -> str:
    """A chevron the way that corner's pawns walk from their entry, and into their straight."""
    x, y = point
    return (
        f'<path class="{style}" transform="translate({x} {y}) rotate({90 * corner})"'
        ' d="M-4,-7L4,0L-4,7"/>'
    )


_STAR = "0,-12 3.2,-4.4 11.4,-3.7 5.2,1.7 7,9.7 0,5.5 -7,9.7 -5.2,1.7 -11.4,-3.7 -3.2,-4.4"


def _star(point: Point) -> str:
    x, y = point
    star = f'<polygon class="star upright" points="{_STAR}"/>'
    return f'<g transform="translate({x} {y})">{star}</g>'


def _straights(hues: Sequence[str]) -> str:
    return "".join(
        _house(centre(cell), f"{hue}-dark", hue)
        for hue, cells in zip(hues, STRAIGHT_CELLS, strict=True)
        for cell in cells
    )


def _finals(hues: Sequence[str]) -> str:
    """The four triangles, as one tile on the table."""
    middle, half = SIZE // 2, 58
    corners = ((-half, half), (-half, -half), (half, -half), (half, half))
    parts = [block((middle, middle), 2 * half, 12, "shade", 3)]
    for corner, hue in enumerate(hues):
        (x, y), (x2, y2) = corners[corner], corners[(corner + 1) % SEATS]
        parts.append(
            f'<path class="{hue}-tint {hue}-line" stroke-width="3" stroke-linejoin="round"'
            f' transform="translate({middle} {middle})" d="M{x},{y}L{x2},{y2}L0,0z"/>'
        )
    medal = f'<circle class="medal" cx="{middle}" cy="{middle}" r="8"/>'
    return "".join(parts) + medal
