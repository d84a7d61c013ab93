"""The pawns where they stand, in crowds and piles where many share a house."""

from collections.abc import Sequence
from functools import lru_cache

from ludotheque.core.drawing import Pawn, Piece, Place, Point, count, gathered, pawn_rows
from ludotheque.games.ludo.drawing.places import HUES, TRACK
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
SCALES = (*TRACK.sizes, *(scale for scale, _ in CROWDS))


def pawns(seen: Seen) -> tuple[Piece, ...]:
    """The pawns in their order, and over them the numbers on piles."""
    return _pawns(seen.corners, seen.gone, tuple(map(tuple, seen.rows)))


@lru_cache(1024)  # a roll moves none
def _pawns(
    corners: tuple[int, ...], gone: int, rows: tuple[tuple[int, ...], ...]
) -> tuple[Piece, ...]:
    placed, shared = gathered(TRACK, corners, rows)
    counts: list[Piece] = []
    for house, there in shared.items():
        if len(there) < len(CROWDS):
            _stand(house, there, placed)
        else:
            counts += _pile(house, there, corners, placed)
    return (*pawn_rows(TRACK, corners, gone, placed), *counts)


def _stand(house: Point, there: list[Pawn], placed: dict[Pawn, Place]) -> None:
    """Place a few pawns side by side on one house."""
    scale, spots = CROWDS[len(there)]
    for who, (dx, dy) in zip(there, spots, strict=True):
        placed[who] = (house[0] + dx, house[1] + dy, scale)


def _pile(
    house: Point, there: list[Pawn], corners: Sequence[int], placed: dict[Pawn, Place]
) -> list[Piece]:
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
            top = (x, y - (len(pile) - 1) * PILE_STEP, scale)
            counts.append(
                count(f"pile-{house[0]}-{house[1]}-{seat}", len(pile), HUES[corners[seat]], top)
            )
    return counts
