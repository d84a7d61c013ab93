"""A person's page: level, results by game, ratings, the games she played."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludotheque.core.texts import Translate
from ludotheque.house.clock import now
from ludotheque.house.stakes import doors, rankings, solo
from ludotheque.house.stakes.rankings import Past, Record
from ludotheque.house.stakes.rooms import Room, Rooms
from ludotheque.house.stakes.settlement import Result
from ludotheque.house.stakes.solo import Alone
from ludotheque.table import former
from ludotheque.web import reckoning
from ludotheque.web.figures import counted, decimal, moment, number, ordinal, percent
from ludotheque.web.house import house_of, known
from ludotheque.web.languages import language_of, words
from ludotheque.web.pages import title_of
from ludotheque.web.rankings import strength

_GAMES = 20  # on one page
_TELLING = 10  # games from which a share says something about somebody


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
    _ = words(language)
    hidden = set() if is_me else await house.read(rankings.sealed_today, now())
    return house.page(
        request,
        "profile.html",
        name=name or former(language),
        is_me=is_me,
        standing=standing,
        records=[_record(each, language) for each in await house.read(rankings.records, person)],
        alone=[_alone(each, language) for each in await house.read(solo.alone, person)],
        points=counted(standing.level.points, _("1 point"), _("{number} points"), language),
        course=await reckoning.course(house, person, is_me, language),
        telling=_TELLING,
        past=[_past(each, house.rooms, hidden, language) for each in past[:_GAMES]],
        more=past[_GAMES - 1].ended if len(past) > _GAMES else None,
        number=lambda value: number(value, language),
    )


def _record(record: Record, language: str) -> dict[str, Any]:
    low, high = record.interval
    is_telling = record.games >= _TELLING
    return {
        "title": title_of(record.game, language),
        "told": told(record, language),
        "games": number(record.games, language),
        "won": number(record.won, language),
        "drawn": number(record.drawn, language),
        "share": percent(record.won / record.games, language) if is_telling else "—",
        "interval": f"{percent(low, language)} – {percent(high, language)}" if is_telling else "",
        "points": number(record.points, language),
        "strength": strength(record.rating, language) if record.rating else "—",
    }


def told(record: Record, language: str) -> str:
    """A record in words: how many games, and what came of them."""
    _ = words(language)
    games = counted(record.games, _("1 partie"), _("{number} parties"), language)
    if not record.won and not record.drawn:
        return _("{games}, pas encore de victoire").format(games=games)
    found = []
    if record.won:
        found.append(counted(record.won, _("1 victoire"), _("{number} victoires"), language))
    if record.drawn:
        found.append(counted(record.drawn, _("1 égalité"), _("{number} égalités"), language))
    return _("{games} : {results}").format(games=games, results=", ".join(found))


def _alone(alone: Alone, language: str) -> dict[str, Any]:
    return {
        "title": title_of(alone.game, language),
        "games": number(alone.games, language),
        "best": number(alone.best, language),
        "mean": decimal(alone.mean, language),
    }


def _past(past: Past, rooms: Rooms, hidden: set[str], language: str) -> dict[str, Any]:
    room = rooms.find(past.room)
    is_shown = past.is_shown and past.table not in hidden
    return {
        "title": title_of(past.game, language),
        "room": room_name(room, words(language)) if room else "",
        "when": moment(past.ended, language),
        "result": result(past, language),
        "points": number(past.points, language) if past.points else "",
        "replay": f"/tables/{past.table}/replay" if is_shown else None,
    }


def room_name(room: Room, _: Translate) -> str:
    """A room, and that bots sat in it where they did (MA-35: nobody takes it for more)."""
    return _("{room}, avec des robots").format(room=room.name) if room.has_bots else room.name


def result(past: Past, language: str) -> str:
    """How a game ended for somebody, in a few words."""
    _ = words(language)
    if past.result in ("alone", "apart"):
        return counted(past.score, _("1 point"), _("{number} points"), language)
    if past.result == "lost" and past.sides > 2:
        place = ordinal(past.rank, language)
        return _("{place} sur {seats}").format(place=place, seats=past.sides)
    return result_names(_)[past.result]


def result_names(_: Translate) -> dict[Result, str]:
    """What a game between several sides was to somebody."""
    return {
        "won": _("victoire"),
        "drawn": _("égalité"),
        "lost": _("défaite"),
        "left": _("abandon"),
        "void": _("partie annulée"),
    }
