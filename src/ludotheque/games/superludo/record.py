"""The record that is a state of Superludo, and the codes in it."""

from ludotheque.core.records import overlay
from ludotheque.core.turns import FIELDS
from ludotheque.games.superludo.board import PAWNS, SEATS

_FIELDS = [
    ("pawns", "u1", (SEATS, PAWNS)),  # own position of each: 0 home, 1 exit … 72 goal
    ("crowded", "u4", (SEATS,)),  # which squares hold two pawns, a word a quarter: see board.py
    ("seats", "u1"),  # option: 2 … 4
    ("couples", "u1"),  # option: seats 0 and 2 against 1 and 3
    ("dice", "u1"),  # option: 1 or 2
    ("initial_pawn", "u1"),  # option
    ("mixed_barriers", "u1"),  # option
    ("six_counts_seven", "u1"),  # option
    ("lot", "u1", (SEATS,)),  # CA-3: what each threw, 0 not yet, OUT; all 0 after the lot
    ("hand", "u1", (2,)),  # the counts still to be played, 0 none; both 0: to be rolled
    ("bonus", "u1"),  # to be played now: 0, 10 or 20
    ("streak", "u1"),  # sixes or doubles in a row, the roll in hand included
    ("moved", "u1"),  # the pawn last moved in this turn, from 1; 0 none
    ("barred", "u1"),  # CA-18: the pawn that the second die may not move, from 1; 0 none
    ("stood", "u1"),  # CA-19: own position of the barrier the second 5 must break; 0 none
    ("playable", "u1"),  # bit mask of the legal actions, found when the wait for one begins
    *FIELDS,
    ("spare", "u1", (3,)),  # whole words to a record
]
# ``rows`` are the bytes of ``pawns`` again, a seat's four as one word, to compare at once.
STATE = overlay(_FIELDS, "rows", "u4", "pawns")

SECOND = PAWNS  # an action is the pawn that moves, plus this where it takes the second die
ACTIONS = 2 * PAWNS

NO_PAWN = 255
OUT = 7  # no longer in the lot

COMING_OUT = 5  # CA-10
EATEN, ARRIVED = 20, 10  # CA-20, CA-25: the bonuses
ENOUGH = 3  # CA-9: sixes or doubles in a row
