"""The rankings: points by period, game and room; ratings; games played alone."""

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.discovery import boxes
from ludotheque.core.texts import Translate
from ludotheque.house.clock import now
from ludotheque.house.stakes import days, rankings
from ludotheque.house.stakes.rankings import Place
from ludotheque.house.stakes.rating import Rating
from ludotheque.house.stakes.standings import PERIODS, Period
from ludotheque.table import former
from ludotheque.web.figures import decimal, number
from ludotheque.web.house import House, house_of, known
from ludotheque.web.languages import language_of, words
from ludotheque.web.pages import title_of

KINDS = ("points", "rating", "solo")


async def page(request: Request) -> Response:
    """One ranking, as the address asks for it."""
    house, language = house_of(request), language_of(request)
    _, visitor = words(language), known(request)
    kind = _one_of(request, "kind", KINDS)
    period: Period = _one_of(request, "period", PERIODS)  # type: ignore[assignment]
    shelf = _shelf(kind, language)
    game = _one_of(request, "game", tuple(shelf))
    room = _one_of(request, "room", ("", *(each.id for each in house.rooms)))
    return house.page(
        request,
        "rankings.html",
        kinds=[(each, kind_names(_)[each]) for each in KINDS],
        kind=kind,
        periods=[(each, period_names(_)[each]) for each in PERIODS],
        period=period,
        shelf=[(id, title or _("tous les jeux")) for id, title in shelf.items()],
        game=game,
        rooms=[("", _("toutes les salles")), *((each.id, each.name) for each in house.rooms)],
        room=room,
        places=await _places(house, kind, period, game, room),
        me=visitor.person if visitor else None,
        former=former(language),
        number=lambda value: number(value, language),
        strength=lambda place: strength(Rating(place.mu, place.sigma), language),
    )


def _one_of(request: Request, name: str, values: tuple[str, ...]) -> str:
    asked = request.query_params.get(name, "")
    return asked if asked in values else values[0]


def _shelf(kind: str, language: str) -> dict[str, str]:
    """The games that a kind of ranking is about; for points, all of them together first."""
    listed = days.solo(boxes().values()) if kind == "solo" else list(boxes().values())
    every = {"": ""} if kind == "points" else {}
    return every | {box.id: title_of(box.id, language) for _, box in listed}


async def _places(house: House, kind: str, period: Period, game: str, room: str) -> list[Place]:
    at = now()
    if kind == "rating":
        return await house.read(rankings.by_rating, game)
    if kind == "solo":
        return await house.read(rankings.by_score, game, period, at)
    return await house.read(rankings.by_points, period, at, game=game, room=room)


def kind_names(_: Translate) -> dict[str, str]:
    """The kinds of rankings."""
    return {"points": _("Points"), "rating": _("Force"), "solo": _("En solitaire")}


def period_names(_: Translate) -> dict[str, str]:
    """The periods of a ranking."""
    return {
        "week": _("Cette semaine"),
        "month": _("Ce mois-ci"),
        "ever": _("Depuis toujours"),
    }


def strength(rating: Rating, language: str) -> str:
    """A rating with its uncertainty: 27.3 ± 4.1."""
    return f"{decimal(rating.mu, language)} ± {decimal(2 * rating.sigma, language)}"
