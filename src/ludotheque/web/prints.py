"""A box's card on a sheet of A6, to print or to keep."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core import cards
from ludotheque.core.errors import BadCard, BadOption
from ludotheque.core.texts import LANGUAGES
from ludotheque.house.clock import DAY
from ludotheque.web.arrivals import require
from ludotheque.web.house import house_of
from ludotheque.web.pages import picked

_TYPES = {"pdf": "application/pdf", "svg": "image/svg+xml", "png": "image/png"}
# A drawing's own style is not for the house's pages: browsers are to save it, not to open it.
_SAVED = {"svg"}


async def card(request: Request) -> Response:
    """The card of a box as PDF, SVG or PNG; drawn once, and kept at hand."""
    (_, its_box), house = picked(request), house_of(request)
    language, kind = request.path_params["language"], request.path_params["kind"]
    if language not in LANGUAGES or kind not in _TYPES:
        raise HTTPException(404)
    key = ("card", its_box.id, language, kind)
    data = house.drawings.get(key)
    if data is None:
        require(house.pictures, request)
        try:
            data = await house.easel.do(cards.card_file, its_box.id, language, kind)
        except (BadCard, BadOption) as error:  # PDFs want typst
            raise HTTPException(404, str(error)) from None
        house.drawings.put(key, data)
    shown = "attachment" if kind in _SAVED else "inline"
    headers = {
        "Cache-Control": f"public, max-age={DAY}",
        "Content-Disposition": f'{shown}; filename="{its_box.id}.{language}.{kind}"',
    }
    return Response(data, media_type=_TYPES[kind], headers=headers)
