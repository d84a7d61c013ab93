"""What boards of pawns have in common: the table they lie on, and a home in each corner.

A home is a coloured tile with its player's name on the outer side and a tray on the inner
one, which holds four spots for pawns and the dice.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.core.drawing.pawns import SHAPES
from ludotheque.core.drawing.pieces import Piece
from ludotheque.core.drawing.style import Point, shortened

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
.veil{fill:var(--table);opacity:.72}
& .gone{opacity:.3}
& .left{fill:var(--ink);opacity:.6;text-decoration:line-through}
.turn-edge{fill:none;stroke:var(--pip);stroke-width:10}
.turn-line{fill:none;stroke:var(--glow);stroke-width:6.5}
& .spent{opacity:.4}
"""


@dataclass(frozen=True, eq=False)  # one a board, and a key of what is kept at hand
class Homes:
    """The homes of a board, by corner."""

    hues: Sequence[str]
    middles: Sequence[Point]
    plates: Sequence[Point]  # the middles of their names
    trays: Sequence[Point]  # the middles of their trays
    spots: Sequence[Sequence[Point]]  # where a tray's four pawns stand


def homes_at(
    hues: Sequence[str], middles: Sequence[Point], sides: Sequence[int], inward: int = 0
) -> Homes:
    """Homes about these points; a side is 1 where the name stands above the tray, else -1.

    Names stand that much nearer to the board's middle than trays.
    """
    centre, pairs = (
        sum(x for x, _ in middles) / len(middles),
        list(zip(middles, sides, strict=True)),
    )
    shifts = [inward if x < centre else -inward for x, _ in middles]
    plates = [
        (x + dx, y + side * NAME_SHIFT) for ((x, y), side), dx in zip(pairs, shifts, strict=True)
    ]
    trays = [(x, y + side * TRAY_SHIFT) for (x, y), side in pairs]
    spots = [[(x + dx, y + dy) for dx, dy in SPOTS] for x, y in trays]
    return Homes(hues, middles, plates, trays, spots)


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


def is_across(homes: Homes, corner: int) -> bool:
    """Whether a home lies on the upper side of its board."""
    middle = sum(y for _, y in homes.middles) / len(homes.middles)
    return homes.middles[corner][1] < middle


def taken(homes: Homes, corners: Sequence[int]) -> list[str]:
    """The hue of every corner; grey where nobody sits."""
    return [hue if corner in corners else "grey" for corner, hue in enumerate(homes.hues)]


def printed(homes: Homes, hues: Sequence[str], each: int = len(SPOTS)) -> str:
    """The homes in these colours, for that many pawns each."""
    places = zip(hues, homes.middles, homes.trays, homes.spots, strict=True)
    return "".join(_home(hue, middle, tray, spots[:each]) for hue, middle, tray, spots in places)


def _home(hue: str, middle: Point, tray: Point, spots: Iterable[Point]) -> str:
    """A home in the colour of its pawns, or the empty one of a colour that has none."""
    (x, y), corner = tray, (tray[0] - TRAY_WIDTH // 2, tray[1] - TRAY_HEIGHT // 2)
    box = f'x="{corner[0]}" y="{corner[1]}" width="{TRAY_WIDTH}" height="{TRAY_HEIGHT}" rx="18"'
    tile = block(middle, TILE, 26, f"{hue}-dark", 4) + block(middle, TILE, 26, hue)
    if hue not in SHAPES:
        return f'{tile}<rect class="{hue}-tint" {box}/>'
    emblem = (
        f'<g transform="translate({x} {y})"><path class="emblem {hue}-tint upright"'
        f' transform="scale(2.4)" d="{SHAPES[hue][0]}"/></g>'
    )
    circles = "".join(
        f'<circle class="{hue}-dark" cx="{x}" cy="{y}" r="28"/>'
        f'<circle class="{hue}-tint" cx="{x}" cy="{y + 2}" r="26"/>'
        for x, y in spots
    )
    return f'{tile}<rect class="tray" {box}/>{emblem}{circles}'


def symbols(reach: int, radius: int) -> dict[str, str]:
    """What lies at homes: a frame that far from the middle, and the veil of one who left."""
    box = f'x="{-reach}" y="{-reach}" width="{2 * reach}" height="{2 * reach + 4}" rx="{radius}"'
    return {
        "turn": f'<rect class="turn-edge" {box}/><rect class="turn-line" {box}/>',
        "veil": block((0, 0), TILE + 6, 28, "veil", 2),
    }


def turns(homes: Homes, corners: Iterable[int]) -> list[Piece]:
    """Frames around homes whose players have the turn, or have won: one, or a couple's two."""
    return _at(("turn", "turn-2"), "turn", homes.middles, corners)


def laurels(homes: Homes, corners: Iterable[int]) -> list[Piece]:
    """In the trays of winners."""
    return _at(("laurels", "laurels-2"), "laurels", homes.trays, corners)


def _at(
    names: Iterable[str], symbol: str, places: Sequence[Point], corners: Iterable[int]
) -> list[Piece]:
    pairs = zip(names, corners, strict=False)
    return [_still(name, symbol, places[corner]) for name, corner in pairs]


@lru_cache(256)
def _still(name: str, symbol: str, place: Point) -> Piece:
    return Piece(name, symbol, *place, style="fixed")


def name_plates(
    homes: Homes, corners: Iterable[int], names: Iterable[str], gone: int, longest: int
) -> list[Piece]:
    """The seats' names on the outer side of their homes; the home of one who left is veiled."""
    return [*_plates(homes, tuple(corners), tuple(names), gone, longest)]


@lru_cache(1024)  # they hardly ever change
def _plates(
    homes: Homes, corners: tuple[int, ...], names: tuple[str, ...], gone: int, longest: int
) -> tuple[Piece, ...]:
    found = []
    for seat, (corner, name) in enumerate(zip(corners, names, strict=True)):
        style, text = f"name {homes.hues[corner]}-on", shortened(name, longest)
        if gone >> seat & 1:
            found.append(Piece(f"veil-{seat}", "veil", *homes.middles[corner]))
            style = "name left"
        found.append(Piece(f"n-{seat}", "", *homes.plates[corner], style=style, text=text))
    return tuple(found)
