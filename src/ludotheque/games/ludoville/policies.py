"""Two ways to play Ludoville beside chance: for the town, and for oneself.

Each gives every legal move a value and plays the best; passing is worth 0. The builder
wants the ring, then gates, then two suburbs. The rival wants the lightest hand.
"""

import numpy as np

from ludotheque.core.contract import Moves, Random, State, whole
from ludotheque.core.turns import has_left
from ludotheque.games.ludoville.board import (
    BITS,
    BRIDGE,
    CELLS,
    CHURCH,
    GATE,
    KINDS,
    NOWHERE,
    PORT,
    QUARTER,
    SUBURB,
    WALL,
    Mask,
)
from ludotheque.games.ludoville.masks import NONE, around, beside, group, lowest, size
from ludotheque.games.ludoville.plan import plan
from ludotheque.games.ludoville.record import (
    DESTROY,
    FIRST_DESTROY,
    PASS,
)
from ludotheque.games.ludoville.standing import hand_points
from ludotheque.games.ludoville.town import (
    FULL_CHURCHES,
    FULL_SUBURBS,
    complete_suburbs,
    stands,
    suburb_at,
    wall_places,
)

EVERYWHERE = np.uint64(0xFFFFFFFFFFFFFFFF)
WORST = -1_000_000
ENOUGH = 500_000  # more than any tiles are worth
ON_RING = 900  # merit of a wall or gate that the ring misses
COMPLETE = 800  # merit of the last tile of a suburb


def builder(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """The ring first, by the cheapest closure; then gates, then suburbs."""
    if state.start == NOWHERE:
        return best_start(state, moves, count)
    low, high = wall_places(state)
    ring_low, ring_high, heart_low, heart_high, _ = plan(state, whole(state.start), low, high)
    best, best_value = 0, WORST
    for k in range(count):
        action = whole(moves[k])
        if state.stage == DESTROY:
            value = loss(state, action - FIRST_DESTROY)
        elif action == PASS:
            value = 0
        else:
            value = merit(state, action, ring_low, ring_high, heart_low, heart_high)
        if value > best_value:
            best, best_value = k, value
    return moves[best]


def best_start(state: State, moves: Moves, count: int) -> int:
    """Where the cheapest ring is cheapest."""
    best, best_cost = 0, 100_000
    for k in range(count):
        cell = whole(moves[k]) % CELLS
        low, high, _, _, cost = plan(state, cell, EVERYWHERE, EVERYWHERE)
        low, high = around(low, high)  # land about the ring is room for suburbs
        low, high = around(low, high)
        land = size(low & state.land[0], high & state.land[1])
        if 100 * cost - land < best_cost:
            best, best_cost = k, 100 * cost - land
    return moves[best]


def loss(state: State, cell: int) -> int:
    """How little the town would miss what stands there."""
    low, high = beside(BITS[cell, 0], BITS[cell, 1])
    if stands(state, SUBURB, cell) or stands(state, CHURCH, cell):
        low, high = suburb_at(state, cell)
        return -size(low, high)
    if stands(state, GATE, cell):  # one that leads to a suburb is dear
        suburbs_low = state.tiles[SUBURB, 0] | state.tiles[CHURCH, 0]
        suburbs_high = state.tiles[SUBURB, 1] | state.tiles[CHURCH, 1]
        return -size(low & suburbs_low, high & suburbs_high)
    if stands(state, WALL, cell):  # so is a wall of a town that is closed
        low, high = around(BITS[cell, 0], BITS[cell, 1])
        near = (low & state.inside[0]) | (high & state.inside[1]) != NONE
        return -1 if near and state.closed else 0
    return 0


def merit(
    state: State, action: int, ring_low: Mask, ring_high: Mask, heart_low: Mask, heart_high: Mask
) -> int:
    """What a placement does for the town."""
    kind, cell = action // CELLS, action % CELLS
    low, high = BITS[cell, 0], BITS[cell, 1]
    on_ring = (low & ring_low) | (high & ring_high) != NONE
    if kind == WALL:
        return ON_RING + 100 if on_ring else -1
    if kind == GATE:
        return ON_RING if on_ring else gate_merit(state, cell)
    if kind in (SUBURB, CHURCH):
        return suburb_merit(state, kind, cell)
    if on_ring:
        return -1
    worth = 10 * whole(state.points[kind])
    is_outside = (low & state.outside[0]) | (high & state.outside[1]) != NONE
    if kind != PORT and state.closed and is_outside:
        return -1  # gardens where a suburb could grow
    if (low & heart_low) | (high & heart_high) != NONE:
        if spare_rooms(state, heart_low, heart_high) <= 1:
            return -1
        return worth - (kind == PORT)  # which has room elsewhere
    return worth


def spare_rooms(state: State, heart_low: Mask, heart_high: Mask) -> int:
    """How many cells inside are uncovered; enough where they all have to be covered."""
    if state.full_inside:
        return 99
    if state.closed:
        heart_low, heart_high = state.inside[0], state.inside[1]
    low = heart_low & ~state.covered[0] & (state.land[0] | state.river[0])
    high = heart_high & ~state.covered[1] & (state.land[1] | state.river[1])
    return size(low, high)


def gate_merit(state: State, cell: int) -> int:
    """A gate off the ring's gaps: worth a wall that leads outside, while gates are few."""
    if not stands(state, WALL, cell):
        return -1
    low, high = beside(BITS[cell, 0], BITS[cell, 1])
    low &= state.land[0] & state.outside[0] & ~(state.covered[0] | state.inside[0])
    high &= state.land[1] & state.outside[1] & ~(state.covered[1] | state.inside[1])
    ways = size(low, high)
    return 400 + ways if ways > 0 and open_gates(state) < 3 else -1


def open_gates(state: State) -> int:
    """How many gates have an uncovered land cell beside them, outside."""
    low = state.land[0] & state.outside[0] & ~(state.covered[0] | state.inside[0])
    high = state.land[1] & state.outside[1] & ~(state.covered[1] | state.inside[1])
    low, high = beside(low, high)
    return size(low & state.tiles[GATE, 0], high & state.tiles[GATE, 1])


def suburb_merit(state: State, kind: int, cell: int) -> int:
    """How near a suburb or church tile brings the second complete suburb."""
    built_low = state.tiles[SUBURB, 0] | state.tiles[CHURCH, 0]
    built_high = state.tiles[SUBURB, 1] | state.tiles[CHURCH, 1]
    low, high = group(BITS[cell, 0], BITS[cell, 1], built_low, built_high)
    churches = size(low & state.tiles[CHURCH, 0], high & state.tiles[CHURCH, 1])
    suburbs = size(low & state.tiles[SUBURB, 0], high & state.tiles[SUBURB, 1])
    churches += kind == CHURCH
    suburbs += kind == SUBURB
    if suburbs == FULL_SUBURBS and churches == FULL_CHURCHES:
        return COMPLETE
    value = 500 + 50 * (suburbs + churches)
    if joins(state, cell) or not has_room(state, low, high):
        return value - 400
    if suburbs + churches == 1 and unfinished(state) >= 2:
        return value - 200
    return value


def has_room(state: State, low: Mask, high: Mask) -> bool:
    """Whether a suburb, with a tile that it is to get, can still grow to its full size."""
    other_low = (state.tiles[SUBURB, 0] | state.tiles[CHURCH, 0]) & ~low
    other_high = (state.tiles[SUBURB, 1] | state.tiles[CHURCH, 1]) & ~high
    near_low, near_high = beside(other_low, other_high)
    room_low = state.land[0] & state.outside[0] & ~(state.covered[0] | near_low)
    room_high = state.land[1] & state.outside[1] & ~(state.covered[1] | near_high)
    low, high = group(low, high, room_low, room_high)
    return size(low, high) >= FULL_SUBURBS + FULL_CHURCHES


def joins(state: State, cell: int) -> bool:
    """Whether a tile there would make one suburb of two."""
    built_low = state.tiles[SUBURB, 0] | state.tiles[CHURCH, 0]
    built_high = state.tiles[SUBURB, 1] | state.tiles[CHURCH, 1]
    low, high = beside(BITS[cell, 0], BITS[cell, 1])
    low &= built_low
    high &= built_high
    if low | high == NONE:
        return False
    one_low, one_high = lowest(low, high)
    one_low, one_high = group(one_low, one_high, built_low, built_high)
    return (low & ~one_low) | (high & ~one_high) != NONE


def unfinished(state: State) -> int:
    """How many suburbs there are that are not complete."""
    count = 0
    rest_low = state.tiles[SUBURB, 0] | state.tiles[CHURCH, 0]
    rest_high = state.tiles[SUBURB, 1] | state.tiles[CHURCH, 1]
    while rest_low | rest_high != NONE:
        low, high = lowest(rest_low, rest_high)
        low, high = group(low, high, rest_low, rest_high)
        rest_low ^= low
        rest_high ^= high
        count += size(low, high) < FULL_SUBURBS + FULL_CHURCHES
    return count


def rival(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """The lightest hand: the dearest tile first, and no end while somebody holds less."""
    if state.start == NOWHERE:
        return best_start(state, moves, count)
    low, high = wall_places(state)
    ring_low, ring_high, heart_low, heart_high, cost = plan(state, whole(state.start), low, high)
    best, best_value = 0, WORST
    for k in range(count):
        action = whole(moves[k])
        if state.stage == DESTROY:
            value = loss(state, action - FIRST_DESTROY)
        elif action == PASS:
            value = 0
        else:
            worth = merit(state, action, ring_low, ring_high, heart_low, heart_high)
            closes = cost == 1 and worth >= ON_RING
            value = worth // 10 + gain(state, seat, action, closes)
        if value > best_value:
            best, best_value = k, value
    return moves[best]


def gain(state: State, seat: int, action: int, closes: bool) -> int:
    """What a placement does for one's own hand, against the others'."""
    kind, cell = action // CELLS, action % CELLS
    points = whole(state.points[kind])
    if kind in (SUBURB, CHURCH) and complete_suburbs(state) == 1:
        if suburb_merit(state, kind, cell) == COMPLETE:  # LV-9: it ends the game
            return ENOUGH if leads(state, seat, points) else -ENOUGH
    if closes:  # what cannot be placed once the ramparts are closed stays in everybody's hand
        others = 0
        for other in range(state.seats):
            others += stuck(state, other)
        mine = stuck(state, seat)
        points += (others - mine) // (whole(state.seats) - 1) - (mine - points)
    return 1000 * points


def leads(state: State, seat: int, placed: int) -> bool:
    """Whether a seat holds less than anybody else, once so many points are placed."""
    mine = hand_points(state, seat) - placed
    for other in range(state.seats):
        if other != seat and not has_left(state, other) and hand_points(state, other) <= mine:
            return False
    return True


def stuck(state: State, seat: int) -> int:
    """The points in a hand that closed ramparts would leave there."""
    total = 0
    for kind in range(len(KINDS)):
        if kind <= BRIDGE or kind in (QUARTER, WALL):
            total += whole(state.hands[seat, kind]) * whole(state.points[kind])
    return total
