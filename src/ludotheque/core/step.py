"""A step: one thing that happened on a board, from the rules to the log to the page."""

from typing import Literal, NamedTuple

from ludotheque.core.contract import State

# Chance fell; a seat moved; a seat left for good; all agreed to a draw; a seat took back what
# nobody had seen yet.
Kind = Literal["chance", "move", "leave", "draw", "undo"]


class Step(NamedTuple):
    """What happened. Once it has, ``before`` and ``after`` are the states on either side of it."""

    kind: Kind
    seat: int | None = None  # who did it; for chance, whose turn it was where it is somebody's
    code: int = 0  # the action or the outcome; 0 for other kinds
    text: str = ""  # in the game's notation, without the seat
    before: State = None
    after: State = None
