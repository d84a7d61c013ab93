"""The application: its addresses, and what answers each of them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from ludotheque.web import (
    accounts,
    analyses,
    asks,
    chips,
    company,
    day,
    documents,
    health,
    home,
    hosting,
    installing,
    lessons,
    live,
    mine,
    pages,
    paper,
    preferences,
    prints,
    privacy,
    profiles,
    push,
    puzzles,
    quick,
    rankings,
    reckoning,
    replays,
    rooms,
    rules,
    signin,
    tables,
)
from ludotheque.web.arrivals import Recognition
from ludotheque.web.house import House, house_of
from ludotheque.web.languages import language_of, words
from ludotheque.web.security import Guard, headers_for

ROUTES = [
    Route("/", home.home),
    Route("/games/{game}", rules.page),
    Route("/games/{game}/guide", rules.drawer),
    Route("/games/{game}/guide/{number:int}.{language}.svg", rules.panel),
    Route("/games/{game}/rules/{number:int}.{language}.svg", rules.picture),
    Route("/games/{game}/learn", lessons.page),
    Route("/games/{game}/learn/{number:int}", lessons.page),
    Route("/games/{game}/learn/{number:int}.json", lessons.frames),
    Route("/puzzles", puzzles.overview),
    Route("/games/{game}/puzzle", puzzles.page),
    Route("/games/{game}/puzzle/{number:int}", puzzles.page),
    Route("/games/{game}/puzzle/{number:int}", puzzles.attempt, methods=["POST"]),
    Route("/games/{game}/puzzle/{number:int}.json", puzzles.frames),
    Route("/games/{game}/puzzle/{number:int}.svg", puzzles.picture),
    Route("/games/{game}/board.svg", pages.board),  # as old links have it
    Route("/games/{game}/board.{language}.svg", pages.board),
    Route("/games/{game}/card.{language}.{kind}", prints.card),
    Route("/games/{game}/sheets.{kind}", paper.blank),
    Route("/games/{game}/score", paper.score),
    Route("/games/{game}/{option}/{value}.{language}.svg", paper.picture),
    Route("/games/{game}/new", pages.new),
    Route("/games/{game}/play", pages.play, methods=["POST"]),
    Route("/games/{game}/tables", pages.create, methods=["POST"]),
    Route("/tables/{table}", tables.table),
    Route("/tables/{table}/screen", tables.screen),
    Route("/tables/{table}/invitation.svg", tables.invitation),
    Route("/tables/{table}/record.json", replays.record),
    Route("/tables/{table}/replay", replays.page),
    Route("/tables/{table}/frames.json", replays.frames),
    Route("/tables/{table}/figures", replays.figures),
    Route("/tables/{table}/luck.json", analyses.report),
    Route("/tables/{table}/souvenir.png", replays.souvenir),
    Route("/tables/{table}/picture.png", replays.picture),
    Route("/tables/{table}/film.{kind}", replays.film),
    Route("/tables/{table}/sheets.{kind}", paper.of_table),
    Route("/tables/{table}/company", company.company),
    Route("/tables/{table}/company", company.change, methods=["POST"]),
    Route("/tables/{table}/asks", asks.ask, methods=["POST"]),
    Route("/replay", replays.upload, methods=["POST"]),
    WebSocketRoute("/tables/{table}/live", live.live),
    Route("/dice", reckoning.dice),
    Route("/name", pages.name, methods=["POST"]),
    Route("/language", pages.language, methods=["POST"]),
    Route("/me", accounts.me),
    Route("/me/tables", mine.part),
    Route("/me/asks", asks.decline, methods=["POST"]),
    Route("/me/join", accounts.join, methods=["POST"]),
    Route("/me/confirm", accounts.confirm, methods=["POST"]),
    Route("/me/password", accounts.password, methods=["POST"]),
    Route("/me/codes", accounts.new_codes, methods=["POST"]),
    Route("/me/passkeys", signin.new_passkey, methods=["POST"]),
    Route("/me/passkeys/options", signin.new_passkey_options, methods=["POST"]),
    Route("/me/passkeys/remove", accounts.remove_passkey, methods=["POST"]),
    Route("/me/sessions", accounts.end_sessions, methods=["POST"]),
    Route("/me/company", accounts.change_company, methods=["POST"]),
    Route("/me/preferences", preferences.change, methods=["POST"]),
    Route("/me/push", push.look),
    Route("/me/push", push.subscribe, methods=["POST"]),
    Route("/me/push", push.unsubscribe, methods=["DELETE"]),
    Route("/me/export.json", accounts.export_data),
    Route("/me/delete", accounts.delete, methods=["POST"]),
    Route("/signin", signin.sign_in_page),
    Route("/signin", signin.sign_in, methods=["POST"]),
    Route("/signin/code", signin.recover, methods=["POST"]),
    Route("/signin/passkey", signin.passkey_sign_in, methods=["POST"]),
    Route("/signin/passkey/options", signin.passkey_options, methods=["POST"]),
    Route("/signout", accounts.sign_out, methods=["POST"]),
    Route("/rooms", rooms.page),
    Route("/quick", quick.page),
    Route("/quick", quick.start, methods=["POST"]),
    Route("/quick/wait", quick.wait),
    Route("/quick/couple/{couple}", quick.proposed),
    Route("/quick/couple/{couple}", quick.agree, methods=["POST"]),
    WebSocketRoute("/quick/live", quick.live),
    Route("/me/profile", profiles.own),
    Route("/me/statement", chips.statement_page),
    Route("/me/gift", chips.gift, methods=["POST"]),
    Route("/ledger", chips.ledger_page),
    Route("/rankings", rankings.page),
    Route("/people/{person}", profiles.page),
    Route("/day", day.first),
    Route("/day/{game}", day.page),
    Route("/day/{game}", day.play, methods=["POST"]),
    Route("/host", hosting.page),
    Route("/host/documents", documents.page),
    Route("/host/documents", documents.write, methods=["POST"]),
    Route("/host/documents/remove", documents.remove, methods=["POST"]),
    Route("/host/documents/{id}.toml", documents.file),
    Route("/host/people", hosting.change_person, methods=["POST"]),
    Route("/host/reports", hosting.resolve, methods=["POST"]),
    Route("/privacy", privacy.page),
    Route("/manifest.webmanifest", installing.manifest),
    Route("/worker.js", installing.worker),
    Route("/offline", installing.offline),
    Route("/healthz", health.alive),
    Route("/readyz", health.ready),
]

Beside = Callable[[House], AbstractAsyncContextManager[None]]


def create_app(
    open_house: Callable[[], House],
    around: Sequence[Middleware] = (),
    beside: Sequence[Beside] = (),
) -> Starlette:
    """The house as an ASGI application; ``open_house`` is called when it starts.

    ``around`` sees every request first; what ``beside`` names goes on while the house is open.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = open_house()
        app.state.house = house
        await asyncio.to_thread(house.visitors.sessions.clear_away)
        await house.start()
        try:
            async with AsyncExitStack() as going_on:
                for each in beside:
                    await going_on.enter_async_context(each(house))
                yield
        finally:
            await house.close()

    return Starlette(
        routes=[
            *ROUTES,
            Route("/static/{path:path}", static),
        ],
        middleware=[
            *around,
            Middleware(Guard),
            Middleware(GZipMiddleware, minimum_size=600, compresslevel=5),
            Middleware(Recognition),
        ],
        exception_handlers={HTTPException: failure, 404: failure, 500: failure},
        lifespan=lifespan,
    )


async def static(request: Request) -> Response:
    """A file that never changes."""
    return house_of(request).assets.serve(request)


async def failure(request: Request, error: Exception) -> Response:
    """A page that says what went wrong and where to go."""
    code = error.status_code if isinstance(error, HTTPException) else 500
    _ = words(language_of(request))
    sentences = {
        400: _("Cette demande est incomplète ou mal écrite : revenez en arrière et réessayez."),
        403: _("Cette demande vient d'ailleurs."),
        404: _("Il n'y a rien à cette adresse."),
        405: _("Cette adresse ne se visite pas ainsi."),
        429: _("Trop de demandes à la fois : patientez un instant."),
        503: _("La maison a trop à faire : réessayez dans un instant."),
    }
    message = sentences.get(code, _("Quelque chose s'est mal passé."))
    detail = getattr(error, "detail", "")
    if code in (400, 403, 404, 429) and detail and detail != HTTPStatus(code).phrase:
        message = detail
    headers = getattr(error, "headers", None)
    if code == 429:
        return PlainTextResponse(message, code, headers)  # whoever asks too often gets no more
    page = house_of(request).page(request, "error.html", status=code, code=code, message=message)
    page.headers.update(headers or {})
    if code == 500:
        page.headers.update(headers_for(request.scope))  # a fault is answered outside the guard
    return page
