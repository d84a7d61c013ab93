"""The town as kernels: its ramparts, its suburbs, and where each tile may stand.

What follows from the tiles alone is kept in the record (``outside``, ``inside``,
``closed``) and brought up to date by :func:`survey`. Turns, hands and the pile are the
business of the rules; these kernels only read the options and the edition's terrain.
"""

from ludotheque.core.compile import apart
from ludotheque.core.contract import State, whole
from ludotheque.games.ludoville.board import (
    BITS,
    BOXES,
    BRIDGE,
    CASTLE,
    CATHEDRAL,
    CHURCH,
    GARDENS,
    GATE,
    KINDS,
    NOWHERE,
    PORT,
    QUARTER,
    SUBURB,
    TOWN_HALL,
    WALL,
    Mask,
)
from ludotheque.games.ludoville.masks import (
    NONE,
    around,
    beside,
    flood,
    group,
    is_single,
    lowest,
    size,
)
from ludotheque.games.ludoville.record import SUBURBS, TARGET_KINDS, TARGETS

EVERY_KIND = (1 << len(KINDS)) - 1
START_KINDS = 1 << CASTLE | 1 << CATHEDRAL | 1 << BRIDGE | 1 << PORT  # LV-2
OPEN_KINDS = EVERY_KIND & ~(1 << SUBURB | 1 << CHURCH)  # LV-5: these take closed ramparts
CLOSED_KINDS = EVERY_KIND & ~(1 << CASTLE | 1 << CATHEDRAL | 1 << BRIDGE | 1 << QUARTER | 1 << WALL)
# The kinds of inner tile for land: they share their places, but for gardens in a closed town.
LAND_KINDS = 1 << CASTLE | 1 << CATHEDRAL | 0b1111 << TOWN_HALL | 1 << QUARTER
INNER_KINDS = LAND_KINDS | 1 << BRIDGE
RAMPART_KINDS = 1 << GATE | 1 << WALL

FULL_SUBURBS = 3  # LV-6: suburb tiles of a suburb
FULL_CHURCHES = 1


def lay(state: State, kind: int, cell: int) -> None:
    """Put a tile on an uncovered cell."""
    for word in range(2):
        state.tiles[kind, word] |= BITS[cell, word]
        state.covered[word] |= BITS[cell, word]


def lift(state: State, kind: int, low: Mask, high: Mask) -> None:
    """Take the tiles of a kind off these cells; how many go back into the pile (LV-7)."""
    low &= state.tiles[kind, 0]
    high &= state.tiles[kind, 1]
    state.tiles[kind, 0] ^= low
    state.tiles[kind, 1] ^= high
    state.covered[0] ^= low
    state.covered[1] ^= high
    state.pile[kind] += size(low, high)


def stands(state: State, kind: int, cell: int) -> bool:
    """Whether a tile of the kind stands on the cell."""
    low = state.tiles[kind, 0] & BITS[cell, 0]
    high = state.tiles[kind, 1] & BITS[cell, 1]
    return low | high != NONE


def survey(state: State) -> None:
    """Find out all that follows from the tiles."""
    survey_ramparts(state)
    if not state.closed:
        survey_core(state)


def survey_after(state: State, kind: int) -> None:
    """Bring up to date what follows from the tiles, some of one kind having come or gone."""
    was_closed = whole(state.closed)
    if RAMPART_KINDS >> kind & 1:
        survey_ramparts(state)
    if not state.closed and (was_closed or INNER_KINDS >> kind & 1):
        survey_core(state)


def survey_ramparts(state: State) -> None:
    """LV-21: what can be reached from the edges, and so whether the town is closed."""
    low = (state.land[0] | state.river[0]) & ~(state.tiles[WALL, 0] | state.tiles[GATE, 0])
    high = (state.land[1] | state.river[1]) & ~(state.tiles[WALL, 1] | state.tiles[GATE, 1])
    out_low, out_high = flood(state.exits[0] & low, state.exits[1] & high, low, high)
    state.outside[0] = out_low
    state.outside[1] = out_high
    state.closed = 0
    if state.start != NOWHERE:
        start_low, start_high = BITS[state.start, 0], BITS[state.start, 1]
        if (start_low & out_low) | (start_high & out_high) == NONE:
            state.closed = 1
            # LV-22: the enclosed cells around the start tile, and no other pocket.
            in_low, in_high = flood(start_low, start_high, low, high)
            state.inside[0] = in_low
            state.inside[1] = in_high


def survey_core(state: State) -> None:
    """LV-22 while open: cells about the start tile, reached over inner tiles among them."""
    if state.start == NOWHERE:
        state.inside[0] = NONE
        state.inside[1] = NONE
        return
    reach = whole(state.reach) - 1
    room_low = BOXES[reach, state.start, 0] & (state.land[0] | state.river[0])
    room_high = BOXES[reach, state.start, 1] & (state.land[1] | state.river[1])
    built_low, built_high = inner(state)
    # Over the start tile and the inner tiles joined to it …
    start_low, start_high = BITS[state.start, 0], BITS[state.start, 1]
    low, high = group(start_low, start_high, built_low & room_low, built_high & room_high)
    low, high = beside(low, high)  # … and one step more.
    state.inside[0] = low & room_low
    state.inside[1] = high & room_high


def inner(state: State) -> Mask:
    """The cells of inner tiles."""
    tiles = state.tiles
    rest_low = tiles[WALL, 0] | tiles[GATE, 0] | tiles[PORT, 0]
    rest_high = tiles[WALL, 1] | tiles[GATE, 1] | tiles[PORT, 1]
    rest_low |= tiles[SUBURB, 0] | tiles[CHURCH, 0]
    rest_high |= tiles[SUBURB, 1] | tiles[CHURCH, 1]
    return state.covered[0] & ~rest_low, state.covered[1] & ~rest_high


def starts_town(state: State, kind: int) -> bool:
    """LV-2: castle, bridge and port start the town; a cathedral by option."""
    if kind == CATHEDRAL:
        return state.cathedral_starts != 0
    return START_KINDS >> kind & 1 != 0


def kinds_with_places(state: State) -> int:
    """The kinds of tile that may have a place now, a bit each: the others need not be looked at."""
    if state.start == NOWHERE:
        return START_KINDS
    return CLOSED_KINDS if state.closed else OPEN_KINDS


def places(state: State, kind: int) -> Mask:
    """The cells where a tile of the kind may stand now."""
    if state.start == NOWHERE:
        return start_places(state, kind)
    if kind == GATE:
        return gate_places(state)
    if kind == WALL:
        return wall_places(state)
    if kind >= SUBURB:
        return suburb_places(state, kind)
    if kind == PORT:
        return port_places(state)
    return inner_places(state, kind)


def start_places(state: State, kind: int) -> Mask:
    """LV-11, LV-12, LV-13: where the tile that starts the town may stand."""
    if not starts_town(state, kind):
        return NONE, NONE
    if kind <= CATHEDRAL:
        return state.centre[0] & state.land[0], state.centre[1] & state.land[1]
    low = state.centre[0] & state.river[0]
    high = state.centre[1] & state.river[1]
    if kind == PORT:
        low |= state.harbours[0]
        high |= state.harbours[1]
    return low, high


def inner_places(state: State, kind: int) -> Mask:
    """LV-11, LV-12, LV-14, LV-15, LV-17: castle to quarter, once the town has started."""
    if state.closed and (kind <= BRIDGE or kind == QUARTER):  # castle, cathedral, bridge too
        return NONE, NONE
    free_low, free_high = ~state.covered[0], ~state.covered[1]
    if kind == BRIDGE:
        free_low &= state.river[0]
        free_high &= state.river[1]
    else:  # LV-23: nothing else of these stands on a river
        free_low &= state.land[0]
        free_high &= state.land[1]
    low, high = state.inside[0], state.inside[1]
    if kind == GARDENS and state.closed:  # LV-15: also beside a suburb tile
        side_low, side_high = beside(state.tiles[SUBURB, 0], state.tiles[SUBURB, 1])
        low |= side_low & state.outside[0]
        high |= side_high & state.outside[1]
    return low & free_low, high & free_high


def port_places(state: State) -> Mask:
    """LV-13: a river cell outside or beside the start tile (LV-4), or any cell of the coast."""
    low, high = beside(BITS[state.start, 0], BITS[state.start, 1])
    low = state.river[0] & (low | state.outside[0] & ~state.inside[0]) | state.coast[0]
    high = state.river[1] & (high | state.outside[1] & ~state.inside[1]) | state.coast[1]
    return low & ~state.covered[0], high & ~state.covered[1]


def wall_places(state: State) -> Mask:
    """Where a wall may stand."""
    low, high = wall_sites(state)
    return unsealed(state, low, high)


def gate_places(state: State) -> Mask:
    """Where a gate may stand."""
    low, high = gate_sites(state)
    return unsealed(state, low, high)


def wall_sites(state: State) -> Mask:
    """LV-18: beside a wall or gate; the very first beside the start tile or an inner tile."""
    if state.closed:
        return NONE, NONE
    low = state.tiles[WALL, 0] | state.tiles[GATE, 0]
    high = state.tiles[WALL, 1] | state.tiles[GATE, 1]
    if low | high == NONE:
        low, high = inner(state)
        low |= BITS[state.start, 0]
        high |= BITS[state.start, 1]
    low, high = beside(low, high)
    low &= (state.land[0] | state.river[0]) & ~state.covered[0]
    high &= (state.land[1] | state.river[1]) & ~state.covered[1]
    return low, high


def gate_sites(state: State) -> Mask:
    """LV-16: on land beside a wall and no gate; uncovered, or in place of a wall."""
    wall_low, wall_high = state.tiles[WALL, 0], state.tiles[WALL, 1]
    low, high = beside(wall_low, wall_high)
    near_low, near_high = beside(state.tiles[GATE, 0], state.tiles[GATE, 1])
    low &= state.land[0] & ~near_low & (wall_low | ~state.covered[0])
    high &= state.land[1] & ~near_high & (wall_high | ~state.covered[1])
    return low, high


def unsealed(state: State, low: Mask, high: Mask) -> Mask:
    """These cells but for the one where a wall or gate must not stand (LV-24)."""
    sealed_low, sealed_high = sealing(state)
    return low & ~sealed_low, high & ~sealed_high


def sealing(state: State) -> Mask:
    """LV-24: the cell where a wall or gate would close a town without an uncovered cell.

    Then everything inside is covered: what one reaches from the start tile over covered
    cells has a single uncovered neighbour, and no way to the edge.
    """
    if state.closed or state.full_inside:
        return NONE, NONE
    start_low, start_high = BITS[state.start, 0], BITS[state.start, 1]
    low, high = uncovered_around(state, start_low, start_high)
    if size(low, high) > 1:  # most often: then we need not look further
        return NONE, NONE
    low = state.covered[0] & ~(state.tiles[WALL, 0] | state.tiles[GATE, 0])
    high = state.covered[1] & ~(state.tiles[WALL, 1] | state.tiles[GATE, 1])
    low, high = flood(start_low, start_high, low, high)
    if (low & state.exits[0]) | (high & state.exits[1]) != NONE:
        return NONE, NONE
    low, high = uncovered_around(state, low, high)
    if is_single(low, high):
        return low, high
    return NONE, NONE


def uncovered_around(state: State, low: Mask, high: Mask) -> Mask:
    """The cells of the land and the rivers about a set where no tile stands."""
    low, high = around(low, high)
    low &= (state.land[0] | state.river[0]) & ~state.covered[0]
    high &= (state.land[1] | state.river[1]) & ~state.covered[1]
    return low, high


@apart
def suburb_places(state: State, kind: int) -> Mask:
    """LV-19, LV-20: an outside land cell beside a gate of the ring or a suburb (LV-6)."""
    if not may_grow(state):
        return NONE, NONE
    # A gate of the ring touches an inside cell, corners included.
    low, high = around(state.inside[0], state.inside[1])
    low, high = beside(low & state.tiles[GATE, 0], high & state.tiles[GATE, 1])
    built_low = state.tiles[SUBURB, 0] | state.tiles[CHURCH, 0]
    built_high = state.tiles[SUBURB, 1] | state.tiles[CHURCH, 1]
    near_low, near_high = beside(built_low, built_high)
    low = (low | near_low) & state.outside[0] & state.land[0] & ~state.covered[0]
    high = (high | near_high) & state.outside[1] & state.land[1] & ~state.covered[1]
    if low | high != NONE:
        full_low, full_high = overfull(state, kind)
        low &= ~full_low
        high &= ~full_high
    return low, high


def may_grow(state: State) -> bool:
    """LV-5: the ramparts are closed and a cell inside is uncovered; or all its land is covered."""
    if not state.closed:
        return False
    low = state.inside[0] & ~state.covered[0]
    high = state.inside[1] & ~state.covered[1]
    if state.full_inside:
        return (low & state.land[0]) | (high & state.land[1]) == NONE
    return low | high != NONE


def overfull(state: State, kind: int) -> Mask:
    """LV-6: the cells where the kind would join suburbs into one that is too large.

    Each suburb's tiles are counted on all the cells beside it at once: a set for the cells
    that touch one suburb tile or more, two or more, and so on.
    """
    one_low = one_high = two_low = two_high = NONE
    three_low = three_high = four_low = four_high = NONE
    church_low = church_high = churches_low = churches_high = NONE
    rest_low = state.tiles[SUBURB, 0] | state.tiles[CHURCH, 0]
    rest_high = state.tiles[SUBURB, 1] | state.tiles[CHURCH, 1]
    while rest_low | rest_high != NONE:
        low, high = lowest(rest_low, rest_high)
        low, high = group(low, high, rest_low, rest_high)
        rest_low ^= low
        rest_high ^= high
        near_low, near_high = beside(low, high)
        for _ in range(size(low & state.tiles[SUBURB, 0], high & state.tiles[SUBURB, 1])):
            four_low |= three_low & near_low
            four_high |= three_high & near_high
            three_low |= two_low & near_low
            three_high |= two_high & near_high
            two_low |= one_low & near_low
            two_high |= one_high & near_high
            one_low |= near_low
            one_high |= near_high
        if (low & state.tiles[CHURCH, 0]) | (high & state.tiles[CHURCH, 1]) != NONE:
            churches_low |= church_low & near_low
            churches_high |= church_high & near_high
            church_low |= near_low
            church_high |= near_high
    if kind == SUBURB:
        return three_low | churches_low, three_high | churches_high
    return four_low | church_low, four_high | church_high


def target_cells(state: State, target: int) -> Mask:
    """The cells that name a target; a lone church is a suburb too (LV-7)."""
    kind = TARGET_KINDS[target]
    low, high = state.tiles[kind, 0], state.tiles[kind, 1]
    if target == SUBURBS:
        low |= state.tiles[CHURCH, 0]
        high |= state.tiles[CHURCH, 1]
    return low, high


def condemned(state: State) -> Mask:
    """The cells of all targets of which one is still to be destroyed."""
    low, high = NONE, NONE
    for target in range(TARGETS):
        if state.due[target] != 0:
            more_low, more_high = target_cells(state, target)
            low |= more_low
            high |= more_high
    return low, high


def suburb_at(state: State, cell: int) -> Mask:
    """The whole suburb of a suburb or church tile."""
    room_low = state.tiles[SUBURB, 0] | state.tiles[CHURCH, 0]
    room_high = state.tiles[SUBURB, 1] | state.tiles[CHURCH, 1]
    return group(BITS[cell, 0], BITS[cell, 1], room_low, room_high)


@apart
def complete_suburbs(state: State) -> int:
    """LV-9: how many suburbs have exactly three suburb tiles and one church."""
    count = 0
    rest_low, rest_high = state.tiles[CHURCH, 0], state.tiles[CHURCH, 1]
    room_low = state.tiles[SUBURB, 0] | rest_low
    room_high = state.tiles[SUBURB, 1] | rest_high
    while rest_low | rest_high != NONE:
        low, high = lowest(rest_low, rest_high)
        low, high = group(low, high, room_low, room_high)
        rest_low &= ~low
        rest_high &= ~high
        suburbs = size(low & state.tiles[SUBURB, 0], high & state.tiles[SUBURB, 1])
        churches = size(low & state.tiles[CHURCH, 0], high & state.tiles[CHURCH, 1])
        count += suburbs == FULL_SUBURBS and churches == FULL_CHURCHES
    return count
