"""What boards of pawns have in common: the table they lie on, and a home in each corner.

A home is a coloured tile with its player's name on the outer side and a tray on the inner
one, which holds four spots for pawns and the dice.
"""

from collections.abc import Iterable
from html import escape

from ludotheque.core.drawing.pawns import SHAPES
from ludotheque.core.drawing.style import Point, place, shortened

TILE, TRAY_WIDTH, TRAY_HEIGHT = 224, 200, 162
NAME_SHIFT, TRAY_SHIFT = -88, 22  # outwards and inwards of the tile's middle
SPOTS = ((-62, -44), (62, -44), (-62, 44), (62, 44))

STYLE = """
& .table{fill:var(--table);stroke:var(--rim);stroke-width:3}
& .table-edge{fill:var(--rim)}
& .shade{fill:var(--shade)}
& .medal{fill:var(--gold);stroke:var(--ivory);stroke-width:2.5}
& .tray{fill:var(--house)}
& .emblem{opacity:.45}
& .name{font-size:22px;font-weight:700;text-anchor:middle}
& .veil{fill:var(--table);opacity:.72}
& .gone{opacity:.3}
& .left{fill:var(--ink);opacity:.6;text-decoration:line-through}
& .turn-edge{fill:none;stroke:var(--pip);stroke-width:10}
& .turn-line{fill:none;stroke:var(--glow);stroke-width:6.5}
& .spent{opacity:.4}
"""


def table(size: int) -> str:
    """The square that a board of that size lies on."""
    side = size - 8
    return (
        f'<rect class="table-edge" x="4" y="7" width="{side}" height="{side - 4}" rx="30"/>'
        f'<rect class="table" x="5" y="4" width="{side - 2}" height="{side - 4}" rx="28"/>'
    )


def block(middle: Point, size: int, radius: int, style: str, down: int = 0) -> str:
    """A rounded square about a point."""
    x, y = middle[0] - size / 2, middle[1] - size / 2 + down
    return (
        f'<rect class="{style}" x="{x:g}" y="{y:g}" width="{size}" height="{size}" rx="{radius}"/>'
    )


def tray_of(middle: Point, side: int) -> Point:
    """The middle of a home's tray; ``side`` is 1 where the name stands above, else -1."""
    return middle[0], middle[1] + side * TRAY_SHIFT


def spots_of(tray: Point) -> tuple[Point, ...]:
    """Where a tray's four pawns stand."""
    return tuple((tray[0] + dx, tray[1] + dy) for dx, dy in SPOTS)


def home(hue: str, middle: Point, tray: Point, spots: Iterable[Point]) -> str:
    """A home in the colour of its pawns, or the empty one of a colour that has none."""
    (x, y), corner = tray, (tray[0] - TRAY_WIDTH // 2, tray[1] - TRAY_HEIGHT // 2)
    box = f'x="{corner[0]}" y="{corner[1]}" width="{TRAY_WIDTH}" height="{TRAY_HEIGHT}" rx="18"'
    tile = block(middle, TILE, 26, f"{hue}-dark", 4) + block(middle, TILE, 26, hue)
    if hue not in SHAPES:
        return f'{tile}<rect class="{hue}-tint" {box}/>'
    emblem = (
        f'<path class="emblem {hue}-tint" transform="translate({x} {y}) scale(2.4)"'
        f' d="{SHAPES[hue][0]}"/>'
    )
    circles = "".join(
        f'<circle class="{hue}-dark" cx="{x}" cy="{y}" r="28"/>'
        f'<circle class="{hue}-tint" cx="{x}" cy="{y + 2}" r="26"/>'
        for x, y in spots
    )
    return f'{tile}<rect class="tray" {box}/>{emblem}{circles}'


def turn_frame(name: str, middle: Point, reach: int, radius: int) -> str:
    """A frame around a home, that far from its middle: its player has the turn, or has won."""
    box = f'x="{-reach}" y="{-reach}" width="{2 * reach}" height="{2 * reach + 4}" rx="{radius}"'
    return (
        f'<g id="{name}" class="{place(*middle)}">'
        f'<rect class="turn-edge" {box}/><rect class="turn-line" {box}/></g>'
    )


def name_plate(seat: int, name: str, longest: int, style: str, middle: Point, side: int) -> str:
    """A player's name on the outer side of a home."""
    return (
        f'<text id="n-{seat}" class="name {style}" x="{middle[0]}"'
        f' y="{middle[1] + side * NAME_SHIFT + 8}">{escape(shortened(name, longest))}</text>'
    )


def veil(middle: Point) -> str:
    """Over the home of a player who left."""
    return block(middle, TILE + 6, 28, "veil", 2)
