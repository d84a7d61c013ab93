"""The strategies that the literature on Ludo compares, as kernels for this game.

Each gives every legal move a value and plays the best; between equals the front pawn, and
of its moves the longer one.
"""

from ludotheque.core.contract import Moves, Random, State, whole
from ludotheque.games.superludo.board import GOAL, HOME, MEETS, MOUTH, NOWHERE, PAWNS, SAFE
from ludotheque.games.superludo.record import NO_PAWN
from ludotheque.games.superludo.rules import captured, destination
from ludotheque.games.superludo.ways import corner, pawns_at

PRIORITY = 128 * 128  # one step of it counts more than every position and length
WORST = -(1 << 40)
BARRIER_VALUE = 4  # in threats


def fast(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """The front pawn first."""
    best, best_value = 0, WORST
    for k in range(count):
        value = front(state, seat, moves[k])
        if value > best_value:
            best, best_value = k, value
    return moves[best]


def aggressive(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """A capture first, of the pawn that has come furthest; else the front pawn."""
    best, best_value = 0, WORST
    for k in range(count):
        value = PRIORITY * loot(state, seat, moves[k]) + front(state, seat, moves[k])
        if value > best_value:
            best, best_value = k, value
    return moves[best]


def defensive(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """Safety first: the move after which the fewest opponents are within reach."""
    best, best_value = 0, WORST
    for k in range(count):
        value = PRIORITY * relief(state, seat, moves[k]) + front(state, seat, moves[k])
        if value > best_value:
            best, best_value = k, value
    return moves[best]


def mixed(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """By priority: capture, arrive, escape, come out, build a barrier, reach a safe square."""
    best, best_value = 0, WORST
    for k in range(count):
        value = PRIORITY * merit(state, seat, moves[k]) + front(state, seat, moves[k])
        if value > best_value:
            best, best_value = k, value
    return moves[best]


def front(state: State, seat: int, action: int) -> int:
    """How far the pawn has come, then how far it goes."""
    return 128 * whole(state.pawns[seat, action % PAWNS]) + destination(state, seat, action)


def loot(state: State, seat: int, action: int) -> int:
    """1 and the way of the pawn that the move eats; 0 if it eats none, or a partner's."""
    start = whole(state.pawns[seat, action % PAWNS])
    victim = captured(state, seat, start, destination(state, seat, action))
    if victim == NO_PAWN or is_partner(state, seat, victim // PAWNS):
        return 0
    return 1 + whole(state.pawns[victim // PAWNS, victim % PAWNS])


def is_partner(state: State, seat: int, other: int) -> bool:
    return state.couples != 0 and (seat ^ other) & 1 == 0


def merit(state: State, seat: int, action: int) -> int:
    start, end = whole(state.pawns[seat, action % PAWNS]), destination(state, seat, action)
    gain = relief(state, seat, action)
    if loot(state, seat, action) != 0:
        return 60
    if end == GOAL:
        return 59
    if gain > 0:
        return 30 + gain
    if start == HOME:
        return 29
    # A barrier is worth something of its own: it shelters two pawns and holds others up.
    if is_barred(state, seat, end):
        gain += BARRIER_VALUE
    if is_broken(state, seat, start):
        gain -= BARRIER_VALUE
    return gain + 2 if SAFE[end] != 0 else gain


def is_barred(state: State, seat: int, end: int) -> bool:
    """Whether a pawn that ends there makes a barrier on the common squares."""
    return end <= MOUTH and pawns_at(state, seat, end) != 0


def is_broken(state: State, seat: int, start: int) -> bool:
    """Whether a pawn that goes from there breaks one; in a corridor nobody needs it."""
    pawns = pawns_at(state, seat, start)
    return HOME < start <= MOUTH and pawns & pawns - 1 != 0


def relief(state: State, seat: int, action: int) -> int:
    """How many threats fewer there are after the move, to the pawn and to whom it leaves."""
    start, end = whole(state.pawns[seat, action % PAWNS]), destination(state, seat, action)
    if start == HOME:
        return 0
    if is_broken(state, seat, start):
        before, left_behind = 0, threats(state, seat, start)
    else:
        before, left_behind = threats(state, seat, start), 0
    if is_barred(state, seat, end):
        return before - left_behind + threats(state, seat, end)  # who waited there is safe now
    return before - left_behind - threats(state, seat, end)


def threats(state: State, seat: int, position: int) -> int:
    """How many opposing pawns could eat a lone pawn of the seat there with one roll."""
    if position > MOUTH or SAFE[position] != 0:
        return 0
    reach = 7 if state.dice == 1 else 12
    count = 0
    for other in range(state.seats):
        target = MEETS[corner(state, other - seat) & 3, position]
        if other == seat or target == NOWHERE or is_partner(state, seat, other):
            continue
        for pawn in range(PAWNS):
            theirs = whole(state.pawns[other, pawn])
            count += theirs != HOME and 1 <= target - theirs <= reach
    return count
