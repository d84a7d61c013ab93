"""The quiet pages: the shelf, the rules, opening a table, the dice. Live ones are elsewhere."""

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludotheque.bots import LEVELS, STANDBY
from ludotheque.bots import label as bot_label
from ludotheque.core.discovery import box, boxes, game
from ludotheque.core.drawing import Scene, standalone
from ludotheque.core.errors import BadOption, UnknownGame
from ludotheque.core.game import Box, Game, Option, Options
from ludotheque.core.illustrations import illustrations
from ludotheque.core.texts import LANGUAGES, Translate
from ludotheque.house.addresses import network_of
from ludotheque.house.clock import DAY
from ludotheque.house.errors import Declined
from ludotheque.house.people.names import MAX_NAME
from ludotheque.house.people.visitors import Visitor
from ludotheque.table import CLOCKS, FILL_WAITS, Listing, Settings, former
from ludotheque.web.arrivals import address, ensure_player, ensure_visitor
from ludotheque.web.assets import FOREVER, Asset
from ludotheque.web.declined import sentence
from ludotheque.web.house import house_of, known, person_of
from ludotheque.web.languages import COOKIE as LANGUAGE_COOKIE
from ludotheque.web.languages import language_of, typeset, words

_OWN_PATH = re.compile(r"/(?![/\\])[!-~]*")  # browsers skip tabs and line ends in addresses
_RULE = re.compile(r"<strong>([A-Z]{2}-\d+)</strong>")


@dataclass(frozen=True)
class Lid:
    """What a box shows, in a language."""

    id: str
    game: str  # whose rules it holds
    title: str
    summary: str
    seats: str
    board: str
    rules: str


async def home(request: Request) -> Response:
    """The shelf, open tables, and one's own."""
    house, language = house_of(request), language_of(request)
    visitor = known(request)
    mine = await house.runner.mine(visitor.person) if visitor else []
    first = request.query_params.get("first", "")
    tables, more = house.lobby.page(int(first) if first.isdecimal() and len(first) < 7 else 0)
    return house.page(
        request,
        "home.html",
        shelf=[lid(*each, language) for each in boxes().values()],
        tables=[_listed(entry, language) for entry in tables],
        more=more,
        mine=[_mine(entry, language) for entry in mine],
    )


def title_of(id: str, language: str) -> str:
    """The title of a box by its id; the id where it lies on the shelf no more."""
    if id not in boxes():
        return id
    shelf_game, its_box = boxes()[id]
    return shelf_game.translate(language)(its_box.title)


def lid(shelf_game: Game, its_box: Box, language: str) -> Lid:
    """A box in a language."""
    translate = shelf_game.translate(language)
    seats = next(option.values for option in shelf_game.options if option.name == "seats")
    return Lid(
        its_box.id,
        shelf_game.id,
        translate(its_box.title),
        translate(its_box.summary),
        f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0]),
        board_url(shelf_game, its_box),
        f"/games/{its_box.id}",
    )


def lid_of(shelf_game: Game, options: Options, language: str) -> Lid:
    """The box that a table's game was taken from."""
    return lid(shelf_game, shelf_game.box(options), language)


def _listed(entry: Listing, language: str) -> dict[str, Any]:
    _ = words(language)
    return {
        "url": f"/tables/{entry.table}",
        "title": _title(entry, language),
        "game": entry.game,
        "host": next((name for name in entry.names if name), ""),
        "free": entry.names.count(None),
        "seats": len(entry.names),
        "clock": clock_text(entry.settings.clock, _),
    }


def _mine(entry: Listing, language: str) -> dict[str, Any]:
    return {
        "url": f"/tables/{entry.table}",
        "title": _title(entry, language),
        "with_": ", ".join(
            name or former(language)
            for seat, name in enumerate(entry.names)
            if name is not None and seat not in entry.mine
        ),
        "my_turn": any(seat in entry.mine for seat in entry.expected),
        "over": entry.phase == "over",
    }


def _title(entry: Listing, language: str) -> str:
    shelf_game = game(entry.game)
    return shelf_game.translate(language)(shelf_game.box(entry.options).title)


def picked(request: Request) -> tuple[Game, Box]:
    """The box that an address names, with its game."""
    try:
        return box(request.path_params["game"])
    except UnknownGame:
        raise HTTPException(404) from None


async def rules(request: Request) -> Response:
    """A game's rules, in our own words."""
    (shelf_game, its_box), language = picked(request), language_of(request)
    translate = shelf_game.translate(language)
    return house_of(request).page(
        request,
        "rules.html",
        game=lid(shelf_game, its_box, language),
        html=rules_html(shelf_game, language),
        pictures=[
            (each.section, picture_url(shelf_game, number, language), translate(each.caption))
            for number, each in enumerate(illustrations(shelf_game), 1)
        ],
    )


@cache
def rules_html(shelf_game: Game, language: str) -> str:
    """The rules page's text as HTML, with an anchor for each rule number."""
    from markdown_it import MarkdownIt

    name = "RULES.md" if language == LANGUAGES[0] else f"RULES.{language}.md"
    file = shelf_game.folder / name
    if not file.exists():
        file = shelf_game.folder / "RULES.md"
    html = str(MarkdownIt("commonmark").enable("table").render(file.read_text(encoding="utf-8")))
    for written, wanted in _FOR_EVERYBODY:
        html = html.replace(written, wanted)
    return _RULE.sub(r'<strong class="rule" id="\1">\1</strong>', typeset(html, language))


# A wide table scrolls by keyboard too, and a column without a heading has none.
_FOR_EVERYBODY = (
    ("<table>", '<div class="scroll" tabindex="0"><table>'),
    ("</table>", "</table></div>"),
    ("<th></th>", "<td></td>"),
)


async def board(request: Request) -> Response:
    """A game's board as a picture: a game under way, for the lid of its box."""
    found = picked(request)
    is_current = board_url(*found).endswith(f"?{request.url.query}")
    return _board(*found).response(request, FOREVER if is_current else "public, max-age=3600")


@cache
def board_url(shelf_game: Game, its_box: Box) -> str:
    """Where that picture lies: an address that changes with the drawing, so browsers keep it."""
    digest = hashlib.sha256(_board(shelf_game, its_box).data).hexdigest()[:10]
    return f"/games/{its_box.id}/board.svg?{digest}"


@cache
def _board(shelf_game: Game, its_box: Box) -> Asset:
    picture = shelf_game.draw(shelf_game.lid(its_box), Scene())
    return Asset(f"{its_box.id}.svg", standalone(picture).encode())


async def picture(request: Request) -> Response:
    """A drawing of the rules page."""
    shelf_game, _ = picked(request)
    language, number = request.path_params["language"], request.path_params["number"]
    if language not in LANGUAGES or not 1 <= number <= len(illustrations(shelf_game)):
        raise HTTPException(404)
    is_current = picture_url(shelf_game, number, language).endswith(f"?{request.url.query}")
    drawn = _picture(shelf_game, number, language)
    return drawn.response(request, FOREVER if is_current else "public, max-age=3600")


@cache
def picture_url(shelf_game: Game, number: int, language: str) -> str:
    """Where a drawing of the rules lies, counted from 1; the address changes with it."""
    digest = hashlib.sha256(_picture(shelf_game, number, language).data).hexdigest()[:10]
    return f"/games/{shelf_game.id}/rules/{number}.{language}.svg?{digest}"


@cache
def _picture(shelf_game: Game, number: int, language: str) -> Asset:
    drawing = illustrations(shelf_game)[number - 1].draw(language)
    return Asset(f"{shelf_game.id}-{number}.{language}.svg", standalone(drawing).encode())


async def new(request: Request) -> Response:
    """The form that opens a table."""
    (shelf_game, its_box), language = picked(request), language_of(request)
    _ = words(language)
    return house_of(request).page(
        request,
        "new.html",
        game=lid(shelf_game, its_box, language),
        options=[
            _choice(option, shelf_game.translate(language), _)
            for option in shelf_game.options
            if option.values and option.name not in its_box.options
        ],
        clocks=[(_value(clock), clock_text(clock, _)) for clock in CLOCKS],
        bot_levels=[(level, bot_label(level, language)) for level in LEVELS],
        waits=[(_value(wait), wait_text(wait, _)) for wait in FILL_WAITS],
        default_bot_level=STANDBY,
    )


def _choice(option: Option, translate: Translate, _: Translate) -> dict[str, Any]:
    texts = {True: _("oui"), False: _("non")}
    return {
        "name": option.name,
        "label": translate(option.label),
        "values": [
            (_value(value), texts[value] if isinstance(value, bool) else str(value))
            for value in option.values
        ],
        "default": _value(option.default),
    }


def _value(value: Any) -> str:
    return "" if value is None else str(value).lower()


def clock_text(seconds: int | None, _: Translate) -> str:
    """A clock setting in words."""
    if seconds is None:
        return _("sans limite")
    if seconds >= DAY:
        return _("{days} jours par coup").format(days=seconds // DAY)
    return _("{seconds} secondes par coup").format(seconds=seconds)


def wait_text(seconds: int | None, _: Translate) -> str:
    """A fill-in setting in words."""
    if seconds is None:
        return _("jamais")
    return (
        _("tout de suite")
        if seconds == 0
        else _("après {seconds} secondes").format(seconds=seconds)
    )


async def play(request: Request) -> Response:
    """One click: a table against bots, with the box's defaults, begun at once."""
    house, (shelf_game, its_box) = house_of(request), picked(request)
    visitor, response = await ensure_player(request)
    table = await house.runner.create(shelf_game.id, its_box.options, host=person_of(visitor))
    response.headers["location"] = f"/tables/{table}#play"
    return response


async def create(request: Request) -> Response:
    """Open a table as the form says; a wrong field is told on the page."""
    house, (shelf_game, its_box) = house_of(request), picked(request)
    visitor, response = await ensure_player(request)
    form = await request.form()
    try:
        options = dict(its_box.options) | {
            key.removeprefix("option."): str(value)
            for key, value in form.items()
            if key.startswith("option.")
        }
        if shelf_game.names_files(options):
            raise BadOption("this option is the host's: it names a file of the house")
        settings = Settings(
            clock=_whole(form.get("clock")),
            public=form.get("public") == "on",
            spectators=form.get("spectators") == "on",
            fill_after=_whole(form.get("fill_after")),
            bots=str(form.get("bots") or STANDBY),
        )
        seats = max(1, min(12, _whole(form.get("hotseat")) or 1))
        chosen = shelf_game.chosen(options)
        if settings.public:
            await _require_room(request, visitor)
        table = await house.runner.create(shelf_game.id, chosen, settings, host=person_of(visitor))
    except BadOption as error:
        raise HTTPException(400, str(error)) from None
    if settings.public:
        house.lobby.note(table, visitor.person, network_of(address(request)))
    response.headers["location"] = f"/tables/{table}#sit={seats}"
    return response


async def _require_room(request: Request, visitor: Visitor) -> None:
    """Nobody fills the list of open tables alone."""
    here = network_of(address(request))
    if not await house_of(request).lobby.has_room_for(visitor.person, here):
        _ = words(language_of(request))
        raise HTTPException(
            429,
            _(
                "Assez de vos tables sont déjà affichées pour tous : jouez-y d'abord, ou invitez"
                " par un lien."
            ),
        )


def _whole(text: Any) -> int | None:
    if not text:
        return None
    try:
        return int(str(text))
    except ValueError:
        raise BadOption(f"{str(text)[:20]!r} is no whole number") from None


async def name(request: Request) -> Response:
    """Take another name."""
    house = house_of(request)
    visitor, response = await ensure_visitor(request)
    form = await request.form()
    try:
        await house.visitors.rename(visitor, str(form.get("name") or "")[: 4 * MAX_NAME])
    except Declined as declined:
        raise HTTPException(400, sentence(declined, words(language_of(request)))) from None
    response.headers["location"] = back_to(form.get("back"))
    return response


async def language(request: Request) -> Response:
    """Choose a language."""
    form = await request.form()
    response = RedirectResponse(back_to(form.get("back")), 303)
    chosen = str(form.get("language"))
    if chosen in LANGUAGES:
        response.set_cookie(
            LANGUAGE_COOKIE, chosen, max_age=365 * DAY, samesite="lax", httponly=True
        )
    return response


def back_to(path: Any, else_to: str = "/") -> str:
    """Where to return: a path of this house, never another site."""
    text = str(path or else_to)
    return text if _OWN_PATH.fullmatch(text) else else_to


async def dice(request: Request) -> Response:
    """About the verifiable dice."""
    return house_of(request).page(request, "dice.html")
