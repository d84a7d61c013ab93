"""Pawns: their shapes, a seat's pawns in a row, and what marks one that may move."""

from collections.abc import Mapping, Sequence
from html import escape

from ludotheque.core.drawing.style import place

STYLE = """
.halo{fill:var(--ivory);stroke:var(--ivory);stroke-width:4.5;stroke-linejoin:round}
.motif{fill:none;stroke:var(--ivory);stroke-width:2.4;stroke-linejoin:round;opacity:.85}
& .count{font-size:20px;font-weight:700;text-anchor:middle}
& .pawn{pointer-events:none}
& .counts{pointer-events:none}
& .ghost{pointer-events:none;opacity:0;transition:opacity .15s}
"""

# The pawns are the pieces of a shape sorter, so that nobody depends on colours: outlines
# about (0, 0) within a radius of some 15, and the mark each carries.
SHAPES = {
    "red": (  # a ball
        "M-14,0a14,14 0 1,1 28,0a14,14 0 1,1 -28,0z",
        "M-6.5,0a6.5,6.5 0 1,1 13,0a6.5,6.5 0 1,1 -13,0z",
    ),
    "green": (  # a fir
        "M-3.4,-13.2Q0,-18.4 3.4,-13.2L15,7.4Q18,13 12,13H-12Q-18,13 -15,7.4z",
        "M0,-6.2L7,6.6H-7z",
    ),
    "yellow": (  # a buttercup
        "M-5.2,-5.2a6.6,6.6 0 1,1 10.4,0a6.6,6.6 0 1,1 0,10.4"
        "a6.6,6.6 0 1,1 -10.4,0a6.6,6.6 0 1,1 0,-10.4z",
        "M-4,0a4,4 0 1,1 8,0a4,4 0 1,1 -8,0z",
    ),
    "blue": (  # a cube
        "M-9,-13H9a4,4 0 0,1 4,4V9a4,4 0 0,1 -4,4H-9a4,4 0 0,1 -4,-4V-9a4,4 0 0,1 4,-4z",
        "M-5.6,-5.6H5.6V5.6H-5.6z",
    ),
}

THICKNESS = 3  # of a pawn: the edge one sees under it


def pawn_definitions() -> str:
    """The pawns, for the board layer to hold once; :func:`pawn` refers to them."""
    return "".join(
        f'<g id="pawn-{hue}"><path class="halo" d="{outline}"/>'
        f'<path class="halo" d="{outline}" transform="translate(0 {THICKNESS})"/>'
        f'<path class="{hue}-dark {hue}-dark-line" stroke-width="1.5" d="{outline}"'
        f' transform="translate(0 {THICKNESS})"/>'
        f'<path class="{hue} {hue}-dark-line" stroke-width="1.5" d="{outline}"/>'
        f'<path class="motif" d="{mark}"/></g>'
        for hue, (outline, mark) in SHAPES.items()
    )


def pawn(hue: str) -> str:
    """A pawn about (0, 0), in a picture whose board layer has the definitions."""
    return f'<use href="#pawn-{hue}"/>'


Place = tuple[int, int, int]  # x, y and scale

Pawn = tuple[int, int]  # seat and number
Mark = tuple[str, str, str]  # class, attributes and ring
Marks = Mapping[Pawn, Mark]


def pawn_row(seat: int, hue: str, gone: bool, places: Sequence[Place], marks: Marks) -> str:
    """A seat's pawns in their order, each where it stands, with what marks it."""
    token, left, parts = pawn(hue), " gone" if gone else "", []
    for k, where in enumerate(places):
        style, attributes, ring = marks.get((seat, k), ("", "", ""))
        parts.append(
            f'<g id="p-{seat}-{k}" class="pawn{left}{style} {place(*where)}"'
            f"{attributes}>{ring}{token}</g>"
        )
    return "".join(parts)


# Around a pawn that may move; what takes the finger is larger than what the eye sees.
MOVABLE_RING = (
    '<circle class="hit" r="27"/><circle class="ring-edge" r="19"/><circle class="ring" r="19"/>'
)


def movable(action: int, notation: str, label: str = "") -> Mark:
    """What marks a pawn that may move; with a label it takes the keyboard as well as a click."""
    button = f' role="button" tabindex="0" aria-label="{escape(label)}"' if label else ""
    return f" movable m{action}", f' data-move="{notation}"{button}', MOVABLE_RING


def ghost(action: int, notation: str, hue: str, where: Place) -> str:
    """A pawn where a move would take it, unseen until one that may make the move is pointed at."""
    return (
        f'<g id="g-{action}" class="ghost m{action} {place(*where)}" data-for="{notation}">'
        f'<circle class="ghost-line" r="19"/>{pawn(hue)}</g>'
    )


def pointing(actions: int) -> str:
    """The style of ghosts, for that many actions."""
    line = "& .ghost-line{fill:none;stroke:var(--pip);stroke-width:3;stroke-dasharray:6 4}"
    return line + "".join(
        f"& .m{action}:{how}~.ghost.m{action}{{opacity:.85}}"
        for action in range(actions)
        for how in ("hover", "focus-visible")
    )


def count(number: int, hue: str) -> str:
    """A number in place of a pawn's mark, about (0, 0): for the topmost one of a pile."""
    return (
        f'<path class="{hue}" d="{SHAPES[hue][0]}"/>'
        f'<text class="count {hue}-on" y="7.2">{number}</text>'
    )
