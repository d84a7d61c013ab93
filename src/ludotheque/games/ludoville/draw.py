"""The map of Ludoville as SVG: what a position looks like, never what is allowed in it.

The board layer is the land of an edition; the pieces layer everything that a move, a roll
or a name changes: the town, the disasters that strike it, the hands.
"""

from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.drawing import Canvas, Scene, compose, place
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate, translator
from ludotheque.games.ludoville import buildings, hands, ramparts, words
from ludotheque.games.ludoville.board import (
    BRIDGE,
    CELL_NAMES,
    CELLS,
    COLUMNS,
    GATE,
    INNER,
    KINDS,
    NOWHERE,
    QUARTER,
    SUBURB,
    WALL,
    cells_of,
)
from ludotheque.games.ludoville.landscape import (
    HEIGHT,
    LAND,
    LEFT,
    RIGHT,
    RIVER,
    SEA,
    STEPS,
    UNIT,
    WIDTH,
    Terrain,
    beyond,
    centre,
    landscape,
    wild_definitions,
)
from ludotheque.games.ludoville.palette import STYLE
from ludotheque.games.ludoville.record import (
    FIRST_DESTROY,
    PASS,
    ROLL,
    SIEGE,
)
from ludotheque.games.ludoville.shapes import flag

LOCALE = Path(__file__).parent / "locale"
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
Tiles = dict[int, int]  # kind by cell

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


def draw(state: State, scene: Scene) -> str:
    """One whole SVG of the position, with its style."""
    return compose(CANVAS, board_layer(state, scene), pieces_layer(state, scene))


def board_layer(state: State, scene: Scene) -> str:  # noqa: ARG001 (every game has this one)
    """The land: what never changes for given options."""
    middle, harbours = cells_of(state.centre), cells_of(state.harbours)
    land = landscape(terrain_of(state), tuple(middle), tuple(harbours))
    return _definitions() + land + _title()


@cache
def _definitions() -> str:
    """Everything that the map shows more than once."""
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


def _title() -> str:
    middle = WIDTH // 2
    return (
        f'<text class="lv-title" x="{middle}" y="52">Ludoville</text>'
        f'<path class="lv-flourish" d="M{middle - 150},40q14,-10 26,0q-8,6 -14,0M{middle + 150},40'
        'q-14,-10 -26,0q8,6 14,0"/>'
    )


@cache
def _terrain(land: bytes, river: bytes) -> Terrain:
    grounds = [SEA] * CELLS
    for ground, mask in ((LAND, land), (RIVER, river)):
        bits = int.from_bytes(mask, "little")
        for cell in cells_of((bits & (2**64 - 1), bits >> 64)):
            grounds[cell] = ground
    return tuple(grounds)


def terrain_of(state: State) -> Terrain:
    """The ground of every cell."""
    return _terrain(state.land.tobytes(), state.river.tobytes())


def pieces_layer(state: State, scene: Scene) -> str:
    """Everything that changes; a tile's id is its cell."""
    _ = translator(LOCALE, scene.language)
    tiles = {cell: kind for kind in range(len(KINDS)) for cell in cells_of(state.tiles[kind])}
    return "".join(
        (
            _status(state, scene, _),
            _floor(state, tiles),
            _town(state, scene.last, tiles),
            _last(scene.last, tiles),
            _targets(state, scene, _),
            hands.hands(state, scene, _),
        )
    )


def _status(state: State, scene: Scene, _: Translate) -> str:
    """Round, pile, ramparts and die, on both sides of the title."""
    left, right = LEFT - 24, RIGHT + 24
    round_number = escape(_("Tour {round}").format(round=int(state.round_number)))
    pile = escape(_("Pioche : {count}").format(count=int(state.pile.sum(dtype=int))))
    ramparts_are = _("Remparts fermés") if state.closed else _("Remparts ouverts")
    return (
        f'<g id="lv-status"><text class="lv-status" x="{left}" y="36">{round_number}</text>'
        f'<text class="status-small" x="{left}" y="59">{escape(ramparts_are)}</text>'
        f'<text class="lv-status end" x="{right}" y="36">{pile}</text>'
        f"{_die(state, scene.last, _)}</g>"
    )


def _die(state: State, last: Step | None, _: Translate) -> str:
    """The twenty-sided die while it is to be rolled, and what it brought."""
    rolled = last.code + 1 if last and last.kind == "chance" and last.before.stage == ROLL else 0
    rolled = int(state.disaster) or rolled
    if not rolled and state.stage != ROLL:
        return ""
    x, y = RIGHT - 118, 34
    alarm = ""
    if 0 < rolled <= SIEGE:
        name = escape(words.disaster_name(rolled, _))
        alarm = f'<text class="lv-status alarm end" x="{x - 26}" y="{y + 6}">{name}</text>'
    return (
        f'{alarm}<g id="lv-die" class="{place(x, y)}" role="img" aria-label="{rolled or "…"}">'
        '<path class="die-face" d="M0,-20L17,-10V10L0,20L-17,10V-10z"/>'
        '<path class="lv-flourish" d="M0,-20L-11,8H11zM-17,-10L-11,8L0,20M17,-10L11,8"/>'
        f'<circle class="die-face" r="11" cy="1"/>'
        f'<text class="die-number" y="7">{rolled or "?"}</text></g>'
    )


def _squares(cells: list[int], inset: int = 0) -> str:
    half = UNIT // 2 - inset
    corners = ((x - half, y - half) for x, y in map(centre, cells))
    return "".join(f"M{x},{y}h{2 * half}v{2 * half}h{-2 * half}z" for x, y in corners)


def _floor(state: State, tiles: Tiles) -> str:
    """Paved ground under the town, and a tint on uncovered cells that count as inside."""
    terrain = terrain_of(state)
    dry = [cell for cell in tiles if terrain[cell] == LAND]
    paved = [_squares([cell for cell in dry if tiles[cell] in INNER])]
    for cell in dry:
        if tiles[cell] in (WALL, GATE):
            x, y = centre(cell)
            west, north, width, height = ramparts.floor(
                _sides(terrain, tiles, cell), _lean(state, cell)
            )
            paved.append(f"M{x + west},{y + north}h{width}v{height}h{-width}z")
    inside = [
        cell for cell in cells_of(state.inside) if cell not in tiles and terrain[cell] == LAND
    ]
    return (
        f'<g id="lv-floor"><path class="lv-cleared" d="{_squares(dry, 1)}"/>'
        f'<path class="lv-floor" d="{"".join(paved)}"/>'
        f'<path class="lv-within" d="{_squares(inside, 1)}"/></g>'
    )


def _sides(terrain: Terrain, tiles: Tiles, cell: int) -> int:
    """Where the ramparts go on, to others or to the sea: bits for north, east, south, west."""
    found = 0
    for bit, step in enumerate(STEPS):
        other = beyond(cell, step)
        if other is not None and (tiles.get(other) in (WALL, GATE) or terrain[other] == SEA):
            found |= 1 << bit
    return found


def _lean(state: State, cell: int) -> tuple[int, int]:
    """The way from a wall to the town: to the cells inside, else to the start tile."""
    dx = dy = 0
    if state.closed:
        inside = set(cells_of(state.inside))
        for step in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)):
            if beyond(cell, step) in inside:
                dx, dy = dx + step[0], dy + step[1]
    if dx == dy == 0 and state.start != NOWHERE:
        dx = int(state.start) % COLUMNS - cell % COLUMNS
        dy = int(state.start) // COLUMNS - cell // COLUMNS
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def _town(state: State, last: Step | None, tiles: Tiles) -> str:
    """The tiles from the furthest row to the nearest, so that roofs lie before walls."""
    terrain = terrain_of(state)
    fresh = (
        last.code % CELLS if last and last.kind == "move" and last.code < FIRST_DESTROY else None
    )
    parts = []
    for cell in sorted(tiles):
        kind = tiles[cell]
        if kind == WALL:
            symbols = ramparts.wall(
                _sides(terrain, tiles, cell), _lean(state, cell), terrain[cell] == RIVER
            )
        elif kind == GATE:
            symbols = ramparts.gate(_sides(terrain, tiles, cell))
        else:
            symbols = [_face(kind, cell, terrain)]
        if cell == state.start:
            symbols = [*symbols, "founded"]
        uses = "".join(f'<use href="#lv-{symbol}"/>' for symbol in symbols if symbol)
        style = "fresh " if cell == fresh else ""
        parts.append(
            f'<g id="t-{CELL_NAMES[cell]}" class="{style}{place(*centre(cell))}">{uses}</g>'
        )
    return f'<g id="lv-town">{"".join(parts)}</g>'


def _face(kind: int, cell: int, terrain: Terrain) -> str:
    """The picture of a tile; some kinds have several."""
    name = KINDS[kind]
    if kind == QUARTER:
        return (name, "quarter-1", "quarter-2")[cell * 5 % 3]
    if kind == SUBURB:
        return (name, "suburb-1")[cell % 2]
    if kind == BRIDGE:
        west, east = (beyond(cell, step) for step in ((-1, 0), (1, 0)))
        flows = [other for other in (west, east) if other is not None and terrain[other] != LAND]
        return name if flows else "bridge-across"
    return name


def _last(last: Step | None, tiles: Tiles) -> str:
    """A frame around the tile placed last; smoke where a disaster struck."""
    if last is None or last.kind != "move" or last.code == PASS:
        return ""
    if last.code < FIRST_DESTROY:
        where = place(*centre(last.code % CELLS))
        return f'<g id="lv-last"><path class="last {where}" d="M-31,-31H31V31H-31z"/></g>'
    gone = [cell for cell in cells_of(last.before.covered) if cell not in tiles]
    smoke = "".join(
        f'<g class="{place(*centre(cell))}"><use href="#lv-smoke"/></g>' for cell in gone
    )
    return f'<g id="lv-last">{smoke}</g>'


def _targets(state: State, scene: Scene, _: Translate) -> str:
    """Where a disaster may strike."""
    parts = []
    for action, notation in scene.moves.items():
        if FIRST_DESTROY <= action < PASS:
            label = escape(words.label(state, int(state.turn), action, _))
            parts.append(
                f'<g class="target movable {place(*centre(action - FIRST_DESTROY))}" role="button"'
                f' tabindex="0" aria-label="{label}" data-move="{notation}">'
                f'<path class="hit" d="M-32,-32H32V32H-32z"/>{hands.SPOT_RING}'
                '<use href="#lv-flames" x="14" y="12"/></g>'
            )
    return f'<g id="lv-targets">{"".join(parts)}</g>' if parts else ""
