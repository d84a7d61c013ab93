"""What may be done, marked on the board: a pawn to click, and where it would go."""

from html import escape

from ludotheque.core.drawing import MOVABLE_RING, Scene, pawn, place
from ludotheque.core.texts import translator
from ludotheque.games.ludo import words
from ludotheque.games.ludo.board import BASE, ENTRY, FINAL, PAWNS
from ludotheque.games.ludo.drawing.places import FINAL_SCALE, HUES, standing
from ludotheque.games.ludo.drawing.seen import LOCALE, Pawn, Seen

STYLE = """
& .ghost-line{fill:none;stroke:var(--pip);stroke-width:3;stroke-dasharray:6 4}
""" + "".join(
    f"& .m{pawn}:{how}~.ghost.m{pawn}{{opacity:.85}}"
    for pawn in range(PAWNS)
    for how in ("hover", "focus-visible")
)


def marks(seen: Seen, scene: Scene) -> dict[Pawn, tuple[str, str, str]]:
    """The class, the attributes and the ring of each pawn that may move.

    Pawns on one position share a move: all of them take a click, one of them the keyboard.
    """
    found: dict[Pawn, tuple[str, str, str]] = {}
    if seen.turn is None or not scene.moves:
        return found
    seat, row, _ = seen.turn, seen.rows[seen.turn], translator(LOCALE, scene.language)
    for action, notation in scene.moves.items():
        label = escape(words.label(seen.state, seat, action, _))
        button = f' role="button" tabindex="0" aria-label="{label}"'
        for k, position in enumerate(row):
            if position == row[action]:
                attributes = f' data-move="{notation}"{button if k == action else ""}'
                found[seat, k] = (f" movable m{action}", attributes, MOVABLE_RING)
    return found


def ghosts(seen: Seen, scene: Scene) -> str:
    """Each move's destination, unseen until its pawn is pointed at."""
    if seen.turn is None:
        return ""
    corner, parts = seen.corners[seen.turn], []
    for action, notation in scene.moves.items():
        start = seen.rows[seen.turn][action]
        end = ENTRY if start == BASE else start + seen.die  # LC-4, LC-8
        x, y = standing(corner, end, action)
        spot = place(x, y, FINAL_SCALE if end == FINAL else 100)
        parts.append(
            f'<g id="g-{action}" class="ghost m{action} {spot}" data-for="{notation}">'
            f'<circle class="ghost-line" r="19"/>{pawn(HUES[corner])}</g>'
        )
    return "".join(parts)
