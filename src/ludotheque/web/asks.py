"""Asking those one played with lately to one's table, by one click; and saying no to such."""

import asyncio
from typing import Any

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludotheque.house.people.partners import partner_at, partners
from ludotheque.house.people.visitors import Visitor
from ludotheque.table import Refused, View
from ludotheque.web.accounts import required, text
from ludotheque.web.arrivals import ensure_player
from ludotheque.web.house import House, house_of
from ludotheque.web.languages import language_of


async def asked(house: House, view: View, visitor: Visitor) -> list[dict[str, Any]]:
    """Whom a visitor may ask to this table, and whom she has asked."""
    if not may_ask(view):
        return []
    seated = await house.runner.persons(view.table)
    return [
        {
            "name": each.name,
            "place": f"{each.table} {each.seat}",
            "is_asked": house.asking.is_asked(view.table, each.person),
        }
        for each in await house.read(partners, visitor.person)
        if each.person not in seated
    ]


def may_ask(view: View) -> bool:
    """Whether who looks may ask others in: she opened the table, and it waits for people."""
    settings = view.settings
    is_free = any(seat.kind == "free" for seat in view.seats)
    is_friendly = not settings.contest and not settings.room and settings.sealed_until is None
    return view.is_host and view.phase == "open" and is_free and is_friendly


async def ask(request: Request) -> Response:
    """Ask the person in a seat of an earlier game, or ask her no longer."""
    house, table = house_of(request), request.path_params["table"]
    visitor, _ = await ensure_player(request)
    try:
        view = await house.runner.view_for(table, visitor.person)
    except Refused as refusal:
        raise HTTPException(404, refusal.tell(language_of(request))) from None
    form = await request.form()
    if not may_ask(view):
        raise HTTPException(403)
    partner = await house.read(partner_at, visitor.person, *_place(form))
    if partner is None:
        raise HTTPException(404)
    was_asked = house.asking.is_asked(table, partner.person)
    if form.get("deed") == "withdraw":
        await asyncio.to_thread(house.asking.withdraw, table, partner.person)
    elif not await asyncio.to_thread(house.asking.ask, visitor.person, partner, table):
        raise HTTPException(429)
    elif not was_asked:
        house.herald.invite(table, partner.person)
    return RedirectResponse(f"/tables/{table}", 303)


def _place(form: FormData) -> tuple[str, int]:
    """The table and the seat that a form names."""
    table, _, seat = text(form, "place").rpartition(" ")
    if not (seat.isdecimal() and len(seat) < 4 and len(table) <= 32 and table.isascii()):
        raise HTTPException(400)
    return table, int(seat)


async def decline(request: Request) -> Response:
    """Say no."""
    house, visitor = house_of(request), required(request)
    table = text(await request.form(), "table")
    if table in house.asking.to(visitor.person):
        await asyncio.to_thread(house.asking.decline, table, visitor.person)
    return RedirectResponse("/", 303)
