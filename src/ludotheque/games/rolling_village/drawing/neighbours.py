"""What lies below one's own sheet: the others' sheets, small, or a lone mayor's election."""

from html import escape
from typing import NamedTuple

from ludotheque.core.contract import State
from ludotheque.core.drawing import LAURELS, Scene, place, shortened
from ludotheque.core.texts import Translate
from ludotheque.core.turns import has_left
from ludotheque.games.rolling_village import words
from ludotheque.games.rolling_village.board import CELLS, COLUMNS, KINDS, ROWS
from ludotheque.games.rolling_village.drawing import sketch
from ludotheque.games.rolling_village.drawing.paper import HEIGHT, PAPER_HEIGHT, WIDTH, Box
from ludotheque.games.rolling_village.record import FINISHED, SEATS
from ludotheque.games.rolling_village.scoring import ELECTION, is_reelected, points

AREA = Box(6, PAPER_HEIGHT + 6, WIDTH - 12, HEIGHT - PAPER_HEIGHT - 10)
GAP = 8
UNIT = 10  # a cell of a small sheet, before it is scaled


class Grid(NamedTuple):
    """How small sheets are laid out: how many across and down, at what scale in tenths."""

    across: int
    down: int
    scale: int
    name: int  # size of the letters
    score: int
    longest: int  # letters of a name


GRIDS = (Grid(2, 1, 40, 19, 40, 10), Grid(3, 2, 21, 17, 30, 9), Grid(4, 3, 13, 15, 22, 9))

STYLE = """
& .small-paper{fill:var(--house);stroke:var(--rim);stroke-width:1.6}
& .small-lines{fill:none;stroke:var(--ink);stroke-width:.35;opacity:.45}
& .small-frame{fill:none;stroke:var(--ink);stroke-width:.7}
& .small-name{fill:var(--ink);font-weight:700}
& .small-score{fill:var(--ink);font-weight:700}
& .won-text{fill:var(--green);font-weight:700}
& .veil{fill:var(--table);opacity:.7}
& .gone{text-decoration:line-through;opacity:.6}
& .gauge{fill:var(--house);stroke:var(--ink);stroke-width:2}
& .gauge-on{fill:var(--green)}
& .gauge-mark{stroke:var(--red);stroke-width:4}
& .election{font-size:24px;font-weight:700;fill:var(--ink)}
& .election-small{font-size:17px;fill:var(--ink)}
""" + "".join(f"& .f{size}{{font-size:{size}px}}" for grid in GRIDS for size in grid[3:5])


def grid_of(others: int) -> Grid:
    """The roomiest layout that holds that many sheets."""
    return next(grid for grid in GRIDS if others <= grid.across * grid.down)


def slot(others: int, number: int) -> Box:
    """Where a neighbour's sheet lies; a row that is not full stands in the middle."""
    grid = grid_of(others)
    width, height = (AREA.width + GAP) // grid.across, (AREA.height + GAP) // grid.down
    down, across = divmod(number, grid.across)
    in_row = min(grid.across, others - grid.across * down)
    x = AREA.x + width * across + width * (grid.across - in_row) // 2
    return Box(x, AREA.y + height * down, width - GAP, height - GAP)


def _corner(grid: Grid, box: Box) -> tuple[float, float]:
    """The corner of the village on a small sheet: on the right of the name."""
    width, height = COLUMNS * grid.scale, ROWS * grid.scale
    return box.x + box.width - width - 7, box.y + (box.height - height) / 2


def laurels_place(box: Box) -> tuple[int, int]:
    """Where a winner's laurels lie on a small sheet."""
    return 2 * round((box.x + 26) / 2), 2 * round((box.y + box.height - 22) / 2)


PLACES = [
    laurels_place(slot(others, number)) for others in range(1, SEATS) for number in range(others)
]
GAUGE = Box(AREA.x + 40, AREA.y + 110, AREA.width - 190, 40)  # a lone mayor's points
FULL_GAUGE = 2 * ELECTION
ELECTION_PLACE = (652, AREA.y + 130)


def empty_sheets(seats: int) -> str:
    """The empty small sheets of everybody else."""
    if seats == 1:
        return _paper(Box(*AREA[:3], AREA.height - 30)) + _gauge()
    grid = grid_of(seats - 1)
    across = "".join(f"M0,{UNIT * k}H{UNIT * COLUMNS}" for k in range(1, ROWS))
    down = "".join(f"M{UNIT * k},0V{UNIT * ROWS}" for k in range(1, COLUMNS))
    parts = []
    for number in range(seats - 1):
        box = slot(seats - 1, number)
        x, y = _corner(grid, box)
        parts.append(
            f'{_paper(box)}<g transform="translate({x:g} {y:g}) scale({grid.scale / UNIT:g})">'
            f'<path class="small-lines" d="{across}{down}"/>'
            f'<rect class="small-frame" width="{UNIT * COLUMNS}" height="{UNIT * ROWS}"/></g>'
        )
    return "".join(parts)


def _paper(box: Box) -> str:
    x, y, width, height = box
    return f'<rect class="small-paper" x="{x}" y="{y}" width="{width}" height="{height}" rx="5"/>'


def _gauge() -> str:
    x, y, width, height = GAUGE
    return f'<rect class="gauge" x="{x}" y="{y}" width="{width}" height="{height}" rx="8"/>'


def villages(state: State, large: int, scene: Scene, _: Translate) -> str:
    """Everybody else's village, from the seat after the large one on."""
    seats = int(state.seats)
    if seats == 1:
        return _election(state, _)
    grid = grid_of(seats - 1)
    return "".join(
        _neighbour(state, (large + 1 + number) % seats, grid, slot(seats - 1, number), scene, _)
        for number in range(seats - 1)
    )


def _neighbour(state: State, seat: int, grid: Grid, box: Box, scene: Scene, _: Translate) -> str:
    x, y = _corner(grid, box)
    left = has_left(state, seat)
    return (
        f'<g id="rv-village-{seat}">'
        f'<g transform="translate({x:g} {y:g}) scale({grid.scale / UNIT:g})">'
        f"{village(state, seat)}</g>{_standing(state, seat, grid, box, scene, _)}"
        f"{_veil(box) if left else ''}</g>"
    )


def village(state: State, seat: int) -> str:
    """The projects of a sheet as flat shapes, a path for each kind, in cells of 10 units."""
    parts = []
    for kind in range(KINDS):
        cells = int(state.built[seat, kind])
        shapes = "".join(
            f"M{UNIT * (cell // ROWS) + 5},{UNIT * (cell % ROWS) + 5}{sketch.GLYPHS[kind]}"
            for cell in range(CELLS)
            if cells >> cell & 1
        )
        if shapes:
            parts.append(f'<path class="{sketch.HUES[kind]}" d="{shapes}"/>')
    return "".join(parts)


def _standing(state: State, seat: int, grid: Grid, box: Box, scene: Scene, _: Translate) -> str:
    name = words.seat_name(state, seat, scene.names, _)
    short = shortened(name, grid.longest)
    gone = " gone" if has_left(state, seat) else ""
    x, y = box.x + 9, box.y + grid.name + 5
    score_y = y + grid.score + 3
    parts = [
        f'<text class="small-name f{grid.name}{gone}" x="{x}" y="{y}">{escape(short)}</text>',
        f'<text class="small-score f{grid.score}" x="{x}" y="{score_y}">'
        f"{int(points(state, seat))}</text>",
    ]
    if state.ended == FINISHED and is_first(state, seat):
        parts.append(f'<g class="{place(*laurels_place(box), 40)}">{LAURELS}</g>')
    elif state.scored[seat]:
        parts.append(
            f'<text class="won-text f{grid.name}" x="{x}" y="{score_y + grid.name + 3}">'
            f"+{last_points(state, seat)}</text>"
        )
    return "".join(parts)


def is_first(state: State, seat: int) -> bool:
    """Whether nobody has more points."""
    seats = range(int(state.seats))
    return all(points(state, other) <= points(state, seat) for other in seats)


def last_points(state: State, seat: int) -> int:
    """What the last finished round brought."""
    finished = int(state.stage) - (state.ended != FINISHED)
    return int(state.scores[seat, finished - 1]) if finished > 0 else 0


def _veil(box: Box) -> str:
    x, y, width, height = box
    return f'<rect class="veil" x="{x}" y="{y}" width="{width}" height="{height}" rx="5"/>'


def _election(state: State, _: Translate) -> str:
    """RV-15: how far the mayor has come, and what became of it."""
    total, over = int(points(state, 0)), state.ended == FINISHED
    elected = over and is_reelected(state)
    told = _("Objectif : la réélection")
    if over:
        told = _("Réélu !") if elected else _("Pas réélu")
    x, y = GAUGE.x, GAUGE.y
    filled = GAUGE.width * min(total, FULL_GAUGE) // FULL_GAUGE
    mark = x + GAUGE.width * ELECTION // FULL_GAUGE
    return (
        f'<text class="election" x="{x}" y="{y - 46}">{escape(told)}</text>'
        f'<text class="election-small" x="{mark - 9}" y="{y - 14}">{ELECTION}</text>'
        f'<rect class="gauge-on" x="{x}" y="{y}" width="{filled}" height="{GAUGE.height}" rx="8"/>'
        f'<path class="gauge-mark" d="M{mark},{y - 8}V{y + GAUGE.height + 8}"/>'
        f'<text class="election" x="{x}" y="{y + GAUGE.height + 34}">{total}</text>'
        + (f'<g class="{place(*ELECTION_PLACE)}">{LAURELS}</g>' if elected else "")
    )
