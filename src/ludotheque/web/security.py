"""What keeps a page safe: headers on every answer, the Origin of unsafe requests."""

import asyncio
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
SAFE = ("GET", "HEAD", "OPTIONS")
MAX_BODY = 4 * 1024 * 1024  # bytes of a request: a long game's record fits many times
BODY_TIME = 60.0  # seconds until all of it has come


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
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        if scope["method"] not in SAFE and not is_own(headers):
            await PlainTextResponse("This request comes from another site.", 403)(
                scope, receive, marked
            )
            return
        if int(headers.get("content-length") or 0) > MAX_BODY:
            await PlainTextResponse("That is too much at once.", 413)(scope, receive, marked)
            return
        await self.app(scope, _limited(receive), marked)


def _limited(receive: Receive) -> Receive:
    """The same body, up to the limits: one sent in chunks does not say its length, nor its end."""
    read, until, is_whole = 0, asyncio.get_running_loop().time() + BODY_TIME, False

    async def receive_some() -> Message:
        nonlocal read, is_whole
        if is_whole:  # what comes now is the end of the connection, whenever it likes
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408) from None
        read += len(message.get("body", b""))
        is_whole = not message.get("more_body", False)
        if read > MAX_BODY:
            raise HTTPException(413)
        return message

    return receive_some
