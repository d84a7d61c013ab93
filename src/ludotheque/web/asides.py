"""What people at a table tell each other beside the game: quick phrases. None of it is in the log.

A phrase is data: it travels by its name, and everybody reads it in her own language.
"""

import asyncio
from typing import TYPE_CHECKING

import msgspec

from ludotheque.core.texts import Translate
from ludotheque.house.people.visitors import Visitor
from ludotheque.table.errors import BadCommand, TooSoon
from ludotheque.web.frames import Letter, encode
from ludotheque.web.languages import words
from ludotheque.web.log import seat_names

if TYPE_CHECKING:
    from ludotheque.web.hub import Hub
    from ludotheque.web.live import Page


class _Aside(msgspec.Struct, frozen=True, kw_only=True, tag_field="command", tag=str.lower):
    id: str = ""


class Away(_Aside, frozen=True):
    """The page is hidden, or is looked at again."""

    away: bool


class Odds(_Aside, frozen=True):
    """Whoever watches would see everybody's chances, or no longer."""

    on: bool


class Phrase(_Aside, frozen=True):
    """Say one of PHRASES, from a seat of one's own."""

    seat: int
    phrase: str


def phrases(_: Translate) -> dict[str, str]:
    """What can be said with one click, in a language."""
    return {
        "good-luck": _("Bonne chance !"),
        "well-played": _("Bien joué !"),
        "lucky": _("Quelle veine !"),
        "oops": _("Oups !"),
        "your-turn": _("À toi !"),
        "moment": _("Un instant…"),
        "back-soon": _("Je reviens"),
        "again": _("Encore une ?"),
        "thanks": _("Merci !"),
        "goodbye": _("À bientôt !"),
    }


async def say(page: "Page", visitor: Visitor, said: Phrase) -> None:
    """Tell all who look on, but those who would rather not hear this person."""
    house, table = page.house, page.table
    if said.phrase not in phrases(str):
        raise BadCommand(what=f"phrase {said.phrase[:20]!r}")
    await house.runner.require_seat(table, visitor.person, said.seat)
    if not house.phrases.take(visitor.person):
        raise TooSoon()
    house.elsewhere.tell_phrase(table, visitor.person, said)
    await pass_on(page.hub, visitor.person, said)


async def pass_on(hub: "Hub", person: str, said: Phrase) -> None:
    """Tell the pages of a table, but for those who would rather not hear this person."""
    house = hub.house
    deaf = await asyncio.to_thread(house.company.deaf_to, person)
    view = await house.runner.view(hub.table)
    letters: dict[str, bytes] = {}
    for each in hub.pages:
        if each.person in deaf or not each.has_room():
            continue
        if each.language not in letters:
            name = seat_names(view, each.language)[said.seat]
            letters[each.language] = encode(_letter(said, name, each.language))
        each.post(letters[each.language])


def _letter(said: Phrase, name: str, language: str) -> Letter:
    _ = words(language)
    told = phrases(_)[said.phrase]
    return Letter(said=[(said.seat, told, _("{name} : {words}").format(name=name, words=told))])
