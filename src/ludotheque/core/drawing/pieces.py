"""Dice, laurels for winners, and the style of whatever may be pointed at."""

STYLE = """
.pip{fill:var(--pip)}
.die-edge{fill:var(--shade);stroke:var(--pip);stroke-width:1.5}
.die-face{fill:var(--ivory);stroke:var(--pip);stroke-width:1.5}
& .die-slot{fill:none;stroke:var(--ink);stroke-width:2.5;stroke-dasharray:6 5;opacity:.45}
& .crown{fill:var(--gold);stroke:var(--pip);stroke-width:1.5;stroke-linejoin:round}
& .leaf{fill:var(--green);stroke:var(--green-dark);stroke-width:.8}
& .movable{pointer-events:auto;cursor:pointer;outline:none}
& .hit{fill:#000;fill-opacity:0}
& .ring-edge{fill:none;stroke:var(--pip);stroke-width:5.6}
& .ring{fill:none;stroke:var(--glow);stroke-width:3}
& .movable:hover .ring{stroke:var(--ivory);stroke-width:4}
& .movable:focus-visible .ring{stroke:var(--ivory);stroke-width:4}
"""

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
    """A die showing 1 … 6 about (0, 0); 0 is the empty place of one still to roll."""
    return _DICE[value]


def _branch(side: int) -> str:
    leaves = ((33, 26, 60), (42, 14, 32), (46, -1, 8), (45, -17, -12), (38, -31, -34))
    return "".join(
        f'<ellipse class="leaf" rx="4.6" ry="9" transform="translate({side * x} {y})'
        f' rotate({side * angle})"/>'
        for x, y, angle in leaves
    )


LAURELS = (  # about (0, 0), within a radius of some 45: for winners
    f"{_branch(-1)}{_branch(1)}"
    '<path class="crown" d="M-21,16L-26,-13L-11,-2L0,-20L11,-2L26,-13L21,16z"/>'
    '<circle class="crown" cx="-26" cy="-14" r="3.6"/><circle class="crown" cy="-21" r="3.6"/>'
    '<circle class="crown" cx="26" cy="-14" r="3.6"/><path class="crown" d="M-21,16H21V22H-21z"/>'
)
