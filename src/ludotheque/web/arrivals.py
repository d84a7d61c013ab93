"""Who asks: the session cookie, read on every request, given on the first deed."""

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque.house.guests import Guest
from ludotheque.web.house import COOKIE, house_of, known

_YEAR = 365 * 86_400


class Recognition:
    """Middleware: looks up whose session a cookie names."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the guest, or None, into the request's state."""
        if scope["type"] in ("http", "websocket") and not scope["path"].startswith("/static/"):
            connection = HTTPConnection(scope)
            token = connection.cookies.get(COOKIE)
            guests = house_of(connection).guests
            connection.state.guest = await guests.find(token) if token else None
        await self.app(scope, receive, send)


async def ensure_guest(request: Request) -> tuple[Guest, RedirectResponse]:
    """The guest who asks, welcomed now if she is new, and a redirect that carries her cookie."""
    house = house_of(request)
    response = RedirectResponse("/", 303)
    guest = known(request)
    if guest is None:
        if not house.arrivals.take(address(request)):
            raise HTTPException(429)
        guest, token = await house.guests.welcome()
        response.set_cookie(
            COOKIE,
            token,
            max_age=_YEAR,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    if not house.actions.take(guest.person):
        raise HTTPException(429)
    return guest, response


def address(request: HTTPConnection) -> str:
    """The address a request comes from."""
    return request.client.host if request.client else ""
