"""What goes on in the house's other processes, as far as the pages of this one show it.

Who has which table open there, what is said beside a game, whom something about has changed, what
was taken of an allowance. A process that stops giving signs of life is gone, and its pages with it.
"""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ludotheque.house.people.allowance import Allowance
from ludotheque.house.people.talk import Said
from ludotheque.web import asides, chat

if TYPE_CHECKING:
    from ludotheque.web.house import House

PEOPLE, ASKS, LOBBY, SPENT = "people", "asks", "lobby", "spent"  # topics of the whole house
GATHER = 0.1  # seconds in which what was taken of allowances is told together


class Look(NamedTuple):
    """A page of a table in another process."""

    person: str | None
    is_away: bool


class Pages(msgspec.Struct, array_like=True, tag=1):
    """The pages of a table in the process that tells; it may ask for those of others."""

    process: str
    looks: list[Look]
    tempo: float  # the slowest that somebody who plays there wishes; 0: nobody does
    asks: bool = False


class Phrased(msgspec.Struct, array_like=True, tag=2):
    """Somebody said a phrase."""

    person: str
    phrase: asides.Phrase


class Wrote(msgspec.Struct, array_like=True, tag=3):
    """Somebody wrote a line."""

    said: Said
    command: str


Spent = dict[str, dict[str, float]]  # allowance: who: how much

_encode = msgspec.msgpack.Encoder().encode
_word = msgspec.msgpack.Decoder(Pages | Phrased | Wrote).decode
_opened = msgspec.msgpack.Decoder(tuple[str, str, str]).decode
_spent = msgspec.msgpack.Decoder(Spent).decode


class Elsewhere:
    """What one house knows of its other processes."""

    def __init__(self, house: "House"):
        self.house = house
        self.neighbours = house.runner.neighbours
        self._pages: dict[str, dict[str, Pages]] = {}  # by table and process
        self._allowances: dict[str, Allowance] = {}
        self._is_gathering = False
        house.runner.overhear(self._overheard)

    def open(self) -> None:
        """Hear of others, and tell them, from now on."""
        house, hear = self.house, self.neighbours.hear
        self._loop = asyncio.get_running_loop()
        sessions = house.visitors.sessions
        sessions.spread = lambda person: self.neighbours.tell(PEOPLE, person.encode())
        house.asking.spread = lambda: self.neighbours.tell(ASKS, b"")
        hear(PEOPLE, lambda news: sessions.heard(news.decode()))
        hear(ASKS, lambda _: house.runner.background.spawn(asyncio.to_thread(house.asking.load)))
        hear(LOBBY, lambda news: house.lobby.note(*_opened(news)))
        hear(SPENT, self._heard_spent)
        for name, allowance in house.allowances().items():
            self._allowances[name] = allowance
            allowance.spread = self._gather

    def note_opened(self, table: str, person: str, address: str) -> None:
        """One more public table stands there, opened here."""
        self.house.lobby.note(table, person, address)
        self.neighbours.tell(LOBBY, _encode((table, person, address)))

    # Who is at a table

    def at(self, table: str) -> Iterator[Look]:
        """The pages of a table that are open in other processes."""
        for pages in self._at(table):
            yield from pages.looks

    def tempo(self, table: str) -> float:
        """The slowest that somebody who plays there wishes to see it; 0: nobody does."""
        return max((each.tempo for each in self._at(table)), default=0.0)

    def _at(self, table: str) -> list[Pages]:
        found = self._pages.get(table)
        if not found:
            return []
        for process in [each for each in found if not self.neighbours.is_alive(each)]:
            del found[process]
        return list(found.values())

    def tell_pages(self, table: str, *, asks: bool = False) -> None:
        """Tell who has pages of a table open here."""
        hub = self.house.hubs.get(table)
        looks = [Look(page.person, page.is_away) for page in hub.pages] if hub else []
        tempo = hub.tempo if hub else 0.0
        self._tell(table, Pages(self.neighbours.me, looks, tempo, asks))

    def _heard_pages(self, table: str, pages: Pages) -> None:
        there = self._pages.setdefault(table, {})
        if pages.looks:
            there[pages.process] = pages
        else:
            there.pop(pages.process, None)
        if not there:
            del self._pages[table]
        hub = self.house.hubs.get(table)
        if hub is not None:
            hub.presence.stir()
            hub.stir()  # bots keep the tempo of all
            if pages.asks:
                self.tell_pages(table)
        else:
            self.house.runner.keep_tempo(table, self.tempo(table) or 1.0)

    # What is said at a table

    def tell_phrase(self, table: str, person: str, phrase: asides.Phrase) -> None:
        """Somebody said a phrase here."""
        self._tell(table, Phrased(person, phrase))

    def tell_line(self, table: str, said: Said, command: str) -> None:
        """Somebody wrote a line here."""
        self._tell(table, Wrote(said, command))

    def _tell(self, table: str, word: Pages | Phrased | Wrote) -> None:
        self.neighbours.tell_aside(table, _encode(word))

    def _overheard(self, table: str, words: bytes) -> None:
        word = _word(words)
        if isinstance(word, Pages):
            self._heard_pages(table, word)
            return
        if isinstance(word, Wrote):
            self.house.talk.note(word.said.person, word.command)
        hub = self.house.hubs.get(table)
        if hub is None:
            return
        if isinstance(word, Wrote):
            self.house.runner.background.spawn(chat.pass_on(hub, word.said))
        else:
            self.house.runner.background.spawn(asides.pass_on(hub, word.person, word.phrase))

    # What was taken of allowances

    def _gather(self) -> None:
        """Something was taken; it may have been in any thread."""
        if not self._is_gathering:
            self._is_gathering = True
            self._loop.call_soon_threadsafe(self._loop.call_later, GATHER, self._tell_spent)

    def _tell_spent(self) -> None:
        self._is_gathering = False
        spent = {name: each.drain() for name, each in self._allowances.items() if each.spent}
        if spent:
            self.neighbours.tell(SPENT, _encode(spent))

    def _heard_spent(self, news: bytes) -> None:
        for name, by in _spent(news).items():
            if name in self._allowances:
                for who, count in by.items():
                    self._allowances[name].spend(who, count)
