"""A table's pages: the table itself, its invitation, its record."""

import io

from starlette.datastructures import URL
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ludotheque.core.coach import tips_of
from ludotheque.core.lessons import lessons_of
from ludotheque.core.texts import Translate
from ludotheque.house.addresses import is_loopback, reach
from ludotheque.house.stakes.winnings import stake_of
from ludotheque.table import Refused
from ludotheque.web import choosing, fragments
from ludotheque.web.arrivals import carry_cookies, ensure_visitor, require
from ludotheque.web.asides import phrases
from ludotheque.web.asks import asked
from ludotheque.web.chat import shown
from ludotheque.web.house import house_of, known
from ludotheque.web.languages import language_of, words
from ludotheque.web.log import Log
from ludotheque.web.odds import hues, may_show
from ludotheque.web.pages import lid_of, modalities
from ludotheque.web.sight import heard, recent

LONGEST = 200  # letters of an invitation: whoever writes a longer name of this house means no good
PRIVATE = {"Cache-Control": "no-store"}


async def table(request: Request) -> Response:
    """The table, as the visitor may see it; a new one is welcomed, so that she can sit down."""
    house, language = house_of(request), language_of(request)
    id = request.path_params["table"]
    visitor = known(request)
    try:
        await house.runner.viewer(id, visitor.person if visitor else None)  # before a welcome
        visitor, welcome = await ensure_visitor(request)
        view = await house.runner.view_for(id, visitor.person)
        log = Log(view, language)
        told = await heard(house, view, visitor.person, await recent(house.runner, view))
        lines = log.take(told)
    except Refused as refusal:
        raise HTTPException(404, refusal.tell(language)) from None
    _ = words(language)
    room = house.rooms.find(view.settings.room)
    agreed = await house.read(stake_of, id) if room else None
    response = house.page(
        request,
        "table.html",
        person=visitor,
        game=lid_of(view.game, view.options, language),
        table=id,
        number=view.number,
        phase=view.phase,
        me=view.viewer,
        picture=fragments.picture(view, log),
        parts=fragments.parts(
            house.templates, view, log, invitation_url(request, id), await house.winnings(view)
        ),
        log=fragments.log_part(house.templates, lines, language),
        partners=await asked(house, view, visitor),
        has_company=len(view.seats) > 1,
        rows=(len(view.seats) + 1) // 2,
        asks=fragments.asks(view),
        emote_names=emote_names(_),
        phrases=phrases(_),
        chat=await shown(house, view, visitor.person),
        commitment=view.commitment,
        tips=[tip.id for tip in tips_of(view.game, view.game.box(view.options))],
        has_lessons=bool(lessons_of(view.game, view.game.box(view.options))),
        has_sides=view.game.has_sides,
        has_screen=view.settings.spectators and view.settings.sealed_until is None,
        editions=choosing.named(view.game, view.options, language),
        has_hints=view.has_hints,
        odds=hues(view) if may_show(view) else None,
        is_printed=view.game.printing is not None,
        room=room,
        modalities=modalities(view.game, view.options, language),
        stake=agreed if agreed is not None or room is None else room.stake,
    )
    return carry_cookies(welcome, response)


async def screen(request: Request) -> Response:
    """The table for a wall: as an onlooker sees it, whoever opens it, and nothing to click."""
    house, language = house_of(request), language_of(request)
    id = request.path_params["table"]
    try:
        view = await house.runner.view_for(id, None)
        log = Log(view, language)
        lines = log.take(await recent(house.runner, view))
    except Refused as refusal:
        raise HTTPException(404, refusal.tell(language)) from None
    link = invitation_url(request, id)
    return house.page(
        request,
        "screen.html",
        game=lid_of(view.game, view.options, language),
        table=id,
        number=view.number,
        phase=view.phase,
        picture=fragments.picture(view, log),
        parts=fragments.parts(house.templates, view, log, link, await house.winnings(view)),
        log=fragments.log_part(house.templates, lines, language),
        odds=hues(view) if may_show(view) else None,
    )


def emote_names(_: Translate) -> dict[str, str]:
    """What each gesture says, for those who hear it."""
    return {
        "hello": _("Bonjour"),
        "thanks": _("Merci"),
        "well-played": _("Bien joué"),
        "oops": _("Oups"),
        "laugh": _("Rire"),
        "cry": _("Pleurer"),
        "hurry": _("Dépêchons"),
        "mock": _("Se moquer"),
    }


def invitation_url(request: HTTPConnection, id: str) -> str:
    """The link that gives whoever opens it a seat."""
    scheme = "https" if request.url.scheme in ("https", "wss") else "http"
    url = request.url.replace(scheme=scheme, path=f"/tables/{id}", query="", fragment="sit=1")
    return str(for_others(request, url))


def for_others(request: HTTPConnection, url: URL) -> URL:
    """An address of this house as others open it: "localhost" is their own machine, not this one.

    What was opened from elsewhere, or by a name, is left as it is: it leads here already.
    """
    client = request.client.host if request.client else ""
    if not is_loopback(url.hostname or "") or not is_loopback(client):
        return url
    own = reach(house_of(request).listens_on)
    return url.replace(hostname=own) if own else url


async def invitation(request: Request) -> Response:
    """The invitation to a table that there is, as a QR code."""
    house, id, visitor = house_of(request), request.path_params["table"], known(request)
    try:
        await house.runner.viewer(id, visitor.person if visitor else None)
    except Refused as refusal:
        raise HTTPException(404, refusal.tell(language_of(request))) from None
    url = invitation_url(request, id)
    if len(url) > LONGEST:
        raise HTTPException(400)
    code = house.drawings.get(url)
    if code is None:
        require(house.invitations, request)
        code = house.drawings.put(url, await house.press.do(qr_code, url))
    return Response(code, media_type="image/svg+xml", headers=PRIVATE)


def qr_code(text: str) -> bytes:
    """A text as a QR code, in SVG."""
    import segno

    out = io.BytesIO()
    segno.make(text, micro=False).save(
        out, kind="svg", scale=4, border=2, xmldecl=False, dark="#2b221a", light="#fffdf6"
    )
    return out.getvalue()
