"""What a seat sees of Ludoville, trait by trait: everything, for hands are open (LV-25).

A tile on a cell is the trait with the number of the action that places it. What follows from the
tiles (inside, outside) is left out, but for whether the ramparts are closed.
"""

import numpy as np

from ludotheque.core.contract import Seen, State, whole
from ludotheque.core.traits import Traits, list_number
from ludotheque.games.ludoville.board import CELL_NAMES, CELLS, KINDS, NOWHERE, cells_of
from ludotheque.games.ludoville.masks import NONE, write
from ludotheque.games.ludoville.record import (
    ROUNDS,
    SEATS,
    STRIKES,
    TARGET_KINDS,
    TARGETS,
    TILES,
)

MOST = 99  # tiles of a kind
DIGITS = 18  # traits of a number up to that
SEAT_NAMES = ("mine", "next seat", *(f"{ahead} seats on" for ahead in range(2, SEATS)))
STAGES = ("the lot", "the die", "a draw", "a placement", "a destruction", "the end")
DISASTERS = ("pillage", "plague", "fire", "siege")
ENDS = ("agreed", "deserted", "two suburbs", "a quiet round", "the last round")
MOST_DUE = int(STRIKES.max())

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
    for kind in range(TILES):
        count = list_number(whole(state.pile[kind]), PILE + DIGITS * kind, traits, count)
    return list_disaster(state, traits, list_turn(state, traits, count))


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
