"""A person's page: level, results by game, ratings, the games she played."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludotheque.house.clock import now
from ludotheque.house.stakes import doors, rankings
from ludotheque.house.stakes.rankings import Past, Record
from ludotheque.house.stakes.rooms import Rooms
from ludotheque.table import former
from ludotheque.web.figures import moment, number, percent
from ludotheque.web.house import house_of, known
from ludotheque.web.languages import language_of, words
from ludotheque.web.pages import title_of
from ludotheque.web.rankings import strength

_GAMES = 20  # on one page


async def own(request: Request) -> Response:
    """One's own page."""
    visitor = known(request)
    return RedirectResponse(f"/people/{visitor.person}" if visitor else "/me", 303)


async def page(request: Request) -> Response:
    """What everybody may know of a person; her chips are not among it."""
    house, language = house_of(request), language_of(request)
    person, visitor = request.path_params["person"], known(request)
    name = await house.read(rankings.name_of, person)
    if name is None:
        raise HTTPException(404)
    before = request.query_params.get("before", "")
    past = await house.read(
        rankings.history,
        person,
        _GAMES + 1,
        int(before) if before.isdecimal() and len(before) < 16 else None,
        visitor.person if visitor else None,
    )
    standing = await house.read(doors.standing, person)
    is_me = visitor is not None and visitor.person == person
    hidden = set() if is_me else await house.read(rankings.sealed_today, now())
    return house.page(
        request,
        "profile.html",
        name=name or former(language),
        is_me=is_me,
        standing=standing,
        records=[_record(each, language) for each in await house.read(rankings.records, person)],
        past=[_past(each, house.rooms, hidden, language) for each in past[:_GAMES]],
        more=past[_GAMES - 1].ended if len(past) > _GAMES else None,
        number=lambda value: number(value, language),
    )


def _record(record: Record, language: str) -> dict[str, Any]:
    low, high = record.interval
    return {
        "title": title_of(record.game, language),
        "games": number(record.games, language),
        "won": number(record.won, language),
        "share": percent(record.won / record.games, language),
        "interval": f"{percent(low, language)} – {percent(high, language)}",
        "points": number(record.points, language),
        "strength": strength(record.rating, language) if record.rating else "—",
    }


def _past(past: Past, rooms: Rooms, hidden: set[str], language: str) -> dict[str, Any]:
    room = rooms.find(past.room)
    is_shown = past.is_shown and past.table not in hidden
    return {
        "title": title_of(past.game, language),
        "room": room.name if room else "",
        "when": moment(past.ended, language),
        "result": result(past, language),
        "points": number(past.points, language) if past.points else "",
        "replay": f"/tables/{past.table}/replay" if is_shown else None,
    }


def result(past: Past, language: str) -> str:
    """How a game ended for somebody, in a few words."""
    _ = words(language)
    if past.left:
        return _("a quitté la partie")
    if past.reason == "abandoned":
        return _("partie abandonnée")
    if past.reason == "drawn":
        return _("partie nulle")
    if past.seats == 1:
        return _("{score} points").format(score=past.score)
    if past.rank == 1:
        return _("gagné")
    return _("{place}e sur {seats}").format(place=past.rank, seats=past.seats)
