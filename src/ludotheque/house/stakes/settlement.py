"""What a finished game is worth to each seat: places, points (MA-6), shares of the pot.

Only arithmetic: nothing here knows a database, a person or a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ludotheque.core.winners import is_shared
from ludotheque.table.events import Reason

# What a game was to a seat; "alone": nobody else played, "apart": that by a document of the
# house's own, compared with none (MA-32), "void": it counts for nothing.
Result = Literal["won", "drawn", "lost", "left", "alone", "apart", "void"]

DRAW = 40
POINTS = {2: (100, 20), 3: (200, 30, 10), 4: (300, 50, 30, 10)}  # by sides, then by place


class Worth(NamedTuple):
    """What a game is worth in one way that it can end: by its result or by the place alone."""

    result: Result
    place: int  # 0: whatever it is
    points: int


def worth(sides: int, multiple: int) -> list[Worth]:
    """MA-6 as people read it: a win, a draw, each other place, having left."""
    first, *others = POINTS[sides]
    rows = [
        Worth("won", 1, first),
        Worth("drawn", 0, DRAW),
        *(Worth("lost", place, points) for place, points in enumerate(others, 2)),
        Worth("left", 0, 0),  # MA-9
    ]
    return [row._replace(points=multiple * row.points) for row in rows]


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
        return is_shared(self.places, self.sides)

    @property
    def results(self) -> tuple[Result, ...]:
        """What the game was to each seat: a draw is no win, and a couple wins together."""
        return tuple(map(self._result, self.places, self.left))

    def _result(self, place: int, left: bool) -> Result:
        is_alone = len(set(self.sides)) == 1
        if self.is_void or (is_alone and self.reason != "finished"):
            return "void"  # MA-10
        if is_alone:
            return "alone"
        if left:
            return "left"  # MA-9
        if self.is_drawn or (place == 1 and self.is_tied):
            return "drawn"  # MA-7
        return "won" if place == 1 else "lost"

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

    def earned(place: int, result: Result) -> int:
        if result == "left":
            return 0  # MA-9
        return multiple * (DRAW if result == "drawn" else table[place - 1])

    return tuple(map(earned, ending.places, ending.results))


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
