"""The last move: the way a pawn took, and the pawn that it sent home."""

from ludotheque.core.drawing import Point
from ludotheque.core.drawing.trail import burst, sent_home, struck, trail
from ludotheque.core.step import Step
from ludotheque.games.superludo.board import CORNERS, HOME, PAWNS
from ludotheque.games.superludo.drawing.places import HOME_PLACES, HUES, standing
from ludotheque.games.superludo.drawing.seen import Seen


def motions(step: Step) -> dict[str, list[Point]]:
    """The way of a moving pawn, square by square; one that is eaten flies home by itself."""
    number = step.code % PAWNS
    if step.kind != "move" or step.seat is None or step.before.pawns[step.seat, number] == HOME:
        return {}
    return {f"p-{step.seat}-{number}": _way(step, step.seat)}


def _way(step: Step, seat: int) -> list[Point]:
    number, corner = step.code % PAWNS, CORNERS[int(step.before.seats)][seat]
    start, end = (int(state.pawns[seat, number]) for state in (step.before, step.after))
    return [standing(corner, position, number) for position in range(start, end + 1)]


def shown(seen: Seen, step: Step | None) -> str:
    """The last move: where it began, the squares it passed, and what it sent home."""
    if step is None:
        return ""
    if step.kind == "chance":  # CA-9: the third 6 may have sent a pawn home
        eaten = _eaten(seen, step, None)
        return f'<g id="last">{eaten}</g>' if eaten else ""
    if step.kind != "move" or step.seat is None:
        return ""
    way = _way(step, step.seat)
    drawn = trail(way, HUES[seen.corners[step.seat]], 4)
    return f'<g id="last">{drawn}{_eaten(seen, step, way[-1])}</g>'


def _eaten(seen: Seen, step: Step, square: Point | None) -> str:
    """The spot of the pawn that went home, and a burst in its colour where it was eaten."""
    pawn = sent_home(step.before["pawns"].tolist(), step.after["pawns"].tolist())
    if pawn is None:
        return ""
    corner = seen.corners[pawn[0]]
    spot = struck(HUES[corner], HOME_PLACES[corner][pawn[1]])
    return spot if square is None else burst(HUES[corner], square) + spot
