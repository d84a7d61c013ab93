"""Pawns: their shapes, the way they go, where they stand, and where a move would take one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from ludotheque.core.drawing.pieces import Choice, Piece
from ludotheque.core.drawing.style import Point

STYLE = """
.halo{fill:var(--ivory);stroke:var(--ivory);stroke-width:4.5;stroke-linejoin:round}
.motif{fill:none;stroke:var(--ivory);stroke-width:2.4;stroke-linejoin:round;opacity:.85}
.ghost-line{fill:none;stroke:var(--pip);stroke-width:3;stroke-dasharray:6 4}
& .count{font-size:20px;font-weight:700;text-anchor:middle}
"""

# The pawns are the pieces of a shape sorter, so that nobody depends on colours: outlines
# about (0, 0) within a radius of some 15, and the mark each carries.
SHAPES = {
    "red": (  # a ball
        "M-14,0a14,14 0 1,1 28,0a14,14 0 1,1 -28,0z",
        "M-6.5,0a6.5,6.5 0 1,1 13,0a6.5,6.5 0 1,1 -13,0z",
    ),
    "green": (  # a fir
        "M-3.4,-13.2Q0,-18.4 3.4,-13.2L15,7.4Q18,13 12,13H-12Q-18,13 -15,7.4z",
        "M0,-6.2L7,6.6H-7z",
    ),
    "yellow": (  # a buttercup
        "M-5.2,-5.2a6.6,6.6 0 1,1 10.4,0a6.6,6.6 0 1,1 0,10.4"
        "a6.6,6.6 0 1,1 -10.4,0a6.6,6.6 0 1,1 0,-10.4z",
        "M-4,0a4,4 0 1,1 8,0a4,4 0 1,1 -8,0z",
    ),
    "blue": (  # a cube
        "M-9,-13H9a4,4 0 0,1 4,4V9a4,4 0 0,1 -4,4H-9a4,4 0 0,1 -4,-4V-9a4,4 0 0,1 4,-4z",
        "M-5.6,-5.6H5.6V5.6H-5.6z",
    ),
}

THICKNESS = 3  # of a pawn: the edge one sees under it


def _symbol(hue: str, outline: str, mark: str) -> str:
    return (
        f'<path class="halo" d="{outline}"/>'
        f'<path class="halo" d="{outline}" transform="translate(0 {THICKNESS})"/>'
        f'<path class="{hue}-dark {hue}-dark-line" stroke-width="1.5" d="{outline}"'
        f' transform="translate(0 {THICKNESS})"/>'
        f'<path class="{hue} {hue}-dark-line" stroke-width="1.5" d="{outline}"/>'
        f'<path class="motif" d="{mark}"/>'
    )


SYMBOLS = {
    **{f"pawn-{hue}": _symbol(hue, *shape) for hue, shape in SHAPES.items()},
    **{f"plain-{hue}": f'<path class="{hue}" d="{shape}"/>' for hue, (shape, _) in SHAPES.items()},
    "ghost": '<circle class="ghost-line" r="19"/>',
}

Place = tuple[int, int, int]  # x, y and size

Pawn = tuple[int, int]  # seat and number


@dataclass(frozen=True, eq=False)  # one a board, and a key of what is kept at hand
class Track:
    """The way of a board's pawns: each corner's from its home, position 0, to its goal."""

    corners: Mapping[int, Sequence[int]]  # of the seats, by how many there are
    hues: Sequence[str]  # of the corners
    goal: int  # its position
    sizes: tuple[int, int, int]  # of a pawn, per cent: at home, on the way, at the goal
    standing: Callable[[int, int, int], Point]  # one that is alone: corner, position, number

    def place(self, corner: int, position: int, number: int) -> Place:
        """Where a pawn stands that is alone there."""
        size = self.sizes[0 if position == 0 else 2 if position == self.goal else 1]
        return (*self.standing(corner, position, number), size)


def gathered(
    track: Track, corners: Sequence[int], rows: Sequence[Sequence[int]]
) -> tuple[dict[Pawn, Place], dict[Point, list[Pawn]]]:
    """Where each pawn would stand alone; and by their place, in a fixed order, those that share it.

    ``rows`` are the positions of each seat's pawns.
    """
    placed: dict[Pawn, Place] = {}
    there: dict[Point, list[Pawn]] = {}
    for seat, corner in enumerate(corners):
        own, out = _alone(track, seat, corner, tuple(rows[seat]))
        placed |= own
        for point, pawn in out:
            there.setdefault(point, []).append(pawn)
    return placed, dict(sorted(each for each in there.items() if len(each[1]) > 1))


@lru_cache(2048)  # three rows of four stand as they stood
def _alone(
    track: Track, seat: int, corner: int, row: tuple[int, ...]
) -> tuple[dict[Pawn, Place], list[tuple[Point, Pawn]]]:
    """Where a seat's pawns would stand alone; those on their way, after their places."""
    placed = {(seat, k): track.place(corner, position, k) for k, position in enumerate(row)}
    out = [
        (placed[seat, k][:2], (seat, k))
        for k, position in enumerate(row)
        if 0 < position < track.goal
    ]
    return placed, out


def pawn_id(seat: int, number: int) -> str:
    """The id of a pawn."""
    return f"p-{seat}-{number}"


def pawn_row(seat: int, hue: str, gone: bool, places: Sequence[Place]) -> list[Piece]:
    """A seat's pawns in their order, each where it stands."""
    return [*_row(seat, hue, gone, tuple(places))]


def pawn_rows(
    track: Track, corners: Sequence[int], gone: int, placed: Mapping[Pawn, Place]
) -> list[Piece]:
    """Every seat's pawns in their order; ``placed`` has them in that order too, as many a seat."""
    places, each, found = iter(placed.values()), len(placed) // len(corners), list[Piece]()
    for seat, corner in enumerate(corners):
        found += _row(seat, track.hues[corner], gone >> seat & 1 == 1, tuple(islice(places, each)))
    return found


@lru_cache(2048)  # as above
def _row(seat: int, hue: str, gone: bool, places: tuple[Place, ...]) -> tuple[Piece, ...]:
    style = "pawn gone" if gone else "pawn"
    return tuple(
        Piece(pawn_id(seat, k), f"pawn-{hue}", *where, style) for k, where in enumerate(places)
    )


def count(id: str, number: int, hue: str, where: Place) -> Piece:
    """A number in place of a pawn's mark: for the topmost one of a pile."""
    return Piece(id, f"plain-{hue}", *where, f"count {hue}-on", str(number))


def together(row: Sequence[int], number: int) -> list[int]:
    """A pawn and, after it, the others of its seat that stand on its position."""
    return [number, *(k for k, at in enumerate(row) if at == row[number] and k != number)]


def pawn_choice(action: int, seat: int, numbers: Sequence[int], hue: str, end: Place) -> Choice:
    """A move of any of some pawns that stand together, and where it would take one."""
    ghost = Piece(f"g-{action}", f"ghost pawn-{hue}", *end, "ghost")
    return Choice(action, tuple(pawn_id(seat, k) for k in numbers), (ghost,))
