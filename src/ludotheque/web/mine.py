"""One's own tables in one list: one's turns, where one waits, to which one is asked, the last.

Tables under way are read from memory, finished ones from the results: no log is read.
"""

from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.discovery import game
from ludotheque.house.people.visitors import Visitor
from ludotheque.house.stakes import rankings
from ludotheque.house.stakes.rankings import Past
from ludotheque.table import Listing, former
from ludotheque.web import choosing
from ludotheque.web.figures import moment
from ludotheque.web.house import House, house_of, known
from ludotheque.web.languages import language_of, typeset, words
from ludotheque.web.pages import title_of
from ludotheque.web.profiles import result

SHOWN = 24  # tables under way that are listed; the others come up as these are finished
LAST = 4  # finished games that are listed


async def part(request: Request) -> Response:
    """The list alone, for a page that is looked at again."""
    house, visitor = house_of(request), known(request)
    told = await mine(house, visitor, language_of(request)) if visitor else {}
    return house.page(request, "parts/mine.html", **told)


async def mine(house: House, visitor: Visitor, language: str) -> dict[str, Any]:
    """What the list is made of."""
    found = house.runner.mine(visitor.person)
    tables = sorted(found, key=lambda each: (not each.is_yours, each.people < 2))[:SHOWN]
    past = await house.read(rankings.history, visitor.person, LAST, None, visitor.person)
    ended = [each.table for each in past]
    others = await house.read(rankings.others_at, ended, visitor.person)
    return {
        "turns": [_table(each, language) for each in tables if each.is_yours],
        "waits": [_table(each, language) for each in tables if not each.is_yours],
        "asks": [await _ask(house, *each, language) for each in house.asked_to(visitor.person)],
        "past": [_past(each, others.get(each.table, {}).values(), language) for each in past],
    }


def _table(entry: Listing, language: str) -> dict[str, Any]:
    names = [None if name is None else name or former(language) for name in entry.names]
    others = [name for seat, name in enumerate(names) if name and seat not in entry.mine]
    return {
        "url": f"/tables/{entry.table}",
        "title": titled(entry, language),
        "others": ", ".join(others),
        "state": _state(entry, names, language),
    }


async def _ask(house: House, entry: Listing, by: str, language: str) -> dict[str, Any]:
    _ = words(language)
    name = await house.read(rankings.name_of, by)
    return {
        "table": entry.table,
        "title": titled(entry, language),
        "by": _("{name} vous invite").format(name=name or former(language)),
    }


def _state(entry: Listing, names: list[str | None], language: str) -> str:
    """What the table waits for."""
    _ = words(language)
    if entry.is_yours:
        return _("à vous de jouer")
    if entry.phase == "open":
        return _("On attend des joueurs")
    expected = [names[seat] or "" for seat in entry.expected if seat not in entry.mine]
    if not expected:
        return _("en cours")
    return typeset(_("Au tour de {name}").format(name=", ".join(expected)), language)


def titled(entry: Listing, language: str) -> str:
    """A table's game, with what is special about its edition."""
    shelf_game = game(entry.game)
    title = shelf_game.translate(language)(shelf_game.box(entry.options).title)
    return " · ".join((title, *choosing.named(shelf_game, entry.options, language)))


def _past(past: Past, others: Iterable[str], language: str) -> dict[str, Any]:
    return {
        "url": f"/tables/{past.table}",
        "title": title_of(past.game, language),
        "when": moment(past.ended, language),
        "result": result(past, language),
        "others": ", ".join(name or former(language) for name in others),
    }
