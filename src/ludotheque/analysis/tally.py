"""What a finished game is remembered by: what luck and play did for each seat, and what dice fell.

At sight, so that a house can afford it for every game: the brain is asked, nothing is looked ahead.
"""

from collections import Counter
from collections.abc import Container
from typing import NamedTuple

from ludotheque.analysis.report import NotOver, report
from ludotheque.core.brains import brain_of
from ludotheque.core.errors import BadBrain
from ludotheque.core.match import Match

Faces = Counter[tuple[int, int]]  # how often each face of a die fell, by the die's sides

_ROLL = "roll"  # the word with which dice are written


class Seat(NamedTuple):
    """What luck and its own play did for a seat, in millionths."""

    luck: int
    play: int
    accuracy: float | None  # None where it had no choice, or was told what to choose


class Tally(NamedTuple):
    """A game that is over, seat by seat."""

    by_points: bool  # millionths of points; else of the win
    seats: tuple[Seat, ...]
    brain: str  # that judged


def tally(match: Match, advised: Container[int] = ()) -> Tally | None:
    """What a game came to; None where it was not played out, or nobody can judge it."""
    try:
        found, brain = report(match), brain_of(match.game)
    except (NotOver, BadBrain):
        return None
    seats = []
    for seat in range(found.seats):
        account = found.account(seat)
        accuracy = None if seat in advised else found.accuracy(seat)
        seats.append(Seat(account.luck, account.play, accuracy))
    return Tally(found.by_points, tuple(seats), brain.fingerprint)


def faces(text: str, weights: list[int]) -> list[tuple[int, int]]:
    """The dice of an outcome, each with its sides; none where chance was something else.

    >>> faces("roll 5", [1] * 6), faces("roll 2 6", [1] * 36), faces("first 2", [1, 1])
    ([(6, 5)], [(6, 2), (6, 6)], [])
    """
    word, *fallen = text.split()
    sides = round(len(weights) ** (1 / len(fallen))) if fallen else 0
    is_dice = word == _ROLL and len(set(weights)) == 1 and sides ** len(fallen) == len(weights)
    return [(sides, int(face)) for face in fallen] if is_dice else []
