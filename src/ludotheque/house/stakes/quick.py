"""Quick match: people who wait for the same game in the same room, and who sits with whom.

Close ratings first; the longer somebody waits, the farther apart they may lie. Nobody meets
anybody she has blocked, nor, at a staked table, anybody at her own address.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ludotheque.house.stakes.rating import MU
from ludotheque.table import Person

Pairs = set[frozenset[str]]

_NEAR = 3.0  # how far apart ratings may lie at first,
_WIDENS = 0.4  # and how much farther each second


class Wish(NamedTuple):
    """What somebody waits for."""

    game: str  # a box on the shelf
    room: str  # empty: friendly
    seats: int
    in_couples: bool = False


@dataclass(eq=False)
class Ticket:
    """Somebody who waits."""

    person: Person
    wish: Wish
    since: float
    rating: float = MU
    address: str = ""
    tell: Callable[[], None] = lambda: None  # called when something changed for her
    takes_bots: bool = False
    table: str | None = None  # where she is expected
    is_over: bool = False  # no longer waiting: matched, gone, or waiting on another page


@dataclass
class Queue:
    """Everybody who waits in this process."""

    one_per_address: bool = True
    tickets: list[Ticket] = field(default_factory=list)

    def join(self, ticket: Ticket) -> None:
        """Wait; anybody already waiting on another page waits here from now on."""
        for other in [each for each in self.tickets if each.person.id == ticket.person.id]:
            self.leave(other)
        self.tickets.append(ticket)
        self._tell(ticket.wish)

    def leave(self, ticket: Ticket) -> None:
        """Wait no more."""
        if ticket in self.tickets:
            self.tickets.remove(ticket)
        ticket.is_over = True
        ticket.tell()
        self._tell(ticket.wish)

    def waiting(self, wish: Wish) -> int:
        """How many wait for that."""
        return sum(ticket.wish == wish for ticket in self.tickets)

    def has_neighbour(self, ticket: Ticket) -> bool:
        """Whether somebody at her own address, whom she cannot meet, waits for the same."""
        others = [each for each in self.tickets if each is not ticket and each.wish == ticket.wish]
        return any(self._is_one_address(ticket, other) for other in others)

    def counts(self) -> dict[Wish, int]:
        """How many wait for what."""
        return {ticket.wish: self.waiting(ticket.wish) for ticket in self.tickets}

    def _tell(self, wish: Wish) -> None:
        for ticket in self.tickets:
            if ticket.wish == wish:
                ticket.tell()

    def matched(self, now: float, blocked: Pairs) -> list[list[Ticket]]:
        """Groups who can sit down together now, the longest waiting first; they still wait."""
        free = sorted(self.tickets, key=lambda ticket: ticket.since)
        found = []
        while free:
            first = free.pop(0)
            group = self._group(first, free, now, blocked)
            if group is not None:
                found.append(group)
                free = [ticket for ticket in free if ticket not in group]
        return found

    def _group(
        self, first: Ticket, free: Iterable[Ticket], now: float, blocked: Pairs
    ) -> list[Ticket] | None:
        # MA-28: the longer the first has waited, the farther the others may lie from her.
        reach = _NEAR + _WIDENS * (now - first.since)
        group = [first]
        for other in sorted(free, key=lambda each: abs(each.rating - first.rating)):
            is_near = abs(other.rating - first.rating) <= reach
            if other.wish == first.wish and is_near and self._fits(other, group, blocked):
                group.append(other)
            if len(group) == first.wish.seats:
                return group
        return self._with_bots(group)

    def _fits(self, ticket: Ticket, group: list[Ticket], blocked: Pairs) -> bool:
        return all(
            frozenset((ticket.person.id, other.person.id)) not in blocked
            and not self._is_one_address(ticket, other)
            for other in group
        )

    def _is_one_address(self, one: Ticket, other: Ticket) -> bool:
        is_staked = bool(one.wish.room)  # MA-23
        return is_staked and self.one_per_address and one.address == other.address

    def _with_bots(self, group: list[Ticket]) -> list[Ticket] | None:
        """Those of the group who would begin with bots, at a friendly table."""
        if group[0].wish.room or not group[0].takes_bots:
            return None
        return [ticket for ticket in group if ticket.takes_bots]
