"""What may be done, on the board: a pawn to click, or its squares to choose from.

A pawn with one move takes the click, and shows where it would go. With two different dice a pawn
may have two moves: then chips at their ends take it, each with its count on it.
"""

from ludotheque.core.drawing import SHAPES, Choice, Piece, Point, Scene, pawn_choice, together
from ludotheque.games.superludo.board import GOAL, PAWNS
from ludotheque.games.superludo.drawing.pawns import places
from ludotheque.games.superludo.drawing.places import HUES, TRACK, aside, spot_of, standing
from ludotheque.games.superludo.drawing.seen import Seen
from ludotheque.games.superludo.record import ACTIONS, SECOND
from ludotheque.games.superludo.rules import destination

CHIP_SHIFT = 12  # of the first die's chip one way, of the second's the other

STYLE = """
.sl-choosing{fill:none;stroke:var(--glow);stroke-width:3;stroke-dasharray:7 4}
.sl-choosing-edge{fill:none;stroke:var(--pip);stroke-width:5.6}
& .thread{fill:none;stroke:var(--pip);stroke-width:2.4;stroke-dasharray:2 5;stroke-linecap:round}
.sl-chip-edge{fill:var(--pip)}
& .chip{font-size:15px;font-weight:800;text-anchor:middle}
"""


def _chip_symbol(hue: str) -> str:
    return (
        '<circle class="hit" r="17"/><circle class="sl-chip-edge" r="14"/>'
        f'<circle class="ring" r="11.5"/><circle class="{hue}" r="11"/>'
    )


SYMBOLS = {
    "choosing": '<circle class="sl-choosing-edge" r="19"/><circle class="sl-choosing" r="19"/>',
    **{f"chip-{hue}": _chip_symbol(hue) for hue in SHAPES},
}


def choices(seen: Seen, scene: Scene) -> list[Choice]:
    """Each move; pawns on one position share it."""
    if seen.turn is None:
        return []
    seat, row, hue = seen.turn, seen.rows[seen.turn], HUES[seen.corners[seen.turn]]
    under, found = _under(seen, scene), []
    for action in scene.moves:
        number = action % PAWNS
        corner, _, end = _way(seen, action)
        if not _has_two(scene, action):
            where = TRACK.place(corner, end, number)
            found.append(pawn_choice(action, seat, together(row, number), hue, where))
            continue
        chip = _chip(seen, action)
        found.append(Choice(action, (chip.id,), (*under, chip), ring=""))
        under = []  # it all lies under the first chip
    return found


def _has_two(scene: Scene, action: int) -> bool:
    """Whether the action's pawn may move with the other die as well."""
    return (action + SECOND) % ACTIONS in scene.moves


def _way(seen: Seen, action: int) -> tuple[int, int, int]:
    """The mover's corner, where the pawn stands and where it would end."""
    assert seen.turn is not None
    start = seen.rows[seen.turn][action % PAWNS]
    return seen.corners[seen.turn], start, int(destination(seen.state, seen.turn, action))


def _under(seen: Seen, scene: Scene) -> list[Piece]:
    """Rings around the pawns that have two moves, and threads to the ends of these."""
    two = [action for action in scene.moves if _has_two(scene, action)]
    if not two or seen.turn is None:
        return []
    seat, row, (placed, _) = seen.turn, seen.rows[seen.turn], places(seen)
    numbers = sorted({k for action in two for k in together(row, action % PAWNS)})
    rings = [Piece(f"choosing-{k}", "choosing", *placed[seat, k]) for k in numbers]
    return rings + [_thread(seen, action) for action in two]


def _thread(seen: Seen, action: int) -> Piece:
    """A dotted line from a pawn to where it would end."""
    corner, start, end = _way(seen, action)
    points = [standing(corner, position, action % PAWNS) for position in range(start, end)]
    line = "L".join(f"{x},{y}" for x, y in (*points, _chip_point(corner, end, action)))
    return Piece(f"thread-{action}", style="thread", path=f"M{line}")


def _chip(seen: Seen, action: int) -> Piece:
    corner, start, end = _way(seen, action)
    hue, (x, y) = HUES[corner], _chip_point(corner, end, action)
    style, number = f"chip {hue}-on", str(end - start)
    return Piece(f"c-{action}", f"chip-{hue}", x, y, style=style, text=number)


def _chip_point(corner: int, end: int, action: int) -> Point:
    if end == GOAL:
        return standing(corner, end, 0 if action < SECOND else 2)
    return aside(spot_of(corner, end), -CHIP_SHIFT if action < SECOND else CHIP_SHIFT)
