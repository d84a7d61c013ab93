"""One's own account: becoming a member, ways back, devices, company, data."""

import asyncio
from datetime import timedelta
from typing import Any

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludotheque.core.texts import Translate
from ludotheque.house.clock import DAY, SECOND, now, time_of
from ludotheque.house.errors import Declined, NotProved, WrongCredentials
from ludotheque.house.people.company import KINDS
from ludotheque.house.people.deletion import delete_account
from ludotheque.house.people.export import export
from ludotheque.house.people.names import MAX_NAME
from ludotheque.house.people.passwords import LEAST, MOST
from ludotheque.house.people.sessions import DEVICE_LIFE, id_of
from ludotheque.house.people.visitors import Visitor
from ludotheque.table import Refused, former
from ludotheque.table.commands import Leave
from ludotheque.web.arrivals import (
    address,
    carry_cookies,
    device,
    ensure_visitor,
    give_cookie,
    give_session,
)
from ludotheque.web.declined import sentence
from ludotheque.web.devices import describe
from ludotheque.web.house import COOKIE, House, house_of, known, person_of
from ludotheque.web.languages import language_of, words
from ludotheque.web.pages import back_to

DEVICE_COOKIE = "device"
PRIVATE = {"Cache-Control": "no-store"}


def done(what: str, _: Translate) -> str:
    """What was done, to be told on the page that follows."""
    told = {
        "joined": _("Bienvenue parmi les membres ! Notez maintenant vos codes de secours."),
        "password": _("Mot de passe enregistré ; vos autres appareils sont déconnectés."),
        "passkey": _("Clé d'accès enregistrée."),
        "removed": _("Clé d'accès oubliée."),
        "ended": _("Déconnecté."),
        "proved": _("Merci, c'est bien vous."),
        "company": _("C'est noté."),
        "deleted": _("Votre compte est supprimé. Au revoir, et merci d'avoir joué."),
    }
    return told.get(what, "")


async def me(request: Request) -> Response:
    """The page of one's own account."""
    return await account_page(request)


async def account_page(
    request: Request, error: Declined | None = None, codes: list[str] | None = None
) -> Response:
    """That page; with why something was declined, or codes that are shown once."""
    house, language = house_of(request), language_of(request)
    _ = words(language)
    visitor = known(request)
    account = await _account(request, house, visitor) if visitor is not None else {}
    return house.page(
        request,
        "me.html",
        400 if error else 200,
        said=done(request.query_params.get("said", ""), _),
        error=sentence(error, _) if error else "",
        codes=codes,
        least=LEAST,
        most=MOST,
        **account,
    )


async def _account(request: Request, house: House, visitor: Visitor) -> dict[str, Any]:
    language = language_of(request)
    token: str = request.state.token
    sessions = await asyncio.to_thread(house.visitors.sessions.of, visitor.person)
    ways = await house.members.ways_back(visitor)
    return {
        **ways,
        "passkeys": [key | {"used": ago(key["used"], language)} for key in ways["passkeys"]],
        "is_proved": await is_proved(request),
        "sessions": [
            {
                "id": each.id,
                "device": describe(each.device, words(language)),
                "seen": ago(each.seen, language),
                "is_this": each.id == id_of(token),
            }
            for each in sessions
        ],
        "kept_away": [
            (each, each.name or former(language))
            for each in await asyncio.to_thread(house.company.kept_away, visitor.person)
        ],
    }


def ago(moment: int | None, language: str) -> str:
    """How long ago something was, in words."""
    from babel.dates import format_timedelta

    if moment is None:
        return ""
    since = time_of(moment) - time_of(now())
    since = min(since, timedelta(minutes=-1))
    return format_timedelta(since, granularity="minute", add_direction=True, locale=language)


def here(said: str) -> RedirectResponse:
    """Back to the page, which says what was done."""
    return RedirectResponse(f"/me?said={said}", 303)


def required(request: Request) -> Visitor:
    """The visitor; a stranger has no account to show."""
    visitor = known(request)
    if visitor is None:
        raise HTTPException(404)
    if not house_of(request).actions.take(visitor.person):
        raise HTTPException(429)
    return visitor


async def proved(request: Request) -> Visitor:
    """A member who has just proved who she is: for changes that could lock her out."""
    visitor = required(request)
    if not visitor.is_member or not await is_proved(request):
        raise NotProved
    return visitor


async def is_proved(request: Request) -> bool:
    """Whether a password, passkey or code was given in this session just now."""
    token = known_token(request)
    sessions = house_of(request).visitors.sessions
    return token is not None and await asyncio.to_thread(sessions.is_proved, token)


def text(form: FormData, name: str) -> str:
    """A field of a form, not longer than any honest one."""
    return str(form.get(name) or "")[: 4 * MOST]


async def join(request: Request) -> Response:
    """A guest becomes a member by a password."""
    house = house_of(request)
    visitor, response = await ensure_visitor(request)
    form = await request.form()
    if visitor.is_member:
        return RedirectResponse("/me", 303)
    try:
        name = text(form, "name")[: 4 * MAX_NAME] or visitor.name
        token = await house.members.join(
            visitor, name, text(form, "password"), device(request), address(request)
        )
    except Declined as declined:
        return carry_cookies(response, await account_page(request, declined))
    await admit(request, response, visitor, token)
    response.headers["location"] = "/me?said=joined"
    return response


def known_token(request: Request) -> str | None:
    """The secret by which the visitor was recognised."""
    token: str | None = request.state.token
    return token


async def admit(request: Request, response: Response, visitor: Visitor, token: str) -> None:
    """Give a browser its new session, and the sign by which it is known to have signed in."""
    give_session(request, response, token)
    sign = await house_of(request).members.remember_device(visitor)
    give_cookie(request, response, DEVICE_COOKIE, sign, DEVICE_LIFE // (DAY * SECOND))


async def password(request: Request) -> Response:
    """Set another password."""
    house = house_of(request)
    form = await request.form()
    try:
        visitor = await proved(request)
        token = await house.members.change_password(
            visitor, text(form, "password"), device(request)
        )
    except Declined as declined:
        return await account_page(request, declined)
    response = here("password")
    await admit(request, response, visitor, token)
    return response


async def confirm(request: Request) -> Response:
    """Confirm by password that it is still the same person; a new session records it."""
    house = house_of(request)
    visitor = required(request)
    form = await request.form()
    try:
        if not await house.members.is_password(visitor, text(form, "password")):
            raise WrongCredentials
    except Declined as declined:
        return await account_page(request, declined)
    response = RedirectResponse(back_to(form.get("back"), "/me?said=proved"), 303)
    await new_session(request, response, visitor)
    return response


async def new_session(request: Request, response: Response, visitor: Visitor) -> None:
    """Sign in somebody who has proved who she is: a new secret replaces the browser's old one."""
    sessions = house_of(request).visitors.sessions
    token = await asyncio.to_thread(
        sessions.open, visitor.person, device(request), instead_of=known_token(request)
    )
    await admit(request, response, visitor, token)


async def new_codes(request: Request) -> Response:
    """Recovery codes, shown this once."""
    try:
        visitor = await proved(request)
    except Declined as declined:
        return await account_page(request, declined)
    return await account_page(request, codes=await house_of(request).members.new_codes(visitor))


async def remove_passkey(request: Request) -> Response:
    """Forget a key; the last way back is never taken away."""
    house = house_of(request)
    form = await request.form()
    try:
        visitor = await proved(request)
    except Declined as declined:
        return await account_page(request, declined)
    ways = await house.members.ways_back(visitor)
    if not ways["has_password"] and len(ways["passkeys"]) == 1:
        raise HTTPException(400, _last_way(words(language_of(request))))
    await asyncio.to_thread(house.passkeys.remove, visitor, text(form, "id"))
    return here("removed")


def _last_way(_: Translate) -> str:
    return _("C'est votre seul moyen de revenir : ajoutez d'abord un mot de passe.")


async def end_sessions(request: Request) -> Response:
    """End one of one's sessions, or all the others."""
    visitor = required(request)
    sessions = house_of(request).visitors.sessions
    form = await request.form()
    if form.get("which") == "others":
        await asyncio.to_thread(sessions.end_all, visitor.person, known_token(request))
    else:
        await asyncio.to_thread(sessions.end, visitor.person, text(form, "which"))
    return here("ended")


async def sign_out(request: Request) -> Response:
    """End this session; a guest, who could not come back, keeps hers."""
    visitor = required(request)
    response = RedirectResponse("/", 303)
    token = known_token(request)
    if visitor.is_member and token:
        sessions = house_of(request).visitors.sessions
        await asyncio.to_thread(sessions.end, visitor.person, id_of(token))
        await house_of(request).runner.withdraw(visitor.person)
        response.delete_cookie(COOKIE)
    return response


async def change_company(request: Request) -> Response:
    """Unblock or unmute somebody."""
    visitor = required(request)
    form = await request.form()
    for kind in KINDS:
        if form.get("kind") == kind:
            company = house_of(request).company
            await asyncio.to_thread(company.let_be, visitor.person, text(form, "other"), kind)
    return here("company")


async def export_data(request: Request) -> Response:
    """All that the house knows of the visitor, as a file."""
    visitor = required(request)
    data = await asyncio.to_thread(export, house_of(request).visitors.engine, visitor.person)
    headers = {**PRIVATE, "Content-Disposition": 'attachment; filename="ludotheque.json"'}
    return Response(data, media_type="application/json", headers=headers)


async def delete(request: Request) -> Response:
    """Delete the account: leave every game, then become nobody."""
    house = house_of(request)
    visitor = required(request)
    form = await request.form()
    try:
        if visitor.is_member:
            await proved(request)
        if form.get("sure") != "on":
            raise Declined
    except Declined as declined:
        return await account_page(request, declined)
    await _leave_all(house, visitor)
    await house.runner.withdraw(visitor.person)
    await asyncio.to_thread(delete_account, house.visitors, visitor.person)
    await asyncio.to_thread(house.asking.load)
    await house.runner.read_again(visitor.person)
    response = RedirectResponse("/signin?said=deleted", 303)
    response.delete_cookie(COOKIE)
    response.delete_cookie(DEVICE_COOKIE)
    return response


async def _leave_all(house: House, visitor: Visitor) -> None:
    """Give up every seat in games under way, as if by hand."""
    for table in await house.runner.unfinished_of(visitor.person):
        try:
            leave = Leave(id=f"deleted {visitor.person}")
            await house.runner.command(table, person_of(visitor), leave)
        except Refused:
            continue  # it ended meanwhile
