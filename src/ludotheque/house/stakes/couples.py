"""Two people who wait as a couple (MA-36): one proposes it, the other agrees, both wait.

A proposal is known by an id that nobody guesses: a link to give to somebody. It may name a person,
who then finds it by herself. It lives in memory, told from process to process.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

from ludotheque.core.texts import mark as _
from ludotheque.house.stakes.ledger import LOCALE
from ludotheque.house.stakes.quick import Wish
from ludotheque.table import Person, Refused
from ludotheque.table.clock import Clock

LASTS = 30 * 60  # seconds that a proposal stands

_ID_BYTES = 9


class NoCouple(Refused):
    """A proposal that stands no longer, or that somebody else has taken."""

    sentence = _("Cette invitation en couple ne vaut plus : demandez-en une autre.")
    locale = LOCALE


@dataclass
class Couple:
    """A proposal, and who agreed to it."""

    id: str
    wish: Wish
    first: Person
    since: float
    asked: str = ""  # the person it is meant for; empty: whoever has the link
    second: Person | None = None

    def has(self, person: str) -> bool:
        """Whether she is one of the two."""
        return person == self.first.id or (self.second is not None and person == self.second.id)


class Couples:
    """All proposals that stand: one of each person."""

    def __init__(self, clock: Clock):
        self._clock = clock
        self._known: dict[str, Couple] = {}
        self.spread: Callable[[Couple], None] = lambda _couple: None  # tells other processes

    def propose(self, person: Person, wish: Wish, asked: str = "") -> Couple:
        """Look for a partner; what she proposed before falls."""
        made = Couple(secrets.token_urlsafe(_ID_BYTES), wish, person, self._clock.now(), asked)
        self.note(made)
        self.spread(made)
        return made

    def note(self, couple: Couple) -> None:
        """A proposal that was made, or agreed to; what the same person proposed before falls."""
        kept = [each for each in self._standing() if each.first.id != couple.first.id]
        self._known = {each.id: each for each in [*kept, couple]}

    def heard(self, couple: Couple) -> None:
        """The same where another process says so: just now, by its clock or ours."""
        self.note(replace(couple, since=self._clock.now()))

    def find(self, id: str) -> Couple:
        """A proposal that stands; NoCouple where it does not."""
        for couple in self._standing():
            if couple.id == id:
                return couple
        raise NoCouple()

    def asking(self, person: str) -> list[Couple]:
        """The proposals that name her and wait for her answer."""
        return [each for each in self._standing() if each.asked == person and each.second is None]

    def agree(self, id: str, person: Person) -> Couple:
        """Become the partner; again by the same person changes nothing."""
        couple = self.find(id)
        if couple.asked not in ("", person.id) or person.id == couple.first.id:
            raise NoCouple()
        if couple.second is not None and couple.second.id != person.id:
            raise NoCouple()
        couple.second = person
        self.spread(couple)
        return couple

    def _standing(self) -> list[Couple]:
        now = self._clock.now()
        return [each for each in self._known.values() if now - each.since <= LASTS]
