"""The chat of a private table: off unless its host wanted it, and the house lets there be one.

Who sits there writes and reads; others read where the table may be watched.
"""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ludotheque.core.texts import mark as _
from ludotheque.house.people.talk import LENGTH, Said, clean
from ludotheque.house.people.visitors import Visitor
from ludotheque.table import Refused, View, former
from ludotheque.table.errors import IsOver, Stranger, TooSoon
from ludotheque.web.frames import Letter, encode
from ludotheque.web.languages import FOLDER
from ludotheque.web.log import seat_names

if TYPE_CHECKING:
    from ludotheque.web.house import House
    from ludotheque.web.hub import Hub
    from ludotheque.web.live import Page

Persons = Sequence[str | None]  # whose each seat is


class NoChat(Refused):
    """A line for a table that has no chat."""

    sentence = _("On ne discute pas à cette table.")
    locale = FOLDER


class Say(msgspec.Struct, frozen=True, kw_only=True, tag_field="command", tag="say"):
    """Write a line."""

    words: str
    id: str = ""


def is_open(house: "House", view: View) -> bool:
    """Whether a table has a chat."""
    return house.has_chat and view.settings.chat


def may_read(view: View, persons: Persons, person: str | None) -> bool:
    """Whether somebody may read it; a guest at the door of a table without onlookers may not."""
    return view.settings.spectators or (person is not None and person in persons)


async def shown(house: "House", view: View, person: str) -> dict[str, int] | None:
    """What the page of a table needs to show its chat; None: it has none for this person."""
    persons = await house.runner.persons(view.table)
    if not (is_open(house, view) and may_read(view, persons, person)):
        return None
    last = await asyncio.to_thread(house.talk.last, view.table, limit=1)
    return {"last": last[-1].id if last else 0, "length": LENGTH}


async def write(page: "Page", visitor: Visitor, line: Say) -> None:
    """Tell all who may read it, but those who would rather not hear this person."""
    house, view = page.house, await page.house.runner.view(page.table)
    if not is_open(house, view):
        raise NoChat()
    persons = await house.runner.persons(page.table)
    seats = [seat.seat for seat in view.seats if persons[seat.seat] == visitor.person]
    if all(view.seats[seat].has_left for seat in seats):
        raise Stranger()
    words = clean(line.words)
    if not words:
        return
    if not house.lines.take(visitor.person):
        raise TooSoon()
    said = await asyncio.to_thread(house.talk.say, page.table, visitor.person, words, line.id[:64])
    if said is None:
        if view.phase == "over":
            raise IsOver()
        return  # it was sent twice
    house.elsewhere.tell_line(page.table, said, line.id[:64])
    await pass_on(page.hub, said)


async def pass_on(hub: "Hub", said: Said) -> None:
    """Tell the pages of a table, but for those who may not or would not hear this person."""
    house, view = hub.house, await hub.house.runner.view(hub.table)
    persons = await house.runner.persons(hub.table)
    deaf = await asyncio.to_thread(house.company.deaf_to, said.person)
    letters: dict[str, bytes] = {}
    for each in list(hub.pages):
        if each.person in deaf or not may_read(view, persons, each.person) or not each.has_room():
            continue
        if each.language not in letters:
            letters[each.language] = encode(_letter([said], view, persons, each.language))
        each.post(letters[each.language])


async def begin(page: "Page") -> None:
    """Send a page that was just opened what was said lately, as its reader wants to hear it."""
    house, view = page.house, await page.house.runner.view(page.table)
    if not is_open(house, view):
        return
    persons = await house.runner.persons(page.table)
    if not may_read(view, persons, page.person):
        return
    lines = await asyncio.to_thread(house.talk.last, page.table)
    if page.person is not None:
        unheard = await asyncio.to_thread(house.company.unheard, page.person)
        lines = [each for each in lines if each.person not in unheard]
    if lines:
        page.post(encode(_letter(lines, view, persons, page.language)))


def _letter(lines: Sequence[Said], view: View, persons: Persons, language: str) -> Letter:
    names = seat_names(view, language)
    told = []
    for line in lines:
        seat = persons.index(line.person) if line.person in persons else -1
        name = names[seat] if seat >= 0 else line.name or former(language)
        told.append((line.id, seat, name, line.words))
    return Letter(chat=told)
