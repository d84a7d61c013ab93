"""What lies below one's own sheet: the others' sheets, small."""

from functools import cache, lru_cache
from typing import NamedTuple

from ludotheque.core.drawing import Piece, Point, Scene, shortened
from ludotheque.core.texts import translator
from ludotheque.games.rolling_village import words
from ludotheque.games.rolling_village.board import CELLS, COLUMNS, ROWS
from ludotheque.games.rolling_village.drawing.paper import BELOW, LOCALE, Box, rounded
from ludotheque.games.rolling_village.drawing.seen import Seen
from ludotheque.games.rolling_village.drawing.sketch import FLAT, UNIT
from ludotheque.games.rolling_village.record import SEATS

GAP = 8


class Grid(NamedTuple):
    """How small sheets are laid out: how many across and down, and how large."""

    across: int
    down: int
    cell: int
    name: int  # size of the letters
    score: int
    longest: int  # letters of a name
    is_below: bool = False  # whether a village lies below its name, not beside it


GRIDS = (
    Grid(2, 1, 40, 19, 40, 10),
    Grid(3, 1, 36, 19, 40, 16, is_below=True),
    Grid(3, 2, 21, 17, 30, 9),
    Grid(4, 3, 13, 15, 22, 9),
)
SIZES = tuple(100 * grid.cell // UNIT for grid in GRIDS)

STYLE = """
& .small-paper{fill:var(--house);stroke:var(--rim);stroke-width:1.6}
& .small-lines{fill:none;stroke:var(--ink);stroke-width:.35;opacity:.45}
& .small-frame{fill:none;stroke:var(--ink);stroke-width:.7}
& .small{fill:var(--ink);font-weight:700}
& .gain{fill:var(--green-ink);font-weight:700}
& .veil{fill:var(--table);opacity:.7}
& .gone{text-decoration:line-through;opacity:.6}
""" + "".join(f"& .f{size}{{font-size:{size}px}}" for grid in GRIDS for size in grid[3:5])


class Slot(NamedTuple):
    """Where a small sheet lies, and where what is written on it stands."""

    grid: Grid
    box: Box
    cell: Point  # the middle of the first one
    name: Point
    score: Point
    gain: Point
    laurels: Point


class Standing(NamedTuple):
    """What is written beside a small village."""

    name: str
    points: int
    gain: str  # of the last round
    has_won: bool
    has_left: bool


@cache
def slot_of(others: int, number: int) -> Slot:
    """One of so many small sheets: the village is on the right of the name, or below it."""
    grid = next(grid for grid in GRIDS if others <= grid.across * grid.down)
    box = _box(grid, others, number)
    x, y = box.x + 9, box.y + 5
    middle = grid.cell // 2
    right, bottom = box.x + box.width - 7, box.y + box.height - 9
    cell_y = bottom - ROWS * grid.cell + middle if grid.is_below else box.middle[1] - 2 * grid.cell
    score = (x, y + grid.name + 3 + round(0.64 * grid.score))
    gain = (x, y + grid.name + grid.score + 6 + round(0.64 * grid.name))
    return Slot(
        grid,
        box,
        cell=(right - COLUMNS * grid.cell + middle, cell_y),
        name=(x, y + round(0.64 * grid.name)),
        score=score,
        gain=(x + 2 * grid.score, score[1]) if grid.is_below else gain,
        laurels=(right - 22, y + 24) if grid.is_below else (box.x + 26, box.y + box.height - 22),
    )


def _box(grid: Grid, others: int, number: int) -> Box:
    """A row that is not full stands in the middle."""
    width, height = (BELOW.width + GAP) // grid.across, (BELOW.height + GAP) // grid.down
    down, across = divmod(number, grid.across)
    in_row = min(grid.across, others - grid.across * down)
    x = BELOW.x + width * across + width * (grid.across - in_row) // 2
    return Box(x, BELOW.y + height * down, width - GAP, height - GAP)


def _middle(slot: Slot, cell: int) -> Point:
    (x, y), step = slot.cell, slot.grid.cell
    return x + step * (cell // ROWS), y + step * (cell % ROWS)


PLACES = tuple(
    place
    for others in range(1, SEATS)
    for number in range(others)
    for slot in [slot_of(others, number)]
    for place in (*slot[3:], *(_middle(slot, cell) for cell in range(CELLS)))
)


@cache
def empty_sheets(others: int) -> str:
    """The empty small sheets of everybody else."""
    return "".join(_empty_sheet(slot_of(others, number)) for number in range(others))


def _empty_sheet(slot: Slot) -> str:
    across = "".join(f"M0,{UNIT * k}H{UNIT * COLUMNS}" for k in range(1, ROWS))
    down = "".join(f"M{UNIT * k},0V{UNIT * ROWS}" for k in range(1, COLUMNS))
    size = slot.grid.cell
    x, y = (middle - size / 2 for middle in slot.cell)
    return (
        f'<path class="small-paper" d="{rounded(slot.box, 5)}"/>'
        f'<g transform="translate({x:g} {y:g}) scale({size / UNIT:g})">'
        f'<path class="small-lines" d="{across}{down}"/>'
        f'<rect class="small-frame" width="{UNIT * COLUMNS}" height="{UNIT * ROWS}"/></g>'
    )


def villages(seen: Seen, scene: Scene) -> list[Piece]:
    """Everybody else's village, name and points."""
    _, state, seats = translator(LOCALE, scene.language), seen.state, len(seen.points)
    found = []
    for seat, built in enumerate(seen.built):
        if seat != seen.large:
            number = _number(seat, seen.large, seats, scene.seat is None)
            name = words.seat_name(state, seat, scene.names, _)
            gain = f"+{seen.scores[seat][seen.rounds - 1]}" if state.scored[seat] else ""
            has_left = bool(state.gone >> seat & 1)
            standing = Standing(name, seen.points[seat], gain, seen.has_won(seat), has_left)
            found += _sheet(seat, seats - 1, number, tuple(built), standing)
    return found


def _number(seat: int, large: int, seats: int, is_onlooker: bool) -> int:
    """Which small sheet is a seat's: one's own neighbours are in order from the next one on.

    For an onlooker the large sheet changes now and then: then the first seat has the place
    of who is large, so that everybody else stays where they are.
    """
    return (seat or large) - 1 if is_onlooker else (seat - large - 1) % seats


@lru_cache(maxsize=2048)
def _sheet(
    seat: int, others: int, number: int, built: tuple[int, ...], standing: Standing
) -> list[Piece]:
    """All that is on a small sheet; that of a player who left is veiled."""
    slot = slot_of(others, number)
    found = _village(seat, slot, built) + _standing(seat, slot, standing)
    if standing.has_left:
        found.append(Piece(f"veil-{seat}", style="veil", path=rounded(slot.box, 5)))
    return found


def _village(seat: int, slot: Slot, built: tuple[int, ...]) -> list[Piece]:
    """The projects of a sheet as flat shapes."""
    size = 100 * slot.grid.cell // UNIT
    return [
        Piece(f"c-{seat}-{cell}", FLAT[kind], *_middle(slot, cell), size)
        for cell in range(CELLS)
        for kind, cells in enumerate(built)
        if cells >> cell & 1
    ]


def _standing(seat: int, slot: Slot, standing: Standing) -> list[Piece]:
    """A name and points; what the last round brought, or laurels."""
    grid, points = slot.grid, str(standing.points)
    style, name = f"small f{grid.name}", shortened(standing.name, grid.longest)
    if standing.has_left:
        style += " gone"
    found = [
        Piece(f"n-{seat}", "", *slot.name, 100, style, name),
        Piece(f"points-{seat}", "", *slot.score, 100, f"small f{grid.score}", points),
    ]
    if standing.has_won:
        found.append(Piece(f"laurels-{seat}", "laurels", *slot.laurels, 40))
    elif standing.gain:
        style = f"gain f{grid.name}"
        found.append(Piece(f"gain-{seat}", "", *slot.gain, 100, style, standing.gain))
    return found
