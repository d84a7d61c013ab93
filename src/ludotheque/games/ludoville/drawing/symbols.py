"""Everything that the map shows more than once, as symbols that a picture carries once."""

from functools import cache

from ludotheque.core import drawing
from ludotheque.games.ludoville.drawing import (
    buildings,
    hands,
    last,
    moves,
    ramparts,
    status,
    tiles,
)
from ludotheque.games.ludoville.drawing.landscape import WILDS, WONDERS
from ludotheque.games.ludoville.drawing.shapes import flag

FLAMES = (
    '<g transform="translate(14 12)"><path class="lv-flame" d="M-10,14Q-15,4 -8,-4Q-7,1 -4,2'
    'Q-6,-8 2,-14Q1,-6 6,-2Q8,-5 7,-8Q15,2 10,14z"/><path class="lv-flame-core" d="M-5,14'
    'Q-7,8 -2,3Q-1,6 1,6Q0,1 4,-2Q4,4 6,7Q8,11 5,14z"/></g>'
)
SMOKE = (
    '<path class="lv-smoke" d="M-20,22q-7,-7 1,-12q-5,-9 6,-11q0,-10 11,-8'
    'q9,-7 14,2q10,0 8,9q8,4 2,11q3,7 -6,9z"/>'
    '<path class="lv-flame" d="M-9,24Q-12,14 -4,8Q-3,12 1,12'
    'Q2,4 7,2Q6,10 11,15Q12,21 9,24z"/>'
)


@cache
def definitions() -> str:
    """The symbols, in the board layer; an outline is drawn in ink."""
    inked = {
        **buildings.pictures(),
        **ramparts.stretches(),
        **hands.SHIELDS,
        **WONDERS,
        "founded": flag(-25, -8, 20, "gold"),  # where the town began
        "flames": FLAMES,
        "smoke": SMOKE,
    }
    plain = {
        **WILDS,
        **tiles.FLOORS,
        **hands.BADGE,
        **moves.RINGS,
        **moves.BUTTON,
        **last.FRAME,
        **status.DIE,
    }
    symbols = {name: f'<g class="lv-ink">{shape}</g>' for name, shape in inked.items()} | plain
    return drawing.definitions({f"lv-{name}": shape for name, shape in symbols.items()})
