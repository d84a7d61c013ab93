"""The pawns where they stand, and the walls under barriers."""

from ludotheque.core.drawing import Cue, Pawn, Piece, Place, Point, gathered, pawn_id, pawn_rows
from ludotheque.core.step import Step
from ludotheque.games.superludo.board import GOAL, PAWNS
from ludotheque.games.superludo.drawing.places import HUES, TRACK, aside, spot_of
from ludotheque.games.superludo.drawing.seen import Seen

PAIR_SCALE, PAIR_SHIFT = 70, 12  # of two pawns: per cent, and from the middle of their square
SCALES = (*TRACK.sizes, PAIR_SCALE)

STYLE = """
& .wall{fill:none;stroke-width:25;stroke-linecap:round}
& .wall-edge{fill:none;stroke:var(--ivory);stroke-width:29;stroke-linecap:round}
& .wall-mixed{stroke:var(--pip)}
"""


def pawns(seen: Seen) -> list[Piece]:
    """Walls under the pawns, and the pawns in their order."""
    placed, walls = places(seen)
    return walls + pawn_rows(TRACK, seen.corners, seen.gone, placed)


def cues(step: Step) -> list[Cue]:
    """CA-14: a pawn that comes to stand beside another of its colour bars the way."""
    if step.kind != "move" or step.seat is None:
        return []
    row, number = step.after.pawns[step.seat].tolist(), step.code % PAWNS
    is_wall = row[number] != GOAL and row.count(row[number]) == 2
    return [Cue("wall", pawn_id(step.seat, number))] if is_wall else []


def places(seen: Seen) -> tuple[dict[Pawn, Place], list[Piece]]:
    """Where every pawn stands, two on a square side by side; and the walls of the barriers."""
    placed, shared = gathered(TRACK, seen.corners, seen.rows)
    walls: list[Piece] = []
    for one, other in shared.values():
        spot = spot_of(seen.corners[one[0]], seen.rows[one[0]][one[1]])
        ends = aside(spot, -PAIR_SHIFT), aside(spot, PAIR_SHIFT)
        placed[one], placed[other] = (*ends[0], PAIR_SCALE), (*ends[1], PAIR_SCALE)
        walls += _wall(seen, one[0], other[0], *ends)
    return placed, walls


def _wall(seen: Seen, seat: int, second: int, one: Point, other: Point) -> list[Piece]:
    """CA-14: a bar under two pawns that stop everybody; two colours only by CA-16."""
    if seat != second and not seen.state.mixed_barriers:
        return []
    style = f"{HUES[seen.corners[seat]]}-dark-line" if seat == second else "wall-mixed"
    name, line = f"wall-{one[0]}-{one[1]}", f"M{one[0]},{one[1]}L{other[0]},{other[1]}"
    return [
        Piece(f"{name}-edge", style="wall-edge", path=line),
        Piece(name, style=f"wall {style}", path=line),
    ]
