"""What a brain is told in Superludo beside what a seat sees: who is within whose reach.

A pawn of mine and one of somebody else's make a pair where the one behind could eat the other by
a roll (CA-20), with nothing in between to stop it (CA-14, CA-16). A pair counts by whose the other
pawn is, by how far apart they are, and by how far the one in danger has come: that is what it
would lose.
"""

import numpy as np

from ludotheque.core.contract import Seen, State, whole
from ludotheque.core.traits import Traits, list_counted
from ludotheque.games.superludo.board import HOME, MEETS, MOUTH, PAWNS, SAFE, SEATS, SIDE
from ludotheque.games.superludo.traits import CORNERS, TRAITS
from ludotheque.games.superludo.ways import NOTHING, corner, pawns_at, track

REACH = 12  # CA-11: two dice
GAPS = range(1, REACH + 1)
LAPS = ("first", "second", "third", "last")  # quarters of the ring, from a pawn's own exit on

RECKONED = Traits()
_FIRST = len(TRAITS)
BEHIND = _FIRST + RECKONED.group(
    "{}, {} behind my pawn in its {} quarter: {} or more", CORNERS[1:], GAPS, LAPS, (1, 2),
    most=lambda seats: (seats - 1) * PAWNS * PAWNS,
)  # fmt: skip
AHEAD = _FIRST + RECKONED.group(
    "{}, {} ahead of my pawn in its own {} quarter: {} or more", CORNERS[1:], GAPS, LAPS, (1, 2),
    most=0,  # of two pawns one is ahead
)  # fmt: skip
PAIRS = 2 * len(GAPS) * len(LAPS)  # traits of one corner


def reckon(state: State, seat: int, traits: Seen, count: int) -> int:
    """Whom the others could send home from behind, then whom the seat could."""
    own = closed(state, seat)
    for other in range(state.seats):
        if other != seat and not state.gone >> other & 1:
            ahead = corner(state, other - seat) & 3
            first = BEHIND + PAIRS * (ahead - 1)
            way = closed(state, other)
            count = list_pairs(state, seat, other, ahead, way, first, traits, count)
            first = AHEAD + PAIRS * (ahead - 1)
            count = list_pairs(state, other, seat, SEATS - ahead, own, first, traits, count)
    return count


def closed(state: State, seat: int) -> np.uint64:
    """The squares of a seat's way that nobody passes, bit 0 its exit (CA-14, CA-16)."""
    barriers, shared = track(state, seat)
    return barriers | shared if state.mixed_barriers != 0 else barriers


def list_pairs(
    state: State, prey: int, hunter: int, ahead: int, way: np.uint64, first: int, traits: Seen,
    count: int,
) -> int:  # fmt: skip
    """The pawns of one seat that those of another, so many corners on, have before them."""
    one = 0
    two = 0
    for pawn in range(PAWNS):
        position = whole(state.pawns[prey, pawn])
        if not is_open(state, prey, position):
            continue
        for other in range(PAWNS):
            behind = whole(state.pawns[hunter, other])
            gap = MEETS[ahead, position] - behind  # NOWHERE is beyond reach
            if behind != HOME and 1 <= gap <= REACH:
                between = way >> np.uint64(behind) & np.uint64((1 << gap) - 1)
                if between == NOTHING:
                    pair = 1 << len(LAPS) * (gap - 1) + (position - 1) // SIDE
                    two |= one & pair
                    one |= pair
    return list_counted(one, two, first, traits, count)


def is_open(state: State, seat: int, position: int) -> bool:
    """Whether a seat's pawn there may be eaten by one that comes along (CA-14, CA-20)."""
    pawns = pawns_at(state, seat, position)
    return HOME < position <= MOUTH and SAFE[position] == 0 and pawns & pawns - 1 == 0
