"""Quick match: people who wait for the same game in the same room, and who sits with whom.

Close ratings first; the longer somebody waits, the farther apart they may lie. Nobody meets
anybody she has blocked, nor, at a staked table, anybody at her own address.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ludotheque.house.stakes.rating import MU
from ludotheque.table import Person

Pairs = set[frozenset[str]]
Unit: TypeAlias = "tuple[Ticket, ...]"  # those who are seated together or not at all

_NEAR = 3.0  # how far apart ratings may lie at first,
_WIDENS = 0.4  # and how much farther each second


class Wish(NamedTuple):
    """What somebody waits for."""

    game: str  # a box on the shelf
    room: str  # empty: friendly
    seats: int
    in_couples: bool = False
    modalities: tuple[str, ...] = ()  # the options that are chosen, in the game's own order


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
    couple: str = ""  # whoever waits with the same one is her partner (MA-36)
    table: str | None = None  # where she is expected
    is_apart: bool = False  # her partner waits no more, and so neither does she
    is_over: bool = False  # no longer waiting: matched, gone, or waiting on another page
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    is_own: bool = True  # whether her page is open in this process,
    is_entered: bool = False  # and whether the others can know of her


@dataclass
class Queue:
    """Everybody who waits, as far as this process knows."""

    one_per_address: bool = True
    tickets: list[Ticket] = field(default_factory=list)

    def join(self, ticket: Ticket) -> None:
        """Wait; anybody already waiting on another page waits here from now on."""
        for other in [each for each in self.tickets if each.person.id == ticket.person.id]:
            self.leave(other)
        self.tickets.append(ticket)
        self._tell(ticket.wish)

    def leave(self, *tickets: Ticket) -> None:
        """Wait no more; nor does the partner of somebody who leaves alone (MA-36)."""
        for ticket in tickets:
            partner = self.partner(ticket)
            if partner is not None and partner not in tickets:
                partner.is_apart = True
                self._remove(partner)
            self._remove(ticket)
        for wish in {ticket.wish for ticket in tickets}:
            self._tell(wish)

    def mirror(self, others: Sequence[Ticket], over: Sequence[Ticket]) -> None:
        """Take in who waits elsewhere, and whose wait others have ended."""
        for ticket in over:
            self._remove(ticket)
        before = self._elsewhere()
        self.tickets = [*self.own(), *others]
        if self._elsewhere() != before:
            for ticket in self.own():
                ticket.tell()

    def _elsewhere(self) -> list[tuple[str, bool]]:
        return [(each.id, each.takes_bots) for each in self.tickets if not each.is_own]

    def own(self) -> list[Ticket]:
        """Those whose pages are open in this process."""
        return [each for each in self.tickets if each.is_own]

    def _remove(self, ticket: Ticket) -> None:
        if ticket in self.tickets:
            self.tickets.remove(ticket)
        ticket.is_over = True
        ticket.tell()

    def partner(self, ticket: Ticket) -> Ticket | None:
        """Who waits with her as a couple; None: nobody does, yet."""
        others = (each for each in self.tickets if each is not ticket)
        return next(
            (each for each in others if ticket.couple and each.couple == ticket.couple), None
        )

    def _units(self) -> list[Unit]:
        """Those who can be seated: people by themselves, and couples that are complete."""
        found: list[Unit] = []
        for ticket in sorted(self.tickets, key=lambda each: each.since):
            partner = self.partner(ticket)
            if not ticket.couple:
                found.append((ticket,))
            elif partner is not None and (partner, ticket) not in found:
                found.append((ticket, partner))
        return found

    def waiting(self, wish: Wish) -> int:
        """How many wait for that, and could be seated."""
        return sum(len(unit) for unit in self._units() if unit[0].wish == wish)

    def company(self, ticket: Ticket) -> int:
        """How many wait for the same whom she may meet, herself included."""
        return sum(not self._are_apart(ticket, other) for other in self._others(ticket)) + 1

    def has_neighbour(self, ticket: Ticket) -> bool:
        """MA-23: whether somebody at her own address, whom she cannot meet, waits for the same."""
        return any(self._are_apart(ticket, other) for other in self._others(ticket))

    def friendly(self, ticket: Ticket) -> int:
        """How many wait for the same at a friendly table."""
        return self.waiting(ticket.wish._replace(room="")) if ticket.wish.room else 0

    def _others(self, ticket: Ticket) -> list[Ticket]:
        ready = [each for unit in self._units() for each in unit]
        return [each for each in ready if each is not ticket and each.wish == ticket.wish]

    def counts(self) -> dict[Wish, int]:
        """How many wait for what."""
        return {ticket.wish: self.waiting(ticket.wish) for ticket in self.tickets}

    def _tell(self, wish: Wish) -> None:
        """Tell those who wait for that; for a friendly table, those in the rooms as well."""
        for ticket in self.tickets:
            if wish in (ticket.wish, ticket.wish._replace(room="")):
                ticket.tell()

    def matched(self, now: float, blocked: Pairs) -> list[list[Ticket]]:
        """Groups who can sit down together now, the longest waiting first; they still wait."""
        free = self._units()
        found = []
        while free:
            first = free.pop(0)
            group = self._group(first, free, now, blocked)
            if group is not None:
                found.append(group)
                free = [unit for unit in free if unit[0] not in group]
        return found

    def _group(
        self, first: Unit, free: list[Unit], now: float, blocked: Pairs
    ) -> list[Ticket] | None:
        # MA-28: the longer the first has waited, the farther the others may lie from her.
        # MA-31: only those who wish for the very same are seated together.
        wish, reach = first[0].wish, _NEAR + _WIDENS * (now - first[0].since)
        group = [first]
        for other in sorted(free, key=lambda unit: (-len(unit), _distance(first, unit))):
            has_room = sum(map(len, group)) + len(other) <= wish.seats
            is_near = other[0].wish == wish and _distance(first, other) <= reach
            if has_room and is_near and self._fits(other, group, blocked):
                group.append(other)
        if sum(map(len, group)) == wish.seats:
            return [ticket for unit in group for ticket in unit]
        return self._with_bots(group)

    def _fits(self, unit: Unit, group: list[Unit], blocked: Pairs) -> bool:
        pairs = [(one, other) for one in unit for placed in group for other in placed]
        return all(
            frozenset((one.person.id, other.person.id)) not in blocked
            and not self._are_apart(one, other)
            for one, other in pairs
        )

    def _are_apart(self, one: Ticket, other: Ticket) -> bool:
        """MA-23: whether two may not meet for chips; partners win and lose together."""
        is_staked, is_one = bool(one.wish.room), one.address == other.address
        is_couple = bool(one.couple) and one.couple == other.couple
        return is_staked and self.one_per_address and is_one and not is_couple

    def _with_bots(self, group: list[Unit]) -> list[Ticket] | None:
        """Those of the group who would begin with bots."""
        willing = [unit for unit in group if all(ticket.takes_bots for ticket in unit)]
        return [ticket for unit in willing for ticket in unit] if group[0] in willing else None


def _distance(one: Unit, other: Unit) -> float:
    return abs(_strength(one) - _strength(other))


def _strength(unit: Unit) -> float:
    return sum(ticket.rating for ticket in unit) / len(unit)
