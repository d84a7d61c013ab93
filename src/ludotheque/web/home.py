"""The front page: the shelf, one's own tables, and those that are open to everybody."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.discovery import boxes, game
from ludotheque.table import Listing
from ludotheque.web.house import house_of, known
from ludotheque.web.languages import language_of, words
from ludotheque.web.mine import mine, titled
from ludotheque.web.pages import clock_text, lid, modalities


async def home(request: Request) -> Response:
    """The shelf, open tables, and one's own."""
    house, language = house_of(request), language_of(request)
    visitor = known(request)
    first = request.query_params.get("first", "")
    tables, more = await house.lobby.page(int(first) if first.isdecimal() and len(first) < 7 else 0)
    return house.page(
        request,
        "home.html",
        shelf=[lid(*each, language) for each in boxes().values()],
        tables=[_listed(entry, language) for entry in tables],
        more=more,
        **(await mine(house, visitor, language) if visitor else {}),
    )


def _listed(entry: Listing, language: str) -> dict[str, Any]:
    _ = words(language)
    return {
        "url": f"/tables/{entry.table}",
        "title": titled(entry, language),
        "game": entry.game,
        "host": next((name for name in entry.names if name), ""),
        "free": entry.names.count(None),
        "seats": len(entry.names),
        "clock": clock_text(entry.settings.clock, _),
        "modalities": [name for name, _ in modalities(game(entry.game), entry.options, language)],
    }
