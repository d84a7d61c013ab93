"""Where everybody stands (LV-10), and what a seat sees, which is everything (LV-25)."""

from ludotheque.core.contract import Numbers, State, whole
from ludotheque.core.turns import rank_points
from ludotheque.games.ludoville.board import BITS, CELLS, WORDS
from ludotheque.games.ludoville.masks import NONE
from ludotheque.games.ludoville.record import SEATS, TARGETS, TILES
from ludotheque.games.ludoville.town import stands

MOST_TILES = 1 << 11  # more than there are: a hand of fewer points stands before any other
OBSERVED = 2 * CELLS + SEATS * TILES + 2 * TILES + TARGETS + 8


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


def observe(state: State, seat: int, out: Numbers) -> None:
    """Terrain and tile of each cell, hands from one's own on, pile, points, then the turn."""
    for cell in range(CELLS):
        out[cell] = terrain(state, cell)
        out[CELLS + cell] = tile_at(state, cell)
    at = 2 * CELLS
    for ahead in range(SEATS):
        owner = (seat + ahead) % whole(state.seats)
        for kind in range(TILES):
            held = whole(state.hands[owner, kind])
            out[at + kind] = held if ahead < state.seats else -1
        at += TILES
    for kind in range(TILES):
        out[at + kind] = state.pile[kind]
        out[at + TILES + kind] = state.points[kind]
    at += 2 * TILES
    for target in range(TARGETS):
        out[at + target] = state.due[target]
    at += TARGETS
    out[at] = state.stage
    out[at + 1] = state.start
    out[at + 2] = state.closed
    out[at + 3] = state.round_number
    out[at + 4] = state.placed_turn
    out[at + 5] = state.placed_round
    out[at + 6] = state.seats
    out[at + 7] = (whole(state.turn) - seat) % whole(state.seats)


def terrain(state: State, cell: int) -> int:
    """0 sea, 1 land, 2 river."""
    for word in range(WORDS):
        if state.land[word] & BITS[cell, word] != NONE:
            return 1
        if state.river[word] & BITS[cell, word] != NONE:
            return 2
    return 0


def tile_at(state: State, cell: int) -> int:
    """The kind on a cell, from 1; 0 where there is none."""
    for kind in range(TILES):
        if stands(state, kind, cell):
            return kind + 1
    return 0
