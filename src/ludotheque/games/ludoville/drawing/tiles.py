"""The town on the map: the floors of its cells and the tiles on them."""

from functools import cache, lru_cache

from ludotheque.core.contract import State
from ludotheque.core.drawing import Piece
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
    bits_of,
    cells_in,
)
from ludotheque.games.ludoville.drawing import ramparts
from ludotheque.games.ludoville.drawing.landscape import (
    LAND,
    RIVER,
    SEA,
    STEPS,
    Terrain,
    beyond,
    centre,
    terrain_of,
)
from ludotheque.games.ludoville.drawing.ramparts import Line, Way

Tiles = dict[int, int]  # kind by cell

_CLEARED = '<path class="lv-cleared" d="M-31,-31H31V31H-31z"/>'
FLOORS = {
    "cleared": _CLEARED,
    "within": '<path class="lv-within" d="M-31,-31H31V31H-31z"/>',
    "paved": ramparts.paved(""),
    **{f"paved-{side}": _CLEARED + ramparts.paved(side) for side in ramparts.TOWN_SIDES},
}


def _neighbours(steps: tuple[Way, ...]) -> tuple[list[tuple[int, int]], ...]:
    """For each cell, the numbers of the steps that stay on the board and where they lead."""
    found: tuple[list[tuple[int, int]], ...] = tuple([] for _ in range(CELLS))
    for cell in range(CELLS):
        for number, step in enumerate(steps):
            if (other := beyond(cell, step)) is not None:
                found[cell].append((number, other))
    return found


_EIGHT = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
_BESIDE, _AROUND = _neighbours(STEPS), _neighbours(_EIGHT)


def town(state: State) -> tuple[Piece, ...]:
    """Floors, then tiles from the furthest row to the nearest, so that roofs lie before walls."""
    boards = tuple(low | high << 64 for low, high in state.tiles.tolist())
    inside, terrain = bits_of(state.inside), terrain_of(state)
    return _town(boards, inside, bool(state.closed), int(state.start), terrain)


@lru_cache(maxsize=256)
def _town(
    boards: tuple[int, ...], inside: int, is_closed: bool, start: int, terrain: Terrain
) -> tuple[Piece, ...]:
    found = {cell: kind for kind, bits in enumerate(boards) for cell in cells_in(bits)}
    tiles, within = dict(sorted(found.items())), cells_in(inside)
    lines = _lines(tiles, set(within if is_closed else ()), start, terrain)
    floors = dict.fromkeys(within, "lv-within")
    floors |= {cell: _floor(kind, lines.get(cell)) for cell, kind in tiles.items()}
    dry = [cell for cell in sorted(floors) if terrain[cell] == LAND]
    return (
        *(_piece("f", cell, floors[cell]) for cell in dry),
        *(
            _piece("t", cell, _tile(cell, kind, lines.get(cell), cell == start, terrain))
            for cell, kind in tiles.items()
        ),
    )


@cache
def _piece(layer: str, cell: int, symbols: str) -> Piece:
    return Piece(f"{layer}-{CELL_NAMES[cell]}", symbols, *centre(cell))


def _lines(tiles: Tiles, inside: set[int], start: int, terrain: Terrain) -> dict[int, Line]:
    """How the ramparts run through each of their cells."""
    walls = [cell for cell, kind in tiles.items() if kind in (WALL, GATE)]
    ends = {*walls, *(cell for cell, ground in enumerate(terrain) if ground == SEA)}
    return {cell: (_sides(cell, ends), _lean(cell, inside, start)) for cell in walls}


def _sides(cell: int, ends: set[int]) -> int:
    """Where the ramparts go on, to others or to the sea: bits for north, east, south, west."""
    return sum(1 << number for number, other in _BESIDE[cell] if other in ends)


def _lean(cell: int, inside: set[int], start: int) -> Way:
    """The way from a wall to the town: to the cells inside, else to the start tile."""
    dx = dy = 0
    for number, other in _AROUND[cell]:
        if other in inside:
            dx, dy = dx + _EIGHT[number][0], dy + _EIGHT[number][1]
    if dx == dy == 0 and start != NOWHERE:
        dx, dy = start % COLUMNS - cell % COLUMNS, start // COLUMNS - cell // COLUMNS
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def _floor(kind: int, line: Line | None) -> str:
    """Paved ground within the town, cleared ground before it."""
    if line is not None:
        return f"lv-paved-{ramparts.town_side(*line)}"
    return "lv-paved" if kind in INNER else "lv-cleared"


def _tile(cell: int, kind: int, line: Line | None, is_start: bool, terrain: Terrain) -> str:
    """The symbols of a tile, the furthest first."""
    if line is None:
        symbols = f"lv-{_face(kind, cell, terrain)}"
    elif kind == WALL:
        symbols = ramparts.wall(*line, terrain[cell] == RIVER)
    else:
        symbols = ramparts.gate(line[0])
    return f"{symbols} lv-founded" if is_start else symbols


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
