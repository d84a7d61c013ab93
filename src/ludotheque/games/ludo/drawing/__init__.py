"""The Ludo board as SVG: what a position looks like, never what is allowed in it.

The board layer depends on the options alone; pieces are everything that a move, a roll, a name
or a departure changes. Each module draws what it is named after, from a state that ``seen`` has
read, at points that ``places`` knows.
"""

from functools import partial

from ludotheque.core.contract import State
from ludotheque.core.drawing import Canvas, Choice, Cue, Piece, Scene, boards, scoped, trail
from ludotheque.core.step import Step
from ludotheque.games.ludo.board import CORNERS
from ludotheque.games.ludo.drawing import bases, board, moves, pawns
from ludotheque.games.ludo.drawing.places import BASES, HUES, SIZE, TRACK
from ludotheque.games.ludo.drawing.seen import see

__all__ = [
    "CANVAS",
    "SAMPLE",
    "board_layer",
    "choices",
    "cues",
    "emblem",
    "is_across",
    "pieces",
    "ways",
]

_STYLES = (boards.STYLE, board.STYLE, trail.STYLE)
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


def pieces(state: State, scene: Scene) -> list[Piece]:
    """Everything that happens on the board; pawns keep their id and their order for ever."""
    seen = see(state)
    return [
        *bases.turn(seen),
        *trail.shown(TRACK, scene.last),
        *bases.names(seen, scene),
        *bases.laurels(seen),
        *bases.thrown(seen, scene.last),
        *pawns.pawns(seen),
    ]


ways = partial(trail.ways, TRACK)


def emblem(state: State, seat: int) -> str:
    """The seat's pawn."""
    return f"pawn-{HUES[CORNERS[int(state.seats)][seat]]}"


def is_across(state: State, seat: int) -> bool:
    """Whether the seat's home lies on the upper side."""
    return boards.is_across(BASES, CORNERS[int(state.seats)][seat])


def cues(step: Step) -> list[Cue]:
    """What is worth a gesture: the die's luck, and what befalls pawns."""
    return bases.cues(step) + trail.cues(TRACK, step)


def choices(state: State, scene: Scene) -> list[Choice]:
    """The pawns that may move, and where they would go."""
    return moves.choices(see(state), scene)
