"""A game seen again: frames for the slider, pictures and films to keep."""

import asyncio
import hashlib
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.discovery import game
from ludotheque.core.texts import in_points
from ludotheque.house.clock import DAY, now
from ludotheque.table import BadRecord, Record, Refused
from ludotheque.table.events import Opened, Rematched
from ludotheque.table.record import Line
from ludotheque.web import choosing, playback
from ludotheque.web.arrivals import ensure_visitor, require
from ludotheque.web.figures import ordinal
from ludotheque.web.house import UPLOADED, House, house_of, known
from ludotheque.web.installing import keeping
from ludotheque.web.languages import language_of, words
from ludotheque.web.pages import lid_of

FRAMES = 48  # sent at once at most
MOST = 10**9  # no game has as many steps
KEEP = {"Cache-Control": f"private, max-age={DAY}", "Vary": "Accept-Language, Cookie"}
PASSING = {"Cache-Control": "no-store"}

T = TypeVar("T")


class Source(NamedTuple):
    """The game that an address names, as its visitor may have it."""

    file: bytes  # its record
    key: Hashable  # of that very record
    is_over: bool
    is_uploaded: bool
    seat: int | None = None  # the visitor's own, if she played


async def source_of(request: Request) -> Source:
    """The record that an address names."""
    house, id = house_of(request), request.path_params["table"]
    require(house.looks, request)
    file = await house.upload(id)
    if file is not None:
        return Source(file, id, is_over=True, is_uploaded=True)
    try:
        return await _kept(request, house, id)
    except Refused as refusal:
        raise HTTPException(404, refusal.tell(language_of(request))) from None


async def _kept(request: Request, house: House, id: str) -> Source:
    """A table's record; it is made anew when something has happened."""
    visitor = known(request)
    seat = await house.runner.viewer(id, visitor.person if visitor else None)
    view = await house.runner.view(id, seat)
    # Names may be forgotten, and a seal opened after the game.
    is_sealed = now() < (view.settings.sealed_until or 0)
    key = (id, seat, view.number, tuple(view.names.items()), is_sealed)
    file = house.records.get(key)
    if file is None:
        file = _unlinked(await house.runner.record(id, seat)).json()
        house.records.put(key, file)
    return Source(file, key, view.phase == "over", is_uploaded=False, seat=seat)


def _unlinked(record: Record) -> Record:
    """The same record without a way to other tables: a file is passed on, a link is not."""
    return replace(record, log=tuple(_unlinked_line(line) for line in record.log))


def _unlinked_line(line: Line) -> Line:
    if isinstance(line.event, Rematched):
        return replace(line, event=Rematched(""))
    if isinstance(line.event, Opened) and line.event.rematch_of is not None:
        return replace(line, event=replace(line.event, rematch_of=None))
    return line


async def _worked(request: Request, source: Source, work: Callable[..., T], *args: Any) -> T:
    """Have something done in a workshop; what strangers bring waits among itself."""
    house = house_of(request)
    is_slow = source.is_uploaded or work is playback.film
    return await (house.studio if is_slow else house.easel).do(work, *args)


async def page(request: Request) -> Response:
    """The replay page."""
    source, language = await source_of(request), language_of(request)
    shown = await _worked(request, source, playback.look, source.file, language)
    response = house_of(request).page(
        request,
        "replay.html",
        game=lid_of(game(shown.game), shown.options, language),
        base=f"/tables/{request.path_params['table']}",
        total=shown.steps,
        picture=shown.picture,
        standing=shown.standing,
        ordinal=lambda place: ordinal(place, language),
        points=lambda count: in_points(count, words(language)),
        ending=shown.ending,
        sealed=shown.is_sealed,
        edition=shown.edition,
        editions=choosing.named(game(shown.game), shown.options, language),
        is_printed=game(shown.game).printing is not None,
        commitment=shown.commitment,
        preview=_preview(request) if shown.is_public and not source.is_uploaded else None,
        is_over=source.is_over,
        has_link=not source.is_uploaded,
        is_analysed=game(shown.game).has_brain,
        has_sides=source.seat is not None and game(shown.game).has_sides,
        is_across=source.seat is not None and shown.across[source.seat],
    )
    response.headers.update(_kept_offline(request, source))
    return response


def _kept_offline(request: Request, source: Source) -> dict[str, str]:
    """A game that is over changes no more: whoever has opened it can see it again anywhere."""
    return keeping(f"/tables/{request.path_params['table']}") if source.is_over else {}


def _preview(request: Request) -> str:
    """The whole address of the picture that goes with a link to a public game."""
    path = f"/tables/{request.path_params['table']}/souvenir.png"
    return str(request.url.replace(path=path, query="", fragment=""))


async def figures(request: Request) -> Response:
    """A game that is over in figures, as a part of its table's page."""
    house, source, language = house_of(request), await source_of(request), language_of(request)
    if not source.is_over:
        raise HTTPException(404)
    key = (source.key, "figures", language)
    part = house.drawings.get(key)
    if part is None:
        summary = await _worked(request, source, playback.summary, source.file, language)
        base = f"/tables/{request.path_params['table']}"
        template = house.templates.get_template("parts/figures.html")
        values = {"_": words(language), "base": base, **summary._asdict()}
        part = house.drawings.put(key, template.render(values).encode())
    return Response(part, media_type="text/html", headers=PASSING)


async def frames(request: Request) -> Response:
    """Some frames for the slider."""
    source, language = await source_of(request), language_of(request)
    first, count = _whole(request, "first", 0, MOST), _whole(request, "count", 1, FRAMES)
    found = await _worked(request, source, playback.frames, source.file, first, count, language)
    # Not to be used again: a game goes on, and a visitor may choose another language.
    headers = {**PASSING, **_kept_offline(request, source)}
    return Response(found, media_type="application/json", headers=headers)


async def record(request: Request) -> Response:
    """The game as one file, to keep, replay or verify."""
    source, id = await source_of(request), request.path_params["table"]
    headers = {
        **PASSING,
        **_kept_offline(request, source),
        "Content-Disposition": f'attachment; filename="{id}.json"',
    }
    return Response(source.file, media_type="application/json", headers=headers)


async def picture(request: Request) -> Response:
    """One step as PNG."""
    return await _drawn(request, "png", playback.picture)


async def souvenir(request: Request) -> Response:
    """A game that is over as a picture to send to friends."""
    house, source, language = house_of(request), await source_of(request), language_of(request)
    if not source.is_over:
        raise HTTPException(404)
    key = (source.key, "souvenir", language)
    data = house.drawings.get(key)
    if data is None:
        require(house.pictures, request)
        data = await _worked(request, source, playback.souvenir, source.file, language)
        house.drawings.put(key, data)
    return Response(data, media_type="image/png", headers=KEEP)


async def film(request: Request) -> Response:
    """The steps up to one as an animated picture."""
    kind = request.path_params["kind"]
    if kind not in ("webp", "gif"):
        raise HTTPException(404)
    return await _drawn(request, kind, playback.film, kind)


async def _drawn(request: Request, kind: str, work: Callable[..., bytes], *more: str) -> Response:
    """A picture of a game; browsers keep those of a game that is over."""
    house, source = house_of(request), await source_of(request)
    details = (_whole(request, "ply", 0, MOST), language_of(request), *more)
    data = house.drawings.get((source.key, kind, details))
    if data is None:
        require(house.films if more else house.pictures, request)
        data = await _worked(request, source, work, source.file, *details)
        house.drawings.put((source.key, kind, details), data)
    headers = KEEP if source.is_over else PASSING
    return Response(data, media_type=f"image/{kind}", headers=headers)


async def upload(request: Request) -> Response:
    """Look at a game from a file."""
    house = house_of(request)
    require(house.uploads, request)  # before anybody is welcomed, and anything is read
    _, response = await ensure_visitor(request)
    async with request.form(max_files=1) as form:
        file = form.get("record")
        if file is None or isinstance(file, str):
            raise HTTPException(400)
        data = await file.read()
    try:
        await house.studio.do(playback.check, data)
    except BadRecord as error:
        raise HTTPException(400, str(error)) from None
    id = UPLOADED + hashlib.sha256(data).hexdigest()[:24]  # whatever the file calls itself
    await asyncio.to_thread(house.brought.put, id, data)
    response.headers["location"] = f"/tables/{id}/replay"
    return response


def _whole(request: Request, name: str, low: int, high: int) -> int:
    try:
        return max(low, min(high, int(request.query_params.get(name, low))))
    except ValueError:
        raise HTTPException(400) from None
