"""Who is at a table just now: here, away (her page is hidden), or gone (no page of hers is open).

Changes are gathered for a moment, as a page that is reloaded goes and comes back; then every
page gets one small letter, if there is anything new in it.
"""

import asyncio
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple

from ludotheque.table import Refused
from ludotheque.web.frames import Letter, encode
from ludotheque.web.languages import words

if TYPE_CHECKING:
    from ludotheque.web.elsewhere import Look
    from ludotheque.web.hub import Hub
    from ludotheque.web.live import Page

GATHER = 1.5  # seconds

State = Literal["here", "away", "gone"]


class Seen(NamedTuple):
    """Who is at a table."""

    seats: tuple[State | None, ...]  # None: nobody's, or a bot's
    onlookers: int  # people without a seat


def seen(persons: Iterable[str | None], pages: Iterable["Page | Look"]) -> Seen:
    """Who is there, as the open pages have it; nobody in particular counts once a page."""
    seated = list(persons)
    open_pages = list(pages)
    attentive = {page.person for page in open_pages if not page.is_away}
    there = {page.person for page in open_pages}
    states: list[State | None] = [
        None if person is None else _state(person, attentive, there) for person in seated
    ]
    strangers = sum(page.person is None for page in open_pages)
    return Seen(tuple(states), len(there - {None} - set(seated)) + strangers)


def _state(person: str, attentive: set[str | None], there: set[str | None]) -> State:
    return "here" if person in attentive else "away" if person in there else "gone"


class Presence:
    """Tells the pages of one table who is there."""

    def __init__(self, hub: "Hub"):
        self._hub = hub
        self._gathering: asyncio.Task[None] | None = None
        self._has_changed = False
        self._has_asked = False  # who is there in other processes

    def stir(self) -> None:
        """Somebody came, went, looked away or back, sat down or stood up, here or elsewhere."""
        self._has_changed = True
        if self._gathering is None or self._gathering.done():
            self._gathering = asyncio.create_task(self._gather())

    def close(self) -> None:
        """Nobody is left to tell."""
        if self._gathering is not None:
            self._gathering.cancel()

    async def _gather(self) -> None:
        while self._has_changed:  # it may change again while it is looked up
            await asyncio.sleep(GATHER)
            self._has_changed = False
            if not self._has_asked:  # the first time nobody may have heard, or been heard
                self._has_asked = True
                self._hub.house.elsewhere.tell_pages(self._hub.table, asks=True)
            await self._tell()

    async def _tell(self) -> None:
        try:
            persons = await self._hub.house.runner.persons(self._hub.table)
        except Refused:
            return  # the pages are turned away
        elsewhere = self._hub.house.elsewhere.at(self._hub.table)
        now = seen(persons, chain(self._hub.pages, elsewhere))
        letters: dict[str, bytes] = {}
        for page in self._hub.pages:
            if page.present != now and page.has_room():
                page.present = now
                if page.language not in letters:
                    letters[page.language] = encode(letter(now, page.language))
                page.post(letters[page.language])


def letter(now: Seen, language: str) -> Letter:
    """Who is there, in words."""
    _ = words(language)
    told: dict[State | None, str] = {
        "here": _("en ligne"),
        "away": _("ailleurs"),
        "gone": _("hors ligne"),
        None: "",
    }
    watching = _("Spectateurs : {count}").format(count=now.onlookers) if now.onlookers else ""
    return Letter(present=[(state or "", told[state]) for state in now.seats], watching=watching)
