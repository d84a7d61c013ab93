"""The last move of a pawn: the way it took, and the pawn that it sent home."""

from collections.abc import Sequence

from ludotheque.core.drawing.pawns import Pawn
from ludotheque.core.drawing.style import Point

STYLE = """
& .trail{fill:none;stroke-width:4.5;stroke-linejoin:round;stroke-linecap:round}
& .trail-edge{stroke:var(--ivory);stroke-width:9}
& .origin{fill:var(--ivory);stroke-width:3;stroke-dasharray:5 4}
& .struck{fill:none;stroke-width:4;stroke-dasharray:8 6}
& .burst{stroke:var(--ivory);stroke-width:2;stroke-linejoin:round}
"""

_SPIKES = (
    (0, -25), (5, -17), (13, -22), (14, -13), (23, -12), (18, -4), (25, 3), (17, 7),
    (19, 17), (10, 15), (6, 24), (0, 17), (-6, 24), (-10, 15), (-19, 17), (-17, 7),
    (-25, 3), (-18, -4), (-23, -12), (-14, -13), (-13, -22), (-5, -17),
)  # fmt: skip


def trail(way: Sequence[Point], hue: str, dot: int) -> str:
    """The way of a pawn: a ring where it began, a dot of that radius on each place it passed."""
    line = "L".join(f"{x},{y}" for x, y in way)
    dots = "".join(f'<circle class="{hue}-dark" cx="{x}" cy="{y}" r="{dot}"/>' for x, y in way[1:])
    x, y = way[0]
    return (
        f'<path class="trail trail-edge" d="M{line}"/>'
        f'<path class="trail {hue}-dark-line" d="M{line}"/>{dots}'
        f'<circle class="origin {hue}-dark-line" cx="{x}" cy="{y}" r="{dot + 8}"/>'
    )


def sent_home(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> Pawn | None:
    """The first pawn that went back to position 0, of the positions of every seat's pawns."""
    for seat, (were, are) in enumerate(zip(before, after, strict=True)):
        for number, (was, now) in enumerate(zip(were, are, strict=True)):
            if was != 0 and now == 0:
                return seat, number
    return None


def burst(hue: str, point: Point) -> str:
    """Where a pawn of that colour was captured."""
    x, y = point
    line = "L".join(f"{x + dx},{y + dy}" for dx, dy in _SPIKES)
    return f'<path class="burst {hue}" d="M{line}z"/>'


def struck(hue: str, spot: Point) -> str:
    """The spot at home to which a captured pawn returned."""
    x, y = spot
    return f'<circle class="struck {hue}-line" cx="{x}" cy="{y}" r="28"/>'
