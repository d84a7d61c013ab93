"""What may be done, marked on the board: a pawn to click, and where it would go."""

from ludotheque.core.drawing import Mark, Pawn, Scene, ghost, movable, pointing
from ludotheque.core.texts import translator
from ludotheque.games.ludo import words
from ludotheque.games.ludo.board import BASE, ENTRY, FINAL, PAWNS
from ludotheque.games.ludo.drawing.places import FINAL_SCALE, HUES, standing
from ludotheque.games.ludo.drawing.seen import LOCALE, Seen

STYLE = pointing(PAWNS)


def marks(seen: Seen, scene: Scene) -> dict[Pawn, Mark]:
    """What marks each pawn that may move.

    Pawns on one position share a move: all of them take a click, one of them the keyboard.
    """
    found: dict[Pawn, Mark] = {}
    if seen.turn is None or not scene.moves:
        return found
    seat, row, _ = seen.turn, seen.rows[seen.turn], translator(LOCALE, scene.language)
    for action, notation in scene.moves.items():
        label = words.label(seen.state, seat, action, _)
        for k, position in enumerate(row):
            if position == row[action]:
                found[seat, k] = movable(action, notation, label if k == action else "")
    return found


def ghosts(seen: Seen, scene: Scene) -> str:
    """Each move's destination, unseen until its pawn is pointed at."""
    if seen.turn is None:
        return ""
    corner, parts = seen.corners[seen.turn], []
    for action, notation in scene.moves.items():
        start = seen.rows[seen.turn][action]
        end = ENTRY if start == BASE else start + seen.die  # LC-4, LC-8
        where = (*standing(corner, end, action), FINAL_SCALE if end == FINAL else 100)
        parts.append(ghost(action, notation, HUES[corner], where))
    return "".join(parts)
