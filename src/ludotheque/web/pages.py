"""The quiet pages: opening a table, names, languages, the dice. Live ones are elsewhere."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludotheque.bots import CAST, LEVELS, STANDBY, ratings_at, temper_label
from ludotheque.bots import label as bot_label
from ludotheque.core.discovery import box, boxes
from ludotheque.core.drawing import Scene, standalone
from ludotheque.core.errors import BadOption, ChoicesDisagree, UnknownGame
from ludotheque.core.game import Box, Game, Options
from ludotheque.core.tempers import TEMPERS
from ludotheque.core.texts import LANGUAGES, Translate
from ludotheque.house.addresses import network_of
from ludotheque.house.clock import DAY
from ludotheque.house.errors import Declined
from ludotheque.house.people.fitting import fitting_level
from ludotheque.house.people.names import MAX_NAME
from ludotheque.house.people.sessions import id_of
from ludotheque.house.people.visitors import Visitor
from ludotheque.house.push import subscriptions
from ludotheque.table import CLOCKS, FILL_WAITS, Settings
from ludotheque.web import choosing
from ludotheque.web.arrivals import address, ensure_player, ensure_visitor
from ludotheque.web.assets import FOREVER, Asset
from ludotheque.web.declined import sentence
from ludotheque.web.house import House, house_of, known, person_of
from ludotheque.web.languages import COOKIE as LANGUAGE_COOKIE
from ludotheque.web.languages import language_of, typeset, words

_OWN_PATH = re.compile(r"/(?![/\\])[!-~]*")  # browsers skip tabs and line ends in addresses


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


def title_of(id: str, language: str) -> str:
    """The title of a box by its id; the id where it lies on the shelf no more."""
    if id not in boxes():
        return id
    shelf_game, its_box = boxes()[id]
    return shelf_game.translate(language)(its_box.title)


def lid(shelf_game: Game, its_box: Box, language: str) -> Lid:
    """A box in a language."""
    translate = shelf_game.translate(language)
    seats = shelf_game.seat_counts
    return Lid(
        its_box.id,
        shelf_game.id,
        translate(its_box.title),
        typeset(translate(its_box.summary), language),
        f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0]),
        board_url(shelf_game, its_box, language),
        f"/games/{its_box.id}",
    )


def lid_of(shelf_game: Game, options: Options, language: str) -> Lid:
    """The box that a table's game was taken from."""
    return lid(shelf_game, shelf_game.box(options), language)


def modalities(shelf_game: Game, options: Options, language: str) -> list[tuple[str, str]]:
    """The modalities that a table is played with: the name of each, and what it is."""
    translate = shelf_game.translate(language)
    chosen = [each for each in shelf_game.modalities if options.get(each.name)]
    return [(translate(each.label), typeset(translate(each.modality), language)) for each in chosen]


def picked(request: Request) -> tuple[Game, Box]:
    """The box that an address names, with its game."""
    try:
        return box(request.path_params["game"])
    except UnknownGame:
        raise HTTPException(404) from None


async def board(request: Request) -> Response:
    """A game's board as a picture: a game under way, for the lid of its box."""
    language = request.path_params.get("language", LANGUAGES[0])
    if language not in LANGUAGES:
        raise HTTPException(404)
    found = (*picked(request), language)
    is_current = board_url(*found).endswith(f"?{request.url.query}")
    return _board(*found).response(request, FOREVER if is_current else "public, max-age=3600")


@cache
def board_url(shelf_game: Game, its_box: Box, language: str) -> str:
    """Where that picture lies: an address that changes with the drawing, so browsers keep it."""
    digest = hashlib.sha256(_board(shelf_game, its_box, language).data).hexdigest()[:10]
    return f"/games/{its_box.id}/board.{language}.svg?{digest}"


@cache
def _board(shelf_game: Game, its_box: Box, language: str) -> Asset:
    picture = shelf_game.draw(shelf_game.lid(its_box), Scene(language=language))
    return Asset(f"{its_box.id}.{language}.svg", standalone(picture).encode())


async def new(request: Request) -> Response:
    """The form that opens a table."""
    return await _form(request)


async def _form(
    request: Request, given: Mapping[str, Any] | None = None, error: str = ""
) -> Response:
    """The form, filled in as it was ``given``, where that would not do."""
    (shelf_game, its_box), language = picked(request), language_of(request)
    _ = words(language)
    options = await choosing.choices(house_of(request), shelf_game, its_box, language)
    for option in options if given else ():
        option["default"] = str((given or {}).get(option["name"], option["default"]))
    return house_of(request).page(
        request,
        "new.html",
        400 if error else 200,
        error=error,
        given=given or {"spectators": "on"},
        game=lid(shelf_game, its_box, language),
        options=options,
        clocks=[(choosing.value_of(clock), clock_text(clock, _)) for clock in CLOCKS],
        **_levels(shelf_game, its_box, language),
        cast=_cast(shelf_game, language),
        waits=[(choosing.value_of(wait), wait_text(wait, _)) for wait in FILL_WAITS],
        default_bot_level=await _fitting(house_of(request), known(request), its_box),
        has_chat=house_of(request).has_chat,
        has_odds=shelf_game.has_brain,
    )


_VAGUE = 200  # half an interval of a rating from which on it tells nobody anything


def _levels(game: Game, its_box: Box, language: str) -> dict[str, Any]:
    """The levels of bots, each with its rating where it was measured at so many seats as usual."""
    _, seats = words(language), int(game.chosen(its_box.options)["seats"])
    ratings = ratings_at(game, its_box, seats)
    told = {id: bot_label(id, language) for id in LEVELS}
    told |= {
        id: f"{told[id]} · {rating}" for id, (rating, margin) in ratings.items() if margin < _VAGUE
    }
    rated = _(
        "Le nombre est leur force, mesurée à {seats} joueurs : 0 joue au hasard, et entre deux"
        " joueurs celui qui a 100 points de plus gagne 64 fois sur 100."
    ).format(seats=seats)
    offered = _("Proposée d'après vos dernières parties contre eux.")
    return {
        "bot_levels": list(told.items()),
        "bots_help": typeset(f"{offered} {rated}" if ratings else offered, language),
    }


def _cast(game: Game, language: str) -> list[dict[str, Any]]:
    """Who may sit down with bots' places, by temper, and what that means in a game."""
    if game.tempers is None or not game.has_tempers:
        return []
    return [
        {
            "label": temper_label(temper, language),
            "told": game.tempers.told(temper, game.translate(language)),
            "who": [each for each in CAST if each.temper == temper],
        }
        for temper in TEMPERS
    ]


def _wrong(error: BadOption, shelf_game: Game, language: str) -> str:
    """Why a table cannot be opened so, in a sentence for people."""
    if isinstance(error, ChoicesDisagree):
        return typeset(shelf_game.translate(language)(error.told), language)
    _ = words(language)
    return _("Un de ces choix ne va pas à ce jeu : vérifiez-les, puis ouvrez la table.")


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


async def _fitting(house: House, visitor: Visitor | None, its_box: Box) -> str:
    """The level of bots that suits who asks."""
    return await house.read(fitting_level, visitor.person if visitor else None, its_box.id)


async def play(request: Request) -> Response:
    """One click: a table against bots, with the box's defaults, begun at once."""
    house, (shelf_game, its_box) = house_of(request), picked(request)
    visitor, response = await ensure_player(request)
    settings = Settings(bots=await _fitting(house, visitor, its_box))
    table = await house.runner.create(
        shelf_game.id, its_box.options, settings, host=person_of(visitor)
    )
    response.headers["location"] = f"/tables/{table}#play"
    return response


async def create(request: Request) -> Response:
    """Open a table as the form says; a wrong field is told on the page."""
    house, (shelf_game, its_box) = house_of(request), picked(request)
    visitor, response = await ensure_player(request)
    form = await request.form()
    try:
        settings = Settings(
            clock=_whole(form.get("clock")),
            public=form.get("public") == "on",
            spectators=form.get("spectators") == "on",
            fill_after=_whole(form.get("fill_after")),
            bots=str(form.get("bots") or STANDBY),
            odds=form.get("odds") == "on" and shelf_game.has_brain,
            chat=house.has_chat and form.get("chat") == "on" and form.get("public") != "on",
        )
        seats = max(1, min(12, _whole(form.get("hotseat")) or 1))
        _ = words(language_of(request))
        chosen = await choosing.chosen(house, shelf_game, its_box, form, _)
        if settings.public:
            await _require_room(request, visitor)
        table = await house.runner.create(shelf_game.id, chosen, settings, host=person_of(visitor))
    except BadOption as error:
        return await _form(request, form, _wrong(error, shelf_game, language_of(request)))
    if settings.public:
        house.elsewhere.note_opened(table, visitor.person, network_of(address(request)))
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
        if request.state.token is not None:
            session = id_of(request.state.token)
            await house_of(request).write(subscriptions.speak, session, chosen)
    return response


def back_to(path: Any, else_to: str = "/") -> str:
    """Where to return: a path of this house, never another site."""
    text = str(path or else_to)
    return text if _OWN_PATH.fullmatch(text) else else_to
