"""What may be done, on the board: a pawn to click, and where it would go."""

from ludotheque.core.drawing import Choice, Scene, pawn_choice, together
from ludotheque.games.ludo.board import BASE, ENTRY
from ludotheque.games.ludo.drawing.places import HUES, TRACK
from ludotheque.games.ludo.drawing.seen import Seen


def choices(seen: Seen, scene: Scene) -> list[Choice]:
    """Each move; pawns on one position share it."""
    if seen.turn is None:
        return []
    seat, row, corner = seen.turn, seen.rows[seen.turn], seen.corners[seen.turn]
    found = []
    for action in scene.moves:
        start = row[action]
        end = ENTRY if start == BASE else start + seen.die  # LC-4, LC-8
        where = TRACK.place(corner, end, action)
        found.append(pawn_choice(action, seat, together(row, action), HUES[corner], where))
    return found
