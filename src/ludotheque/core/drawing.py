"""What the drawings of all games share: pawns, dice, palette, and how a picture is put together.

A picture has two layers, a board that never changes for given options and the pieces that
every move sends anew. Where a piece stands is said by classes, ``at x140 y260``, so that a
browser glides it from one place to the next; :func:`standalone` writes the same picture for
programs that know neither custom properties nor such classes. Nothing here knows a game or
a page.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from types import SimpleNamespace
from typing import TYPE_CHECKING

from ludotheque.core.contract import State
from ludotheque.core.errors import BadOption

if TYPE_CHECKING:
    from ludotheque.core.step import Step


@dataclass(frozen=True)
class Scene:
    """The circumstances of a drawing."""

    seat: int | None = None  # through whose eyes; None: whoever sees what is public
    moves: Mapping[int, str] = field(default_factory=dict)  # legal actions to mark: notation
    last: "Step | None" = None  # what happened last, to be marked
    names: Mapping[int, str] = field(default_factory=dict)  # of the seats, where known
    language: str = "fr"


def fields(state: State) -> SimpleNamespace:
    """The state's fields read once, for functions that only read a state.

    A record takes microseconds for every field it is asked for.
    """
    return SimpleNamespace(**dict(zip(state.dtype.names, state.item(), strict=True)))


@dataclass(frozen=True)
class Canvas:
    """What all pictures of one game have in common."""

    name: str  # class of the root: the game's own style starts with ``.name``
    title: str
    width: int
    height: int
    style: str  # the game's own; SHARED comes before it
    xs: Iterable[int]  # every place a piece can have, for the stylesheet that is served once
    ys: Iterable[int]
    scales: Iterable[int] = (100,)  # per cent


PARTS = ("", "-dark", "-tint", "-on")  # body, shade under it, tint behind it, text on it
HUES = {
    "red": ("#c9472f", "#8a2a1a", "#f4cdc0", "#fff8ea"),
    "green": ("#2b8560", "#17573d", "#c4e3d0", "#fff8ea"),
    "yellow": ("#efb52e", "#a87412", "#fbe5ac", "#4b3413"),
    "blue": ("#2f6fae", "#1b4573", "#c6dbee", "#fff8ea"),
    "grey": ("#ddcfb3", "#c3b391", "#ebdfc6", "#8f8269"),  # a place nobody sits at
}

LIGHT = {
    "table": "#f6e9cd",  # the sheet the board is printed on
    "rim": "#d3b582",
    "house": "#fffaee",
    "shade": "#dfcaa0",  # under houses and tokens
    "ink": "#4a3a28",
    "ivory": "#fffdf6",  # dice and badges: the same by day and by night
    "pip": "#3b2e22",
    "gold": "#e79a10",
    "glow": "#ffd766",
    "honey": "#fdeab4",  # houses where everybody is safe
} | {
    f"{hue}{part}": colour
    for hue, colours in HUES.items()
    for part, colour in zip(PARTS, colours, strict=True)
}

DARK = {
    "table": "#352d25",
    "rim": "#1f1a15",
    "house": "#544838",
    "shade": "#231d17",
    "ink": "#f1e4c9",
    "honey": "#7a6232",
    "red-tint": "#6e3a2e",
    "green-tint": "#2c5443",
    "yellow-tint": "#6d5727",
    "blue-tint": "#2c4a66",
    "grey": "#6b6153",
    "grey-dark": "#4c4439",
    "grey-tint": "#443c32",
    "grey-on": "#b9ad98",
}


def _variables(palette: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in palette.items())


def _palette() -> str:
    """The colours; a page may force a theme with ``data-theme`` on any element around."""
    light, dark = _variables(LIGHT), _variables(DARK)
    # No ancestor in these: a rule with one does not reach what <use> brings in.
    hues = "".join(
        f".{hue}{part}{{fill:var(--{hue}{part})}}.{hue}{part}-line{{stroke:var(--{hue}{part})}}"
        for hue in HUES
        for part in PARTS
    )
    return (
        f".ludotheque{{{light}}}{hues}"
        f"@media (prefers-color-scheme:dark){{.ludotheque{{{dark}}}}}"
        f"[data-theme=light] .ludotheque{{{light}}}[data-theme=dark] .ludotheque{{{dark}}}"
    )


_SHARED_STYLE = """
.halo{fill:var(--ivory);stroke:var(--ivory);stroke-width:4.5;stroke-linejoin:round}
.motif{fill:none;stroke:var(--ivory);stroke-width:2.4;stroke-linejoin:round;opacity:.85}
& .at{transform:translate(var(--x),var(--y)) scale(var(--scale,1));transition:transform .4s}
.pip{fill:var(--pip)}
.die-edge{fill:var(--shade);stroke:var(--pip);stroke-width:1.5}
.die-face{fill:var(--ivory);stroke:var(--pip);stroke-width:1.5}
& .die-slot{fill:none;stroke:var(--ink);stroke-width:2.5;stroke-dasharray:6 5;opacity:.45}
& .count{font-size:20px;font-weight:700;text-anchor:middle}
& .crown{fill:var(--gold);stroke:var(--pip);stroke-width:1.5;stroke-linejoin:round}
& .leaf{fill:var(--green);stroke:var(--green-dark);stroke-width:.8}
& .pawn{pointer-events:none}
& .movable{pointer-events:auto;cursor:pointer;outline:none}
& .hit{fill:#000;fill-opacity:0}
& .ring-edge{fill:none;stroke:var(--pip);stroke-width:5.6}
& .ring{fill:none;stroke:var(--glow);stroke-width:3}
& .movable:hover .ring{stroke:var(--ivory);stroke-width:4}
& .movable:focus-visible .ring{stroke:var(--ivory);stroke-width:4}
& .counts{pointer-events:none}
& .ghost{pointer-events:none;opacity:0;transition:opacity .15s}
@media (prefers-reduced-motion:reduce){& .at{transition:none}}
"""


def scoped(name: str, style: str) -> str:
    """A style, one rule a line, in which ``&`` stands for the pictures of that class alone."""
    return style.replace("&", f".{name}").replace("\n", "")


SHARED = (
    ".ludotheque{font-family:system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}"
    + _palette()
    + scoped("ludotheque", _SHARED_STYLE)
)


def place(x: int, y: int, scale: int = 100) -> str:
    """The classes of what stands there, at so many per cent of its size.

    They are one run in the ``class`` attribute, and no placed thing lies within another.
    """
    return f"at x{x} y{y}" if scale == 100 else f"at x{x} y{y} z{scale}"


_PLACED = re.compile(r'(class="[^"]*\bat x(-?\d+) y(-?\d+)(?: z(\d+))?[^"]*")')


def placed_css(xs: Iterable[int], ys: Iterable[int], scales: Iterable[int]) -> str:
    """The style behind the classes of :func:`place`."""
    return "".join(
        [f".x{x}{{--x:{x}px}}" for x in sorted(set(xs))]
        + [f".y{y}{{--y:{y}px}}" for y in sorted(set(ys))]
        + [f".z{scale}{{--scale:{scale / 100}}}" for scale in sorted(set(scales))]
    )


def stylesheet(canvas: Canvas) -> str:
    """Everything that pictures of a game can ask for: the file that a page links to."""
    return SHARED + canvas.style + placed_css(canvas.xs, canvas.ys, canvas.scales)


def compose(canvas: Canvas, board: str, pieces: str, styled: bool = True) -> str:
    """One whole SVG of the two layers.

    With ``styled`` it carries the style it needs; without, the page links to the stylesheet.
    """
    style = ""
    if styled:
        found = _PLACED.findall(board + pieces)
        places = placed_css(
            (int(x) for _, x, _, _ in found),
            (int(y) for _, _, y, _ in found),
            (int(scale) for *_, scale in found if scale),
        )
        style = f"<style>{SHARED}{canvas.style}{places}</style>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ludotheque {canvas.name}"'
        f' viewBox="0 0 {canvas.width} {canvas.height}" role="group" aria-labelledby="title">'
        f'<title id="title">{escape(canvas.title)}</title>{style}'
        f'<g id="board">{board}</g><g id="pieces">{pieces}</g></svg>'
    )


_STYLE = re.compile(r"(?<=<style>)[^<]*")
_AT_RULE = re.compile(r"@[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VALUE = re.compile(r"--([\w-]+):([^;}]+)")
_VARIABLE = re.compile(r"var\(--([\w-]+)\)")


def standalone(svg: str) -> str:
    """The same picture in plain SVG, by day: places as attributes, colours as values.

    Rasterisers, editors and mail readers seldom know custom properties or ``@media``.
    """
    return _PLACED.sub(_transformed, _STYLE.sub(_plain, svg))


def _plain(style: re.Match[str]) -> str:
    text = _AT_RULE.sub("", style[0])
    values = dict(reversed(_VALUE.findall(text)))  # the first of a name: day comes before night
    kept = []
    for selector, body in _RULE.findall(text):
        lines = [
            line
            for line in body.split(";")
            if line and not line.startswith(("--", "transition:")) and "var(--x)" not in line
        ]
        if lines:
            kept.append(f"{selector}{{{';'.join(lines)}}}")
    return _VARIABLE.sub(lambda variable: values[variable[1]], "".join(kept))


def _transformed(match: re.Match[str]) -> str:
    attribute, x, y, scale = match.groups()
    scaled = f" scale({int(scale) / 100})" if scale else ""
    return f'{attribute} transform="translate({x} {y}){scaled}"'


def png(svg: str, width: int = 900) -> bytes:
    """The picture rasterised, that many pixels wide, on nothing."""
    import resvg_py  # here, so that who never asks for a PNG needs no rasteriser

    return bytes(resvg_py.svg_to_bytes(svg_string=standalone(svg), width=width))


# The pawns are the pieces of a shape sorter, so that nobody depends on colours: outlines
# about (0, 0) within a radius of some 15, and the mark each carries.
def pdf(svg: str) -> bytes:
    """The picture as a page of its own size, in vectors; needs the extra ``print``."""
    try:
        import typst
    except ImportError:
        raise BadOption("a PDF needs typst: pip install 'ludotheque[print]'") from None
    page = (
        "#set page(width: auto, height: auto, margin: 8mm)\n"
        '#image(bytes(sys.inputs.svg), format: "svg", width: 180mm)'
    )
    return bytes(typst.compile(page.encode(), sys_inputs={"svg": standalone(svg)}))


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
    """The pawns, to be put once into the board layer; :func:`pawn` refers to them."""
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
Marks = Mapping[
    tuple[int, int], tuple[str, str, str]
]  # by seat and number: class, attributes, ring


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

_PIPS = {  # where a face has pips, on a 3 × 3 grid
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _face(value: int) -> str:
    """A die of 48 about (0, 0)."""
    pips = "".join(
        f'<circle class="pip" cx="{13 * column}" cy="{13 * row}" r="4.6"/>'
        for column, row in _PIPS[value]
    )
    return (
        '<rect class="die-edge" x="-24" y="-20" width="48" height="48" rx="11"/>'
        f'<rect class="die-face" x="-24" y="-24" width="48" height="48" rx="11"/>{pips}'
    )


_SLOT = '<rect class="die-slot" x="-22" y="-22" width="44" height="44" rx="10"/>'
_DICE = (_SLOT, *map(_face, range(1, 7)))


def die(value: int) -> str:
    """A die showing 1 … 6 about (0, 0); 0 is the empty place of one that is to be rolled."""
    return _DICE[value]


def count(number: int, hue: str) -> str:
    """A number in place of a pawn's mark, about (0, 0): for the topmost one of a pile."""
    return (
        f'<path class="{hue}" d="{SHAPES[hue][0]}"/>'
        f'<text class="count {hue}-on" y="7.2">{number}</text>'
    )


def _branch(side: int) -> str:
    leaves = ((33, 26, 60), (42, 14, 32), (46, -1, 8), (45, -17, -12), (38, -31, -34))
    return "".join(
        f'<ellipse class="leaf" rx="4.6" ry="9" transform="translate({side * x} {y})'
        f' rotate({side * angle})"/>'
        for x, y, angle in leaves
    )


LAURELS = (  # about (0, 0), within a radius of some 45: for who won
    f"{_branch(-1)}{_branch(1)}"
    '<path class="crown" d="M-21,16L-26,-13L-11,-2L0,-20L11,-2L26,-13L21,16z"/>'
    '<circle class="crown" cx="-26" cy="-14" r="3.6"/><circle class="crown" cy="-21" r="3.6"/>'
    '<circle class="crown" cx="26" cy="-14" r="3.6"/><path class="crown" d="M-21,16H21V22H-21z"/>'
)
