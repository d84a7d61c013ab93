"""What a finished game is worth to each seat: places, points (MA-6), shares of the pot.

Only arithmetic: nothing here knows a database, a person or a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.table.events import Reason

DRAW = 40
POINTS = {2: (100, 20), 3: (200, 30, 10), 4: (300, 50, 30, 10)}  # by sides, then by place


@dataclass(frozen=True)
class Ending:
    """How a game ended, a value a seat."""

    reason: Reason
    ranks: tuple[int, ...]  # as the game ranks them; equal ones share the better rank
    left: tuple[bool, ...]
    sides: tuple[int, ...]  # partners have the same number

    @property
    def is_void(self) -> bool:
        """MA-10: whether it counts for nothing, given up by everybody or by the house."""
        return self.reason == "abandoned" or all(self._broken(side) for side in set(self.sides))

    @property
    def is_drawn(self) -> bool:
        """MA-7: stopped by everyone's agreement."""
        return self.reason == "drawn"

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat's side; one that somebody left comes after all others (MA-9)."""
        merit = {side: self._merit(side) for side in set(self.sides)}
        better = {side: sum(other < own for other in merit.values()) for side, own in merit.items()}
        return tuple(1 + better[side] for side in self.sides)

    @property
    def is_tied(self) -> bool:
        """MA-7: whether several sides share the first place, which is a draw for them."""
        first = {side for side, place in zip(self.sides, self.places, strict=True) if place == 1}
        return len(first) > 1

    def _seats(self, side: int) -> list[int]:
        return [seat for seat, each in enumerate(self.sides) if each == side]

    def _broken(self, side: int) -> bool:
        return any(self.left[seat] for seat in self._seats(side))

    def _merit(self, side: int) -> tuple[bool, int]:
        return self._broken(side), min(self.ranks[seat] for seat in self._seats(side))


def points(ending: Ending, multiple: int) -> tuple[int, ...]:
    """MA-6: what each seat earns in a room whose points count so many times.

    MA-8: a shared place gives everybody on it that place's points, but for the first (MA-7).
    """
    table = POINTS.get(len(set(ending.sides)))
    if ending.is_void or table is None:
        return (0,) * len(ending.sides)

    def earned(place: int, left: bool) -> int:
        if left:
            return 0  # MA-9
        is_draw = ending.is_drawn or (place == 1 and ending.is_tied)
        return multiple * (DRAW if is_draw else table[place - 1])

    return tuple(map(earned, ending.places, ending.left))


def payouts(ending: Ending, stake: int, shares: Sequence[int]) -> tuple[int, ...]:
    """MA-17: the chips that each seat gets of the pot; together they are the pot.

    ``shares`` are the stakes that each place wins. Sides on the same place share what their
    places win together.
    """
    seats = range(len(ending.sides))
    paid = [0] * len(seats)
    if ending.is_void:
        return (stake,) * len(seats)  # MA-20
    staying = [seat for seat in seats if not ending.left[seat]]
    if ending.is_drawn:
        _share(paid, staying, stake * len(seats))  # MA-19
        return tuple(paid)
    for place in sorted(set(ending.places)):
        there = [seat for seat in seats if ending.places[seat] == place]
        sides = len({ending.sides[seat] for seat in there})
        pool = stake * sum(shares[place - 1 : place - 1 + sides])
        present = [seat for seat in there if seat in staying]
        first = [seat for seat in staying if ending.places[seat] == 1]
        _share(paid, present or first, pool)  # MA-18: a place that all left is the first's
    return tuple(paid)


def _share(paid: list[int], seats: Sequence[int], chips: int) -> None:
    """MA-21: share chips equally; those that cannot be divided go one each to the first seats."""
    each, odd = divmod(chips, len(seats))
    for number, seat in enumerate(seats):
        paid[seat] += each + (number < odd)
