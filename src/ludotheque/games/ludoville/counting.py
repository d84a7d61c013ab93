"""Legal actions as sets of cells: whether there are any, how many, and the n-th of them.

Quicker than a list where all that is asked is one of them at random. What may stand where is the
business of ``town``; kinds that have their places in common are looked at once.
"""

from ludotheque.core.bits import count_bits
from ludotheque.core.contract import Masks, State, whole
from ludotheque.games.ludoville.board import (
    BRIDGE,
    CELLS,
    CHURCH,
    GARDENS,
    GATE,
    NOWHERE,
    PORT,
    SUBURB,
    TOWN_HALL,
    WALL,
    WORDS,
    Mask,
)
from ludotheque.games.ludoville.masks import NONE, nth_cell, size
from ludotheque.games.ludoville.record import DESTROY, FIRST_DESTROY, PASS, TILES
from ludotheque.games.ludoville.town import (
    LAND_KINDS,
    RAMPART_KINDS,
    condemned,
    gate_sites,
    inner_places,
    kinds_with_places,
    port_places,
    sealing,
    start_places,
    suburb_places,
    unsealed,
    wall_sites,
)

MASKS = TILES * WORDS  # a set of cells for each kind; the first is what a disaster may strike


def can_place(state: State) -> bool:
    """Whether any tile in the hand of whoever's turn it is may stand anywhere now."""
    kinds = whole(state.held[state.turn]) & kinds_with_places(state)
    if kinds == 0:
        return False
    if state.start == NOWHERE:
        return can_start(state, kinds)
    return (
        can_build(state, kinds)
        or can_open_port(state, kinds)
        or can_fortify(state, kinds)
        or can_grow(state, kinds)
    )


def can_start(state: State, kinds: int) -> bool:
    """Whether one of these kinds may stand anywhere before there is a town (LV-2)."""
    for kind in range(TOWN_HALL):
        if kinds >> kind & 1:
            low, high = start_places(state, kind)
            if low | high != NONE:
                return True
    return False


def can_build(state: State, kinds: int) -> bool:
    """Whether an inner tile among these kinds may stand anywhere."""
    if kinds & LAND_KINDS != 0:
        low, high = inner_places(state, TOWN_HALL)
        if low | high != NONE:
            return True
    if kinds >> GARDENS & 1 and state.closed:
        low, high = inner_places(state, GARDENS)
        if low | high != NONE:
            return True
    if kinds >> BRIDGE & 1:
        low, high = inner_places(state, BRIDGE)
        return low | high != NONE
    return False


def can_open_port(state: State, kinds: int) -> bool:
    """Whether a port among these kinds may stand anywhere."""
    if not kinds >> PORT & 1:
        return False
    low, high = port_places(state)
    return low | high != NONE


def can_grow(state: State, kinds: int) -> bool:
    """Whether a suburb or a church among these kinds may stand anywhere."""
    for kind in range(SUBURB, CHURCH + 1):
        if kinds >> kind & 1:
            low, high = suburb_places(state, kind)
            if low | high != NONE:
                return True
    return False


def can_fortify(state: State, kinds: int) -> bool:
    """Whether a wall or a gate among these kinds may stand anywhere."""
    low, high = NONE, NONE
    if kinds >> WALL & 1:
        low, high = wall_sites(state)
    if kinds >> GATE & 1:
        more_low, more_high = gate_sites(state)
        low |= more_low
        high |= more_high
    if low | high == NONE:
        return False
    if size(low, high) > 1:  # LV-24 forbids one at most
        return True
    low, high = unsealed(state, low, high)
    return low | high != NONE


def keep(masks: Masks, kind: int, low: Mask, high: Mask) -> int:
    """Note the places of a kind; how many."""
    masks[WORDS * kind] = low
    masks[WORDS * kind + 1] = high
    return size(low, high)


def count_legal(state: State, seat: int, masks: Masks) -> int:
    """How many legal actions there are, noted as the places of each kind."""
    for kind in range(TILES):
        keep(masks, kind, NONE, NONE)
    if state.stage == DESTROY:
        low, high = condemned(state)
        return keep(masks, 0, low, high)
    kinds = whole(state.held[seat]) & kinds_with_places(state)
    if state.start == NOWHERE:
        return count_starts(state, kinds, masks)
    count = 1  # LV-2: only placing the start tile is compulsory
    if kinds & LAND_KINDS != 0:
        count += count_inner(state, kinds & LAND_KINDS, masks)
    if kinds >> BRIDGE & 1:
        low, high = inner_places(state, BRIDGE)
        count += keep(masks, BRIDGE, low, high)
    if kinds >> PORT & 1:
        low, high = port_places(state)
        count += keep(masks, PORT, low, high)
    if kinds & RAMPART_KINDS != 0:
        count += count_ramparts(state, kinds, masks)
    for kind in range(SUBURB, CHURCH + 1):
        if kinds >> kind & 1:
            low, high = suburb_places(state, kind)
            count += keep(masks, kind, low, high)
    return count


def count_starts(state: State, kinds: int, masks: Masks) -> int:
    """Note where the town may start."""
    count = 0
    for kind in range(TOWN_HALL):
        if kinds >> kind & 1:
            low, high = start_places(state, kind)
            count += keep(masks, kind, low, high)
    return count


def count_inner(state: State, land: int, masks: Masks) -> int:
    """Note the places of kinds that share them; gardens have more once the ramparts are closed."""
    low, high = inner_places(state, TOWN_HALL)
    for kind in range(TILES):
        is_in = (land >> kind & 1) != 0
        keep(masks, kind, low if is_in else NONE, high if is_in else NONE)
    count = size(low, high) * count_bits(land)
    if land >> GARDENS & 1 and state.closed:
        count -= size(low, high)
        low, high = inner_places(state, GARDENS)
        count += keep(masks, GARDENS, low, high)
    return count


def count_ramparts(state: State, kinds: int, masks: Masks) -> int:
    """Note where gates and walls may stand."""
    count = 0
    sealed_low, sealed_high = sealing(state)
    if kinds >> GATE & 1:
        low, high = gate_sites(state)
        count += keep(masks, GATE, low & ~sealed_low, high & ~sealed_high)
    if kinds >> WALL & 1:
        low, high = wall_sites(state)
        count += keep(masks, WALL, low & ~sealed_low, high & ~sealed_high)
    return count


def nth_legal(state: State, masks: Masks, number: int) -> int:
    """The legal action of this number, by the places noted."""
    low, high, base, left = NONE, NONE, -1, number
    for kind in range(TILES):
        count = size(masks[WORDS * kind], masks[WORDS * kind + 1])
        if base < 0:
            if left < count:
                low, high = masks[WORDS * kind], masks[WORDS * kind + 1]
                base = kind * CELLS
            else:
                left -= count
    if base < 0:
        return PASS
    if state.stage == DESTROY:
        base = FIRST_DESTROY
    return base + nth_cell(low, high, left)
