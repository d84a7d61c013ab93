"""The map of Ludoville: what a position looks like, never what is allowed in it.

The board layer is the land of an edition and the boxes of the hands; pieces are everything that
a move, a roll or a name changes: the town, the disasters that strike it, the hands. Each module
draws what it is named after, from a state that ``seen`` has read.
"""

from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.drawing import Canvas, Choice, Piece, Scene
from ludotheque.games.ludoville.board import cells_of
from ludotheque.games.ludoville.drawing import hands, last, moves, status, tiles, trays
from ludotheque.games.ludoville.drawing.landscape import HEIGHT, WIDTH, landscape, terrain_of
from ludotheque.games.ludoville.drawing.last import cues, ways
from ludotheque.games.ludoville.drawing.palette import STYLE, TINCTURES
from ludotheque.games.ludoville.drawing.seen import see
from ludotheque.games.ludoville.drawing.symbols import definitions

__all__ = [
    "CANVAS",
    "IS_PERSONAL",
    "SAMPLE",
    "board_layer",
    "choices",
    "cues",
    "emblem",
    "hue",
    "pieces",
    "ways",
]

IS_PERSONAL = True  # one's own hand lies in the large tray
CANVAS = Canvas(
    "ludoville",
    "Ludoville",
    WIDTH,
    HEIGHT,
    STYLE,
    range(0, WIDTH + 1, 2),
    range(0, HEIGHT + 1, 2),
    trays.SCALES,
)

# A town that people live in, for the lid of the box: closed, with one suburb complete.
_SAMPLE_TOWN = {
    "wall": "d3 e3 f3 h3 i3 j3 d4 d5 j5 j6 d7 e7 f7 g7 i7 j7",
    "gate": "g3 j4 d6 h7",
    "bridge": "g5",
    "castle": "f4",
    "cathedral": "h4",
    "town-hall": "g6",
    "market": "i4",
    "fair": "e6",
    "gardens": "e4 g8",
    "quarter": "g4 f6 h6",
    "suburb": "f2 g2 h2 c6 h8",
    "church": "g1 i8",
    "port": "l3 l6",
}
SAMPLE: dict[str, Any] = {
    "round": 17,
    "turn": 2,
    "stage": "place",
    "start": "g5",
    "tiles": {cell: kind for kind, cells in _SAMPLE_TOWN.items() for cell in cells.split()},
    "hands": [["quarter", "church"], ["gate", "gardens", "suburb"], ["bridge"], ["castle", "wall"]],
}


def board_layer(state: State, scene: Scene) -> str:  # noqa: ARG001 (every game has this one)
    """The land and the boxes of the hands: what never changes for given options."""
    middle, harbours = cells_of(state.centre), cells_of(state.harbours)
    land = landscape(terrain_of(state), tuple(middle), tuple(harbours))
    return definitions() + land + status.title() + trays.boxes(int(state.seats))


def pieces(state: State, scene: Scene) -> list[Piece]:
    """Everything that changes; a tile's id is its cell, and what lies in a hand has its seat's."""
    seen = see(state, scene)
    return [
        *status.status(seen, scene.last),
        *tiles.town(seen.state),
        *last.shown(scene.last),
        *hands.turn(seen),
        *hands.hands(seen, scene),
    ]


def emblem(state: State, seat: int) -> str:  # noqa: ARG001 (other games' depend on it)
    """The seat's shield."""
    return f"lv-shield-{seat}"


def hue(state: State, seat: int) -> str:  # noqa: ARG001
    """The tincture of the seat's shield, as charts have it."""
    return TINCTURES[seat]


def choices(state: State, scene: Scene) -> list[Choice]:
    """A tile of the hand and the cells where it may stand; what may be destroyed; the pass."""
    return moves.choices(see(state, scene), scene)
