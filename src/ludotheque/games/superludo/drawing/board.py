"""The Superludo board as it is printed: squares, homes and goal, which no move ever changes.

Pawns, names and dice are the business of other modules.
"""

from collections.abc import Sequence
from functools import cache

from ludotheque.core.drawing import definitions, pawns, trail
from ludotheque.core.drawing.boards import printed, table, taken
from ludotheque.games.superludo.board import (
    CORNERS,
    EXITS,
    GOAL,
    MOUTH,
    MOUTHS,
    SAFE_SQUARES,
    SEATS,
    SQUARES,
)
from ludotheque.games.superludo.drawing import dice, homes, moves
from ludotheque.games.superludo.drawing.places import (
    ARM,
    BEND,
    DISC,
    HOMES,
    HUES,
    LENGTH,
    MIDDLE,
    SIDES,
    SIZE,
    WIDTH,
    Spot,
    common,
    lane,
    polar,
)

GAP = 2.4  # between two squares
# Of a number from its square's middle, towards the homes; two digits are wider than high.
NUMBER_SHIFT, SIDEWAYS_SHIFT, CURVED_SHIFT = 19, 16.5, 17

STYLE = """
& .square{fill:var(--house)}
& .safe-square{fill:var(--honey)}
& .safe{fill:none;stroke:var(--gold);stroke-width:2.4}
& .safe-on{fill:none;stroke:var(--ivory);stroke-width:2.4}
& .number{font-size:9.5px;font-weight:600;text-anchor:middle;fill:var(--ink);opacity:.75}
& .number-on{font-size:9.5px;font-weight:700;text-anchor:middle}
& .badge{fill:var(--ivory);stroke:var(--pip);stroke-width:1.5}
"""
SYMBOLS = pawns.SYMBOLS | trail.SYMBOLS | homes.SYMBOLS | dice.SYMBOLS | moves.SYMBOLS


@cache
def board(seats: int, couples: bool) -> str:
    """The board for that many seats; empty corners are grey."""
    hues = taken(HOMES, CORNERS[seats])
    badges = "".join(_badge(corner) for corner in range(SEATS)) if couples else ""
    drawn = (_squares(hues), _corridors(hues), _goal(hues), printed(HOMES, hues), badges)
    return definitions(SYMBOLS) + table(SIZE) + "".join(drawn)


def _squares(hues: Sequence[str]) -> str:
    parts = []
    for square in range(1, SQUARES + 1):
        spot = common(square)
        if square in EXITS or square in MOUTHS:
            owners = EXITS if square in EXITS else MOUTHS
            hue = hues[owners.index(square)]
            parts.append(_tile(spot, f"{hue}-dark", hue) + _ring(spot, "safe-on"))
            parts.append(_number(square, spot, f"number-on {hue}-on"))
        elif square in SAFE_SQUARES:
            parts.append(_tile(spot, "shade", "safe-square") + _ring(spot, "safe"))
            parts.append(_number(square, spot, "number"))
        else:
            parts.append(_tile(spot, "shade", "square") + _number(square, spot, "number"))
    return "".join(parts)


def _tile(spot: Spot, shade: str, style: str) -> str:
    return _outline(spot, shade, 2) + _outline(spot, style, 0)


def _outline(spot: Spot, style: str, down: int) -> str:
    """A square: a rounded rectangle, or a slice of a ring in a curve."""
    if spot.is_curved:
        return _slice(spot, style, down)
    across, along = (WIDTH, LENGTH) if round(spot.across) % 180 == 0 else (LENGTH, WIDTH)
    x, y = spot.x - (across - GAP) / 2, spot.y - (along - GAP) / 2 + down
    return (
        f'<rect class="{style}" x="{x:g}" y="{y:g}" width="{across - GAP:g}"'
        f' height="{along - GAP:g}" rx="5"/>'
    )


def _slice(spot: Spot, style: str, down: int) -> str:
    x = MIDDLE + (ARM if spot.x > MIDDLE else -ARM)
    y = MIDDLE + (ARM if spot.y > MIDDLE else -ARM) + down
    outer, inner = BEND + WIDTH - GAP / 2, BEND + GAP / 2
    middle = spot.across + 180
    points = [
        polar(radius, middle + side * (22.5 - 57.3 * GAP / 2 / radius))
        for radius, side in ((outer, -1), (outer, 1), (inner, 1), (inner, -1))
    ]
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = ((x + dx, y + dy) for dx, dy in points)
    return (
        f'<path class="{style}" d="M{x1:.1f},{y1:.1f}A{outer:g},{outer:g} 0 0 1 {x2:.1f},{y2:.1f}'
        f'L{x3:.1f},{y3:.1f}A{inner:g},{inner:g} 0 0 0 {x4:.1f},{y4:.1f}z"/>'
    )


def _ring(spot: Spot, style: str) -> str:
    """CA-2: a circle marks a safe square."""
    return f'<circle class="{style}" cx="{spot.x:g}" cy="{spot.y:g}" r="9.5"/>'


def _number(square: int, spot: Spot, style: str) -> str:
    """On the side of the homes, where no pawn covers it; upright on every arm."""
    is_sideways = abs(polar(1, spot.across)[0]) > 0.9
    straight = SIDEWAYS_SHIFT if is_sideways else NUMBER_SHIFT
    dx, dy = polar(CURVED_SHIFT if spot.is_curved else straight, spot.across)
    is_outward = (spot.x + dx - MIDDLE) ** 2 + (spot.y + dy - MIDDLE) ** 2
    is_inward = (spot.x - dx - MIDDLE) ** 2 + (spot.y - dy - MIDDLE) ** 2
    if is_outward < is_inward:
        dx, dy = -dx, -dy
    return (
        f'<text class="{style}" x="{spot.x + dx:.1f}" y="{spot.y + dy + 3.7:.1f}">{square}</text>'
    )


def _corridors(hues: Sequence[str]) -> str:
    return "".join(
        _tile(lane(corner, position), f"{hue}-dark", hue)
        for corner, hue in enumerate(hues)
        for position in range(MOUTH + 1, GOAL)
    )


def _goal(hues: Sequence[str]) -> str:
    """A disc with a sector at the end of each corridor."""
    parts = [f'<circle class="shade" cx="{MIDDLE}" cy="{MIDDLE + 3}" r="{DISC + 1}"/>']
    for corner, hue in enumerate(hues):
        (x1, y1), (x2, y2) = polar(DISC, 135 - 90 * corner), polar(DISC, 45 - 90 * corner)
        parts.append(
            f'<path class="{hue}-tint {hue}-line" stroke-width="3" stroke-linejoin="round"'
            f' d="M{MIDDLE},{MIDDLE}L{MIDDLE + x1:.1f},{MIDDLE + y1:.1f}'
            f'A{DISC},{DISC} 0 0 0 {MIDDLE + x2:.1f},{MIDDLE + y2:.1f}z"/>'
        )
    parts.append(f'<circle class="medal" cx="{MIDDLE}" cy="{MIDDLE}" r="8"/>')
    return "".join(parts)


def _badge(corner: int) -> str:
    """CA-1: the two pawns of a couple, on the rim of both their homes."""
    x, y = HOMES.middles[corner]
    outward = 1 if x > MIDDLE else -1
    y += -SIDES[corner] * 88
    x += outward * 74
    mates = (HUES[corner], HUES[corner ^ 2])
    pair = "".join(
        f'<g transform="translate({x + side * 13} {y - 1})">'
        f'<use class="upright" href="#s-pawn-{hue}" transform="scale(.62)"/></g>'
        for hue, side in zip(mates, (-1, 1), strict=True)
    )
    return f'<rect class="badge" x="{x - 28}" y="{y - 15}" width="56" height="30" rx="15"/>{pair}'
