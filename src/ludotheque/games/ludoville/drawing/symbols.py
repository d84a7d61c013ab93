"""Everything that the map shows more than once, as definitions that a picture carries once."""

from functools import cache

from ludotheque.games.ludoville.drawing import buildings, hands, ramparts
from ludotheque.games.ludoville.drawing.landscape import wild_definitions
from ludotheque.games.ludoville.drawing.shapes import flag


@cache
def definitions() -> str:
    """The symbols, in the board layer."""
    pictures = {
        **buildings.definitions(),
        **ramparts.definitions(),
        **hands.definitions(),
        "founded": flag(-25, -8, 20, "gold"),  # where the town began
    }
    symbols = "".join(
        f'<g id="lv-{name}" class="lv-ink">{picture}</g>' for name, picture in pictures.items()
    )
    return f"<defs>{symbols}{_FLAMES}{wild_definitions()}</defs>"


_FLAMES = (
    '<g id="lv-flames" class="lv-ink">'
    '<path class="lv-flame" d="M-10,14Q-15,4 -8,-4Q-7,1 -4,2Q-6,-8 2,-14'
    'Q1,-6 6,-2Q8,-5 7,-8Q15,2 10,14z"/><path class="lv-flame-core" d="M-5,14Q-7,8 -2,3Q-1,6 1,6'
    'Q0,1 4,-2Q4,4 6,7Q8,11 5,14z"/></g>'
    '<g id="lv-smoke" class="lv-ink">'
    '<path class="lv-smoke" d="M-20,22q-7,-7 1,-12q-5,-9 6,-11q0,-10 11,-8'
    'q9,-7 14,2q10,0 8,9q8,4 2,11q3,7 -6,9z"/>'
    '<path class="lv-flame" d="M-9,24Q-12,14 -4,8Q-3,12 1,12'
    'Q2,4 7,2Q6,10 11,15Q12,21 9,24z"/></g>'
)
