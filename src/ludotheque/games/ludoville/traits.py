"""What a seat sees of Ludoville, trait by trait: everything, for hands are open (LV-25).

A tile on a cell is the trait with the number of the action that places it. What follows from the
tiles and hands is told where players look for it (the gaps of the ring, rooms, who holds more):
nobody reads that off single tiles. What is inside, cell by cell, is left out.
"""

import numpy as np

from ludotheque.core.contract import Seen, State, whole
from ludotheque.core.traits import Traits, list_number
from ludotheque.games.ludoville.board import (
    BRIDGE,
    CASTLE,
    CATHEDRAL,
    CELL_NAMES,
    CELLS,
    CHURCH,
    FAIR,
    GARDENS,
    GATE,
    KINDS,
    MARKET,
    NOWHERE,
    PORT,
    QUARTER,
    SUBURB,
    TOWN_HALL,
    WALL,
    Mask,
    cells_of,
)
from ludotheque.games.ludoville.masks import NONE, beside, group, lowest, size, write
from ludotheque.games.ludoville.plan import IMPOSSIBLE, plan
from ludotheque.games.ludoville.record import (
    DISASTER_ROUNDS,
    ROUNDS,
    SEATS,
    STRIKES,
    TARGET_KINDS,
    TARGETS,
    TILES,
)
from ludotheque.games.ludoville.town import (
    CLOSED_KINDS,
    EVERY_KIND,
    FULL_CHURCHES,
    FULL_SUBURBS,
    kinds_with_places,
    places,
)

MOST = 99  # tiles of a kind
DIGITS = 18  # traits of a number up to that
SEAT_NAMES = ("mine", "next seat", *(f"{ahead} seats on" for ahead in range(2, SEATS)))
STAGES = ("the lot", "the die", "a draw", "a placement", "a destruction", "the end")
DISASTERS = ("pillage", "plague", "fire", "siege")
ENDS = ("agreed", "deserted", "two suburbs", "a quiet round", "the last round")
MOST_DUE = int(STRIKES.max())

# What a hand is looked at for: all its points, those of tiles that have no place now, and those
# that closed ramparts would leave there.
COUNTED = ("points", "points without a place", "points that must be placed before the ring closes")
FAR = 15  # from so many points on a difference counts as that
APART = (f"{FAR} or more under mine", *range(1 - FAR, FAR), f"{FAR} or more over mine")
STUCK_KINDS = EVERY_KIND & ~CLOSED_KINDS
# Kinds that stand for all those with the same places.
ROOMY = (BRIDGE, PORT, TOWN_HALL, GARDENS, GATE, WALL, SUBURB, CHURCH)
ROOMY_KINDS = np.array(ROOMY, np.uint8)
LIKE_TOWN_HALL = 1 << CASTLE | 1 << CATHEDRAL | 1 << MARKET | 1 << FAIR | 1 << QUARTER
MANY = 10
UP_TO_MANY = (*range(1, MANY), f"{MANY} or more")
MOST_GAPS = 18
NO_RING = MOST_GAPS  # the step after those
MOST_LEFT = 70

TRAITS = Traits()
TILE = TRAITS.group("{} on {}", KINDS, CELL_NAMES, most=CELLS)
HANDS = TRAITS.number(
    "in hand, {}, {}: {}", SEAT_NAMES, KINDS, up_to=MOST, most=lambda seats: seats * TILES
)
PILE = TRAITS.number("pile, {}: {}", KINDS, up_to=MOST, most=TILES)
START = TRAITS.group("start: {}", CELL_NAMES)
STAGE = TRAITS.group("awaited: {}", STAGES)
ROUND = TRAITS.number("round: {}", up_to=ROUNDS)
TURN = TRAITS.group("turn: {}", SEAT_NAMES)
FIRST = TRAITS.group("began: {}", SEAT_NAMES)
GONE = TRAITS.group("left: {}", SEAT_NAMES, most=lambda seats: seats)
CLOSED = TRAITS.group("the ramparts are closed")
PLACED_TURN = TRAITS.group("placed in this turn: {} or more", range(1, 3), most=2)
PLACED_ROUND = TRAITS.group("something was placed in this round")
DISASTER = TRAITS.group("disaster: {}", DISASTERS)
DUE = TRAITS.group(
    "to destroy, {}: {} or more", tuple(KINDS[kind] for kind in TARGET_KINDS),
    range(1, MOST_DUE + 1), most=TARGETS * MOST_DUE,
)  # fmt: skip
ENDED = TRAITS.group("ended: {}", ENDS)
MINE = TRAITS.number("mine, {}: {}", COUNTED, up_to=MOST, most=len(COUNTED))
LEADS = TRAITS.group(
    "{}, {}: {}", COUNTED, SEAT_NAMES[1:], APART, most=lambda seats: len(COUNTED) * (seats - 1)
)
ROOMS = TRAITS.group(
    "places for {}: {}", tuple(KINDS[kind] for kind in ROOMY), UP_TO_MANY, most=len(ROOMY)
)
GAPS = TRAITS.group(
    "gaps of the cheapest ring: {}",
    (*range(1, MOST_GAPS), f"{MOST_GAPS} or more", "no ring is possible"),
)
INSIDE = TRAITS.group("uncovered inside the ramparts: {}", UP_TO_MANY)
WAYS_OUT = TRAITS.group("gates with room before them: {}", UP_TO_MANY)
GROWN = TRAITS.group(
    "suburbs of {} tiles, {} churches: {} or more", range(FULL_SUBURBS + 1),
    range(FULL_CHURCHES + 1), (1, 2), most=2 * (FULL_SUBURBS + 1) * (FULL_CHURCHES + 1),
)  # fmt: skip
TO_DISASTERS = TRAITS.group("rounds to the next disasters: {}", range(DISASTER_ROUNDS))
LEFT = TRAITS.group("left in the pile: {}", (*range(MOST_LEFT), f"{MOST_LEFT} or more"))


def observe(state: State, seat: int, traits: Seen) -> int:
    """Tiles, hands from one's own on and the pile, then the turn and what is under way."""
    count = 0
    for kind in range(TILES):
        low, high = state.tiles[kind, 0], state.tiles[kind, 1]
        if low | high != NONE:
            count = write(low, high, TILE + CELLS * kind, traits, count)
    seats = whole(state.seats)
    for ahead in range(seats):
        owner = seat + ahead
        if owner >= seats:
            owner -= seats
        count = list_seat(state, owner, ahead, traits, count)
    pile = 0
    for kind in range(TILES):
        count = list_number(whole(state.pile[kind]), PILE + DIGITS * kind, traits, count)
        pile += whole(state.pile[kind])
    traits[count] = LEFT + min(pile, MOST_LEFT)
    count = list_disaster(state, traits, list_turn(state, traits, count + 1))
    if state.start != NOWHERE:
        count, kinds = list_rooms(state, traits, count)
        count = list_leads(state, seat, kinds, traits, count)
        if state.closed != 0:
            count = list_suburbs(state, traits, list_ramparts(state, traits, count))
    return count


def list_seat(state: State, owner: int, ahead: int, traits: Seen, count: int) -> int:
    """A seat's hand, and what is special about it."""
    for kind in range(TILES):
        if state.hands[owner, kind] != 0:
            first = HANDS + DIGITS * (TILES * ahead + kind)
            count = list_number(whole(state.hands[owner, kind]), first, traits, count)
    if state.turn == owner:
        traits[count] = TURN + ahead
        count += 1
    if state.first == owner:
        traits[count] = FIRST + ahead
        count += 1
    if state.gone >> owner & 1:
        traits[count] = GONE + ahead
        count += 1
    return count


def list_turn(state: State, traits: Seen, count: int) -> int:
    """The town and the round."""
    if state.start != NOWHERE:
        traits[count] = START + whole(state.start)
        count += 1
    if state.closed != 0:
        traits[count] = CLOSED
        count += 1
    traits[count] = STAGE + whole(state.stage)
    count = list_number(whole(state.round_number), ROUND, traits, count + 1)
    traits[count] = TO_DISASTERS + -whole(state.round_number) % DISASTER_ROUNDS
    count += 1
    for step in range(state.placed_turn):
        traits[count] = PLACED_TURN + step
        count += 1
    if state.placed_round != 0:
        traits[count] = PLACED_ROUND
        count += 1
    return count


def list_disaster(state: State, traits: Seen, count: int) -> int:
    """What the roller has still to destroy; how the game ended."""
    if state.disaster != 0:
        traits[count] = DISASTER + whole(state.disaster) - 1
        count += 1
        for target in range(TARGETS):
            for step in range(state.due[target]):
                traits[count] = DUE + MOST_DUE * target + step
                count += 1
    if state.ended != 0:
        traits[count] = ENDED + whole(state.ended) - 1
        count += 1
    return count


def list_rooms(state: State, traits: Seen, count: int) -> tuple[int, int]:
    """How many places there are for tiles; the kinds that have some, a bit each, too."""
    kinds = kinds_with_places(state)
    for number in range(len(ROOMY)):
        kind = whole(ROOMY_KINDS[number])
        if kinds >> kind & 1 == 0:
            continue
        low, high = places(state, kind)
        if kind == WALL:
            count = list_gaps(state, low, high, traits, count)
        if low | high != NONE:
            count = list_few(size(low, high), ROOMS + MANY * number, traits, count)
        else:
            kinds &= ~(1 << kind)
            if kind == TOWN_HALL:
                kinds &= ~LIKE_TOWN_HALL
    return count, kinds


def list_gaps(state: State, low: Mask, high: Mask, traits: Seen, count: int) -> int:
    """How many walls and gates the cheapest ring lacks, with one of them where a wall can stand."""
    _, _, _, _, gaps = plan(state, whole(state.start), low, high)
    traits[count] = GAPS + (NO_RING if gaps == IMPOSSIBLE else min(max(gaps, 1), MOST_GAPS) - 1)
    return count + 1


def list_few(amount: int, first: int, traits: Seen, count: int) -> int:
    """An amount as a step of UP_TO_MANY; none is no trait."""
    if amount > 0:
        traits[count] = first + min(amount, MANY) - 1
        count += 1
    return count


def list_ramparts(state: State, traits: Seen, count: int) -> int:
    """What closed ramparts leave free, inside and before their gates."""
    low, high = state.inside[0] & ~state.covered[0], state.inside[1] & ~state.covered[1]
    count = list_few(size(low, high), INSIDE, traits, count)
    low = state.land[0] & state.outside[0] & ~state.covered[0]
    high = state.land[1] & state.outside[1] & ~state.covered[1]
    low, high = beside(low, high)
    low, high = low & state.tiles[GATE, 0], high & state.tiles[GATE, 1]
    return list_few(size(low, high), WAYS_OUT, traits, count)


def list_suburbs(state: State, traits: Seen, count: int) -> int:
    """How far suburbs have grown."""
    rest_low = state.tiles[SUBURB, 0] | state.tiles[CHURCH, 0]
    rest_high = state.tiles[SUBURB, 1] | state.tiles[CHURCH, 1]
    seen = 0
    while rest_low | rest_high != NONE:
        low, high = lowest(rest_low, rest_high)
        low, high = group(low, high, rest_low, rest_high)
        rest_low ^= low
        rest_high ^= high
        tiles = size(low & state.tiles[SUBURB, 0], high & state.tiles[SUBURB, 1])
        churches = size(low & state.tiles[CHURCH, 0], high & state.tiles[CHURCH, 1])
        step = 2 * ((FULL_CHURCHES + 1) * tiles + churches)
        step += seen >> step & 1
        if seen >> step & 1 == 0:
            seen |= 1 << step
            traits[count] = GROWN + step
            count += 1
    return count


def list_leads(state: State, seat: int, kinds: int, traits: Seen, count: int) -> int:
    """What the hands count, one's own and how far others are from it."""
    seats = whole(state.seats)
    mine, lost, stuck = 0, 0, 0
    for ahead in range(seats):
        owner = seat + ahead
        if owner >= seats:
            owner -= seats
        first, second, third = 0, 0, 0
        for kind in range(TILES):
            points = whole(state.hands[owner, kind]) * whole(state.points[kind])
            first += points
            second += points * (~kinds >> kind & 1)
            third += points * (STUCK_KINDS >> kind & 1)
        if state.closed != 0:
            third = 0
        if ahead == 0:
            mine, lost, stuck = first, second, third
            count = list_number(first, MINE, traits, count)
            count = list_number(second, MINE + DIGITS, traits, count)
            count = list_number(third, MINE + 2 * DIGITS, traits, count)
        else:
            base = LEADS + len(APART) * (ahead - 1)
            traits[count] = base + apart(first, mine)
            base += len(APART) * (SEATS - 1)
            traits[count + 1] = base + apart(second, lost)
            base += len(APART) * (SEATS - 1)
            traits[count + 2] = base + apart(third, stuck)
            count += 3
    return count


def apart(theirs: int, mine: int) -> int:
    """A difference as a step of APART."""
    return min(max(theirs - mine, -FAR), FAR) + FAR


# What the edition prints, in ordinary Python: it never changes in a game.

TERRAINS = ("land", "river", "coast", "centre", "harbours")

PRINTED = Traits()
GROUND = PRINTED.group("{}: {}", TERRAINS, CELL_NAMES, most=len(TERRAINS) * CELLS)
COUNTS = PRINTED.number("tiles, {}: {}", KINDS, up_to=MOST, most=TILES)
POINTS = PRINTED.number("points, {}: {}", KINDS, up_to=MOST, most=TILES)


def printed(state: State) -> list[int]:
    """The traits of the edition: terrain, tiles and their points."""
    listed = [
        GROUND + CELLS * number + cell
        for number, terrain in enumerate(TERRAINS)
        for cell in cells_of(state[terrain])
    ]
    scratch = np.zeros(2, np.uint16)
    for first, amounts in ((COUNTS, state.counts), (POINTS, state.points)):
        for kind, amount in enumerate(amounts.tolist()):
            count = list_number(amount, first + DIGITS * kind, scratch, 0)
            listed += scratch[:count].tolist()
    return listed
