"""The record that is a state of Rolling Village, and the names of the numbers in it."""

import numpy as np

from ludotheque.core.records import Record
from ludotheque.core.turns import WON
from ludotheque.games.rolling_village.board import CELLS, KINDS, ROWS

SEATS = 12  # RV-1
ROUNDS = 9  # RV-2
BONUSES = 3  # RV-9: rounds 3, 6 and 9
STEPS = 4  # the most a seat does in a round: two projects, a bonus, an avenue
PLANES = 4  # binary digits of the points printed on a cell
FACES = 6
SUMS = 2 * FACES + 1

STATE = np.dtype(
    (
        Record,
        [
            # The wide ones first, and a whole number of words in all: a GPU wants them aligned.
            ("built", "u4", (SEATS, KINDS)),  # cells with a House, Forest, Lake, Park
            ("points", "u4", (PLANES,)),  # option sheet: cells whose points have this digit
            ("scores", "u2", (SEATS, ROUNDS)),  # of each finished round
            ("gone", "u2"),  # bit mask of the seats that left
            ("dice", "u1", (2,)),  # on the table; 0 to be rolled
            ("bonus", "u1", (SEATS, BONUSES)),  # RV-10: 1 + kind, in order of use; 0 none
            ("todo", "u1", (SEATS,)),  # the steps still to take this round, a bit each
            ("owed", "u1", (SEATS,)),  # the same when the seat began: undo() goes back there
            ("done", "u1", (SEATS, STEPS)),  # since then: 1 + action, in order; 0 none
            ("scored", "u1", (SEATS,)),  # 1 + avenue that scored in the last round; 0 none
            ("stage", "u1"),  # 0 the preparation, else the round
            ("ended", "u1"),  # how the match ended, 0 while it lasts
            ("seats", "u1"),  # option: 1 … 12
            ("different_start", "u1"),  # option of RV-3
            ("park_bonus", "u1"),  # option of RV-10
            ("legend", "u1", (FACES + 1,)),  # option sheet: the kind of each die face
            ("avenues", "u1", (SUMS,)),  # option sheet: the row of each sum, or ANY_AVENUE
            ("rolls", "u1", (ROWS + 1,)),  # of 36, how many select each row; last: leave the choice
            ("spare", "u1"),
        ],
    )
)

FIRST_AVENUE = KINDS * CELLS  # below: CELLS · kind + cell, a project; from it on an avenue
ACTIONS = FIRST_AVENUE + ROWS

FIRST, SECOND, BONUS, AVENUE = 1, 2, 4, 8  # steps: of each die its project, and what follows
PROJECTS = FIRST | SECOND
ANY_AVENUE = 255
FINISHED = WON  # all rounds were played
