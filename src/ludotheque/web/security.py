"""What keeps a page safe: headers on every answer, the Origin of unsafe requests, no NUL at all."""

import asyncio
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.house.addresses import network_of
from ludotheque.web.house import house_of

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
TLS_ONLY = "max-age=31536000"  # seconds that a browser comes by TLS alone, once it has
SAFE = ("GET", "HEAD", "OPTIONS")
MAX_BODY = 4 * 1024 * 1024  # bytes of a request: a long game's record fits many times
BODY_TIME = 60.0  # seconds until all of it has come
NOWHERE = 4404  # why a live connection is closed that leads to no table
SLOW = 1.0  # seconds until an address that asks for too much is told so


def is_own(headers: Headers) -> bool:
    """Whether a request comes from a page of this house: its Origin names this host."""
    origin, host = headers.get("origin"), headers.get("host")
    try:
        return bool(origin and host) and urlsplit(origin).netloc == host
    except ValueError:  # no address at all
        return False


class Guard:
    """Middleware: refuses unsafe requests from other sites, adds the headers to every answer."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is ours."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif _has_nul(scope):
            await self._refuse_nul(scope, receive, send)
        elif scope["type"] == "http":
            await self._pass_on(scope, receive, _marked(scope, send))
        else:
            await self.app(scope, receive, send)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if scope["method"] not in SAFE and not is_own(headers):
            refusal = PlainTextResponse("This request comes from another site.", 403)
            await refusal(scope, receive, send)
        elif int(headers.get("content-length") or 0) > MAX_BODY:
            await PlainTextResponse("That is too much at once.", 413)(scope, receive, send)
        elif not house_of(HTTPConnection(scope)).requests.take(_network(scope)):
            await asyncio.sleep(SLOW)  # whoever asks without pause waits, and keeps nobody waiting
            await PlainTextResponse("Too many requests: wait a moment.", 429)(scope, receive, send)
        else:
            await self.app(scope, _limited(receive, _nuls(headers)), send)

    async def _refuse_nul(self, scope: Scope, receive: Receive, send: Send) -> None:
        """No address of ours has one, and no database takes one."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": NOWHERE})
        else:
            answer = PlainTextResponse("There is nothing at this address.", 404)
            await answer(scope, receive, _marked(scope, send))


def _marked(scope: Scope, send: Send) -> Send:
    """The same answers with our headers."""

    async def marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(headers_for(scope))
        await send(message)

    return marked


def headers_for(scope: Scope) -> dict[str, str]:
    """What every answer carries; over TLS, that the house is to be found there alone."""
    is_safe = scope.get("scheme") == "https"
    return {**HEADERS, "Strict-Transport-Security": TLS_ONLY} if is_safe else HEADERS


def _network(scope: Scope) -> str:
    client = scope.get("client")
    return network_of(client[0]) if client else ""


def _has_nul(scope: Scope) -> bool:
    return "\0" in scope["path"] or b"%00" in scope.get("query_string", b"")


def _nuls(headers: Headers) -> tuple[bytes, ...]:
    """How a NUL would be written in a body of that kind; nothing that people type holds one."""
    kind = headers.get("content-type", "")
    escaped = {"application/x-www-form-urlencoded": b"%00", "application/json": b"\\u0000"}
    return (b"\0", *(nul for name, nul in escaped.items() if kind.startswith(name)))


def _limited(receive: Receive, nuls: tuple[bytes, ...]) -> Receive:
    """The same body, up to the limits: one sent in chunks does not say its length, nor its end."""
    read, until, is_whole = 0, asyncio.get_running_loop().time() + BODY_TIME, False
    end = b""  # of what came before: a NUL may be written across two parts

    async def receive_some() -> Message:
        nonlocal read, is_whole, end
        if is_whole:  # what comes now is the end of the connection, whenever it likes
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408) from None
        body = message.get("body", b"")
        if any(nul in end + body for nul in nuls):
            raise HTTPException(400)
        end = body[-5:]
        read += len(body)
        is_whole = not message.get("more_body", False)
        if read > MAX_BODY:
            raise HTTPException(413)
        return message

    return receive_some
