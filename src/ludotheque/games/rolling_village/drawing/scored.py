"""A village sheet in the score keeper's hands: to be filled in, and with its points explained."""

from collections.abc import Iterator, Sequence
from html import escape

from ludotheque.core.contract import State
from ludotheque.core.drawing import definitions
from ludotheque.core.drawing import symbols as shared
from ludotheque.games.rolling_village.board import (
    CELLS,
    KIND_LETTERS,
    KINDS,
    PARK,
    avenue_cells,
    lowest_cell,
    spread,
)
from ludotheque.games.rolling_village.drawing import SYMBOLS, paper
from ludotheque.games.rolling_village.drawing.paper import (
    BOTTOM,
    LEFT,
    PAPER_HEIGHT,
    RIGHT,
    ROUND_BOXES,
    TOP,
    WIDTH,
    Box,
    cell_box,
    coin,
    sketch_point,
)
from ludotheque.games.rolling_village.drawing.sketch import SKETCHES, stamp
from ludotheque.games.rolling_village.drawing.won import outline
from ludotheque.games.rolling_village.groups import groups_on
from ludotheque.games.rolling_village.scoring import PARK_POINTS, complete_parks, points_under
from ludotheque.games.rolling_village.writing import cell_name, kinds_of

_EDGE = 6
_HEAD = 78  # above it a sheet has only a name
_UNSEEN = 'aria-hidden="true"'  # whatever it shows is also said


def fillable(state: State, rounds: Sequence[str], language: str) -> str:
    """The sheet with all that may be drawn in each cell, and what is drawn there shown."""
    kinds = kinds_of(state, 0)
    cells = "".join(_cell(cell, kinds[cell]) for cell in range(CELLS))
    boxes = zip(ROUND_BOXES, rounds, strict=False)
    numbers = "".join(
        f'<text class="hand figure" data-number="r{number}" x="{box.middle[0]}"'
        f' y="{box.middle[1] + 9}">{escape(text[:3])}</text>'
        for number, (box, text) in enumerate(boxes, 1)
    )
    board = definitions(shared.SYMBOLS | SYMBOLS) + paper.board(state, language)
    return _svg(Box(0, _HEAD, WIDTH, PAPER_HEIGHT - _HEAD), 'role="group"', board + cells + numbers)


def _cell(cell: int, kind: int) -> str:
    x, y, width, height = cell_box(cell)
    drawn = "".join(_choice(cell, each, each == kind) for each in range(KINDS))
    return (
        f'<g data-field="{cell_name(cell)}"><rect class="tap" x="{x}" y="{y}" width="{width}"'
        f' height="{height}"/>{drawn}</g>'
    )


def _choice(cell: int, kind: int, is_drawn: bool) -> str:
    shown = ' class="on"' if is_drawn else ""
    drawn = stamp(SKETCHES[kind], *sketch_point(cell))
    return f'<g data-value="{KIND_LETTERS[kind]}"{shown}>{drawn}</g>'


def pencil(kind: int) -> str:
    """A kind, small, for a button."""
    return _svg(Box(-32, -36, 64, 66), _UNSEEN, stamp(SKETCHES[kind], 0, 0))


def _svg(box: Box, role: str, inside: str) -> str:
    """A picture for a page that has the game's stylesheet."""
    x, y, width, height = box
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="ludotheque rolling-village"'
        f' viewBox="{x} {y} {width} {height}" {role}>{inside}</svg>'
    )


def avenue(state: State, row: int) -> str:
    """The village with the groups that an avenue counts, and what each brings (RV-12)."""
    groups = [cells for _, cells in groups_on(state, 0, row)]
    counted = sum(groups) | int(avenue_cells(row))
    outlines = "".join(f'<path class="won" d="{outline(cells)}"/>' for cells in groups)
    badges = "".join(
        _badge(int(lowest_cell(cells)), int(points_under(state, cells))) for cells in groups
    )
    x, y, _, height = cell_box(row)
    band = f'<rect class="rv-now" x="{x}" y="{y}" width="{RIGHT - LEFT}" height="{height}"/>'
    return _village(state, counted, band, outlines + badges)


def parks(state: State) -> str:
    """The village with its Parks and what stands beside them (RV-13)."""
    own, complete = int(state.built[0, PARK]), int(complete_parks(state, 0))
    badges = "".join(_badge(cell, PARK_POINTS) for cell in range(CELLS) if complete >> cell & 1)
    return _village(state, int(spread(own)) if own else 0, "", badges)


def _village(state: State, clear: int, below: str, above: str) -> str:
    """The village alone, cells that do not count pale; it uses the sketches of another picture."""
    box = Box(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP)
    around = Box(LEFT - _EDGE, TOP - _EDGE, box.width + 2 * _EDGE, box.height + 2 * _EDGE)
    ground = f'<rect class="paper" x="{LEFT}" y="{TOP}" width="{box.width}" height="{box.height}"/>'
    drawn = "".join(_projects(state, clear))
    return _svg(around, _UNSEEN, ground + below + _printed(state) + drawn + above)


def _badge(cell: int, worth: int) -> str:
    """Points, large enough for a small picture; nothing for none."""
    if not worth:
        return ""
    box = cell_box(cell)
    x, y = box.x + box.width - 32, box.y + 24
    return (
        f'<g class="badge" transform="translate({x} {y}) scale(1.7)">{stamp("rv-badge", 0, 0)}'
        f'<text dy=".36em">+{worth}</text></g>'
    )


def _printed(state: State) -> str:
    boxes = [cell_box(cell) for cell in range(CELLS)]
    lines = "".join(f"M{x},{y}h{width}v{height}" for x, y, width, height in boxes)
    parts = [f'<path class="rule" d="{lines}"/>']
    for cell, box in enumerate(boxes):
        if worth := int(points_under(state, 1 << cell)):
            parts.append(coin(box, worth))
    return "".join(parts)


def _projects(state: State, clear: int) -> Iterator[str]:
    for cell, kind in enumerate(kinds_of(state, 0)):
        if kind >= 0:
            pale = "" if clear >> cell & 1 else ' class="past"'
            yield f"<g{pale}>{stamp(SKETCHES[kind], *sketch_point(cell))}</g>"
