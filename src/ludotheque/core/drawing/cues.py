"""Moments worth a gesture: what befalls which piece, by names that every page knows.

A game says what happened; how it looks, sounds and feels is the page's.
"""

from typing import NamedTuple

CUES = (
    "begin",  # somebody was drawn to begin
    "out",  # a piece comes into play
    "hit",  # a piece is hit, before it goes home
    "arrive",  # a piece reaches its goal
    "again",  # a double, a six: another turn
    "bonus",  # something more to play
    "penalty",  # a streak that costs the turn, or more
    "wall",  # pieces that bar the way
    "build",  # something is complete
    "close",  # something great is complete
    "score",  # points are counted
    "alarm",  # a disaster strikes
    "destroy",  # and this is lost
)


class Cue(NamedTuple):
    """One such moment."""

    name: str  # one of CUES
    on: str = ""  # the id of the piece that it befalls; "": the whole board
