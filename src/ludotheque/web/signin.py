"""Signing in: by password, by recovery code, by passkey."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ludotheque.house.errors import Declined, NotProved, TooManyTries
from ludotheque.house.people.names import MAX_NAME
from ludotheque.house.people.passkeys import Site
from ludotheque.house.people.passwords import LEAST, MOST
from ludotheque.web.accounts import (
    DEVICE_COOKIE,
    PRIVATE,
    admit,
    done,
    is_proved,
    new_session,
    text,
)
from ludotheque.web.arrivals import address, carry_cookies, device, ensure_visitor
from ludotheque.web.declined import sentence
from ludotheque.web.devices import describe
from ludotheque.web.house import house_of, known
from ludotheque.web.languages import language_of, words
from ludotheque.web.pages import back_to


async def sign_in_page(request: Request) -> Response:
    """The page to sign in."""
    return _page(request)


def _page(request: Request, error: Declined | None = None, **typed: str) -> Response:
    _ = words(language_of(request))
    return house_of(request).page(
        request,
        "signin.html",
        400 if error else 200,
        said=done(request.query_params.get("said", ""), _),
        error=sentence(error, _) if error else "",
        typed=typed,
        least=LEAST,
        most=MOST,
    )


async def sign_in(request: Request) -> Response:
    """Sign in by name and password."""
    form = await request.form()
    name, sign = text(form, "name")[: 4 * MAX_NAME], request.cookies.get(DEVICE_COOKIE)
    try:
        visitor = await house_of(request).members.sign_in(
            name, text(form, "password"), address(request), sign
        )
    except Declined as declined:
        return _page(request, declined, name=name)
    response = RedirectResponse("/", 303)
    await new_session(request, response, visitor)
    return response


async def recover(request: Request) -> Response:
    """Sign in by a recovery code, and set a new password."""
    form = await request.form()
    name = text(form, "name")[: 4 * MAX_NAME]
    try:
        visitor = await house_of(request).members.recover(
            name, text(form, "code"), text(form, "password")
        )
    except Declined as declined:
        return _page(request, declined, name=name, code=text(form, "code"), way="code")
    response = RedirectResponse("/me?said=password", 303)
    await new_session(request, response, visitor)
    return response


# Passkeys: a script asks for options, lets the browser sign, brings back what it signed.


async def passkey_options(request: Request) -> Response:
    """What a browser needs to sign in by a passkey."""
    house = house_of(request)
    if not house.connections.take(address(request)):
        raise HTTPException(429)
    options = await asyncio.to_thread(house.passkeys.authentication, site(request))
    return Response(options, media_type="application/json", headers=PRIVATE)


async def passkey_sign_in(request: Request) -> Response:
    """Sign in by a passkey; where one is signed in already, prove it."""
    house = house_of(request)
    try:
        data = await sent(request)
        visitor = await asyncio.to_thread(house.passkeys.sign_in, data["credential"], site(request))
    except Declined as declined:
        return _declined(request, declined)
    me = known(request)
    is_same = me is not None and me.person == visitor.person
    location = back_to(data.get("back"), "/me?said=proved") if is_same else "/"
    response = JSONResponse({"location": location}, headers=PRIVATE)
    await new_session(request, response, visitor)
    return response


async def new_passkey_options(request: Request) -> Response:
    """What a browser needs to make a passkey: for a member, or a guest who becomes one."""
    house = house_of(request)
    visitor, cookies = await ensure_visitor(request)
    try:
        await _require_proof(request)
        name = visitor.name if visitor.is_member else str((await sent(request)).get("name") or "")
        name = name[: 4 * MAX_NAME] or visitor.name
        options = await asyncio.to_thread(house.passkeys.registration, visitor, name, site(request))
    except Declined as declined:
        return _declined(request, declined)
    answer = Response(options, media_type="application/json", headers=PRIVATE)
    return carry_cookies(cookies, answer)


async def new_passkey(request: Request) -> Response:
    """Keep a passkey."""
    house = house_of(request)
    visitor, _cookies = await ensure_visitor(request)
    label = describe(device(request), words(language_of(request)))
    try:
        await _require_proof(request)
        data = await sent(request)
        name = str(data.get("name") or visitor.name)[: 4 * MAX_NAME]
        token = await asyncio.to_thread(
            house.passkeys.register,
            visitor, data["credential"], name, label, site(request), device(request),
        )  # fmt: skip
    except Declined as declined:
        return _declined(request, declined)
    said = "passkey" if token is None else "joined"
    response = JSONResponse({"location": f"/me?said={said}"}, headers=PRIVATE)
    if token is not None:
        await admit(request, response, visitor, token)
    return response


async def _require_proof(request: Request) -> None:
    """A member adds ways back only in a session that is surely hers."""
    visitor = known(request)
    if visitor is not None and visitor.is_member and not await is_proved(request):
        raise NotProved


def site(request: Request) -> Site:
    """The address that the browser shows; the guard has compared it with the host's name."""
    origin = request.headers["origin"]
    return Site(urlsplit(origin).hostname or "", origin)


async def sent(request: Request) -> dict[str, Any]:
    """What a script sent."""
    try:
        data = await request.json()
    except (ValueError, RecursionError):
        raise HTTPException(400) from None
    if not isinstance(data, dict) or not isinstance(data.get("credential", {}), dict):
        raise HTTPException(400)
    return {"credential": {}, **data}


def _declined(request: Request, declined: Declined) -> Response:
    told = sentence(declined, words(language_of(request)))
    status = 429 if isinstance(declined, TooManyTries) else 400
    return JSONResponse({"error": told}, status, headers=PRIVATE)
