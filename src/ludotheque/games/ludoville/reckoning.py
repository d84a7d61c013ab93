"""What a brain is told in Ludoville beside what a seat sees: how the hands stand to each other.

The lightest hand wins (LV-10), so that each hand is told beside the lightest of the others: as it
is, and as it would be had everybody placed the dearest tile that has a place. Who has what closes
the ramparts or ends the game in hand is told as well, as far as gaps and suburbs tell: where in
truth a tile may not stand there, it is told all the same.
"""

import numpy as np

from ludotheque.core.contract import Numbers, Seen, State, whole
from ludotheque.core.room import room
from ludotheque.core.traits import Traits
from ludotheque.core.turns import has_left
from ludotheque.games.ludoville.board import CHURCH, GATE, NOWHERE, SUBURB, TOWN_HALL, WALL
from ludotheque.games.ludoville.masks import NONE, beside, group, lowest, size
from ludotheque.games.ludoville.record import SEATS, TILES
from ludotheque.games.ludoville.town import (
    FULL_CHURCHES,
    FULL_SUBURBS,
    kinds_with_places,
    places,
)
from ludotheque.games.ludoville.traits import (
    APART,
    GAPS,
    LIKE_TOWN_HALL,
    MANY,
    ROOMS,
    ROOMY,
    ROOMY_KINDS,
    SEAT_NAMES,
    TRAITS,
    UP_TO_MANY,
    apart,
    list_few,
)

TWO_FULL = 2 * (FULL_SUBURBS + FULL_CHURCHES)  # tiles of the suburbs that end a game (LV-9)
FOR_INSIDE = LIKE_TOWN_HALL | 1 << TOWN_HALL  # kinds that want land inside
MANIFOLD = ("more of them than tiles in hands", "as many", "fewer")

RECKONED = Traits()
_FIRST = len(TRAITS)
NOW = _FIRST + RECKONED.group(
    "{}, beside the lightest other hand: {}", SEAT_NAMES, APART, most=lambda seats: seats
)
SOON = _FIRST + RECKONED.group(
    "{}, beside the lightest other hand once all have placed: {}", SEAT_NAMES, APART,
    most=lambda seats: seats,
)  # fmt: skip
DEAREST = _FIRST + RECKONED.group(
    "{}, points of the dearest tile with a place: {}", SEAT_NAMES, UP_TO_MANY,
    most=lambda seats: seats,
)  # fmt: skip
HAND = _FIRST + RECKONED.group(
    "{}, tiles in hand: {}", SEAT_NAMES, UP_TO_MANY, most=lambda seats: seats
)
CLOSER = _FIRST + RECKONED.group(
    "{} has a wall or gate in hand for the last gap", SEAT_NAMES, most=lambda seats: seats
)
ENDER = _FIRST + RECKONED.group(
    "{} has a tile that ends the game, {}", SEAT_NAMES, ("and does not win", "and wins"),
    most=lambda seats: seats,
)  # fmt: skip
LACKING = _FIRST + RECKONED.group("tiles that two suburbs lack: {}", range(TWO_FULL + 1))
ROOM = _FIRST + RECKONED.group("places on land inside: {}", MANIFOLD)


def reckon(state: State, seat: int, traits: Seen, count: int) -> int:
    """The hands, what would close the ramparts or end the game, and the hands beside each other."""
    seats = whole(state.seats)
    now, soon = room(SEATS, np.int32), room(SEATS, np.int32)
    kinds, gap, inside = outlook(state, traits, count)
    wanted = 0
    for owner in range(seats):
        points, tiles, dearest = 0, 0, 0
        for kind in range(TILES):
            held = whole(state.hands[owner, kind])
            if held != 0:
                points += held * whole(state.points[kind])
                tiles += held
                wanted += held * (FOR_INSIDE >> kind & 1)
                if kinds >> kind & 1:
                    dearest = max(dearest, whole(state.points[kind]))
        now[owner], soon[owner] = points, points - dearest
        ahead = owner - seat if owner >= seat else owner - seat + seats
        count = list_few(dearest, DEAREST + MANY * ahead, traits, count)
        count = list_few(tiles, HAND + MANY * ahead, traits, count)
        if gap and state.held[owner] & (1 << WALL | 1 << GATE):
            traits[count] = CLOSER + ahead
            count += 1
    if state.start != NOWHERE:
        traits[count] = ROOM + (0 if inside > wanted else 1 if inside == wanted else 2)
        count += 1
    ends = 0
    if state.closed:
        ends, lacking = suburbs_left(state)
        traits[count] = LACKING + lacking
        count += 1
    return list_beside(state, seat, ends, now, soon, traits, count)


def outlook(state: State, traits: Seen, count: int) -> tuple[int, bool, int]:
    """Of what is listed: kinds that have places, a bit each; one gap; places on land inside."""
    kinds, gap, inside = 0, False, 0
    for k in range(count):
        trait = whole(traits[k])
        if ROOMS <= trait < ROOMS + MANY * len(ROOMY):
            kind = whole(ROOMY_KINDS[(trait - ROOMS) // MANY])
            kinds |= 1 << kind
            if kind == TOWN_HALL:
                kinds |= LIKE_TOWN_HALL
                inside = (trait - ROOMS) % MANY + 1
        elif trait == GAPS:
            gap = True
    return kinds & kinds_with_places(state), gap, inside


def suburbs_left(state: State) -> tuple[int, int]:
    """The kinds of tile that would end the game, a bit each; how many tiles two suburbs lack."""
    low, high = places(state, SUBURB)
    church_low, church_high = places(state, CHURCH)
    rest_low = state.tiles[SUBURB, 0] | state.tiles[CHURCH, 0]
    rest_high = state.tiles[SUBURB, 1] | state.tiles[CHURCH, 1]
    ends, most, second = 0, 0, 0
    while rest_low | rest_high != NONE:
        own_low, own_high = lowest(rest_low, rest_high)
        own_low, own_high = group(own_low, own_high, rest_low, rest_high)
        rest_low ^= own_low
        rest_high ^= own_high
        tiles = size(own_low, own_high)
        suburbs = size(own_low & state.tiles[SUBURB, 0], own_high & state.tiles[SUBURB, 1])
        second = max(second, min(most, tiles))
        most = max(most, tiles)
        if tiles == FULL_SUBURBS + FULL_CHURCHES - 1:
            near_low, near_high = beside(own_low, own_high)
            if suburbs == FULL_SUBURBS:
                ends |= ((near_low & church_low) | (near_high & church_high) != NONE) << CHURCH
            else:
                ends |= ((near_low & low) | (near_high & high) != NONE) << SUBURB
    return ends if most + second == TWO_FULL - 1 else 0, TWO_FULL - most - second


def list_beside(
    state: State, seat: int, ends: int, now: Numbers, soon: Numbers, traits: Seen, count: int
) -> int:
    """Each hand beside the lightest of the others, and whether it could end the game."""
    seats = whole(state.seats)
    for owner in range(seats):
        least, later = 1 << 15, 1 << 15
        for other in range(seats):
            if other != owner and not has_left(state, other):
                least, later = min(least, whole(now[other])), min(later, whole(soon[other]))
        ahead = owner - seat if owner >= seat else owner - seat + seats
        points = whole(now[owner])
        traits[count] = NOW + len(APART) * ahead + apart(points, least)
        traits[count + 1] = SOON + len(APART) * ahead + apart(whole(soon[owner]), later)
        count += 2
        for kind in (CHURCH, SUBURB):  # the dearer one first
            if ends & whole(state.held[owner]) & 1 << kind:
                ends_well = points - whole(state.points[kind]) < least
                traits[count] = ENDER + 2 * ahead + ends_well
                count += 1
                break
    return count
