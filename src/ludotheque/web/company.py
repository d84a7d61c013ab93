"""The people around a table: mute them, block them, report them to the host of the house.

Everybody is named by her seat: nobody's id leaves the house.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludotheque.core.texts import Translate
from ludotheque.house.people.company import Kind
from ludotheque.house.people.reports import REASONS, WORDS
from ludotheque.house.stakes.fairness import ONE_SIDED
from ludotheque.table import Person, Refused
from ludotheque.table.commands import Leave
from ludotheque.web.accounts import required, text
from ludotheque.web.house import House, house_of
from ludotheque.web.languages import language_of, words
from ludotheque.web.log import seat_names
from ludotheque.web.pages import lid_of


def reason_names(_: Translate) -> dict[str, str]:
    """What a report can be about, those of the house itself included."""
    return {
        "cheating": _("Triche ou entente"),
        "insults": _("Moqueries, harcèlement"),
        "leaving": _("Quitte ou bloque les parties"),
        "name": _("Nom déplacé"),
        "other": _("Autre chose"),
        ONE_SIDED: _("Pertes à sens unique"),
    }


async def company(request: Request) -> Response:
    """Who sits at a table, and what one can do about it."""
    house, language = house_of(request), language_of(request)
    visitor = required(request)
    table = request.path_params["table"]
    people = await _people(request, house)
    others = {person: seat for seat, person in people.items() if person != visitor.person}
    kept = await asyncio.to_thread(house.company.kept_away, visitor.person, others)
    view = await house.runner.view_for(table, visitor.person)
    names = seat_names(view, language)
    _ = words(language)
    return house.page(
        request,
        "company.html",
        game=lid_of(view.game, view.options, language),
        table=table,
        others=[
            {
                "seat": seat,
                "name": names[seat],
                "is_muted": any(each.person == person and each.kind == "mute" for each in kept),
                "is_blocked": any(each.person == person and each.kind == "block" for each in kept),
            }
            for person, seat in others.items()
        ],
        may_report=visitor.person in people.values(),
        reasons=[(id, name) for id, name in reason_names(_).items() if id in REASONS],
        words_length=WORDS,
        said=_("C'est noté.") if request.query_params.get("said") else "",
    )


async def _people(request: Request, house: House) -> dict[int, str]:
    """The persons at the table of this address, by seat; not found by those who may not see it."""
    visitor, table = required(request), request.path_params["table"]
    try:
        await house.runner.viewer(table, visitor.person)
        persons = await house.runner.persons(table)
    except Refused as refusal:
        raise HTTPException(404, refusal.tell(language_of(request))) from None
    return {seat: person for seat, person in enumerate(persons) if person is not None}


async def change(request: Request) -> Response:
    """Mute, block or report the person in a seat, or take the first two back."""
    house = house_of(request)
    visitor = required(request)
    form = await request.form()
    people = await _people(request, house)
    seat = text(form, "seat")
    other = people.get(int(seat)) if seat.isdecimal() else None
    if other is None or other == visitor.person:
        raise HTTPException(400)
    table = request.path_params["table"]
    if form.get("deed") == "report":
        if visitor.person not in people.values():  # spectators have nothing to complain of
            raise HTTPException(403)
        await _report(house, form, other, table, visitor.person)
    else:
        await _keep_away(house, str(form.get("deed")), visitor.person, other)
    return RedirectResponse(f"/tables/{table}/company?said=1", 303)


async def _keep_away(house: House, deed: str, person: str, other: str) -> None:
    company = house.company
    deeds: dict[str, tuple[Callable[[str, str, Kind], None], Kind]] = {
        "mute": (company.keep_away, "mute"),
        "hear": (company.let_be, "mute"),
        "block": (company.keep_away, "block"),
        "unblock": (company.let_be, "block"),
    }
    if deed not in deeds:
        raise HTTPException(400)
    function, kind = deeds[deed]
    await asyncio.to_thread(function, person, other, kind)
    if deed in ("mute", "block"):
        await asyncio.to_thread(house.asking.part, person, other)
    if deed == "block":
        await _stand_up(house, person, other)
        house.visitors.sessions.read_again(other)


async def _stand_up(house: House, host: str, other: str) -> None:
    """Who was just blocked gives up her seats at the other's tables, but for games under way."""
    for table in await house.runner.unfinished_of(other):
        if await house.runner.host(table) == host:
            if (await house.runner.view(table)).phase == "open":
                with contextlib.suppress(Refused):  # it began meanwhile
                    leave = Leave(id=f"blocked {secrets.token_hex(8)}")
                    await house.runner.command(table, Person(other, ""), leave)


async def _report(house: House, form: FormData, other: str, table: str, reporter: str) -> None:
    reason = str(form.get("reason"))
    if reason not in REASONS:
        raise HTTPException(400)
    said = str(form.get("words") or "")[:WORDS]
    await asyncio.to_thread(house.reports.file, other, reason, said, table=table, reporter=reporter)
