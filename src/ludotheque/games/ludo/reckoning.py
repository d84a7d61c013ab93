"""What a brain is told in Ludo beside what a seat sees: who is within whose reach.

A pawn of mine and one of somebody else's make a pair where the one behind could capture the other
by its count alone (LC-9, LC-11), in one roll or in two. A pair counts by whose the other pawn is,
by how far apart they are, and by how far the one in danger has come: that is what it would lose.
"""

import numpy as np

from ludotheque.core.contract import Seen, State, whole
from ludotheque.core.traits import Traits, list_counted
from ludotheque.games.ludo.board import BASE, ENTRIES, MEETS, PAWNS, SEATS
from ludotheque.games.ludo.traits import CORNERS, TRAITS

REACH = 12  # two rolls
GAPS = (*range(1, 7), "7 to 9", "10 to 12")
# [gap]: its place among these.
GAP = np.array([0, 0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 7, 7])
LAPS = ("first", "second", "third", "last")  # quarters of the ring, from a pawn's own entry on
LAP = ENTRIES[1]

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
    corners = 2 if state.seats == 2 else 1  # LC-1: between one seat and the next
    for other in range(state.seats):
        if other != seat and not state.gone >> other & 1:
            ahead = (other - seat) * corners & 3
            shift = PAIRS * (ahead - 1)
            count = list_pairs(state, seat, other, ahead, BEHIND + shift, traits, count)
            count = list_pairs(state, other, seat, SEATS - ahead, AHEAD + shift, traits, count)
    return count


def list_pairs(
    state: State, prey: int, hunter: int, ahead: int, first: int, traits: Seen, count: int
) -> int:
    """The pawns of one seat that those of another, so many corners on, have before them."""
    one = 0
    two = 0
    for pawn in range(PAWNS):
        position = whole(state.pawns[prey, pawn])
        target = MEETS[ahead, position]  # NOWHERE, off the common houses too, is beyond reach
        if is_alone(state, prey, position):
            for other in range(PAWNS):
                behind = whole(state.pawns[hunter, other])
                gap = target - behind
                if behind != BASE and 1 <= gap <= REACH:
                    pair = 1 << len(LAPS) * whole(GAP[gap]) + (position - 1) // LAP
                    two |= one & pair
                    one |= pair
    return list_counted(one, two, first, traits, count)


def is_alone(state: State, seat: int, position: int) -> bool:
    """Whether a pawn of the seat there has no other one with it (LC-9)."""
    pawns = 0
    for pawn in range(PAWNS):
        pawns += state.pawns[seat, pawn] == position
    return pawns == 1
