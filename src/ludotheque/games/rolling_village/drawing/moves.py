"""What a seat may draw or choose now, as buttons on its sheet."""

from html import escape

from ludotheque.core.contract import State
from ludotheque.core.drawing import Scene
from ludotheque.core.texts import Translate
from ludotheque.games.rolling_village import words
from ludotheque.games.rolling_village.board import CELLS
from ludotheque.games.rolling_village.drawing import marks, sketch
from ludotheque.games.rolling_village.drawing.paper import (
    CELL_HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    Box,
    cell_box,
    row_middle,
)
from ludotheque.games.rolling_village.record import FIRST_AVENUE
from ludotheque.games.rolling_village.scoring import avenue_points

STYLE = """
& .spot{fill:var(--glow);fill-opacity:.16;stroke:var(--gold);stroke-width:1.8;stroke-dasharray:5 4}
& .hint{opacity:.5;pointer-events:none}
& .move:hover .spot{fill-opacity:.65;stroke-dasharray:none}
& .move:focus-visible .spot{fill-opacity:.65;stroke-width:4;stroke-dasharray:none}
& .move:hover .hint{opacity:1}
& .move:focus-visible .hint{opacity:1}
& .choice-row{fill:var(--glow);fill-opacity:.12}
& .move:hover .choice-row{fill-opacity:.5}
& .move:focus-visible .choice-row{fill-opacity:.5}
"""


def buttons(state: State, seat: int, scene: Scene, _: Translate) -> str:
    """What may be drawn or chosen: each a button, several in one cell where several kinds may."""
    by_cell: dict[int, list[int]] = {}
    parts = []
    for action in scene.moves:
        if action >= FIRST_AVENUE:
            button = _button(state, seat, action, scene, _)
            row = action - FIRST_AVENUE
            worth = int(avenue_points(state, seat, row))
            parts.append(
                f"{button}{_choice(row)}{marks.badge(88, row_middle(row) + 24, worth)}</g>"
            )
        else:
            by_cell.setdefault(action % CELLS, []).append(action)
    for cell, actions in by_cell.items():
        for action, box in zip(actions, _shares(cell_box(cell), len(actions)), strict=True):
            button = _button(state, seat, action, scene, _)
            parts.append(f"{button}{_spot(action // CELLS, box, len(actions))}</g>")
    return f'<g id="rv-moves">{"".join(parts)}</g>'


def _button(state: State, seat: int, action: int, scene: Scene, _: Translate) -> str:
    label = escape(words.label(state, seat, action, _))
    return (
        f'<g id="rv-m-{action}" class="movable move" data-move="{scene.moves[action]}"'
        f' role="button" tabindex="0" aria-label="{label}">'
    )


def _shares(box: Box, count: int) -> list[Box]:
    """A cell shared by that many buttons: whole, in halves, or in quarters."""
    x, y, width, height = box
    if count == 1:
        return [box]
    half = width // 2
    if count == 2:
        return [Box(x + half * k, y, half, height) for k in range(2)]
    tall = height // 2
    quarters = [Box(x + half * (k % 2), y + tall * (k // 2), half, tall) for k in range(4)]
    return quarters[-count:]  # three leave the printed points in sight


def _spot(kind: int, box: Box, shares: int) -> str:
    x, y, width, height = box
    middle_x, middle_y = box.middle
    size = "" if shares == 1 else "-small"
    hint = sketch.sketch(kind, middle_x + 5 * (shares == 1), middle_y + 3 * (shares == 1), size)
    return (
        f'<rect class="spot" x="{x + 3}" y="{y + 3}" width="{width - 6}" height="{height - 6}"'
        f' rx="8"/><g class="hint">{hint}</g>'
    )


def _choice(row: int) -> str:
    y = TOP + CELL_HEIGHT * row
    return (
        f'<rect class="choice-row" x="{LEFT}" y="{y}" width="{RIGHT - LEFT}"'
        f' height="{CELL_HEIGHT}"/><rect class="hit" x="16" y="{y}" width="{LEFT - 16}"'
        f' height="{CELL_HEIGHT}"/>{marks.sign_frame(row, "choice")}'
    )
