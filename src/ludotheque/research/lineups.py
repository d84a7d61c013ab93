"""Who plays whom, and from which side: lineups that treat all players alike.

A *side* is a seat, or two that play as partners; one player has a whole side.
"""

from collections.abc import Sequence
from itertools import combinations, permutations
from math import factorial, prod
from random import Random

Lineup = tuple[int, ...]  # the player of each side

_MOST = 24  # orders of the same players up to which every one is played


def lineups(players: int, sides: int, field: int | None, deal: int) -> list[Lineup]:
    """The lineups of one deal: every player has every side equally often.

    Players share the sides as evenly as they can; where there are more players than sides, all
    combinations of them play, in every order or, where these are too many, in the rotations of
    an order that is another in each deal. With a ``field``, each player alone meets it.
    """
    if field is not None:
        return [
            tuple(player if side == own else field for side in range(sides))
            for player in range(players)
            for own in range(sides)
        ]
    return [each for group in _groups(players, sides) for each in _orders(group, deal)]


def _groups(players: int, sides: int) -> list[Lineup]:
    """Who sits down together: everybody as often as the others, or once more."""
    each, left = divmod(sides, players)
    return [
        tuple(sorted((*range(players), ) * each + more))
        for more in combinations(range(players), left)
    ]  # fmt: skip


def _orders(group: Lineup, deal: int) -> list[Lineup]:
    alike = prod(factorial(group.count(player)) for player in set(group))
    if factorial(len(group)) // alike <= _MOST:
        return sorted(set(permutations(group)))
    order = list(group)
    Random(deal).shuffle(order)
    return [_rotated(order, by) for by in range(len(order))]


def _rotated(order: Sequence[int], by: int) -> Lineup:
    return (*order[by:], *order[:by])
