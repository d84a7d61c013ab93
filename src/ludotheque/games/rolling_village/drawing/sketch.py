"""Pencil and crayon: the drawings of a House, a Forest, a Lake and a Park; star, tick and badge.

Each is a symbol about (0, 0) within some 30 units. Their classes have no ancestor, for such a
rule would not reach what ``<use>`` brings in.
"""

import math

from ludotheque.games.rolling_village.board import KIND_NAMES

HUES = ("red", "green", "blue", "yellow")  # crayons of House, Forest, Lake, Park

STYLE = """
.rv-line{fill:none;stroke:var(--ink);stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
.rv-thin{fill:none;stroke:var(--ink);stroke-width:1.1;stroke-linecap:round;opacity:.75}
.rv-wash{opacity:.34}
.rv-hatch{fill:none;stroke-width:2.6;stroke-linecap:round;opacity:.5}
.rv-petal{fill:var(--yellow-tint)}
.rv-heart{fill:var(--yellow)}
.rv-star{fill:none;stroke:var(--gold);stroke-width:1.8;stroke-linejoin:round}
.rv-star-on{fill:var(--glow);stroke:var(--gold);stroke-width:1.8;stroke-linejoin:round}
.rv-tick{fill:none;stroke:var(--green);stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.rv-badge{fill:var(--green);stroke:var(--ivory);stroke-width:2}
& .badge{font-size:19px;font-weight:700;text-anchor:middle;fill:var(--green-on)}
"""

# What is drawn alike is one path: a page shows hundreds of these, and styles every part of each.
_HOUSE = (
    '<path class="rv-wash red" d="M-27,-3L-1,-26L27,-2L22,0L-21,0z"/>'
    '<path class="rv-hatch red-line" d="M-19,-4L-4,-19M-10,-4L4,-19M-1,-4L9,-15M9,-4L15,-10"/>'
    '<path class="rv-wash yellow" d="M-20,1H20V25H-20z"/>'
    '<path class="rv-line" d="M-28,-2.5C-20,-9.5 -9,-19.5 -.5,-27C8,-19 19,-9 28.5,-2'
    "M-20.5,-3C-20,7 -20.5,17 -20,25.5C-7,26 8,25 20.5,25.5C20,16 20.5,6 20,-3.5"
    "M-5,25.5C-5,19 -5.5,13 -5,8.5C-1,8 3,8 6,8.5C6.5,14 6,20 6,25"
    'M11,-18V-26H17V-12"/>'
    '<path class="rv-thin" d="M11,7h6v6h-6zM14,7v6M-16,7h6v6h-6zM-13,7v6M14,-30c3,-2 -2,-3 2,-6"/>'
)
_FOREST = (
    '<path class="rv-wash green" d="M-13,-24L-27,16H1zM14,-17L2,17H27z"/>'
    '<path class="rv-hatch green-line" d="M-17,12L-10,-10M-10,13L-6,-2M12,13L17,-4M19,13L20,6"/>'
    '<path class="rv-line" d="M-13,-26C-16,-20 -18,-15 -21.5,-9.5L-16.5,-10C-19,-4 -22,1 -24.5,5'
    "L-18.5,4C-22,9 -25,13 -28,17C-19,18.5 -8,18 1,17C-1.5,12.5 -4.5,8.5 -7,4L-1.5,4.5"
    "C-4,0 -7,-5 -9.5,-10L-5,-9.5C-8,-15 -10.5,-20.5 -13,-26zM-15,18V26M-11,18V26"
    "M14.5,-19C11,-13 9,-9 6,-3.5L10.5,-4C8,1 5,6 1.5,10L7,9.5"
    "C5,13 4,15 3,17.5C11,19 20,18.5 28,17.5C24,11 20,4 17.5,-4L22,-3.5C19,-8 17,-13 14.5,-19z"
    'M13,19V26M17,19V26"/>'
)
_LAKE = (
    '<path class="rv-wash blue" d="M-28,4C-26,-10 -12,-14 2,-12C18,-11 29,-4 27,7'
    'C25,19 8,22 -6,20C-20,19 -29,14 -28,4z"/>'
    '<path class="rv-hatch blue-line" d="M-17,-2q5,-4 10,0t10,0M-6,6q5,-4 10,0t10,0'
    'M-18,12q5,-4 10,0t9,0"/>'
    '<path class="rv-line" d="M-28,4C-26,-10 -12,-14.5 2,-12.5C18,-11.5 29.5,-4 27.5,7'
    "C25,19 8,22.5 -6,20.5C-20,19.5 -29.5,14 -28,4z"
    'M17,-10C17,-17 18,-22 17,-27M22,-7C23,-14 24,-18 24.5,-22"/>'
    '<path class="rv-hatch yellow-dark-line" d="M17,-27v5M24.5,-22v4"/>'
    '<path class="rv-thin" d="M-20,-14q3,-5 6,-1q3,-5 6,-1"/>'
)


def _petal(angle: int) -> str:
    """One of six about the heart of a flower: an ellipse, from its inner end and back."""
    across, out = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
    (x, y), (dx, dy) = ((far * across, far * out) for far in (3.9, 15.2))
    turn = f"a5.2,7.6 {angle} 1 0"
    return f"M{x:.1f},{y - 7:.1f}{turn} {dx:.1f},{dy:.1f}{turn} {-dx:.1f},{-dy:.1f}z"


_PETALS = "".join(map(_petal, range(0, 360, 60)))
_PARK = (
    '<path class="rv-wash green" d="M-26,27C-18,17 17,17 26,27z"/>'
    '<path class="rv-line" d="M0,3C1,11 0,18 .5,25M.5,18C6,9 13,10 17,8C16,15 9,19 .5,20'
    'M0,22C-5,14 -12,14 -16,12C-15,19 -9,23 0,24"/>'
    f'<path class="rv-petal rv-line" d="{_PETALS}"/>'
    '<circle class="rv-line rv-heart" cx="0" cy="-7" r="6.4"/>'
    '<path class="rv-thin" d="M-27,27C-14,24.5 14,24.5 27,27"/>'
)
_STAR = "0,-12 3.2,-4.4 11.4,-3.7 5.2,1.7 7,9.7 0,5.5 -7,9.7 -5.2,1.7 -11.4,-3.7 -3.2,-4.4"

# The same as flat shapes for a neighbour's sheet.
UNIT = 10  # a cell of it, before it is scaled
_FLAT = (
    "M-3.6,4v-4.4l3.6,-3.6l3.6,3.6v4.4z",
    "M0,-4.4l3.8,8.2h-7.6z",
    "M-4.2,.4c0,-4.4 8.4,-4.4 8.4,0c0,4 -8.4,4 -8.4,0z",
    "M-1.5,-1.5a1.7,1.7 0 1,1 3,0a1.7,1.7 0 1,1 0,3a1.7,1.7 0 1,1 -3,0a1.7,1.7 0 1,1 0,-3z",
)

SKETCHES = tuple(f"rv-{name}" for name in KIND_NAMES)  # by kind, the names of their symbols
FLAT = tuple(f"rv-flat-{name}" for name in KIND_NAMES)
SMALL = 0.46  # a sketch in a button or a table, against one on the sheet


def stamp(symbol: str, x: int, y: int, scale: float = 1, style: str = "") -> str:
    """A symbol there, within something else that is drawn."""
    classes = f' class="{style}"' if style else ""
    return f'<use{classes} href="#s-{symbol}" transform="translate({x} {y}) scale({scale:g})"/>'


SYMBOLS = {
    **dict(zip(SKETCHES, (_HOUSE, _FOREST, _LAKE, _PARK), strict=True)),
    **{
        name: f'<path class="{hue}" d="{shape}"/>'
        for name, hue, shape in zip(FLAT, HUES, _FLAT, strict=True)
    },
    "rv-star": f'<polygon class="rv-star" points="{_STAR}"/>',
    "rv-star-on": f'<polygon class="rv-star-on" points="{_STAR}"/>',
    "rv-tick": '<path class="rv-tick" d="M-9,0L-2,8L11,-9"/>',
    "rv-badge": '<rect class="rv-badge" x="-21" y="-14" width="42" height="28" rx="14"/>',
    "rv-badge-wide": '<rect class="rv-badge" x="-27" y="-14" width="54" height="28" rx="14"/>',
}
