"""Other processes of the same house: what they tell each other, and who moves which table.

The log is the only referee, so any process may serve any table. What is here makes that quick (a
notice after every append) and cheap (one process a table moves its bots and clocks). Where a
notice is lost, or two move at once, nothing worse comes of it than a moment or a conflict. A
house of one process has no neighbours: it is :class:`Alone`, and what uses it cannot tell.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from ludotheque.table.clock import Clock
from ludotheque.table.events import Entry
from ludotheque.table.keeping.roll import ALONE, Roll
from ludotheque.table.keeping.store import Store

_SELDOM = ALONE / 3_000  # seconds

Hearer = Callable[[bytes], None]  # called in the event loop
Appended = Callable[[int, Sequence[Entry]], None]  # the same: in which life of the database, what
Stop = Callable[[], None]

LEFT = "left"  # a topic: somebody's tables have become vacant


class Alone:
    """The only process of its house: every table is its own, and there is nobody to tell."""

    pause = 2.0  # seconds between two beats
    me = ""  # this process, as others call it

    def __init__(self, store: Store, clock: Clock):
        self._store, self._clock = store, clock
        self.opened = clock.wall()  # since when somebody has kept the tables going
        self._roll = Roll(store.engine, is_together=False)
        self._said = -_SELDOM

    async def open(self) -> None:
        """Begin."""

    async def leave(self) -> None:
        """Leave the tables to others, who are told at once."""
        if self._said >= 0:
            with suppress(SQLAlchemyError):
                await asyncio.to_thread(self._roll.leave)

    async def close(self) -> None:
        """Tell and hear nothing more."""

    # What processes tell each other; a word may be lost

    def tell(self, topic: str, news: bytes) -> None:
        """Say something to all others who listen; from any thread."""

    def hear(self, topic: str, hearer: Hearer) -> Stop:
        """Call back with what others say; returns how to stop that."""
        return _nothing

    def tell_appended(self, table: str, generation: int, entries: Sequence[Entry]) -> None:
        """Say what was written into a table's log, to those who follow it."""

    def tell_aside(self, table: str, words: bytes) -> None:
        """Say something else to those who follow a table."""

    def follow(self, table: str, appended: Appended, aside: Hearer) -> Stop:
        """Call back with what others write or say there; returns how to stop that."""
        return _nothing

    async def tables_of(self, person: str) -> list[str]:
        """The unfinished tables of a person that others may have in memory instead of this one."""
        return []

    def is_alive(self, process: str) -> bool:
        """Whether another process gives signs of life; of one just heard of, it is believed."""
        return False

    def share(self) -> float:
        """What part of the tables in memory to ask after at this beat: words may be lost."""
        return 0.0

    # Who moves what. The last three ask the database: for threads that may wait.

    def is_ours(self, table: str) -> bool:
        """Whether this process moves the table's bots and clocks."""
        return True

    def keep(self, table: str) -> None:
        """This process has opened a table, and so moves it."""

    def begin(self) -> list[str]:
        """The unfinished tables that are this process's to move."""
        self.beat()
        return self._store.unfinished()

    def beat(self) -> list[str]:
        """Give a sign of life; the tables that have become this process's to move."""
        if self._clock.now() - self._said >= _SELDOM:
            self._said = self._clock.now()
            self._roll.beat()
        return []

    def behind(self, known: Mapping[str, int]) -> list[str]:
        """Which of these logs have gone on beyond the number known."""
        return []


def _nothing() -> None:
    pass
