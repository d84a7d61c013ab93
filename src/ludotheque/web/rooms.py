"""The page of the rooms: what each asks and gives, and what a visitor still lacks to enter."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.texts import Translate
from ludotheque.house.people.visitors import Visitor
from ludotheque.house.stakes import chips, doors
from ludotheque.house.stakes.doors import Missing, Standing
from ludotheque.house.stakes.rooms import Room
from ludotheque.house.stakes.settlement import DRAW, POINTS
from ludotheque.web.figures import number
from ludotheque.web.house import House, house_of, known
from ludotheque.web.languages import language_of, words


async def standing_of(house: House, visitor: Visitor | None) -> Standing:
    """Where a visitor stands."""
    if visitor is None:
        return doors.STRANGER
    return await house.read(doors.standing, visitor.person)


async def page(request: Request) -> Response:
    """The five rooms, one's own standing, and what games are worth."""
    house, language = house_of(request), language_of(request)
    visitor, _ = known(request), words(language)
    standing = await standing_of(house, visitor)
    gift = 0
    if visitor is not None and visitor.is_member:
        gift = await house.read(chips.gift_due, visitor.person, house.rooms.arrival)
    return house.page(
        request,
        "rooms.html",
        standing=standing,
        gift=gift,
        arrival=house.rooms.arrival,
        rooms=[listed(room, standing, language) for room in house.rooms],
        points=[points_row(sides, _) for sides in POINTS],
        draw=DRAW,
        split=house.rooms.split,
        said=request.query_params.get("said", ""),
        number=lambda value: number(value, language),
    )


def listed(room: Room, standing: Standing, language: str) -> dict[str, Any]:
    """A room as a visitor finds it."""
    missing = [told(each, language) for each in standing.missing(room)]
    return {"room": room, "closed": missing, "is_open": not missing}


def told(missing: Missing, language: str) -> str:
    """What is missing, in a sentence."""
    _ = words(language)
    sentences = {
        "member": _("Réservée aux membres."),
        "level": _("Ouverte à partir du niveau {number}."),
        "chips": _("Il vous manque {number} jetons pour la mise."),
        "games": _(
            "Vous avez trop souvent quitté la table. À jouer d'abord jusqu'au bout : {number}."
        ),
    }
    return sentences[missing.what].format(number=number(missing.number, language))


def points_row(sides: int, _: Translate) -> dict[str, Any]:
    """What a game of so many sides is worth, by place."""
    titles = {2: _("Deux joueurs, ou couples"), 3: _("Trois joueurs"), 4: _("Quatre joueurs")}
    return {"title": titles[sides], "points": POINTS[sides]}
