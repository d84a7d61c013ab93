"""The open hands under the map, and the moves that start from one of them.

The viewer's own hand (for onlookers, the hand in turn) lies in a large tray, the others in
small rows. Each tile that can be placed is a button; the cells where it may stand follow it, and
show while it is pointed at or has the keyboard's focus.
"""

from html import escape

import numpy as np

from ludotheque.core.contract import State
from ludotheque.core.drawing import LAURELS, Scene, place, shortened
from ludotheque.core.texts import Translate
from ludotheque.core.turns import AGREED
from ludotheque.games.ludoville import words
from ludotheque.games.ludoville.board import CELLS, KINDS
from ludotheque.games.ludoville.drawing.landscape import BOTTOM, LEFT, RIGHT, centre
from ludotheque.games.ludoville.record import (
    DRAW,
    FIRST_DESTROY,
    PASS,
)
from ludotheque.games.ludoville.standing import hand_points, rank

Moves = dict[int, str]  # notation by action

WEST, EAST = LEFT - 26, RIGHT + 26  # the width of the map's frame
TRAY_TOP, TRAY_HEIGHT = BOTTOM + 40, 96
ROWS_TOP = TRAY_TOP + TRAY_HEIGHT + 8
TRAY_TILES = (WEST + 176, EAST - 124)  # from where to where the tray holds tiles
FULL_SLOT = 76
# The other hands by the number of seats: how many side by side, how high, a tile's room.
ROWS = {2: (1, 96, 76), 3: (2, 96, 62), 4: (2, 64, 54), 5: (2, 64, 54), 6: (2, 42, 36)}
GAP = 12
ROW_HEAD = 176  # from the left side of a row to its tiles
TILE = 70  # a tile at full size, with a little room
LONGEST_NAME = 13


def _scale(slot: float) -> int:
    """Per cent of a tile's size in a slot that wide."""
    return min(100, round(slot / TILE * 50) * 2)


def _slot(space: tuple[int, int], count: int, widest: int) -> float:
    return min(widest, (space[1] - space[0]) / max(count, 1))


def _row_width(seats: int) -> int:
    columns = ROWS[seats][0]
    return (EAST - WEST - GAP * (columns - 1)) // columns


def _row_space(seats: int) -> tuple[tuple[int, int], int]:
    """From where to where a row holds tiles, and the most room that one takes."""
    return (ROW_HEAD, _row_width(seats) - 10), ROWS[seats][2]


SHIELD, ROW_SHIELD, TRAY_LAURELS, ROW_LAURELS = 100, 64, 50, 36
SCALES = sorted(
    {
        _scale(_slot(space, count, widest))
        for space, widest in ((TRAY_TILES, FULL_SLOT), *map(_row_space, ROWS))
        for count in range(1, len(KINDS) + 1)
    }
    | {SHIELD, ROW_SHIELD, ROW_LAURELS, TRAY_LAURELS}
)

# What each seat's shield bears, so that nobody depends on its colour.
_CHARGES = (
    "M-14,-8H14V-2H-14z",
    "M-3,-16H3V17H-3z",
    "M-14,-10L10,14L14,9L-10,-16z",
    "M-14,6L0,-7L14,6V11L0,-1L-14,11z",
    "M-3,-16H3V-5H14V1H3V17H-3V1H-14V-5H-3z",
    "M-9,-4a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z"
    "M1,-4a4,4 0 1,0 8,0a4,4 0 1,0 -8,0zM-4,7a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
)


def definitions() -> dict[str, str]:
    """The shields of the six seats."""
    outline = "M-14,-16H14V-2Q14,12 0,18Q-14,12 -14,-2z"
    return {
        f"shield-{seat}": f'<path class="lv-seat-{seat}" d="{outline}"/>'
        f'<path class="lv-charge" d="{charge}"/><path class="lv-edge" d="{outline}"/>'
        for seat, charge in enumerate(_CHARGES)
    }


def hands(state: State, scene: Scene, _: Translate) -> str:
    """Every hand, what can be done with it, and the pass."""
    seats = range(int(state.seats))
    shown = scene.seat if scene.seat is not None else int(state.turn)
    shown = shown if shown in seats else 0
    others = [seat for seat in seats if seat != shown]
    rows = "".join(_row(state, scene, seat, k, _) for k, seat in enumerate(others))
    return f'<g id="lv-hands">{_tray(state, scene, shown, _)}{rows}</g>{_pass(scene, _)}'


def _tray(state: State, scene: Scene, seat: int, _: Translate) -> str:
    y = TRAY_TOP + TRAY_HEIGHT // 2
    head = (
        _box(state, seat, WEST, TRAY_TOP, EAST - WEST, TRAY_HEIGHT)
        + _emblem(state, seat, WEST + 30, y, SHIELD)
        + _named(state, scene, seat, WEST + 56, y - 5, "player", _)
        + _points(state, seat, WEST + 56, y + 20, _)
    )
    held = [kind for kind in range(len(KINDS)) if state.hands[seat, kind]]
    moves = _by_kind(scene)
    slot = _slot(TRAY_TILES, len(held), FULL_SLOT)
    tiles = []
    for k, kind in enumerate(held):
        where = place(_even(TRAY_TILES[0] + slot * (k + 0.5)), y + 4, _scale(slot))
        count = int(state.hands[seat, kind])
        if kind in moves:
            is_current = kind == _current(state, scene, moves)
            tiles.append(_pick(kind, count, where, is_current, _))
            tiles.append(_spots(state, seat, kind, moves[kind], is_current, _))
        else:
            tiles.append(f'<g class="{"kept " if moves else ""}{where}">{_tile(kind, count)}</g>')
    return head + "".join(tiles)


def _row(state: State, scene: Scene, seat: int, k: int, _: Translate) -> str:
    seats = int(state.seats)
    columns, height, _widest = ROWS[seats]
    width, (space, widest) = _row_width(seats), _row_space(seats)
    x, y = WEST + k % columns * (width + GAP), ROWS_TOP + k // columns * height
    middle = _even(y + height // 2 - 2)
    held = [kind for kind in range(len(KINDS)) if state.hands[seat, kind]]
    slot = _slot(space, len(held), widest)
    tiles = "".join(
        f'<g class="{place(_even(x + space[0] + slot * (k + 0.5)), middle + 4, _scale(slot))}">'
        f"{_tile(kind, int(state.hands[seat, kind]))}</g>"
        for k, kind in enumerate(held)
    )
    return (
        _box(state, seat, x, y, width, height - 4)
        + _emblem(state, seat, x + 22, middle, ROW_SHIELD)
        + _named(state, scene, seat, x + 42, middle - 2, "player-small", _)
        + _points(state, seat, x + 42, middle + 14, _)
        + tiles
    )


def _even(value: float) -> int:
    """On the grid that the stylesheet has."""
    return 2 * round(value / 2)


def _box(state: State, seat: int, x: int, y: int, width: int, height: int) -> str:
    turn = " box-turn" if state.turn == seat and not state.ended else ""
    return f'<rect class="box{turn}" x="{x}" y="{y}" width="{width}" height="{height}" rx="7"/>'


def _emblem(state: State, seat: int, x: int, y: int, scale: int) -> str:
    shield = f'<g class="{place(x, y, scale)}"><use href="#lv-shield-{seat}"/></g>'
    if not _has_won(state, seat):
        return shield
    wreath = ROW_LAURELS if scale == ROW_SHIELD else TRAY_LAURELS
    return f'<g class="{place(x, y, wreath)}">{LAURELS}</g>'


def _has_won(state: State, seat: int) -> bool:
    ranks = np.zeros(int(state.seats), np.int32)
    rank(state, ranks)
    return state.ended not in (0, AGREED) and ranks[seat] == 1


def _named(state: State, scene: Scene, seat: int, x: int, y: int, style: str, _: Translate) -> str:
    name = words.seat_name(state, seat, scene.names, _)
    short = shortened(name, LONGEST_NAME)
    left = " left" if state.gone >> seat & 1 else ""
    return f'<text id="n-{seat}" class="{style}{left}" x="{x}" y="{y}">{escape(short)}</text>'


def _points(state: State, seat: int, x: int, y: int, _: Translate) -> str:
    points = _("{points} points").format(points=int(hand_points(state, seat)))
    return f'<text class="points" x="{x}" y="{y}">{points}</text>'


def _tile(kind: int, count: int) -> str:
    """A tile of a hand, with a number where there are several."""
    picture = f'<use href="#lv-{KINDS[kind]}"/>'
    if count == 1:
        return picture
    return (
        f'{picture}<circle class="badge" cx="23" cy="-22" r="11"/>'
        f'<text class="badge-count" x="23" y="-17">{count}</text>'
    )


_RING = '<path class="ring-edge" d="{d}"/><path class="ring" d="{d}"/>'
SPOT_RING = _RING.format(d="M-29,-29H29V29H-29z")
_PICK_RING = _RING.format(d="M-35,-38H35V38H-35z")
_PASS_RING = _RING.format(d="M-50,-23H50V23H-50z")


def _pick(kind: int, count: int, where: str, is_current: bool, _: Translate) -> str:
    label = escape(_("Montrer où poser {tile}").format(tile=words.tile_name(kind, _)))
    current = " current" if is_current else ""
    return (
        f'<g id="pick-{KINDS[kind]}" class="pick movable{current} {where}" role="button"'
        f' tabindex="0" aria-label="{label}" data-tile="{KINDS[kind]}">'
        f'<path class="hit" d="M-35,-38H35V38H-35z"/>{_PICK_RING}{_tile(kind, count)}</g>'
    )


def _by_kind(scene: Scene) -> dict[int, Moves]:
    """The placements among the legal moves, by kind."""
    found: dict[int, Moves] = {}
    for action, notation in scene.moves.items():
        if action < FIRST_DESTROY:
            found.setdefault(action // CELLS, {})[action] = notation
    return found


def _current(state: State, scene: Scene, moves: dict[int, Moves]) -> int:
    """The kind whose cells show unasked: the one just taken from the pile, else the dearest."""
    last = scene.last
    if last is not None and last.kind == "chance" and last.before.stage == DRAW:
        if last.code in moves and last.before.turn == state.turn:
            return last.code
    return max(moves, key=lambda kind: (int(state.points[kind]), -kind))


def _spots(state: State, seat: int, kind: int, actions: Moves, is_shown: bool, _: Translate) -> str:
    """The cells where a tile may stand, as ghosts of it."""
    shown = " shown" if is_shown else ""
    spots = []
    for action, notation in actions.items():
        label = escape(words.label(state, seat, action, _))
        spots.append(
            f'<g class="spot movable {place(*centre(action % CELLS))}" role="button" tabindex="0"'
            f' aria-label="{label}" data-move="{notation}">'
            f'<path class="hit" d="M-32,-32H32V32H-32z"/>{SPOT_RING}'
            f'<use href="#lv-{KINDS[kind]}"/></g>'
        )
    return (
        f'<g id="spots-{KINDS[kind]}" class="spots{shown}" data-tile="{KINDS[kind]}">'
        f"{''.join(spots)}</g>"
    )


def _pass(scene: Scene, _: Translate) -> str:
    if PASS not in scene.moves:
        return ""
    x, y = EAST - 62, TRAY_TOP + TRAY_HEIGHT // 2
    return (
        f'<g id="lv-pass" class="movable {place(x, y)}" role="button" tabindex="0"'
        f' aria-label="{escape(_("Passer"))}" data-move="{scene.moves[PASS]}">'
        '<rect class="button" x="-50" y="-23" width="100" height="46" rx="9"/>'
        f"{_PASS_RING}"
        f'<text class="button-text" y="7">{escape(_("Passer"))}</text></g>'
    )
