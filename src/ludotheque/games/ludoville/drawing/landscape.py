"""The land before the town: parchment, river, coast, and the frame of the map.

It follows an edition's terrain and nothing else, so it is drawn once for each.
"""

from functools import lru_cache

from ludotheque.core.contract import State
from ludotheque.games.ludoville.board import CELLS, COLUMNS, LETTERS, ROWS, cells_in
from ludotheque.games.ludoville.drawing.shapes import tree

UNIT = 64  # a cell
LEFT, TOP = 64, 96  # of the map
RIGHT, BOTTOM = LEFT + COLUMNS * UNIT, TOP + ROWS * UNIT
WIDTH, HEIGHT = RIGHT + LEFT, 968
LAND, RIVER, SEA = "land", "river", "sea"

Terrain = tuple[str, ...]  # of each cell
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west


def centre(cell: int) -> tuple[int, int]:
    """The middle of a cell in the picture."""
    return LEFT + UNIT * (cell % COLUMNS) + UNIT // 2, TOP + UNIT * (cell // COLUMNS) + UNIT // 2


def beyond(cell: int, step: tuple[int, int]) -> int | None:
    """The cell one step further; None off the board."""
    column, row = cell % COLUMNS + step[0], cell // COLUMNS + step[1]
    return row * COLUMNS + column if 0 <= column < COLUMNS and 0 <= row < ROWS else None


@lru_cache(maxsize=64)
def _terrain(land: bytes, river: bytes) -> Terrain:
    grounds = [SEA] * CELLS
    for ground, mask in ((LAND, land), (RIVER, river)):
        for cell in cells_in(int.from_bytes(mask, "little")):
            grounds[cell] = ground
    return tuple(grounds)


def terrain_of(state: State) -> Terrain:
    """The ground of every cell."""
    return _terrain(state.land.tobytes(), state.river.tobytes())


@lru_cache(maxsize=64)
def landscape(terrain: Terrain, middle: tuple[int, ...], harbours: tuple[int, ...]) -> str:
    """Everything that lies under the tiles."""
    return "".join(
        (
            _sheet(),
            _wilds(terrain, harbours),
            _river(terrain),
            _sea(terrain),
            _grid(),
            _centre(middle),
            "".join(_anchor(cell) for cell in harbours),
            _frame(),
        )
    )


def _sheet() -> str:
    """The parchment, with worn edges and a few stains, and the paler paper of the map."""
    edge = (
        f"M10,14Q{WIDTH / 4},4 {WIDTH / 2},11T{WIDTH - 12},9Q{WIDTH - 4},{HEIGHT / 3}"
        f" {WIDTH - 10},{HEIGHT / 2}T{WIDTH - 9},{HEIGHT - 12}Q{WIDTH * 0.7},{HEIGHT - 3}"
        f" {WIDTH / 2},{HEIGHT - 10}T12,{HEIGHT - 9}Q3,{HEIGHT * 0.7} 10,{HEIGHT / 2}T10,14z"
    )
    return (
        '<defs><radialGradient id="lv-parchment" cx="50%" cy="40%" r="78%">'
        '<stop class="lv-stop-in" offset="0"/><stop class="lv-stop-mid" offset=".7"/>'
        '<stop class="lv-stop-out" offset="1"/></radialGradient></defs>'
        f'<path class="lv-sheet" d="{edge}"/>'
        f'<rect class="lv-paper" x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}"'
        f' height="{BOTTOM - TOP}"/>'
    )


def _sea(terrain: Terrain) -> str:
    """Water, the lines that engravers draw along a shore, and what swims there."""
    cells = [cell for cell in range(CELLS) if terrain[cell] == SEA]
    water, shore, mouths = [], [], []
    for cell in cells:
        x, y = LEFT + UNIT * (cell % COLUMNS), TOP + UNIT * (cell // COLUMNS)
        water.append(f"M{x},{y}h{UNIT}v{UNIT}h{-UNIT}z")
        for step in STEPS:
            other = beyond(cell, step)
            if other is not None and terrain[other] != SEA:
                shore.append(_shore(cell, step))
            if other is not None and terrain[other] == RIVER:
                mouths.append(_mouth(cell, step))
    parts = (f'<path class="lv-sea" d="{"".join(water)}"/>', *shore, *mouths, _wonders(cells))
    return "".join(parts)


def _shore(cell: int, step: tuple[int, int]) -> str:
    """One side of a sea cell that is a coast: sand, then line after line of water."""
    (x, y), (dx, dy), half = centre(cell), step, UNIT // 2
    wave = "".join(
        f"q{dy * 8 + side * 3 * dx:g},{-dx * 8 + side * 3 * dy:g} {dy * 16:g},{-dx * 16:g}"
        for side in (1, -1, 1, -1)
    )
    lines = []
    for offset, style in _SHORE:
        reach = half + offset
        start = f"{x + dx * reach - dy * half:g},{y + dy * reach + dx * half:g}"
        lines.append(f'<path class="lv-{style}" d="M{start}{wave}"/>')
    return "".join(lines)


_SHORE = ((1, "sand"), (0, "coast"), (-6, "coast-2"), (-12, "coast-3"), (-18, "coast-4"))


def _mouth(cell: int, step: tuple[int, int]) -> str:
    """Where a river runs out: the shore opens."""
    (x, y), (dx, dy) = centre(cell), step
    along = bend(cell, (dx, dy))
    x, y = x + 32 * dx + along * abs(dy), y + 32 * dy + along * abs(dx)
    wide, deep = 13, 14
    return (
        f'<ellipse class="lv-sea" cx="{x}" cy="{y}" rx="{deep if dx else wide}"'
        f' ry="{wide if dx else deep}"/>'
    )


def _wonders(cells: list[int]) -> str:
    """A serpent, a ship and a compass, where the sea has room for them."""
    if len(cells) < len(_WONDERS):
        return ""
    step = (len(cells) - 1) / (len(_WONDERS) - 1)
    spots = [centre(cells[round(step * k)]) for k in range(len(_WONDERS))]
    return "".join(
        f'<use href="#s-lv-{name}" x="{x + 8}" y="{y}"/>'
        for name, (x, y) in zip(_WONDERS, spots, strict=True)
    )


_WONDERS = ("waves", "serpent", "waves", "ship", "waves", "compass")


def _river(terrain: Terrain) -> str:
    """A ribbon from side to side through each river cell, on to the sea and off the board."""
    d = "".join(_reach(terrain, cell) for cell in range(CELLS) if terrain[cell] == RIVER)
    return "".join(f'<path class="lv-{style}" d="{d}"/>' for style in ("bank", "stream", "ripple"))


def bend(cell: int, step: tuple[int, int]) -> int:
    """How far from the middle of a cell's side a river crosses it; the same from both sides."""
    other = beyond(cell, step)
    pair = min(cell, cell if other is None else other), step[0] != 0
    return (pair[0] * 37 + 11 * pair[1]) % 15 - 7


def _reach(terrain: Terrain, cell: int) -> str:
    """A river cell's part of the ribbon: it crosses each side straight, so parts join."""
    x, y = centre(cell)
    ends = []
    for step in STEPS:
        other = beyond(cell, step)
        if other is not None and terrain[other] != LAND:
            ends.append(_crossing(cell, step))
    if len(ends) == 1:  # it comes from beyond the edge, or springs here
        edges = [step for step in STEPS if beyond(cell, step) is None]
        ends += [_crossing(cell, edges[0])] if edges else [(x, y, x, y)]
    if len(ends) == 2:
        (x1, y1, near_x1, near_y1), (x2, y2, near_x2, near_y2) = ends
        return f"M{x1},{y1}C{near_x1},{near_y1} {near_x2},{near_y2} {x2},{y2}"
    return "".join(f"M{x},{y}L{x1},{y1}" for x1, y1, _, _ in ends)


def _crossing(cell: int, step: tuple[int, int]) -> tuple[int, int, int, int]:
    """Where a river leaves a cell, and the point it heads there from."""
    (x, y), (dx, dy), along = centre(cell), step, bend(cell, step)
    x, y = x + 32 * dx + along * abs(dy), y + 32 * dy + along * abs(dx)
    return x, y, x - 22 * dx, y - 22 * dy


def _grid() -> str:
    down = "".join(f"M{LEFT + UNIT * k},{TOP}V{BOTTOM}" for k in range(1, COLUMNS))
    along = "".join(f"M{LEFT},{TOP + UNIT * k}H{RIGHT}" for k in range(1, ROWS))
    return f'<path class="lv-grid" d="{down}{along}"/>'


def _centre(cells: tuple[int, ...]) -> str:
    """A small cross in each corner of the cells where a town may begin."""
    corners = set()
    for cell in cells:
        x, y = centre(cell)
        corners |= {(x + dx, y + dy) for dx in (-32, 32) for dy in (-32, 32)}
    d = "".join(f"M{x - 4},{y}h8M{x},{y - 4}v8" for x, y in sorted(corners))
    return f'<path class="lv-centre" d="{d}"/>'


def _anchor(cell: int) -> str:
    x, y = centre(cell)
    return (
        f'<path class="lv-anchor" transform="translate({x} {y})"'
        ' d="M0,-8V10M-5,-3H5M-9,3Q-8,11 0,10Q8,11 9,3M0,-8m-3,-3a3,3 0 1 1 6,0a3,3 0 1 1 -6,0"/>'
    )


def _wilds(terrain: Terrain, harbours: tuple[int, ...]) -> str:
    """Trees, hills, fields and grass where nobody has built yet, the same on every sheet.

    None at a harbour, where the anchor stands.
    """
    parts = []
    for cell in range(CELLS):
        if terrain[cell] == LAND and cell not in harbours:
            x, y = centre(cell)
            chance = (cell * 7919 + 104729) % 97
            drawn = _WILDS[chance % len(_WILDS)]
            shift = (chance % 13 - 6, chance % 11 - 5)
            parts.append(f'<use href="#s-lv-{drawn}" x="{x + shift[0]}" y="{y + shift[1]}"/>')
    return f'<g class="lv-wilds">{"".join(parts)}</g>'


_WILDS = ("grass-tufts", "wood", "hill", "grass-tufts", "field", "copse", "grass-tufts", "stones")


_TUFT = "M{x},{y}q-1,-5 -4,-6M{x},{y}q0,-5 0,-8M{x},{y}q1,-5 4,-6"
_SKETCHES = {
    "grass-tufts": "".join(_TUFT.format(x=x, y=y) for x, y in ((-12, 8), (9, -4), (2, 17))),
    "hill": "M-22,12Q-8,-14 4,8M-4,12Q8,-6 20,12M-10,2l-3,7M-6,-1l-2,8M9,3l-2,6",
    "field": "".join(f"M-20,{y}q10,-5 20,0t20,0" for y in (-8, -2, 4, 10)),
    "stones": "M-8,8q2,-6 7,-4q4,2 2,6zM4,-3q2,-4 6,-2q3,2 1,4z",
}
WILDS = {  # symbols of the open land
    **{name: f'<path class="lv-sketch" d="{line}"/>' for name, line in _SKETCHES.items()},
    "wood": tree(-10, 8, 5.4) + tree(2, 4, 6) + tree(12, 10, 5),
    "copse": tree(-4, 6, 4.6) + tree(6, 10, 5),
    "waves": '<path class="lv-wave" d="M-14,-8q5,-5 10,0t10,0'
    'M-8,4q5,-5 10,0t10,0M-12,16q5,-5 10,0"/>',
}
_SHIP = (
    '<path class="lv-plank" d="M-16,6Q-13,16 -6,16H8Q15,14 17,4Q9,9 2,8T-16,6z"/>'
    '<path class="lv-pole" d="M1,8V-20"/><path class="lv-wall" d="M2,-18Q15,-12 12,3Q7,0 2,1z"/>'
    '<path class="lv-wall" d="M-1,-12Q-11,-6 -12,3H-1z"/>'
    '<path class="lv-red" d="M1,-20l-7,2l7,2z"/>'
)
_SERPENT = (
    '<path class="lv-leaf" d="M-17,12q-1,-9 4,-9t4,9h-3q0,-5 -1,-5t-1,5z"/>'
    '<path class="lv-leaf" d="M-8,12q0,-15 6,-15t6,15h-4q0,-10 -2,-10t-2,10z"/>'
    '<path class="lv-leaf" d="M6,12Q4,-8 3,-13Q2,-22 10,-22Q18,-21 18,-15L9,-13Q12,0 12,12z"/>'
    '<circle class="lv-dark" cx="10" cy="-18" r="1"/>'
    '<path class="lv-red" d="M4,-20l-4,-5l6,2l1,-5l4,5"/>'
    '<path class="lv-wave" d="M-20,13q4,-3 8,0t8,0t8,0t8,0t6,0"/>'
)
_COMPASS = (
    '<circle class="lv-disc" r="17"/><path class="lv-red" d="M0,-22L4,-4H0z"/>'
    '<path class="lv-wall" d="M0,-22L-4,-4H0zM0,22L4,4H0zM22,0L4,4V0zM-22,0L-4,-4V0z"/>'
    '<path class="lv-slate-side" d="M0,22L-4,4H0zM22,0L4,-4V0zM-22,0L-4,4V0z"/>'
    '<circle class="lv-gold" r="3.4"/>'
)
WONDERS = {"serpent": _SERPENT, "ship": _SHIP, "compass": _COMPASS}


def _frame() -> str:
    """A double line with the names of rows and columns, and a compass on the sea."""
    box = f'x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{BOTTOM - TOP}"'
    wide = (
        f'x="{LEFT - 26}" y="{TOP - 26}" width="{RIGHT - LEFT + 52}" height="{BOTTOM - TOP + 52}"'
    )
    names = [
        f'<text class="lv-name" x="{LEFT + UNIT * k + UNIT // 2}" y="{y}">{letter}</text>'
        for k, letter in enumerate(LETTERS)
        for y in (TOP - 8, BOTTOM + 18)
    ]
    names += [
        f'<text class="lv-name" x="{x}" y="{TOP + UNIT * k + UNIT // 2 + 6}">{k + 1}</text>'
        for k in range(ROWS)
        for x in (LEFT - 13, RIGHT + 13)
    ]
    return f'<rect class="lv-frame" {box}/><rect class="lv-frame-wide" {wide}/>{"".join(names)}'
