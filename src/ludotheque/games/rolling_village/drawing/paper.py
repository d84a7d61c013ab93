"""The village sheet as it is printed: squared paper, avenues, legend, rounds.

All of it depends on the options alone. Geometry here is in the picture's units, squares of
the paper mostly; what people draw and write on it is the business of other modules.
"""

from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from ludotheque.core.contract import State
from ludotheque.core.drawing import die
from ludotheque.core.texts import Translate, translator
from ludotheque.games.rolling_village import words
from ludotheque.games.rolling_village.board import CELLS, COLUMNS, KINDS, PARK, ROW_LETTERS, ROWS
from ludotheque.games.rolling_village.drawing import sketch
from ludotheque.games.rolling_village.record import FACES, PLANES, ROUNDS

LOCALE = Path(__file__).parents[1] / "locale"

SQUARE = 14  # of the paper
WIDTH, HEIGHT = 52 * SQUARE, 70 * SQUARE
PAPER_HEIGHT = 50 * SQUARE  # of one's own sheet; the neighbours' lie below
LEFT, TOP = 8 * SQUARE, 12 * SQUARE  # of the first cell
CELL_WIDTH, CELL_HEIGHT = 7 * SQUARE, 6 * SQUARE
RIGHT, BOTTOM = LEFT + COLUMNS * CELL_WIDTH, TOP + ROWS * CELL_HEIGHT
LEGEND_Y = 104
SIGN_X, SIGN_WIDTH, SIGN_HEIGHT = 56, 76, 44  # the plate of an avenue
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


def cell_box(cell: int) -> Box:
    """Where a cell lies."""
    column, row = divmod(cell, ROWS)
    return Box(LEFT + CELL_WIDTH * column, TOP + CELL_HEIGHT * row, CELL_WIDTH, CELL_HEIGHT)


def sketch_point(cell: int) -> Point:
    """Where a project is drawn: a little to the side of the printed points."""
    x, y = cell_box(cell).middle
    return x + 5, y + 3


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
& .sign{fill:var(--blue);stroke:var(--green-dark);stroke-width:3}
& .sign-edge{fill:none;stroke:var(--blue-on);stroke-width:1.2;opacity:.7}
& .sign-text{font-size:20px;font-weight:700;text-anchor:middle;fill:var(--blue-on)}
& .print{font-size:15px;fill:var(--ink)}
& .print-middle{font-size:15px;text-anchor:middle;fill:var(--ink)}
& .letter{font-size:14px;text-anchor:middle;fill:var(--ink);opacity:.7}
& .sum-box{fill:var(--honey);opacity:.55}
& .total-box{fill:var(--honey)}
"""


def board(state: State, language: str) -> str:
    """The board layer of a game with these options."""
    points = tuple(
        sum((int(state.points[plane]) >> cell & 1) << plane for plane in range(PLANES))
        for cell in range(CELLS)
    )
    names = tuple(words.avenue_name(state, row) for row in range(ROWS))
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
    return f"<defs>{sketch.definitions()}{_small_dice()}</defs>" + "".join(parts)


def _small_dice() -> str:
    return "".join(
        f'<g id="rv-die-{face}" transform="scale(.5)">{die(face)}</g>'
        for face in range(1, FACES + 1)
    )


def small_die(face: int, x: int, y: int) -> str:
    """A die of 24 about a point."""
    return f'<use href="#rv-die-{face}" x="{x}" y="{y}"/>'


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
        name = words.kind_name(kind, _)
        parts.append(sketch.sketch(kind, icon, y, "-small"))
        parts.append(f'<text class="print" x="{icon + 17}" y="{y + 5}">{escape(name)}</text>')
        if kind != PARK or park_bonus:
            parts.append(sketch.star("rv-star", *star_point(kind)))
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
    return dice + frame + "".join(_worth(cell, worth) for cell, worth in enumerate(points) if worth)


def _worth(cell: int, worth: int) -> str:
    box = cell_box(cell)
    x, y = box.x + 16, box.y + 17
    return (
        f'<circle class="coin" cx="{x}" cy="{y}" r="12"/>'
        f'<text class="worth" x="{x}" y="{y + 6}">{worth}</text>'
    )


def _signs(names: tuple[str, ...]) -> str:
    return "".join(f'<g id="rv-sign-{row}">{sign(name, row)}</g>' for row, name in enumerate(names))


def sign(name: str, row: int) -> str:
    """The plate of an avenue, as on the corner of a French street."""
    x, y = SIGN_X - SIGN_WIDTH // 2, row_middle(row) - SIGN_HEIGHT // 2
    return (
        f'<rect class="sign" x="{x}" y="{y}" width="{SIGN_WIDTH}" height="{SIGN_HEIGHT}" rx="5"/>'
        f'<rect class="sign-edge" x="{x + 4}" y="{y + 4}" width="{SIGN_WIDTH - 8}"'
        f' height="{SIGN_HEIGHT - 8}" rx="3"/>'
        f'<text class="sign-text" x="{SIGN_X}" y="{row_middle(row) + 7}">{escape(name)}</text>'
        f'<text class="letter" x="{LEFT - 7}" y="{row_middle(row) + 5}">{ROW_LETTERS[row]}</text>'
    )


def _table(_: Translate) -> str:
    parts = [_head(box, f"{number}") for number, box in enumerate(ROUND_BOXES, 1)]
    parts += [_head(box, "=") for box in SUBTOTAL_BOXES]
    parts += [_head(PARKS_BOX, _("Parcs")), _head(TOTAL_BOX, _("Total"))]
    for box in ROUND_BOXES[2::3]:  # RV-9
        parts.append(f'<use href="#rv-star-small" x="{box.middle[0] + 13}" y="{box.y - 11}"/>')
    shaded = [_rect("sum-box", box) for box in SUBTOTAL_BOXES] + [_rect("total-box", TOTAL_BOX)]
    boxes = (*ROUND_BOXES, *SUBTOTAL_BOXES, PARKS_BOX)
    lines = [_rect("rule", box) for box in boxes] + [_rect("frame", TOTAL_BOX)]
    return "".join(shaded + lines + parts)


def _head(box: Box, text: str) -> str:
    return f'<text class="print-middle" x="{box.middle[0]}" y="{box.y - 6}">{escape(text)}</text>'


def _rect(style: str, box: Box) -> str:
    x, y, width, height = box
    return f'<rect class="{style}" x="{x}" y="{y}" width="{width}" height="{height}"/>'
