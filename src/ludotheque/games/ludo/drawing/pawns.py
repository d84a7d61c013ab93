"""The pawns where they stand, in crowds and piles where many share a house."""

from collections.abc import Sequence

from ludotheque.core.drawing import Pawn, Place, Point, Scene, count, pawn_row, place
from ludotheque.games.ludo.board import BASE, FINAL
from ludotheque.games.ludo.drawing import moves
from ludotheque.games.ludo.drawing.places import (
    BASE_PLACES,
    BASE_SCALE,
    FINAL_PLACES,
    FINAL_SCALE,
    HUES,
    PLACES,
)
from ludotheque.games.ludo.drawing.seen import Seen

# Several on one house: where each stands about its middle, and how large.
CROWDS: tuple[tuple[int, tuple[Point, ...]], ...] = (
    (100, ((0, 0),)),
    (100, ((0, 0),)),
    (72, ((-8, -8), (8, 8))),
    (64, ((0, -10), (-10, 8), (10, 8))),
    (64, ((-10, -10), (10, -10), (-10, 10), (10, 10))),
)
PILE_STEP = 2  # five or more: each colour is one pile, and this is what a pawn adds to it
SCALES = (BASE_SCALE, FINAL_SCALE, *(scale for scale, _ in CROWDS))


def pawns(seen: Seen, scene: Scene) -> str:
    """The pawns in their order, then what lies over them: destinations and numbers."""
    placed, counts = _places(seen)
    marks = moves.marks(seen, scene)
    parts = []
    for seat, corner in enumerate(seen.corners):
        places = [placed[seat, k] for k in range(len(seen.rows[seat]))]
        parts.append(pawn_row(seat, HUES[corner], bool(seen.gone >> seat & 1), places, marks))
    return f'<g id="pawns">{"".join(parts)}{moves.ghosts(seen, scene)}</g>{counts}'


def _places(seen: Seen) -> tuple[dict[Pawn, Place], str]:
    """Where every pawn stands, the crowded ones beside each other; the numbers on piles."""
    placed: dict[Pawn, Place] = {}
    houses: dict[Point, list[Pawn]] = {}
    for seat, corner in enumerate(seen.corners):
        for k, position in enumerate(seen.rows[seat]):
            if position == BASE:
                placed[seat, k] = (*BASE_PLACES[corner][k], BASE_SCALE)
            elif position == FINAL:
                placed[seat, k] = (*FINAL_PLACES[corner][k], FINAL_SCALE)
            else:
                houses.setdefault(PLACES[corner][position], []).append((seat, k))
    counts = []
    for house, there in houses.items():
        if len(there) < len(CROWDS):
            _stand(house, there, placed)
        else:
            counts.append(_pile(house, there, seen.corners, placed))
    return placed, f'<g id="counts" class="counts">{"".join(counts)}</g>'


def _stand(house: Point, there: list[Pawn], placed: dict[Pawn, Place]) -> None:
    """Place a few pawns side by side on one house."""
    scale, spots = CROWDS[len(there)]
    for who, (dx, dy) in zip(there, spots, strict=True):
        placed[who] = (house[0] + dx, house[1] + dy, scale)


def _pile(
    house: Point, there: list[Pawn], corners: Sequence[int], placed: dict[Pawn, Place]
) -> str:
    """Place many pawns on one house, a pile for each colour; returns the numbers on the piles."""
    seats = sorted({seat for seat, _ in there})
    scale, spots = CROWDS[len(seats)]
    counts = []
    for seat, (dx, dy) in zip(seats, spots, strict=True):
        pile = [who for who in there if who[0] == seat]
        x, y = house[0] + dx, house[1] + dy + len(pile) // 2 * PILE_STEP
        for height, who in enumerate(pile):
            placed[who] = (x, y - height * PILE_STEP, scale)
        if len(pile) > 1:
            top = place(x, y - (len(pile) - 1) * PILE_STEP, scale)
            counts.append(f'<g class="{top}">{count(len(pile), HUES[corners[seat]])}</g>')
    return "".join(counts)
