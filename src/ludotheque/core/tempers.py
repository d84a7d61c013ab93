"""Tempers: what somebody likes in a game a little more than it is worth.

A game that has them says in a module ``tempers`` what each means there
(:class:`~ludotheque.core.seams.Tempers`). What a temper likes is added to what a brain expects of
a move, so that it decides between moves that are nearly as good as each other.
"""

from ludotheque.core.contract import State

NONE, BOLD, CAREFUL, PATIENT = range(4)
TEMPERS = (BOLD, CAREFUL, PATIENT)


def indifferent(before: State, after: State, seat: int, action: int, temper: int) -> float:
    """The kernel ``lean`` of a game that has no tempers."""
    return 0.0
