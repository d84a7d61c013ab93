"""What a seat may draw or choose now, as spots on its sheet that light up."""

from functools import cache

from ludotheque.core.drawing import Choice, Piece, Scene
from ludotheque.games.rolling_village.board import CELLS, ROWS
from ludotheque.games.rolling_village.drawing import paper
from ludotheque.games.rolling_village.drawing.paper import (
    ASIDE,
    CELL_HEIGHT,
    CELL_WIDTH,
    LEFT,
    SIGN_X,
    Point,
    cell_box,
    row_middle,
    sketch_point,
)
from ludotheque.games.rolling_village.drawing.seen import Seen
from ludotheque.games.rolling_village.drawing.sketch import SKETCHES, SMALL, stamp
from ludotheque.games.rolling_village.record import FIRST_AVENUE
from ludotheque.games.rolling_village.scoring import avenue_points

STYLE = """
&{--spot:.16;--spot-line:1.8;--spot-dash:5 4;--hint:.58}
.rv-spot{fill:var(--glow);fill-opacity:var(--spot);stroke:var(--gold);\
stroke-width:var(--spot-line);stroke-dasharray:var(--spot-dash)}
.rv-hint{opacity:var(--hint)}
.rv-choice{fill:var(--glow);fill-opacity:var(--spot);opacity:.77}
& .movable:hover,& .movable:focus-visible,& .movable.pointed{--spot:.65;--spot-dash:none;--hint:1}
& .movable:focus-visible{--spot-line:4}
"""

_HALF, _TALL = CELL_WIDTH // 2, CELL_HEIGHT // 2
_BADGE = 32, 24  # an avenue's points, from the middle of its plate


def _spot(sketch: str, width: int, height: int, scale: float, aside: Point = (0, 0)) -> str:
    """A part of a cell about the sketch that could be drawn there."""
    x, y = 3 - width // 2 - aside[0], 3 - height // 2 - aside[1]
    return (
        f'<rect class="rv-spot" x="{x}" y="{y}" width="{width - 6}" height="{height - 6}" rx="8"/>'
        + stamp(sketch, 0, 0, scale, "rv-hint")
    )


def _choice() -> str:
    """An avenue about the badge with its points."""
    hit = f'<rect class="hit" x="{16 - SIGN_X}" y="{-_TALL}" width="{LEFT - 16}"'
    row = f'{paper.avenue("rv-choice")}{hit} height="{CELL_HEIGHT}"/>'
    return f'<g transform="translate({-_BADGE[0]} {-_BADGE[1]})">{row}</g>{stamp("rv-badge", 0, 0)}'


SYMBOLS = {
    **{f"{name}-1": _spot(name, CELL_WIDTH, CELL_HEIGHT, 1, ASIDE) for name in SKETCHES},
    **{f"{name}-2": _spot(name, _HALF, CELL_HEIGHT, SMALL) for name in SKETCHES},
    **{f"{name}-4": _spot(name, _HALF, _TALL, SMALL) for name in SKETCHES},
    "rv-choice": _choice(),
}


def choices(seen: Seen, scene: Scene) -> list[Choice]:
    """What may be drawn or chosen: several spots in one cell where several kinds may stand."""
    by_cell: dict[int, list[int]] = {}
    found = []
    for action in scene.moves:
        if action >= FIRST_AVENUE:
            found.append(_row(seen, action))
        else:
            by_cell.setdefault(action % CELLS, []).append(action)
    for actions in by_cell.values():
        found += [_project(action, k, len(actions)) for k, action in enumerate(actions)]
    return found


def _row(seen: Seen, action: int) -> Choice:
    """An avenue to choose, with the points that it would bring (RV-11)."""
    row, name = action - FIRST_AVENUE, f"m-{action}"
    worth = f"+{int(avenue_points(seen.state, seen.large, row))}"
    piece = Piece(name, "rv-choice", *_badge_point(row), 100, "badge", worth)
    return Choice(action, (name,), (piece,), ring="")


def _badge_point(row: int) -> Point:
    return SIGN_X + _BADGE[0], row_middle(row) + _BADGE[1]


@cache
def _project(action: int, k: int, together: int) -> Choice:
    """One of the projects that may stand in a cell: it has all of it, a half or a quarter."""
    (kind, cell), name = divmod(action, CELLS), f"m-{action}"
    parts = (1, 1, 2, 4, 4)[together]
    x, y = sketch_point(cell) if parts == 1 else _share(cell, k + parts - together, parts)
    spot = Piece(name, f"{SKETCHES[kind]}-{parts}", x, y)
    return Choice(action, (name,), (spot,), ring="")


def _share(cell: int, k: int, parts: int) -> Point:
    """The middle of a half or a quarter; three leave the printed points in sight."""
    x, y, _, tall = cell_box(cell)
    if parts == 4:
        tall = _TALL
    return x + _HALF * (k % 2) + _HALF // 2, y + tall * (k // 2) + tall // 2


PLACES = (
    *map(_badge_point, range(ROWS)),
    *(_share(cell, k, parts) for cell in range(CELLS) for parts in (2, 4) for k in range(parts)),
)
