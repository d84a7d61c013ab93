"""Being called in this browser: what it needs for that, and asking for it or no more."""

from typing import Annotated

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludotheque.house.people.sessions import id_of
from ludotheque.house.push import subscriptions
from ludotheque.house.push.endpoints import LONGEST, BadEndpoint
from ludotheque.house.push.sealing import BadKeys, Receiver
from ludotheque.house.push.subscriptions import Subscription
from ludotheque.web.accounts import known_token, required
from ludotheque.web.house import house_of
from ludotheque.web.languages import language_of

_FRESH = {"Cache-Control": "no-store"}
_Key = Annotated[str, msgspec.Meta(max_length=100)]


class Keys(msgspec.Struct):
    """A browser's keys."""

    p256dh: _Key
    auth: _Key


class Wanted(msgspec.Struct):
    """A PushSubscription, as a browser writes it."""

    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    keys: Keys


async def look(request: Request) -> Response:
    """The house's public key, and where this browser is called, if it is."""
    house, token = house_of(request), known_token(request)
    signer = await house.herald.signer()
    found = await house.read(subscriptions.endpoint_of, id_of(token)) if token else None
    return JSONResponse({"key": signer.public, "endpoint": found}, headers=_FRESH)


async def subscribe(request: Request) -> Response:
    """Call me in this browser."""
    house, visitor, token = house_of(request), required(request), known_token(request)
    try:
        wanted = msgspec.json.decode(await request.body(), type=Wanted)
        receiver = Receiver.read(wanted.keys.p256dh, wanted.keys.auth)
        await house.herald.require_public(wanted.endpoint)
    except (msgspec.MsgspecError, UnicodeError, BadKeys, BadEndpoint) as error:
        raise HTTPException(400, str(error)) from None
    if token is None:
        raise HTTPException(404)
    language, contact = language_of(request), f"https://{request.url.netloc}"
    each = Subscription(id_of(token), visitor.person, wanted.endpoint, receiver, language, contact)
    await house.write(subscriptions.subscribe, each)
    return Response(status_code=204)


async def unsubscribe(request: Request) -> Response:
    """No more."""
    required(request)
    token = known_token(request)
    if token is not None:
        await house_of(request).write(subscriptions.unsubscribe, id_of(token))
    return Response(status_code=204)
