"""The last move: the way a pawn took, and the pawn that it sent home."""

from ludotheque.core.drawing import Point
from ludotheque.core.drawing.trail import burst, sent_home, struck, trail
from ludotheque.core.step import Step
from ludotheque.games.ludo.board import BASE, CORNERS
from ludotheque.games.ludo.drawing.places import BASE_PLACES, HUES, standing
from ludotheque.games.ludo.drawing.seen import Seen


def motions(step: Step) -> dict[str, list[Point]]:
    """The way of a moving pawn, house by house; a captured one flies straight home by itself."""
    if step.kind != "move" or step.seat is None or step.before.pawns[step.seat, step.code] == BASE:
        return {}
    return {f"p-{step.seat}-{step.code}": _way(step, step.seat)}


def _way(step: Step, seat: int) -> list[Point]:
    corner = CORNERS[int(step.before.seats)][seat]
    start, end = (int(state.pawns[seat, step.code]) for state in (step.before, step.after))
    return [standing(corner, position, step.code) for position in range(start, end + 1)]


def shown(seen: Seen, step: Step | None) -> str:
    """The last move: where it began, the houses it passed, and what it captured."""
    if step is None or step.kind != "move" or step.seat is None:
        return ""
    way = _way(step, step.seat)
    drawn = trail(way, HUES[seen.corners[step.seat]], 5)
    return f'<g id="last">{drawn}{_captured(seen, step, way[-1])}</g>'


def _captured(seen: Seen, step: Step, house: Point) -> str:
    """A burst under the captor in the captive's colour, and the captive's spot at home."""
    captive = sent_home(step.before["pawns"].tolist(), step.after["pawns"].tolist())
    if captive is None:
        return ""
    corner = seen.corners[captive[0]]
    return burst(HUES[corner], house) + struck(HUES[corner], BASE_PLACES[corner][captive[1]])
