"""The strategies that the literature on Ludo compares, as kernels.

Each gives every legal move a value and plays the best; between equals the front pawn.
"""

from ludotheque.core.contract import Moves, Random, State, whole
from ludotheque.games.ludo.board import BASE, FINAL, LAST_COMMON, MEETS, NOWHERE, PAWNS
from ludotheque.games.ludo.rules import NO_PAWN, captured, destination

FRONT = 64  # above every position: one step of priority


def fast(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """The front pawn first."""
    best = 0
    for k in range(1, count):
        if state.pawns[seat, moves[k]] > state.pawns[seat, moves[best]]:
            best = k
    return moves[best]


def aggressive(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """A capture first, of the pawn that has come furthest; else the front pawn."""
    best, best_value = 0, -1
    for k in range(count):
        victim = captured(state, seat, destination(state, seat, moves[k]))
        value = whole(state.pawns[seat, moves[k]])
        if victim != NO_PAWN:
            value += FRONT * (1 + whole(state.pawns[victim // PAWNS, victim % PAWNS]))
        if value > best_value:
            best, best_value = k, value
    return moves[best]


def defensive(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """Safety first: the move that leaves the fewest opponents within reach of its pawn."""
    best, best_value = 0, -(FRONT * FRONT)
    for k in range(count):
        value = FRONT * relief(state, seat, moves[k]) + whole(state.pawns[seat, moves[k]])
        if value > best_value:
            best, best_value = k, value
    return moves[best]


def mixed(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """By priority: capture, finish, escape, come out, reach a safe house, be less exposed."""
    best, best_value = 0, -(FRONT * FRONT)
    for k in range(count):
        value = FRONT * merit(state, seat, moves[k]) + whole(state.pawns[seat, moves[k]])
        if value > best_value:
            best, best_value = k, value
    return moves[best]


def merit(state: State, seat: int, pawn: int) -> int:
    end = destination(state, seat, pawn)
    gain = relief(state, seat, pawn)
    if captured(state, seat, end) != NO_PAWN:
        return 30
    if end == FINAL:
        return 29
    if gain > 0:
        return 16 + gain
    if state.pawns[seat, pawn] == BASE:
        return 15
    if MEETS[1, end] == NOWHERE and MEETS[2, end] == NOWHERE:
        return 14
    return gain


def relief(state: State, seat: int, pawn: int) -> int:
    """How many opponents fewer threaten the pawn after its move."""
    here = whole(state.pawns[seat, pawn])
    return threats(state, seat, here) - threats(state, seat, destination(state, seat, pawn))


def threats(state: State, seat: int, position: int) -> int:
    """How many opposing pawns could capture a lone pawn of the seat there with one roll."""
    corners = 2 if state.seats == 2 else 1
    count = 0
    if position == BASE or position > LAST_COMMON:
        return 0
    for other in range(state.seats):
        target = MEETS[(other - seat) * corners & 3, position]
        if other == seat or target == NOWHERE:
            continue
        for pawn in range(PAWNS):
            theirs = whole(state.pawns[other, pawn])
            count += theirs != BASE and 1 <= target - theirs <= 6
    return count
