"""What a seat sees, as a list of traits: their numbers, their names, and how many can hold.

A game lays its traits out in groups, one after the other (:class:`Traits`), and its kernel
``observe`` lists the numbers of those that hold: a group's first number and what the group's
axes add to it. Nothing is counted by repeating a trait: "two pawns there" is a trait beside "one
pawn there", and a larger amount is told by its decimal digits (:func:`list_number`).

Nothing here knows what anybody does with an observation.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import Any, TypeAlias

from ludotheque.core.bits import lowest_bit
from ludotheque.core.contract import Numbers, Seen, State, observe, reckon, whole

Axis: TypeAlias = Sequence[Any]  # what one index of a group runs over, as it is called
Most: TypeAlias = int | Callable[[int], int]  # how many hold at once; may depend on the seats

_DIGITS = 9  # those that are not 0

LANES = 4  # traits in a word of 64 bits
LANE = 16  # bits of each
BYTE = 8
EACH_LANE = 0x0001000100010001
ABOVE_BYTE = EACH_LANE << BYTE  # a bit above each byte, which is lost where one is subtracted


@dataclass(frozen=True)
class Group:
    """Some traits of one kind: a text with a gap for each axis, of which the last changes first."""

    text: str
    axes: tuple[Axis, ...]
    most: Most

    @property
    def size(self) -> int:
        """How many traits it has."""
        return prod(map(len, self.axes))

    def name(self, index: int) -> str:
        """One of its traits in words."""
        values = []
        for axis in reversed(self.axes):
            index, at = divmod(index, len(axis))
            values.append(axis[at])
        return self.text.format(*reversed(values))


class Traits:
    """The traits of a game, numbered from 0 in the order in which its groups are laid out.

    >>> traits = Traits()
    >>> dice = traits.group("die {} shows {}", ("one", "two"), range(1, 7), most=2)
    >>> points = traits.number("{} points", up_to=250)
    >>> len(traits), traits.most(seats=4)
    (32, 5)
    >>> traits.names([dice + 6 + 2, points + 3, points + 9 + 1])
    ['die two shows 3', '4 points', '20 points']
    """

    def __init__(self) -> None:
        self.groups: list[Group] = []

    def group(self, text: str, *axes: Axis, most: Most = 1) -> int:
        """Lay out a group, of which so many hold at most; the number of its first trait."""
        first = len(self)
        self.groups.append(Group(text, axes, most))
        return first

    def number(self, text: str, *axes: Axis, up_to: int, most: Most = 1) -> int:
        """Lay out a group of amounts, ``most`` of them at once, as list_number() tells them.

        The last gap of the text is the amount.
        """
        digits = len(str(up_to))
        steps = [step * 10**power for power in range(digits) for step in range(1, _DIGITS + 1)]
        kept = [step for step in steps if step <= up_to]
        each = most if callable(most) else lambda seats: most
        return self.group(text, *axes, kept, most=lambda seats: digits * each(seats))

    def __len__(self) -> int:
        return sum(group.size for group in self.groups)

    def most(self, seats: int) -> int:
        """The most traits that hold at once, with so many seats."""
        bounds = (group.most for group in self.groups)
        return sum(bound(seats) if callable(bound) else bound for bound in bounds)

    def name(self, trait: int) -> str:
        """A trait in words."""
        if not 0 <= trait < len(self):
            raise IndexError(f"there are traits 0 to {len(self) - 1}, not {trait}")
        firsts = [0, *accumulate(group.size for group in self.groups)]
        at = bisect_right(firsts, trait) - 1
        while not self.groups[at].size:
            at -= 1
        return self.groups[at].name(trait - firsts[at])

    def names(self, traits: Iterable[int]) -> list[str]:
        """Some traits in words."""
        return [self.name(int(trait)) for trait in traits]


def list_number(amount: int, first: int, traits: Seen, count: int) -> int:
    """List an amount by its decimal digits that are not 0: 207 is "200" and "7", 0 is nothing.

    ``first`` is what :meth:`Traits.number` gave, beyond it the place on the other axes. Returns
    how many traits are listed now. A kernel.
    """
    before = first - 1
    while amount > 0:
        digit = amount % 10
        if digit != 0:
            traits[count] = before + digit
            count += 1
        before += _DIGITS
        amount //= 10
    return count


def list_pieces(
    places: Numbers, seat: int, pieces: int, most: int, first: int, traits: Seen, count: int
) -> int:
    """List a seat's pieces by count, a trait each: the second on a place makes two there.

    ``places[seat, piece]`` is where each stands, ``most`` how many there can be on one place: the
    group's last axis. Returns how many traits are listed now. A kernel.
    """
    for piece in range(most):  # of one length, whatever the options: quicker than up to ``pieces``
        if piece < pieces:
            place = places[seat, piece]
            step = 0
            for lower in range(piece):
                step += places[seat, lower] == place
            traits[count + piece] = first + most * whole(place) + step
    return count + pieces


def list_row(row: int, first: int, traits: Seen, count: int) -> int:
    """The same for a seat's four pieces, whose places are the bytes of a word; far quicker.

    ``first`` counts in each lane: one number times EACH_LANE, or another for each piece.
    """
    places = in_lanes(row)
    steps = 0  # of each piece: how many before it stand on its place
    for lower in range(1, LANES):
        shift = LANE * lower
        differ = places ^ places << shift
        steps += (ABOVE_BYTE - differ) >> BYTE & EACH_LANE >> shift << shift
    return list_lanes(first + LANES * places + steps, traits, count)


def in_lanes(row: int) -> int:
    """The four bytes of a word, each in a lane of a trait's size: to reckon with all at once."""
    pairs = (row | row << 2 * BYTE) & 0x0000FFFF0000FFFF
    return (pairs | pairs << BYTE) & 0x00FF00FF00FF00FF


def list_lanes(lanes: int, traits: Seen, count: int) -> int:
    """List the four traits in a word; returns how many are listed now. A kernel."""
    for lane in range(LANES):
        traits[count + lane] = lanes >> LANE * lane & 0xFFFF
    return count + LANES


def list_bits(bits: int, first: int, traits: Seen, count: int) -> int:
    """List a trait for each bit that is set; returns how many are listed now. A kernel."""
    while bits != 0:
        if bits & 1:
            traits[count] = first
            count += 1
        first += 1
        bits >>= 1
    return count


def list_counted(one: int, two: int, first: int, traits: Seen, count: int) -> int:
    """List what holds at least once, and at least twice: a bit of a word each, two traits a bit.

    The group's last axis is that count. Returns how many traits are listed now. A kernel.
    """
    while one != 0:
        bit = lowest_bit(one)
        traits[count] = first + 2 * bit
        count += 1
        if two >> bit & 1:
            traits[count] = first + 2 * bit + 1
            count += 1
        one &= one - 1
    return count


def sense(state: State, seat: int, traits: Seen) -> int:
    """What a brain goes by: what the seat sees, and what the game reckons from that. A kernel."""
    return reckon(state, seat, traits, observe(state, seat, traits))
