"""Symbols that every picture has: dice, laurels for winners, a ring for what may be pointed at.

A symbol is drawn about (0, 0) and used by its name. Its rules name no ancestor, for such a rule
would not reach what ``<use>`` brings in.
"""

from collections.abc import Mapping

from ludotheque.core.drawing.pieces import Piece

STYLE = """
.pip{fill:var(--pip)}
.die-edge{fill:var(--shade);stroke:var(--pip);stroke-width:1.5}
.die-face{fill:var(--ivory);stroke:var(--pip);stroke-width:1.5}
.die-turn{fill:none;stroke:var(--pip);stroke-width:4;stroke-linecap:round;opacity:.5}
.die-tip{fill:var(--pip);opacity:.5}
.crown{fill:var(--gold);stroke:var(--pip);stroke-width:1.5;stroke-linejoin:round}
.leaf{fill:var(--green);stroke:var(--green-dark);stroke-width:.8}
.hit{fill:#000;fill-opacity:0}
.spark{fill:var(--gold);stroke:var(--ivory);stroke-width:1.5;stroke-linejoin:round}
.halo-ring{fill:none;stroke:var(--gold);stroke-width:4}
& .passing{pointer-events:none}
.ring-edge{fill:none;stroke:var(--pip);stroke-width:5.6}
.ring{fill:none;stroke:var(--ring);stroke-width:3}
&{--ring:var(--glow)}
& #pieces,& #choices{pointer-events:none;cursor:pointer}
& .movable{pointer-events:auto;outline:none}
& .movable:hover,& .movable:focus-visible,& .movable.pointed{--ring:var(--ivory)}
& .rollable{pointer-events:auto}
& .waits{opacity:0;pointer-events:none;transition:opacity .15s}
& .waits.pointed{opacity:.85}
& .unpicked{display:none}
& .withdrawn{opacity:0}
"""

_PIPS = {  # where a face has pips, on a 3 × 3 grid
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


_BODY = (
    '<rect class="die-edge" x="-24" y="-20" width="48" height="48" rx="11"/>'
    '<rect class="die-face" x="-24" y="-24" width="48" height="48" rx="11"/>'
)


def _face(value: int) -> str:
    """A die of 48 about (0, 0)."""
    pips = "".join(
        f'<circle class="pip" cx="{13 * column}" cy="{13 * row}" r="4.6"/>'
        for column, row in _PIPS[value]
    )
    return _BODY + pips


_UNTHROWN = (  # no face is up yet: one turns it
    f'{_BODY}<path class="die-turn" d="M-9,-8a12,12 0 1,1 -2.6,11"/>'
    '<path class="die-tip" d="M-15.5,-2.5L-8,-14.5L-3,-3z"/>'
)


def _branch(side: int) -> str:
    leaves = ((33, 26, 60), (42, 14, 32), (46, -1, 8), (45, -17, -12), (38, -31, -34))
    return "".join(
        f'<ellipse class="leaf" rx="4.6" ry="9" transform="translate({side * x} {y})'
        f' rotate({side * angle})"/>'
        for x, y, angle in leaves
    )


_LAURELS = (  # about (0, 0), within a radius of some 45: for winners
    f"{_branch(-1)}{_branch(1)}"
    '<path class="crown" d="M-21,16L-26,-13L-11,-2L0,-20L11,-2L26,-13L21,16z"/>'
    '<circle class="crown" cx="-26" cy="-14" r="3.6"/><circle class="crown" cy="-21" r="3.6"/>'
    '<circle class="crown" cx="26" cy="-14" r="3.6"/><path class="crown" d="M-21,16H21V22H-21z"/>'
)

_RING = (  # what takes the finger is larger than what the eye sees
    '<circle class="hit" r="27"/><circle class="ring-edge" r="19"/><circle class="ring" r="19"/>'
)

_READY = (  # dice that wait to be thrown
    '<circle class="hit" r="44"/><rect class="ring-edge" x="-30" y="-30" width="60" height="64"'
    ' rx="16"/><rect class="ring" x="-30" y="-30" width="60" height="64" rx="16"/>'
)

PASSING = {  # what flies about for a moment
    "spark": '<path class="spark" d="M0,-9L2.4,-2.4L9,0L2.4,2.4L0,9L-2.4,2.4L-9,0L-2.4,-2.4z"/>',
    "star": '<path class="spark" d="M0,-13L3.8,-4.6L12.6,-4.2L5.8,1.6L8,10.4L0,5.6L-8,10.4L-5.8,1.6'
    'L-12.6,-4.2L-3.8,-4.6z"/>',
    "halo": '<circle class="halo-ring" r="22"/>',
}

SYMBOLS = {
    **{f"die-{value}": _face(value) for value in _PIPS},
    "die-0": _UNTHROWN,
    "laurels": _LAURELS,
    "ring": _RING,
    "ready": _READY,
    **PASSING,
}


def definitions(symbols: Mapping[str, str]) -> str:
    """Symbols by their names, for a board layer to hold once."""
    drawn = "".join(f'<g id="s-{name}">{shape}</g>' for name, shape in symbols.items())
    return f"<defs>{drawn}</defs>"


def die(name: str, value: int, x: int, y: int, size: int = 100, style: str = "die") -> Piece:
    """A die; 0 is one still to be thrown."""
    return Piece(name, f"die-{value}", x, y, size, style, label=str(value or "…"))
