"""The village sheet as it lies on the table, as SVG: one's own large, the others' below it.

The board layer is the printed sheet, which depends on the options alone; the pieces are what
people draw and write on it, and the choices what they may draw now. A record is drawn as it
is: what a seat may not see was concealed before.
"""

from ludotheque.core.contract import State
from ludotheque.core.drawing import Canvas, Choice, Cue, Piece, Scene, definitions, scoped
from ludotheque.core.step import Step
from ludotheque.games.rolling_village.drawing import (
    dice,
    election,
    moves,
    neighbours,
    paper,
    sheet,
    sketch,
    won,
)
from ludotheque.games.rolling_village.drawing.paper import HEIGHT, WIDTH
from ludotheque.games.rolling_village.drawing.seen import see

__all__ = ["CANVAS", "IS_PERSONAL", "SAMPLE", "board_layer", "choices", "cues", "pieces"]

IS_PERSONAL = True  # one's own sheet is large

_PLACED = (sheet, dice, won, neighbours, election, moves)
_PLACES = {place for part in _PLACED for place in part.PLACES} | {(0, 0)}  # there for paths
SYMBOLS = sketch.SYMBOLS | sheet.SYMBOLS | dice.SYMBOLS | moves.SYMBOLS
CANVAS = Canvas(
    name="rolling-village",
    title="Rolling Village",
    width=WIDTH,
    height=HEIGHT,
    style=scoped("rolling-village", "".join(part.STYLE for part in (sketch, paper, *_PLACED))),
    xs={x for x, _ in _PLACES},
    ys={y for _, y in _PLACES},
    scales=(40, 60, 100, *neighbours.SIZES),
)

# A game under way, for the lid of the box.
SAMPLE = {
    "round": 7,
    "sheets": ["HHF.LL/.HFPL./HHF..L/..FF../H.....", "H.FFLL/HPF.L./H.FF.L/HH..../.....L"],
    "bonus": ["HL", "FH"],
    "scores": [[0, 5, 7, 9, 8, 11], [3, 0, 6, 8, 7, 9]],
    "scored": ["c", "c"],
}


def board_layer(state: State, scene: Scene) -> str:
    """What never changes for given options."""
    others = int(state.seats) - 1
    below = neighbours.empty_sheets(others) if others else election.board()
    return definitions(SYMBOLS) + paper.board(state, scene.language) + below


def pieces(state: State, scene: Scene) -> list[Piece]:
    """All that is drawn and written on the sheets, and the dice."""
    seen = see(state, scene.seat)
    below = neighbours.villages if len(seen.points) > 1 else election.gauge
    return [
        *dice.avenue(seen),
        *sheet.written(seen, scene),
        *dice.tasks(seen),
        *dice.dice(seen),
        *won.groups(seen),
        *won.laurels(seen),
        *below(seen, scene),
    ]


def cues(step: Step, seat: int | None = None) -> list[Cue]:
    """A double; what a seat draws on the large sheet; the groups that an avenue counts."""
    seen = see(step.after, seat)
    if step.kind == "chance":
        return dice.cues(seen)
    found = [Cue("score", piece.id) for piece in won.groups(seen) if piece.path]
    return found or sheet.cues(step, seen)


def choices(state: State, scene: Scene) -> list[Choice]:
    """All that the seat may draw now."""
    return moves.choices(see(state, scene.seat), scene)
