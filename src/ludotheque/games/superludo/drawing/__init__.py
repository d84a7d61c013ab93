"""The Superludo board as SVG: what a position looks like, never what is allowed in it.

The board layer depends on the options alone; pieces are everything that a move, a roll, a name
or a departure changes. Each module draws what it is named after, from a state that ``seen`` has
read, at points that ``places`` knows.
"""

from functools import partial
from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.drawing import Canvas, Choice, Cue, Piece, Scene, boards, scoped, trail
from ludotheque.core.step import Step
from ludotheque.games.superludo.board import CORNERS
from ludotheque.games.superludo.drawing import board, dice, homes, moves, pawns
from ludotheque.games.superludo.drawing.places import HOMES, HUES, SIZE, TRACK
from ludotheque.games.superludo.drawing.seen import see

__all__ = [
    "CANVAS",
    "CLASSIC_SAMPLE",
    "SAMPLE",
    "board_layer",
    "choices",
    "cues",
    "emblem",
    "is_across",
    "pieces",
    "ways",
]

_STYLES = (boards.STYLE, board.STYLE, trail.STYLE, dice.STYLE, pawns.STYLE, moves.STYLE)
EVERYWHERE = range(0, SIZE + 1, 2)  # places.even and all shifts are even
CANVAS = Canvas(
    name="superludo",
    title="Superludo",
    width=SIZE,
    height=SIZE,
    style=scoped("superludo", "".join(_STYLES)),
    xs=EVERYWHERE,
    ys=EVERYWHERE,
    scales=sorted({*pawns.SCALES, *dice.SCALES}),
)

# Games under way, for the lids of the two boxes.
SAMPLE: dict[str, Any] = {
    "pawns": [[9, 40, 40, 0], [5, 30, 72, 0], [18, 18, 67, 0], [52, 3, 0, 0]],
    "turn": 1,
    "dice": [4, 2],
}
CLASSIC_SAMPLE: dict[str, Any] = {
    "pawns": [[64, 20, 5, 0], [44, 44, 12, 0], [33, 70, 0, 0], [27, 8, 72, 0]],
    "turn": 2,
    "dice": [6],
    "streak": 1,
}


def board_layer(state: State, scene: Scene) -> str:  # noqa: ARG001 (every game has this one)
    """What never changes for given options."""
    return board.board(int(state.seats), bool(state.couples))


def pieces(state: State, scene: Scene) -> list[Piece]:
    """Everything that happens on the board; pawns keep their id and their order for ever."""
    seen = see(state)
    return [
        *homes.turns(seen),
        *trail.shown(TRACK, scene.last),
        *homes.names(seen, scene),
        *homes.laurels(seen),
        *dice.shown(seen, scene.last),
        *pawns.pawns(seen),
    ]


ways = partial(trail.ways, TRACK)


def emblem(state: State, seat: int) -> str:
    """The seat's pawn."""
    return f"pawn-{HUES[CORNERS[int(state.seats)][seat]]}"


def is_across(state: State, seat: int) -> bool:
    """Whether the seat's home lies on the upper side."""
    return boards.is_across(HOMES, CORNERS[int(state.seats)][seat])


def cues(step: Step) -> list[Cue]:
    """What is worth a gesture: the dice's luck, what befalls pawns, a barrier."""
    return dice.cues(step) + trail.cues(TRACK, step) + pawns.cues(step)


def choices(state: State, scene: Scene) -> list[Choice]:
    """The pawns that may move and where they would go, or the ends to choose from."""
    return moves.choices(see(state), scene)
