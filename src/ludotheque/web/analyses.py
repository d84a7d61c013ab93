"""Luck told apart from play in a finished game, as a part of its replay."""

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.web.arrivals import require
from ludotheque.web.house import house_of
from ludotheque.web.languages import language_of, words
from ludotheque.web.replays import PASSING, source_of


async def report(request: Request) -> Response:
    """A finished game's report, as JSON; 202 with how far it is while it is made."""
    house, source, language = house_of(request), await source_of(request), language_of(request)
    if not source.is_over:
        raise HTTPException(404)
    is_deep = "deep" in request.query_params
    making = house.analyst.get(source.key, is_deep)
    if making is None:
        require(house.analyses, request)
        making = house.analyst.begin(source.key, source.file, is_deep)
    _ = words(language)
    if making.problem:
        raise HTTPException(409, _("Cette partie ne peut pas être analysée."))
    if not making.is_done:
        told = {"done": len(making.moments), "total": making.total}
        return Response(msgspec.json.encode(told), 202, PASSING, "application/json")
    page = await house.analyst.tell(making, language, source.seat)
    values = {"_": _, **page._asdict()}
    html = house.templates.get_template("parts/luck.html").render(values)
    found = {"html": html, "curves": page.curves, "better": page.better, "line": page.line}
    return Response(msgspec.json.encode(found), 200, PASSING, "application/json")
