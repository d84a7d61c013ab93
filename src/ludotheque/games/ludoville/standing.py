"""Where everybody stands (LV-10), and what stands on a cell."""

from ludotheque.core.contract import Numbers, State, whole
from ludotheque.core.turns import rank_points
from ludotheque.games.ludoville.record import TILES
from ludotheque.games.ludoville.town import stands

MOST_TILES = 1 << 11  # more than there are: a hand of fewer points stands before any other


def score(state: State, out: Numbers) -> None:
    """LV-10: the points of the tiles in hand; few are good."""
    for seat in range(state.seats):
        out[seat] = hand_points(state, seat)


def hand_points(state: State, seat: int) -> int:
    """The points of the tiles in a hand."""
    total = 0
    for kind in range(TILES):
        total += whole(state.hands[seat, kind]) * whole(state.points[kind])
    return total


def hand_size(state: State, seat: int) -> int:
    """How many tiles a hand has."""
    total = 0
    for kind in range(TILES):
        total += whole(state.hands[seat, kind])
    return total


def rank(state: State, out: Numbers) -> None:
    """LV-10: fewest points, then fewest tiles."""
    for seat in range(state.seats):
        out[seat] = -hand_points(state, seat) * MOST_TILES - hand_size(state, seat)
    rank_points(state, out)


def tile_at(state: State, cell: int) -> int:
    """The kind on a cell, from 1; 0 where there is none."""
    for kind in range(TILES):
        if stands(state, kind, cell):
            return kind + 1
    return 0
