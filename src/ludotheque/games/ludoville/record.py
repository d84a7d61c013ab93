"""The record of a game of Ludoville, its action codes, and the names of its numbers."""

import numpy as np

from ludotheque.core.records import Record
from ludotheque.core.turns import FIELDS, WON
from ludotheque.games.ludoville.board import CELLS, GATE, KINDS, QUARTER, SUBURB, WALL, WORDS

SEATS = 6
TILES = len(KINDS)  # how many kinds there are
TARGETS = 4  # what disasters strike: see TARGET_KINDS

STATE = np.dtype(
    (
        Record,
        [
            ("tiles", "u8", (TILES, WORDS)),  # where each kind stands, as bit boards
            ("covered", "u8", (WORDS,)),  # where any tile stands
            ("outside", "u8", (WORDS,)),  # reached from the edges (LV-21), walls and gates left out
            ("inside", "u8", (WORDS,)),  # LV-22; covered cells included
            ("land", "u8", (WORDS,)),  # the edition's terrain; the rest is sea
            ("river", "u8", (WORDS,)),
            ("coast", "u8", (WORDS,)),
            ("centre", "u8", (WORDS,)),
            ("harbours", "u8", (WORDS,)),  # coast cells where a port may start the town
            ("exits", "u8", (WORDS,)),  # land and river cells at the board's edge
            ("held", "u2", (SEATS,)),  # the kinds that each has in hand, a bit each
            ("counts", "u1", (TILES,)),  # the edition's tiles of each kind
            ("points", "u1", (TILES,)),
            ("pile", "u1", (TILES,)),  # left to draw
            ("hands", "u1", (SEATS, TILES)),
            ("due", "u1", (TARGETS,)),  # what the roller has still to destroy
            ("start", "u1"),  # the start tile's cell; NOWHERE before
            ("closed", "u1"),  # whether the ramparts are
            ("seats", "u1"),  # option: 2 … 6
            ("cathedral_starts", "u1"),  # option
            ("full_inside", "u1"),  # option
            ("reach", "u1"),  # option: 1 or 2 cells around the start tile
            ("placements", "u1"),  # option: 1 or 2 a turn
            ("round_number", "u1"),  # from 1 (a record has a method called round)
            ("first", "u1"),  # the seat that began; NOBODY before the lot
            ("stage", "u1"),  # what the turn awaits
            ("disaster", "u1"),  # what was rolled, while something is due
            ("placed_turn", "u1"),  # tiles placed in this turn
            ("placed_round", "u1"),  # whether one was placed in this round (LV-26)
            *FIELDS,
            ("spare", "u1", (3,)),  # always 0: fills the record up to whole words
        ],
    )
)
assert STATE.itemsize % 8 == 0, "words of a record in an array lie at whole addresses"

# An action: place a kind on a cell (CELLS codes a kind), destroy a cell's tile, or pass.
FIRST_DESTROY = TILES * CELLS
PASS = FIRST_DESTROY + CELLS
ACTIONS = PASS + 1

LOT, ROLL, DRAW, PLACE, DESTROY, OVER = range(6)
DONE = 6  # a turn that is over: never left in a record
BUILT, QUIET, LAST_ROUND = range(WON, WON + 3)
DIE = 20
START_ROUNDS = 3  # LV-3
DISASTER_ROUNDS = 3  # LV-7
ROUNDS = 80  # LV-26

# LV-7: what each disaster destroys, in the order of TARGET_KINDS. A suburb is a whole group.
TARGET_KINDS = (SUBURB, WALL, QUARTER, GATE)
SUBURBS, WALLS, QUARTERS, GATES = range(TARGETS)
PILLAGE, PLAGUE, FIRE, SIEGE = range(1, 5)
STRIKES = np.array([[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 2, 0], [0, 0, 1, 1]], np.uint8)
