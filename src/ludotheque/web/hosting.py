"""The host's page: reports, people, figures. For everybody else there is nothing here."""

import asyncio
from typing import Any

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludotheque.core.discovery import games
from ludotheque.house import statistics
from ludotheque.house.errors import Declined, NotProved
from ludotheque.house.people.passwords import MOST
from ludotheque.house.people.people import REASON, People
from ludotheque.house.people.reports import Report
from ludotheque.house.people.talk import Said
from ludotheque.house.statistics import Day
from ludotheque.table import former
from ludotheque.web.accounts import ago, is_proved, required, text
from ludotheque.web.company import reason_names
from ludotheque.web.declined import sentence
from ludotheque.web.house import House, house_of, known
from ludotheque.web.languages import language_of, words

DAYS = 30
_LISTED = 40  # people in a list


def require_host(request: Request) -> None:
    """Nobody but a host finds anything here."""
    if not required(request).is_host:
        raise HTTPException(404)


async def page(request: Request) -> Response:
    """The host's page."""
    require_host(request)
    return await _page(request)


async def _page(request: Request, error: Declined | None = None, **told: str) -> Response:
    house, language = house_of(request), language_of(request)
    _ = words(language)
    wanted = request.query_params.get("name", "")[:100]
    found = await asyncio.to_thread(_found, house, wanted)
    visitor = known(request)
    assert visitor is not None  # a host
    return house.page(
        request,
        "host.html",
        400 if error else 200,
        error=sentence(error, _) if error else "",
        wanted=wanted,
        told=told,
        reasons=reason_names(_),
        ago=lambda moment: ago(moment, language),
        former=former(language),
        titles={id: game.title for id, game in games().items()},
        reason_length=REASON,
        bars=bars(found["days"]),
        is_proved=await is_proved(request),
        most=MOST,
        **await house.members.ways_back(visitor),
        **found,
    )


def _found(house: House, wanted: str) -> dict[str, Any]:
    reports = house.reports.all()
    return {
        "reports": reports,
        "said": {each.id: _said(house, each) for each in reports},
        "resolved": house.reports.all(resolved=True, limit=20),
        "people": house.people.search(wanted, limit=_LISTED),
        "suspended": house.people.search(suspended=True),
        "days": statistics.by_day(house.visitors.engine, DAYS),
        "totals": statistics.totals(house.visitors.engine),
    }


def _said(house: House, report: Report) -> list[Said]:
    """What the person whom a report is about said at that table."""
    return house.talk.last(report.table, report.person) if report.table else []


HEIGHT = 100  # of the tallest bar, in units of the drawing


def bars(days: list[Day]) -> list[dict[str, Any]]:
    """The days as bars of a drawing: tables opened, and people who came."""
    most = max([1, *(max(day.opened.total(), day.arrivals) for day in days)])
    return [
        {
            "day": day,
            "tables": HEIGHT * day.opened.total() / most,
            "arrivals": HEIGHT * day.arrivals / most,
        }
        for day in days
    ]


async def change_person(request: Request) -> Response:
    """Suspend somebody, let her back, rename her, or give her a code to come back.

    A browser that was left open, or whose secret was stolen, must not take an account over.
    """
    require_host(request)
    people = house_of(request).people
    form = await request.form()
    try:
        if not await is_proved(request):
            raise NotProved
        somebody = await asyncio.to_thread(people.find, text(form, "person"))
        code = await asyncio.to_thread(_do, people, somebody.id, somebody.is_member, form)
        if form.get("deed") == "suspend":
            await house_of(request).runner.withdraw(somebody.id)
    except Declined as declined:
        return await _page(request, declined)
    if code is not None:
        return await _page(request, code=code, name=somebody.name)
    return RedirectResponse("/host#people", 303)


def _do(people: People, person: str, is_member: bool, form: FormData) -> str | None:
    """What a button asks for; a code where one was made."""
    deed = form.get("deed")
    if deed == "suspend":
        people.suspend(person, text(form, "reason"))
    elif deed == "lift":
        people.lift(person)
    elif deed == "rename":
        people.rename(person, text(form, "name"))
    elif deed == "code" and is_member:
        return people.new_code(person)
    else:
        raise HTTPException(400)
    return None


async def resolve(request: Request) -> Response:
    """Be done with a report."""
    require_host(request)
    form = await request.form()
    id = text(form, "id")
    if not id.isdecimal() or len(id) > 9:
        raise HTTPException(400)
    await asyncio.to_thread(house_of(request).reports.resolve, int(id), text(form, "words"))
    return RedirectResponse("/host#reports", 303)
