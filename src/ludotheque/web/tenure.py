"""How long a live connection may last: not beyond its session, a suspension or a block.

A notice says at once when to look again, whichever process of the house it came from; what the
command line changes is noticed within half a minute.
"""

import asyncio
from math import ceil

from sqlalchemy.exc import SQLAlchemyError

from ludotheque.house.people.visitors import Visitor
from ludotheque.table.errors import Suspended, Unavailable
from ludotheque.web.house import House
from ludotheque.web.waiting import Signal

LOOK = 30.0  # seconds between two looks without a notice,
AGAIN = 2.0  # and where the database did not answer


class SessionEnded(Exception):
    """The page's secret is worth nothing any more; it may come again with another."""


class Tenure:
    """The right of one page to be told what happens, at a table or in the queue."""

    def __init__(self, house: House, visitor: Visitor, token: str, table: str | None = None):
        self.house, self.visitor, self.token, self.table = house, visitor, token, table
        self._news = Signal()
        self._is_looking = False

    @property
    def is_doubtful(self) -> bool:
        """Whether something about the person has changed that was not looked at yet."""
        return self._is_looking or self._news.is_set()

    @property
    def is_undoubted(self) -> bool:
        """Whether she may act as far as is known, without looking."""
        return not self.is_doubtful and self.visitor.suspended_for is None

    async def end(self) -> None:
        """Wait for the end, then say which: SessionEnded, or Suspended."""
        loop = asyncio.get_running_loop()
        stop = self.house.visitors.sessions.notices.hear_of(
            self.visitor.person, lambda: loop.call_soon_threadsafe(self._news.set)
        )
        try:
            was_blocked = await self._is_blocked()
            while True:
                # At a full second, as others do: what is asked together costs little.
                again = loop.call_at(ceil(loop.time() + LOOK), self._news.set)
                try:
                    await self._news.wait()
                finally:
                    again.cancel()
                self._is_looking = True  # until it is known what the news are
                self._news.clear()
                try:
                    await self._require_session()
                    if not was_blocked and await self._is_blocked():
                        raise SessionEnded  # she may come again: the door says what is left to her
                    self._is_looking = False
                except (SQLAlchemyError, Unavailable):  # nobody is sent away for that
                    await asyncio.sleep(AGAIN)
                    self._news.set()
        finally:
            stop()

    async def _require_session(self) -> None:
        now = await self.house.visitors.find(self.token)
        if now is None or now.person != self.visitor.person:
            raise SessionEnded
        if now.suspended_for is not None and self.visitor.suspended_for is None:
            raise Suspended()
        self.visitor = now

    async def _is_blocked(self) -> bool:
        """Whether who opened the table has blocked her."""
        host = None if self.table is None else await self.house.runner.host(self.table)
        if host is None or host == self.visitor.person:
            return False
        return await self.house.company.blocks(host, self.visitor.person)
