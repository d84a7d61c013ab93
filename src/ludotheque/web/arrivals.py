"""Visitors: the session cookie, read on every request, given on the first deed or at sign-in."""

from typing import TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque.house.addresses import network_of
from ludotheque.house.clock import DAY
from ludotheque.house.people.allowance import Allowance
from ludotheque.house.people.visitors import Visitor
from ludotheque.web.house import COOKIE, house_of, known
from ludotheque.web.languages import language_of, words

T = TypeVar("T", bound=Response)


class Recognition:
    """Middleware: looks up whose session a cookie names."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the visitor, or None, into the request's state."""
        if scope["type"] in ("http", "websocket") and not scope["path"].startswith("/static/"):
            await _recognize(HTTPConnection(scope))
        await self.app(scope, receive, send)


async def _recognize(connection: HTTPConnection) -> None:
    token = connection.cookies.get(COOKIE)
    visitors = house_of(connection).visitors
    visitor = await visitors.find(token) if token else None
    connection.state.visitor, connection.state.token = visitor, token if visitor else None
    if visitor is not None and connection.scope["type"] == "http":
        await house_of(connection).gather(visitor.person)


async def ensure_visitor(request: Request) -> tuple[Visitor, RedirectResponse]:
    """The visitor, welcomed now if she is new, and a redirect that carries her cookie."""
    house = house_of(request)
    response = RedirectResponse("/", 303)
    visitor = known(request)
    if visitor is None:
        if not house.arrivals.take(address(request)):
            raise HTTPException(429)
        visitor, token = await house.visitors.welcome(device(request), language_of(request))
        give_session(request, response, token)
        request.state.visitor, request.state.token = visitor, token
    if not house.actions.take(visitor.person):
        raise HTTPException(429)
    return visitor, response


async def ensure_player(request: Request) -> tuple[Visitor, RedirectResponse]:
    """The same, for what suspended people may not do."""
    visitor, response = await ensure_visitor(request)
    if visitor.suspended_for is not None:
        _ = words(language_of(request))
        told = _("La maison a suspendu votre compte. {reason}")
        raise HTTPException(403, told.format(reason=visitor.suspended_for).strip())
    return visitor, response


def carry_cookies(source: Response, target: T) -> T:
    """The same answer with the cookies of another."""
    target.raw_headers += [pair for pair in source.raw_headers if pair[0] == b"set-cookie"]
    return target


def give_session(request: Request, response: Response, token: str) -> None:
    """Leave a session's secret in the browser, where no script reads it."""
    give_cookie(request, response, COOKIE, token, 365)


def give_cookie(request: Request, response: Response, name: str, value: str, days: int) -> None:
    """Leave a secret in the browser."""
    response.set_cookie(
        name,
        value,
        max_age=days * DAY,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def device(request: HTTPConnection) -> str:
    """What a browser says of itself."""
    return request.headers.get("user-agent", "")


def require(allowance: Allowance, request: HTTPConnection) -> None:
    """Turn away an address that asks for too much of something."""
    if not allowance.take(network_of(address(request))):
        raise HTTPException(429)


def address(request: HTTPConnection) -> str:
    """The address a request comes from."""
    return request.client.host if request.client else ""
