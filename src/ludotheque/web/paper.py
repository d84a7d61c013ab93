"""Playing on paper: sheets to print, blank or of a table, and counting one that was filled in."""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.discovery import game as by_id
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game, Options
from ludotheque.core.keeping import Account, BadSheet, Filled, Form
from ludotheque.core.pages import as_pdf, as_pngs, blank_sheets, filled_sheets
from ludotheque.core.texts import LANGUAGES
from ludotheque.table import Refused, called
from ludotheque.web import choosing, playback
from ludotheque.web.arrivals import require
from ludotheque.web.assets import FOREVER
from ludotheque.web.house import house_of, known
from ludotheque.web.languages import language_of, typeset, words
from ludotheque.web.pages import lid, picked
from ludotheque.web.replays import KEEP, PASSING
from ludotheque.web.workshop import Workshop

MOST_PAGES = 20  # of blank sheets in one file
TYPES = {"pdf": "application/pdf", "png": "image/png"}
_LETTERS = 12  # of a field that are looked at
_TYPED = 600  # of a typed sheet


async def picture(request: Request) -> Response:
    """What a game looks like that is played with a document."""
    house, (game, _) = house_of(request), picked(request)
    name, value, language = (request.path_params[key] for key in ("option", "value", "language"))
    option = next((each for each in game.options if each.name == name and each.documents), None)
    text = await choosing.text_of(house, game.id, option, value) if option else None
    if text is None or language not in LANGUAGES:
        raise HTTPException(404)
    key = ("document", game.id, name, text, language)
    data = await _made(request, house.press, key, choosing.drawn, game, name, text, language)
    url = choosing.picture_url(game.id, name, value, text, language)
    is_current = url.endswith(f"?{request.url.query}")
    headers = {"Cache-Control": FOREVER if is_current else "no-store"}
    return Response(data, media_type="image/svg+xml", headers=headers)


async def blank(request: Request) -> Response:
    """Blank sheets of a game, to print."""
    house, (game, box), language = house_of(request), picked(request), language_of(request)
    kind = _kind(request, game)
    options = await _options(request, game)
    pages = _whole(request, "pages", MOST_PAGES) if kind == "pdf" else 1
    details = (tuple(options.items()), pages, kind, language)
    data = await _made(
        request, house.easel, ("blank", game.id, *details), blank_file, game.id, *details
    )
    return _file(data, kind, box.id, PASSING)


async def _options(request: Request, game: Game) -> dict[str, Any]:
    """The options that an address asks for."""
    house, (_, box) = house_of(request), picked(request)
    try:
        return await choosing.chosen(
            house, game, box, request.query_params, words(language_of(request))
        )
    except BadOption as error:
        raise HTTPException(400, str(error)) from None


async def of_table(request: Request) -> Response:
    """The sheets of a table as its visitor may see them; what is hidden from her is not on them."""
    house, id = house_of(request), request.path_params["table"]
    require(house.looks, request)
    uploaded = await house.upload(id)
    if uploaded is None:
        return await _of_table(request, id)
    details = (_whole(request, "page", MOST_PAGES), _kind(request), language_of(request))
    key = ("sheets", id, *details)
    data = await _made(request, house.studio, key, record_file, uploaded, *details)
    return _file(data, details[1], id, KEEP)


async def _of_table(request: Request, id: str) -> Response:
    house, language, visitor = house_of(request), language_of(request), known(request)
    try:
        view = await house.runner.view_for(id, visitor.person if visitor else None)
    except Refused as refusal:
        raise HTTPException(404, refusal.tell(language)) from None
    kind = _kind(request, view.game)
    names = tuple(called(view.names, language).items())
    details = (view.state.tobytes(), names, _whole(request, "page", MOST_PAGES), kind, language)
    key = ("sheets", id, *details)
    data = await _made(request, house.easel, key, table_file, view.game.id, *details)
    return _file(data, kind, id, KEEP if view.phase == "over" else PASSING)


async def _made(
    request: Request, workshop: Workshop, key: Hashable, work: Callable[..., bytes], *args: Any
) -> bytes:
    """A file from the shelf, else made in a workshop."""
    house = house_of(request)
    data = house.drawings.get(key)
    if data is None:
        require(house.pictures, request)
        data = house.drawings.put(key, await workshop.do(work, *args))
    return data


def _whole(request: Request, name: str, most: int) -> int:
    text = request.query_params.get(name) or "1"
    if not text.isdecimal() or not 1 <= int(text[:4]) <= most:
        _ = words(language_of(request))
        raise HTTPException(400, _("Il faut un nombre de pages de 1 à {most}.").format(most=most))
    return int(text)


def _kind(request: Request, game: Game | None = None) -> str:
    kind = str(request.path_params["kind"])
    if kind not in TYPES or (game is not None and game.printing is None):
        raise HTTPException(404)
    return kind


def _file(data: bytes, kind: str, name: str, headers: dict[str, str]) -> Response:
    if not data:
        raise HTTPException(404)  # no such page
    named = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return Response(data, media_type=TYPES[kind], headers={**headers, **named})


# What follows is done in a workshop.


def blank_file(game: str, options: Any, pages: int, kind: str, language: str) -> bytes:
    """So many pages of blank sheets; a PNG is one."""
    found = by_id(game)
    return _written(found, blank_sheets(found, dict(options), pages, language), 1, kind, language)


def table_file(game: str, state: bytes, names: Any, page: int, kind: str, language: str) -> bytes:
    """Each seat's sheet; a PNG is one page of them."""
    found = by_id(game)
    sheets = filled_sheets(found, found.engine.board(state)[0], dict(names), language)
    return _written(found, sheets, page, kind, language)


def record_file(record: bytes, page: int, kind: str, language: str) -> bytes:
    """The same of a game in a file; nothing where it is not played on paper."""
    game, sheets = playback.sheets(record, language)
    return _written(game, sheets, page, kind, language) if sheets else b""


def _written(game: Game, sheets: list[str], page: int, kind: str, language: str) -> bytes:
    if kind == "pdf":
        return as_pdf(sheets, game.translate(language)(game.title))
    return next(iter(as_pngs(sheets)[page - 1 : page]), b"")


class Counted(NamedTuple):
    """A filled sheet, and what came of counting it."""

    form: Form
    account: Account | None
    problems: dict[str, str]  # by field


async def score(request: Request) -> Response:
    """A sheet to fill in and, once it is, every point explained."""
    (game, box), language, house = picked(request), language_of(request), house_of(request)
    if game.keeper is None:
        raise HTTPException(404)
    require(house.looks, request)
    options = await _options(request, game)
    typed = request.query_params.get("typed", "")[:_TYPED]
    filled = {key: value[:_LETTERS].strip() for key, value in request.query_params.items()}
    misread = ""
    if typed.strip():
        try:
            filled = game.keeper.read(typed)
        except BadSheet as error:
            filled, misread = {}, typeset(error.tell(language)[""], language)
    counted = await house.press.do(count, game, options, filled, language)
    return house.page(
        request,
        "score.html",
        game=lid(game, box, language),
        options=await choosing.choices(house, game, box, language),
        chosen=request.query_params,
        filled={key: value.upper() for key, value in filled.items()},
        typed=typed if misread else "",
        misread=misread,
        **counted._asdict(),
    )


def count(game: Game, options: Options, filled: Filled, language: str) -> Counted:
    """Count a sheet, if anything stands on it."""
    keeper = game.keeper
    assert keeper is not None
    state = game.new(options)
    form = keeper.form(state, filled, language)
    fields = {cell.field for row in form.rows for cell in row.cells}
    fields.update(number.field for number in form.numbers)
    if not any(filled.get(field) for field in fields):
        return Counted(form, None, {})
    try:
        return Counted(form, _typeset(keeper.account(state, filled, language), language), {})
    except BadSheet as error:
        told = {field: typeset(text, language) for field, text in error.tell(language).items()}
        return Counted(form, None, told)


def _typeset(account: Account, language: str) -> Account:
    """The same as it is printed in a language."""

    def lines(told: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(typeset(line, language) for line in told)

    items = tuple(item._replace(lines=lines(item.lines)) for item in account.items)
    return account._replace(items=items, doubts=lines(account.doubts))
