"""The village sheet as it lies on the table, as SVG: one's own large, the others' below it.

The board layer is the printed sheet, which depends on the options alone; the pieces layer is
what people draw and write on it, and what they may draw now. A record is drawn as it is:
what a seat may not see was concealed before.
"""

from ludotheque.core.contract import State
from ludotheque.core.drawing import Canvas, Scene, scoped
from ludotheque.core.texts import translator
from ludotheque.games.rolling_village.drawing import (
    dice,
    marks,
    moves,
    neighbours,
    paper,
    sheet,
    sketch,
    won,
)
from ludotheque.games.rolling_village.drawing.paper import DICE_X, DICE_Y, HEIGHT, LOCALE, WIDTH
from ludotheque.games.rolling_village.rules import waiting
from ludotheque.games.rolling_village.scoring import points

__all__ = ["CANVAS", "SAMPLE", "board_layer", "large_seat", "pieces_layer"]

_PARTS = (sketch, paper, neighbours, marks, moves, sheet, dice, won)
PLACES = (
    (DICE_X, DICE_Y),
    (DICE_X + 60, DICE_Y),
    won.LAURELS_PLACE,
    neighbours.ELECTION_PLACE,
    *neighbours.PLACES,
)
CANVAS = Canvas(
    name="rolling-village",
    title="Rolling Village",
    width=WIDTH,
    height=HEIGHT,
    style=scoped("rolling-village", "".join(part.STYLE for part in _PARTS)),
    xs=tuple(x for x, _ in PLACES),
    ys=tuple(y for _, y in PLACES),
    scales=(40, 60, 100),
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
    return paper.board(state, scene.language) + neighbours.empty_sheets(int(state.seats))


def pieces_layer(state: State, scene: Scene) -> str:
    """All that is drawn and written on the sheets, and all that may be drawn now."""
    seat = large_seat(state, scene)
    _ = translator(LOCALE, scene.language)
    return "".join(
        (
            dice.avenue(state, seat),
            sheet.written(state, seat, scene),
            dice.tasks(state, seat),
            dice.dice(state),
            won.groups(state, seat),
            won.laurels(state, seat),
            neighbours.villages(state, seat, scene, _),
            moves.buttons(state, seat, scene, _),
        )
    )


def large_seat(state: State, scene: Scene) -> int:
    """The seat whose sheet is large: the viewer's own, else one that may move, else the leader."""
    if scene.seat is not None:
        return scene.seat
    seats = range(int(state.seats))
    if scene.moves:
        mask = int(waiting(state))
        return next((seat for seat in seats if mask >> seat & 1), 0)
    return max(seats, key=lambda seat: (int(points(state, seat)), -seat))
