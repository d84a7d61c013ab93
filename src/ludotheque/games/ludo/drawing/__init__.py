"""The Ludo board as SVG: what a position looks like, never what is allowed in it.

The board layer depends on the options alone; the pieces layer is everything that a move,
a roll, a name or a departure changes. Each module draws what it is named after, from a state
that ``seen`` has read, at points that ``places`` knows.
"""

from ludotheque.core.contract import State
from ludotheque.core.drawing import Canvas, Scene, boards, scoped, trail
from ludotheque.games.ludo.drawing import bases, board, last, moves, pawns
from ludotheque.games.ludo.drawing.last import motions
from ludotheque.games.ludo.drawing.places import SIZE
from ludotheque.games.ludo.drawing.seen import see

__all__ = ["CANVAS", "SAMPLE", "board_layer", "motions", "pieces_layer"]

_STYLES = (boards.STYLE, board.STYLE, trail.STYLE, moves.STYLE)
EVERYWHERE = range(0, SIZE + 1, 2)  # places.centre and all shifts are even
CANVAS = Canvas(
    name="ludo",
    title="Ludo",
    width=SIZE,
    height=SIZE,
    style=scoped("ludo", "".join(_STYLES)),
    xs=EVERYWHERE,
    ys=EVERYWHERE,
    scales=sorted(set(pawns.SCALES)),
)

# A match under way, for the lid of the box.
SAMPLE = {"pawns": [[9, 35, 57, 0], [40, 4, 0, 0], [17, 57, 57, 35], [52, 22, 0, 0]], "turn": 1}


def board_layer(state: State, scene: Scene) -> str:  # noqa: ARG001 (every game has this one)
    """What never changes for given options."""
    return board.board(int(state.seats), int(state.each))


def pieces_layer(state: State, scene: Scene) -> str:
    """Everything that happens on the board; pawns keep their id and their order for ever."""
    seen = see(state)
    return "".join(
        (
            bases.turn(seen),
            last.shown(seen, scene.last),
            bases.names(seen, scene),
            bases.laurels(seen),
            bases.thrown(seen, scene.last),
            pawns.pawns(seen, scene),
        )
    )
