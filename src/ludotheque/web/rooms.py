"""The page of the rooms: what each asks and gives, and what a visitor still lacks to enter."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.house.people.visitors import Visitor
from ludotheque.house.stakes import chips, doors
from ludotheque.house.stakes.doors import Missing, Standing
from ludotheque.house.stakes.rooms import Room, Rooms
from ludotheque.house.stakes.settlement import POINTS, Worth, worth
from ludotheque.web.figures import number, ordinal
from ludotheque.web.house import House, house_of, known
from ludotheque.web.languages import language_of, words


async def standing_of(house: House, visitor: Visitor | None) -> Standing:
    """Where a visitor stands."""
    if visitor is None:
        return doors.STRANGER
    return await house.read(doors.standing, visitor.person)


async def page(request: Request) -> Response:
    """The rooms, who may enter, one's own standing, and what games are worth in each."""
    house, language = house_of(request), language_of(request)
    visitor = known(request)
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
        worth=[worth_table(sides, house.rooms, language) for sides in POINTS],
        split=house.rooms.split,
        first=[room.name for room in house.rooms if room.level == 1],
        first_room=house.rooms.first.id,
        bots=house.rooms.with_bots if house.rooms.bots_stake else None,
        bots_after=house.rooms.bots_after,
        most=house.rooms.bots_most,
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
        "chips": _("Il vous manque 1 jeton pour la mise.")
        if missing.number == 1
        else _("Il vous manque {number} jetons pour la mise."),
        "games": _(
            "Vous avez trop souvent quitté la table. À jouer d'abord jusqu'au bout : {number}."
        ),
    }
    return sentences[missing.what].format(number=number(missing.number, language))


def worth_table(sides: int, rooms: Rooms, language: str) -> dict[str, Any]:
    """MA-6 for games of so many sides: a row a room, a column a way to end."""
    _ = words(language)
    titles = {2: _("À deux, ou en couples"), 3: _("À trois"), 4: _("À quatre")}
    return {
        "id": f"worth-{sides}",
        "title": titles[sides],
        "names": [worth_name(each, sides, language) for each in worth(sides, 1)],
        "rows": [
            (room.name, [number(each.points, language) for each in worth(sides, room.points)])
            for room in rooms
        ],
    }


def worth_name(row: Worth, sides: int, language: str) -> str:
    """A way to end: by its name, or by its place among three and more."""
    if row.result == "lost" and sides > 2:
        return ordinal(row.place, language)
    _ = words(language)
    names = {
        "won": _("Victoire"),
        "drawn": _("Égalité"),
        "lost": _("Défaite"),
        "left": _("Abandon"),
    }
    return names[row.result]
