"""The host's editions and sheets: writing or bringing one, looking at it, taking it out again."""

import asyncio
import base64
from pathlib import PurePath
from typing import Any, NamedTuple

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludotheque.core.discovery import games
from ludotheque.core.documents import MOST as LETTERS
from ludotheque.core.documents import BadDocument
from ludotheque.core.texts import Translate
from ludotheque.house.errors import Declined, UnknownOption
from ludotheque.house.library import MOST, Document, option_of
from ludotheque.web import choosing
from ludotheque.web.accounts import text as field
from ludotheque.web.declined import sentence
from ludotheque.web.hosting import require_host
from ludotheque.web.house import House, house_of
from ludotheque.web.languages import language_of, typeset, words

ADDRESS = "/host/documents"
_BYTES = 4 * LETTERS  # of a file: no letter is longer


class Draft(NamedTuple):
    """What stands in the editor."""

    of: str  # game and option: "game.option"
    text: str
    title: str = ""  # for one that does not name itself
    picture: str = ""  # how it looks, once that was asked for
    problem: str = ""


async def page(request: Request) -> Response:
    """What there is, and an editor with one of them, or a new one, to begin from."""
    require_host(request)
    wanted = request.query_params.get("of", "")
    kept = await asyncio.to_thread(
        house_of(request).library.find, request.query_params.get("from", "")
    )
    draft = None
    if kept is not None:
        draft = Draft(f"{kept.game}.{kept.option}", kept.text)
    elif wanted:
        draft = Draft(wanted, _first(*_named(wanted)))
    return await _page(request, draft)


def _named(of: str) -> tuple[str, str]:
    """The game and the option that a form means; 404 where there is none."""
    game, _, option = of.partition(".")
    try:
        option_of(game, option)
    except UnknownOption:
        raise HTTPException(404) from None
    return game, option


def _first(game: str, option: str) -> str:
    """The text to begin with: the one that comes with the game."""
    taken, documents = option_of(game, option)
    return documents.text(taken.default)


async def _page(request: Request, draft: Draft | None) -> Response:
    house, language = house_of(request), language_of(request)
    kept = await asyncio.to_thread(house.library.all)
    return house.page(
        request,
        "documents.html",
        400 if draft and draft.problem else 200,
        kinds=[_kind(game, option, language) for game, option in _taking()],
        documents=[_listed(each, language) for each in kept],
        draft=draft,
        most=MOST,
        letters=LETTERS,
    )


def _taking() -> list[tuple[str, str]]:
    return [
        (game.id, each.name) for game in games().values() for each in game.options if each.documents
    ]


def _kind(game: str, option: str, language: str) -> dict[str, str]:
    found, translate = option_of(game, option)[0], games()[game].translate(language)
    return {
        "of": f"{game}.{option}",
        "game": translate(games()[game].title),
        "option": translate(found.label),
    }


def _listed(document: Document, language: str) -> dict[str, Any]:
    """A document in the list; of a game that has gone from the shelf there is no picture."""
    of = f"{document.game}.{document.option}"
    if (document.game, document.option) not in _taking():
        return {"id": document.id, "title": document.title, "of": of, "kind": of, "picture": ""}
    kind = _kind(document.game, document.option, language)
    where = (document.game, document.option, document.id, document.text, language)
    return {
        "id": document.id,
        "title": document.title,
        "of": of,
        "kind": f"{kind['option']} · {kind['game']}",
        "picture": choosing.picture_url(*where),
    }


async def write(request: Request) -> Response:
    """Look at what the host wrote or brought, or put it in the house; nothing of it is lost."""
    require_host(request)
    house, language = house_of(request), language_of(request)
    async with request.form(max_files=1) as form:
        draft = await _draft(form, words(language))
        deed = form.get("deed")
    game, option = _named(draft.of)
    if draft.problem:
        return await _page(request, draft)
    try:
        if deed == "add":
            return await _add(house, game, option, draft)
        text = await asyncio.to_thread(option_of(game, option)[1].checked, draft.text)
    except BadDocument as error:
        told = typeset(error.tell(language), language)
        return await _page(request, draft._replace(problem=f"{told[:1].upper()}{told[1:]}."))
    except Declined as declined:
        return await _page(request, draft._replace(problem=sentence(declined, words(language))))
    svg = await house.press.do(choosing.drawn, games()[game], option, text, language)
    picture = f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}"
    return await _page(request, draft._replace(picture=picture))


async def _add(house: House, game: str, option: str, draft: Draft) -> Response:
    made = await asyncio.to_thread(house.library.add, game, option, draft.text, draft.title)
    return RedirectResponse(f"{ADDRESS}#d-{made.id}", 303)


async def _draft(form: FormData, _: Translate) -> Draft:
    """What was written, else the file that was brought."""
    of, title, file = field(form, "of"), field(form, "title")[:100], form.get("file")
    written = str(form.get("text") or "").replace("\r\n", "\n")
    if not isinstance(file, UploadFile) or not file.filename:
        return Draft(of, written, title)
    title = title or PurePath(file.filename).stem[:100]
    try:
        return Draft(of, (await file.read(_BYTES)).decode("utf-8-sig"), title)
    except UnicodeDecodeError:
        problem = _("Ce fichier n'est pas un texte : il en faut un, en UTF-8.")
        return Draft(of, written, title, problem=problem)


async def remove(request: Request) -> Response:
    """Take one out of the house; games that are played with it have it in their logs."""
    require_host(request)
    form = await request.form()
    await asyncio.to_thread(house_of(request).library.remove, field(form, "id"))
    return RedirectResponse(ADDRESS, 303)


async def file(request: Request) -> Response:
    """A document as a file."""
    require_host(request)
    found = await asyncio.to_thread(house_of(request).library.find, request.path_params["id"])
    if found is None:
        raise HTTPException(404)
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{found.option}-{found.id}.toml"',
    }
    return Response(found.text, media_type="application/toml", headers=headers)
