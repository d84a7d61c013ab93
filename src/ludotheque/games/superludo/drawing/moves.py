"""What may be done, marked on the board: a pawn to click, or its squares to choose from.

A pawn with one move is a button, and shows where it would go. With two different dice a pawn
may have two moves: then their ends are the buttons, each with its count on it.
"""

from html import escape

from ludotheque.core.drawing import Mark, Pawn, Point, Scene, ghost, movable, place, pointing
from ludotheque.core.texts import translator
from ludotheque.games.superludo import words
from ludotheque.games.superludo.board import GOAL, PAWNS
from ludotheque.games.superludo.drawing.places import (
    GOAL_SCALE,
    HUES,
    LONE_SCALE,
    aside,
    spot_of,
    standing,
)
from ludotheque.games.superludo.drawing.seen import LOCALE, Seen
from ludotheque.games.superludo.record import ACTIONS, SECOND
from ludotheque.games.superludo.rules import destination

CHIP_SHIFT = 12  # of the first die's chip one way, of the second's the other

STYLE = """
& .choosing{fill:none;stroke:var(--glow);stroke-width:3;stroke-dasharray:7 4}
& .choosing-edge{fill:none;stroke:var(--pip);stroke-width:5.6}
& .thread{fill:none;stroke:var(--pip);stroke-width:2.4;stroke-dasharray:2 5;stroke-linecap:round}
& .chip-edge{fill:var(--pip)}
& .chip-text{font-size:15px;font-weight:800;text-anchor:middle}
""" + pointing(ACTIONS)
_CHOOSING = '<circle class="choosing-edge" r="19"/><circle class="choosing" r="19"/>'


def marks(seen: Seen, scene: Scene) -> dict[Pawn, Mark]:
    """What marks each pawn that may move.

    Pawns on one position share a move: all of them take a click, one of them the keyboard.
    """
    found: dict[Pawn, Mark] = {}
    if seen.turn is None:
        return found
    row = seen.rows[seen.turn]
    for action, notation in scene.moves.items():
        has_two, label = _has_two(scene, action), _label(seen, scene, action)
        for k, position in enumerate(row):
            if position == row[action % PAWNS]:
                one = movable(action, notation, label if k == action % PAWNS else "")
                found[seen.turn, k] = ("", "", _CHOOSING) if has_two else one
    return found


def _has_two(scene: Scene, action: int) -> bool:
    """Whether the action's pawn may move with the other die as well."""
    return (action + SECOND) % ACTIONS in scene.moves


def _label(seen: Seen, scene: Scene, action: int) -> str:
    assert seen.turn is not None
    _ = translator(LOCALE, scene.language)
    return words.label(seen.state, seen.turn, action, _)


def destinations(seen: Seen, scene: Scene) -> str:
    """Where moves end: ghosts that wait for their pawn to be pointed at, and chips to choose."""
    if seen.turn is None:
        return ""
    threads, ghosts, chips = [], [], []
    for action, notation in scene.moves.items():
        if _has_two(scene, action):
            threads.append(_thread(seen, action))
            chips.append(_chip(seen, scene, action, notation))
        else:
            ghosts.append(_ghost(seen, action, notation))
    return "".join((*threads, *ghosts, *chips))


def _way(seen: Seen, action: int) -> tuple[int, int, int]:
    """The mover's corner, where the pawn stands and where it would end."""
    assert seen.turn is not None
    start = seen.rows[seen.turn][action % PAWNS]
    return seen.corners[seen.turn], start, int(destination(seen.state, seen.turn, action))


def _ghost(seen: Seen, action: int, notation: str) -> str:
    corner, _, end = _way(seen, action)
    scale = GOAL_SCALE if end == GOAL else LONE_SCALE
    where = (*standing(corner, end, action % PAWNS), scale)
    return ghost(action, notation, HUES[corner], where)


def _thread(seen: Seen, action: int) -> str:
    """A dotted line from a pawn to where it would end."""
    corner, start, end = _way(seen, action)
    points = [standing(corner, position, action % PAWNS) for position in range(start, end)]
    line = "L".join(f"{x},{y}" for x, y in (*points, _chip_point(corner, end, action)))
    return f'<path class="thread" d="M{line}"/>'


def _chip(seen: Seen, scene: Scene, action: int, notation: str) -> str:
    corner, start, end = _way(seen, action)
    hue, number = HUES[corner], end - start
    return (
        f'<g id="c-{action}" class="movable {place(*_chip_point(corner, end, action))}"'
        f' data-move="{notation}" role="button" tabindex="0"'
        f' aria-label="{escape(_label(seen, scene, action))}"><circle class="hit" r="17"/>'
        f'<circle class="chip-edge" r="14"/><circle class="{hue} ring" r="11.5"/>'
        f'<circle class="{hue}" r="11"/>'
        f'<text class="chip-text {hue}-on" y="5.3">{number}</text></g>'
    )


def _chip_point(corner: int, end: int, action: int) -> Point:
    if end == GOAL:
        return standing(corner, end, 0 if action < SECOND else 2)
    return aside(spot_of(corner, end), -CHIP_SHIFT if action < SECOND else CHIP_SHIFT)
