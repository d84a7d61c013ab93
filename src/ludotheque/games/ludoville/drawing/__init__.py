"""The map of Ludoville as SVG: what a position looks like, never what is allowed in it.

The board layer is the land of an edition; the pieces layer everything that a move, a roll
or a name changes: the town, the disasters that strike it, the hands. Each module draws what
it is named after.
"""

from pathlib import Path
from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.drawing import Canvas, Scene
from ludotheque.core.texts import translator
from ludotheque.games.ludoville.board import KINDS, cells_of
from ludotheque.games.ludoville.drawing import hands, status, tiles
from ludotheque.games.ludoville.drawing.landscape import HEIGHT, WIDTH, landscape, terrain_of
from ludotheque.games.ludoville.drawing.palette import STYLE
from ludotheque.games.ludoville.drawing.symbols import definitions

__all__ = ["CANVAS", "SAMPLE", "board_layer", "pieces_layer"]

LOCALE = Path(__file__).parents[1] / "locale"
CANVAS = Canvas(
    "ludoville",
    "Ludoville",
    WIDTH,
    HEIGHT,
    STYLE,
    range(0, WIDTH + 1, 2),
    range(0, HEIGHT + 1, 2),
    hands.SCALES,
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
    """The land: what never changes for given options."""
    middle, harbours = cells_of(state.centre), cells_of(state.harbours)
    land = landscape(terrain_of(state), tuple(middle), tuple(harbours))
    return definitions() + land + status.title()


def pieces_layer(state: State, scene: Scene) -> str:
    """Everything that changes; a tile's id is its cell."""
    _ = translator(LOCALE, scene.language)
    town = {cell: kind for kind in range(len(KINDS)) for cell in cells_of(state.tiles[kind])}
    return "".join(
        (
            status.status(state, scene, _),
            tiles.floor(state, town),
            tiles.town(state, scene.last, town),
            tiles.last_placed(scene.last, town),
            tiles.targets(state, scene, _),
            hands.hands(state, scene, _),
        )
    )
