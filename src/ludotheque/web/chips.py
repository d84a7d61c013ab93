"""One's own statement, the daily gift, and the ledger that everybody may check."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludotheque.core.texts import Translate
from ludotheque.house.clock import seconds
from ludotheque.house.stakes import chips, ledger, rankings
from ludotheque.house.stakes.ledger import Audit, Line
from ludotheque.house.stakes.rooms import BOTS
from ludotheque.web.arrivals import ensure_player
from ludotheque.web.figures import moment, number, signed
from ludotheque.web.house import House, house_of, known
from ludotheque.web.languages import language_of, words
from ludotheque.web.pages import title_of
from ludotheque.web.rooms import standing_of

_LINES = 50  # of a statement on one page
_FRESH = 10.0  # seconds for which an audit is shown again: it reads everything,
_SHARE = 50  # and takes a fiftieth of the time at most


async def statement_page(request: Request) -> Response:
    """One's own chips, line by line. Whose it is follows from the session alone."""
    house, language = house_of(request), language_of(request)
    visitor = known(request)
    if visitor is None or not visitor.is_member:
        return RedirectResponse("/rooms", 303)
    standing = await standing_of(house, visitor)
    before = request.query_params.get("before", "")
    lines = await house.read(
        ledger.statement,
        ledger.of_person(visitor.person),
        _LINES + 1,
        int(before) if before.isdecimal() and len(before) < 10 else None,
    )
    kept = await house.read(rankings.kept_at, [line.table for line in lines if line.table])
    return house.page(
        request,
        "statement.html",
        chips=standing.chips,
        gift=await house.read(chips.gift_due, visitor.person, house.rooms.arrival),
        lines=[_told(line, kept, language) for line in lines[:_LINES]],
        more=lines[_LINES - 1].number if len(lines) > _LINES else None,
        number=lambda value: number(value, language),
    )


def _told(line: Line, kept: dict[str, tuple[str, str]], language: str) -> dict[str, Any]:
    game, room = kept.get(line.table or "", ("", ""))
    return {
        "when": moment(line.at, language),
        "why": reasons(words(language)).get(line.why, line.why),
        "game": title_of(game, language),
        "has_bots": room == BOTS,
        "table": line.table,
        "chips": signed(line.chips, language),
        "is_gain": line.chips > 0,
        "balance": number(line.balance, language),
    }


def reasons(_: Translate) -> dict[str, str]:
    """Why chips move."""
    return {
        "arrival": _("Cadeau de bienvenue"),
        "gift": _("Cadeau du jour"),
        "stake": _("Mise"),
        "settlement": _("Part du pot"),
        "farewell": _("Rendus à la maison"),
    }


async def gift(request: Request) -> Response:
    """Take the daily gift."""
    house = house_of(request)
    visitor, response = await ensure_player(request)
    if not visitor.is_member:
        raise HTTPException(403)
    given = await house.write(chips.gift, visitor.person, house.rooms.arrival)
    response.headers["location"] = "/rooms?said=gift" if given else "/rooms"
    return response


_audits: dict[int, tuple[float, Audit]] = {}  # by house: until when it is shown


async def audited(house: House) -> Audit:
    """The ledger checked from its first line to its last, now or a moment ago."""
    until, found = _audits.get(id(house), (0.0, None))
    if found is None or seconds() > until:
        began = seconds()
        found = await house.read(ledger.audit)
        _audits.clear()
        _audits[id(house)] = seconds() + max(_FRESH, _SHARE * (seconds() - began)), found
    return found


async def ledger_page(request: Request) -> Response:
    """That every chip is accounted for, for everybody to see."""
    house, language = house_of(request), language_of(request)
    return house.page(
        request,
        "ledger.html",
        audit=await audited(house),
        number=lambda value: number(value, language),
    )
