"""The town on the map: floors, tiles, what was placed or destroyed last, what may be."""

from html import escape

from ludotheque.core.contract import State
from ludotheque.core.drawing import Scene, place
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate
from ludotheque.games.ludoville import words
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
from ludotheque.games.ludoville.drawing import hands, ramparts
from ludotheque.games.ludoville.drawing.landscape import (
    LAND,
    RIVER,
    SEA,
    STEPS,
    UNIT,
    Terrain,
    beyond,
    centre,
    terrain_of,
)
from ludotheque.games.ludoville.record import FIRST_DESTROY, PASS

Tiles = dict[int, int]  # kind by cell


def _squares(cells: list[int], inset: int = 0) -> str:
    half = UNIT // 2 - inset
    corners = ((x - half, y - half) for x, y in map(centre, cells))
    return "".join(f"M{x},{y}h{2 * half}v{2 * half}h{-2 * half}z" for x, y in corners)


def floor(state: State, tiles: Tiles) -> str:
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


def town(state: State, last: Step | None, tiles: Tiles) -> str:
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


def last_placed(last: Step | None, tiles: Tiles) -> str:
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


def targets(state: State, scene: Scene, _: Translate) -> str:
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
