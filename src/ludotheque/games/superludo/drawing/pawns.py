"""The pawns where they stand, and the walls under barriers."""

from typing import Any

from ludotheque.core.drawing import Pawn, Place, Point, Scene, pawn_row
from ludotheque.games.superludo.board import GOAL, HOME, PAWNS
from ludotheque.games.superludo.drawing import moves
from ludotheque.games.superludo.drawing.places import (
    GOAL_SCALE,
    HOME_PLACES,
    HOME_SCALE,
    HUES,
    LONE_SCALE,
    PAIR_SCALE,
    aside,
    spot_of,
    standing,
)
from ludotheque.games.superludo.drawing.seen import Seen

PAIR_SHIFT = 12  # of each of two pawns from the middle of their square

STYLE = """
& .wall{fill:none;stroke-width:25;stroke-linecap:round}
& .wall-edge{fill:none;stroke:var(--ivory);stroke-width:29;stroke-linecap:round}
& .wall-mixed{stroke:var(--pip)}
"""


def pawns(seen: Seen, scene: Scene) -> str:
    """Walls under the pawns, the pawns in their order, over them destinations and choices."""
    placed, walls = _places(seen)
    marks, parts = moves.marks(seen, scene), []
    for seat, corner in enumerate(seen.corners):
        places = [placed[seat, k] for k in range(PAWNS)]
        parts.append(pawn_row(seat, HUES[corner], bool(seen.gone >> seat & 1), places, marks))
    return f'{walls}<g id="pawns">{"".join(parts)}{moves.destinations(seen, scene)}</g>'


def _places(seen: Seen) -> tuple[dict[Pawn, Place], str]:
    """Where every pawn stands, two on a square side by side; and the walls of the barriers."""
    placed: dict[Pawn, Place] = {}
    squares: dict[Any, list[Pawn]] = {}
    for seat, corner in enumerate(seen.corners):
        for k, position in enumerate(seen.rows[seat]):
            if position == HOME:
                placed[seat, k] = (*HOME_PLACES[corner][k], HOME_SCALE)
            elif position == GOAL:
                placed[seat, k] = (*standing(corner, position, k), GOAL_SCALE)
            else:
                squares.setdefault(spot_of(corner, position), []).append((seat, k))
    walls = []
    for spot, there in squares.items():
        if len(there) == 1:
            placed[there[0]] = (*aside(spot, 0), LONE_SCALE)
            continue
        ends = aside(spot, -PAIR_SHIFT), aside(spot, PAIR_SHIFT)
        for who, end in zip(there, ends, strict=True):
            placed[who] = (*end, PAIR_SCALE)
        walls.append(_wall(seen, there, *ends))
    return placed, f'<g id="walls">{"".join(walls)}</g>'


def _wall(seen: Seen, there: list[Pawn], one: Point, other: Point) -> str:
    """CA-14: a bar under two pawns that stop everybody; two colours only by CA-16."""
    (seat, _), (second, _) = there
    if seat != second and not seen.state.mixed_barriers:
        return ""
    style = f"{HUES[seen.corners[seat]]}-dark-line" if seat == second else "wall-mixed"
    line = f'd="M{one[0]},{one[1]}L{other[0]},{other[1]}"'
    return f'<path class="wall-edge" {line}/><path class="wall {style}" {line}/>'
