"""The tables that are open to everybody: which of them a page lists, and how many one may open."""

from collections.abc import Sequence
from contextlib import suppress

from ludotheque.house.clock import seconds
from ludotheque.table import Listing, Refused, Runner

LISTED = 24  # on one page
PER_PERSON, PER_ADDRESS = 8, 40  # public tables that may stand at once
_SHARE = 20  # making the list takes a twentieth of the time at most


class Lobby:
    """The public tables of a house."""

    def __init__(self, runner: Runner):
        self._runner = runner
        self._pages: dict[int, tuple[float, Sequence[Listing]]] = {}  # from where: until when, what
        self._opened: dict[str, tuple[str, str]] = {}  # by table: who opened it, and from where

    async def page(self, first: int) -> tuple[Sequence[Listing], int | None]:
        """Some of the tables, those with a free seat first; and where the next ones begin."""
        until, found = self._pages.get(first, (0.0, ()))
        if seconds() >= until:
            began = seconds()
            found = await self._runner.lobby(first, LISTED + 1)
            now = seconds()
            if len(self._pages) > LISTED:
                self._pages.clear()
            self._pages[first] = now + _SHARE * (now - began), found
        return found[:LISTED], first + LISTED if len(found) > LISTED else None

    async def has_room_for(self, person: str, address: str) -> bool:
        """Whether somebody may open one more."""
        mine = [table for table, by in self._opened.items() if person == by[0] or address == by[1]]
        for table in mine:
            if not await self._is_standing(table):
                self._opened.pop(table, None)
        standing = list(self._opened.values())
        by_person = sum(person == each for each, _ in standing)
        by_address = sum(address == each for _, each in standing)
        return by_person < PER_PERSON and by_address < PER_ADDRESS

    def note(self, table: str, person: str, address: str) -> None:
        """One more stands there."""
        self._opened[table] = person, address
        self._pages.clear()

    async def _is_standing(self, table: str) -> bool:
        with suppress(Refused):
            return (await self._runner.view(table)).phase != "over"
        return False
