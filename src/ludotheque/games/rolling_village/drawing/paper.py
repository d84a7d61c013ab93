"""The village sheet as it is printed: squared paper, avenues, legend, rounds.

All of it depends on the options alone. Geometry here is in the picture's units, squares of
the paper mostly; what people draw and write on it is the business of other modules.
"""

from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from ludotheque.core.contract import State
from ludotheque.core.texts import Translate, translator
from ludotheque.games.rolling_village import names as called
from ludotheque.games.rolling_village.board import CELLS, COLUMNS, KINDS, PARK, ROW_LETTERS, ROWS
from ludotheque.games.rolling_village.drawing.sketch import SKETCHES, SMALL, stamp
from ludotheque.games.rolling_village.record import PLANES, ROUNDS

LOCALE = Path(__file__).parents[1] / "locale"

SQUARE = 14  # of the paper
WIDTH, HEIGHT = 52 * SQUARE, 70 * SQUARE
PAPER_HEIGHT = 50 * SQUARE  # of one's own sheet; the neighbours' lie below
LEFT, TOP = 8 * SQUARE, 12 * SQUARE  # of the first cell
CELL_WIDTH, CELL_HEIGHT = 7 * SQUARE, 6 * SQUARE
RIGHT, BOTTOM = LEFT + COLUMNS * CELL_WIDTH, TOP + ROWS * CELL_HEIGHT
LEGEND_Y = 104
SIGN_X, SIGN_WIDTH, SIGN_HEIGHT = 56, 76, 44  # the plate of an avenue
ASIDE = 5, 3  # from the middle of a cell to that of a project
DICE_X, DICE_Y = 620, 46
TABLE_TOP, TABLE_BOTTOM = BOTTOM + 3 * SQUARE, BOTTOM + 7 * SQUARE

Point = tuple[int, int]


class Box(NamedTuple):
    """A rectangle: its corner and its size."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x + self.width // 2, self.y + self.height // 2


BELOW = Box(6, PAPER_HEIGHT + 6, WIDTH - 12, HEIGHT - PAPER_HEIGHT - 10)


def cell_box(cell: int) -> Box:
    """Where a cell lies."""
    column, row = divmod(cell, ROWS)
    return Box(LEFT + CELL_WIDTH * column, TOP + CELL_HEIGHT * row, CELL_WIDTH, CELL_HEIGHT)


def sketch_point(cell: int) -> Point:
    """Where a project is drawn: a little to the side of the printed points."""
    x, y = cell_box(cell).middle
    return x + ASIDE[0], y + ASIDE[1]


def badge_point(cell: int, is_wide: bool = False) -> Point:
    """Where the points that a cell's group won are written: two digits need more room."""
    box = cell_box(cell)
    return box.x + box.width - (29 if is_wide else 23), box.y + 17


def row_middle(row: int) -> int:
    """The height of an avenue."""
    return TOP + CELL_HEIGHT * row + CELL_HEIGHT // 2


# The table of rounds: nine boxes, after each third one its subtotal (RV-14), Parks, total.
ROUND_WIDTH, SUBTOTAL_WIDTH, PARKS_WIDTH, TOTAL_WIDTH = 44, 56, 60, 68
TABLE_LEFT = 18


def _table_box(x: int, width: int) -> Box:
    return Box(x, TABLE_TOP, width, TABLE_BOTTOM - TABLE_TOP)


ROUND_BOXES = tuple(
    _table_box(TABLE_LEFT + ROUND_WIDTH * k + SUBTOTAL_WIDTH * (k // 3), ROUND_WIDTH)
    for k in range(ROUNDS)
)
SUBTOTAL_BOXES = tuple(
    _table_box(ROUND_BOXES[k].x + ROUND_WIDTH, SUBTOTAL_WIDTH) for k in range(2, ROUNDS, 3)
)
PARKS_BOX = _table_box(SUBTOTAL_BOXES[-1].x + SUBTOTAL_WIDTH, PARKS_WIDTH)
TOTAL_BOX = _table_box(PARKS_BOX.x + PARKS_WIDTH, TOTAL_WIDTH)

STYLE = """
& .paper{fill:var(--house);stroke:var(--rim);stroke-width:2}
& .paper-edge{fill:var(--rim)}
& .square{fill:none;stroke:var(--blue-tint);stroke-width:.8}
& .frame{fill:none;stroke:var(--ink);stroke-width:2.4;stroke-linejoin:round}
& .rule{fill:none;stroke:var(--ink);stroke-width:1.1;opacity:.55}
& .coin{fill:var(--honey);stroke:var(--gold);stroke-width:1.4}
& .worth{font-size:17px;font-weight:700;text-anchor:middle;fill:var(--ink)}
.rv-sign{fill:var(--blue);stroke:var(--green-dark);stroke-width:3}
.rv-frame{fill:none;stroke:var(--gold);stroke-width:5}
& .sign-edge{fill:none;stroke:var(--blue-on);stroke-width:1.2;opacity:.7}
& .sign-text{font-size:20px;font-weight:700;text-anchor:middle;fill:var(--blue-on)}
& .print{font-size:15px;fill:var(--ink)}
& .print-middle{font-size:15px;text-anchor:middle;fill:var(--ink)}
& .letter{font-size:14px;text-anchor:middle;fill:var(--ink);opacity:.7}
& .sum-box{fill:var(--honey);opacity:.55}
& .total-box{fill:var(--honey)}
"""


def board(state: State, language: str) -> str:
    """The sheet of a game with these options."""
    points = tuple(
        sum((int(state.points[plane]) >> cell & 1) << plane for plane in range(PLANES))
        for cell in range(CELLS)
    )
    names = tuple(called.avenue_name(state, row) for row in range(ROWS))
    legend = tuple(int(kind) for kind in state.legend[1:])
    return _board(points, names, legend, bool(state.park_bonus), language)


@cache
def _board(
    points: tuple[int, ...],
    names: tuple[str, ...],
    legend: tuple[int, ...],
    park_bonus: bool,
    language: str,
) -> str:
    _ = translator(LOCALE, language)
    parts = (_paper(), _legend(legend, park_bonus, _), _cells(points), _signs(names), _table(_))
    return "".join(parts)


def small_die(face: int, x: int, y: int) -> str:
    """A die of 24 about a point."""
    return stamp(f"die-{face}", x, y, 0.5)


def _paper() -> str:
    width, height = WIDTH - 12, PAPER_HEIGHT - 12
    across = "".join(f"M7,{y}H{WIDTH - 7}" for y in range(SQUARE, PAPER_HEIGHT - 7, SQUARE))
    down = "".join(f"M{x},7V{PAPER_HEIGHT - 7}" for x in range(SQUARE, WIDTH - 7, SQUARE))
    return (
        f'<rect class="paper-edge" x="6" y="9" width="{width}" height="{height}" rx="6"/>'
        f'<rect class="paper" x="6" y="6" width="{width}" height="{height}" rx="6"/>'
        f'<path class="square" d="{across}{down}"/>'
    )


def _legend(legend: tuple[int, ...], park_bonus: bool, _: Translate) -> str:
    """The faces of each kind, and what a double brings (RV-5, RV-8)."""
    parts = []
    for kind in range(KINDS):
        x, y = legend_x(kind), LEGEND_Y
        faces = [face for face, meant in enumerate(legend, 1) if meant == kind]
        parts += [small_die(face, x + 12 + 26 * k, y) for k, face in enumerate(faces)]
        if kind == PARK:
            parts.append(f'<text class="print" x="{x}" y="{y + 5}">{escape(_("double"))}</text>')
        icon = x + 26 * max(len(faces), 2) + 18
        name = called.kind_name(kind, _)
        parts.append(stamp(SKETCHES[kind], icon, y, SMALL))
        parts.append(f'<text class="print" x="{icon + 17}" y="{y + 5}">{escape(name)}</text>')
        if kind != PARK or park_bonus:
            parts.append(stamp("rv-star", *star_point(kind)))
    return "".join(parts)


def legend_x(kind: int) -> int:
    """Where a kind's part of the legend begins."""
    return 20 + 178 * kind


def star_point(kind: int) -> Point:
    """Where a kind's bonus star stands (RV-10)."""
    return legend_x(kind) + 157, LEGEND_Y


def _cells(points: tuple[int, ...]) -> str:
    lines = "".join(f"M{LEFT + CELL_WIDTH * k},{TOP}V{BOTTOM}" for k in range(1, COLUMNS))
    lines += "".join(f"M{LEFT},{TOP + CELL_HEIGHT * k}H{RIGHT}" for k in range(1, ROWS))
    dice = "".join(
        small_die(column + 1, LEFT + CELL_WIDTH * column + CELL_WIDTH // 2, TOP - 20)
        for column in range(COLUMNS)
    )
    edge = f"M{LEFT},{TOP}H{RIGHT}V{BOTTOM}H{LEFT}z"
    frame = f'<path class="rule" d="{lines}"/><path class="frame" d="{edge}"/>'
    coins = (coin(cell_box(cell), worth) for cell, worth in enumerate(points) if worth)
    return dice + frame + "".join(coins)


def coin(box: Box, worth: int) -> str:
    """The points printed on a cell."""
    x, y = box.x + 16, box.y + 17
    return (
        f'<circle class="coin" cx="{x}" cy="{y}" r="12"/>'
        f'<text class="worth" x="{x}" y="{y + 6}">{worth}</text>'
    )


def _signs(names: tuple[str, ...]) -> str:
    return "".join(_sign(name, row) for row, name in enumerate(names))


def _sign(name: str, row: int) -> str:
    """The plate of an avenue, as on the corner of a French street."""
    x, y = SIGN_X - SIGN_WIDTH // 2, row_middle(row) - SIGN_HEIGHT // 2
    return (
        f'<rect class="rv-sign" x="{x}" y="{y}" width="{SIGN_WIDTH}" height="{SIGN_HEIGHT}"'
        ' rx="5"/>'
        f'<rect class="sign-edge" x="{x + 4}" y="{y + 4}" width="{SIGN_WIDTH - 8}"'
        f' height="{SIGN_HEIGHT - 8}" rx="3"/>'
        f'<text class="sign-text" x="{SIGN_X}" y="{row_middle(row) + 7}">{escape(name)}</text>'
        f'<text class="letter" x="{LEFT - 7}" y="{row_middle(row) + 5}">{ROW_LETTERS[row]}</text>'
    )


def avenue(style: str) -> str:
    """An avenue about the middle of its plate, which is framed: for symbols."""
    width, height = SIGN_WIDTH + 6, SIGN_HEIGHT + 6
    return (
        f'<rect class="{style}" x="{LEFT - SIGN_X}" y="{-CELL_HEIGHT // 2}"'
        f' width="{RIGHT - LEFT}" height="{CELL_HEIGHT}"/><rect class="rv-frame"'
        f' x="{-width // 2}" y="{-height // 2}" width="{width}" height="{height}" rx="7"/>'
    )


def _table(_: Translate) -> str:
    parts = [_head(box, f"{number}") for number, box in enumerate(ROUND_BOXES, 1)]
    parts += [_head(box, "=") for box in SUBTOTAL_BOXES]
    parts += [_head(PARKS_BOX, _("Parcs")), _head(TOTAL_BOX, _("Total"))]
    for box in ROUND_BOXES[2::3]:  # RV-9
        parts.append(stamp("rv-star", box.middle[0] + 13, box.y - 11, 0.6))
    shaded = [_rect("sum-box", box) for box in SUBTOTAL_BOXES] + [_rect("total-box", TOTAL_BOX)]
    boxes = (*ROUND_BOXES, *SUBTOTAL_BOXES, PARKS_BOX)
    lines = [_rect("rule", box) for box in boxes] + [_rect("frame", TOTAL_BOX)]
    return "".join(shaded + lines + parts)


def rounded(box: Box, radius: int) -> str:
    """The path of a rectangle with round corners."""
    x, y, width, height = box
    r = min(radius, width / 2)
    across, down = width - 2 * r, height - 2 * r
    arc = f"a{r:g},{r:g} 0 0,1"
    return (
        f"M{x + r:g},{y}h{across:g}{arc} {r:g},{r:g}v{down:g}{arc} {-r:g},{r:g}"
        f"h{-across:g}{arc} {-r:g},{-r:g}v{-down:g}{arc} {r:g},{-r:g}z"
    )


def _head(box: Box, text: str) -> str:
    return f'<text class="print-middle" x="{box.middle[0]}" y="{box.y - 6}">{escape(text)}</text>'


def _rect(style: str, box: Box) -> str:
    x, y, width, height = box
    return f'<rect class="{style}" x="{x}" y="{y}" width="{width}" height="{height}"/>'
