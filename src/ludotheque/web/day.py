"""The day's game: the same dice for everybody, one try, ranked."""

import asyncio
from contextlib import suppress
from datetime import timedelta
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludotheque.core.discovery import boxes
from ludotheque.core.game import Box, Game
from ludotheque.house.clock import date_of, now
from ludotheque.house.stakes import days, rankings
from ludotheque.table import former
from ludotheque.table.keeping.store import Conflict
from ludotheque.web.arrivals import ensure_player
from ludotheque.web.figures import date, number
from ludotheque.web.house import house_of, known, person_of
from ludotheque.web.languages import language_of
from ludotheque.web.pages import lid, picked, title_of


async def first(_: Request) -> Response:
    """The day's game of the first game that one can play alone."""
    alone = days.solo(boxes().values())
    if not alone:
        raise HTTPException(404)
    return RedirectResponse(f"/day/{alone[0][1].id}", 303)


def _picked(request: Request) -> tuple[Game, Box]:
    found = picked(request)
    if not days.solo([found]):
        raise HTTPException(404)
    return found


async def page(request: Request) -> Response:
    """Today's dice, how well everybody did with them, and yesterday's."""
    house, language = house_of(request), language_of(request)
    (game, box), visitor, at = _picked(request), known(request), now()
    if await house.read(days.unsealed, box.id, at):
        await house.write(days.seal, box.id, at)
    today = date_of(at).isoformat()
    yesterday = (date_of(at) - timedelta(days=1)).isoformat()
    own = await house.read(days.try_of, box.id, visitor.person, at) if visitor else None
    header = await asyncio.to_thread(house.runner.store.header, own) if own else None
    return house.page(
        request,
        "day.html",
        game=lid(game, box, language),
        shelf=[(each.id, title_of(each.id, language)) for _, each in days.solo(boxes().values())],
        date=date(today, language),
        own=own,
        is_done=header is not None and header.ended is not None,
        ranked=await house.read(rankings.by_day, box.id, today),
        before=await house.read(rankings.by_day, box.id, yesterday),
        dice=[_shown(each, language) for each in await house.read(days.sealed, box.id, at)],
        today=today,
        me=visitor.person if visitor else None,
        former=former(language),
        number=lambda value: number(value, language),
    )


def _shown(sealed: days.Sealed, language: str) -> dict[str, Any]:
    return {**vars(sealed), "date": date(sealed.day, language)}


async def play(request: Request) -> Response:
    """Sit down to one's only try, or go on with it."""
    house, (game, box) = house_of(request), _picked(request)
    visitor, response = await ensure_player(request)
    if not visitor.is_member:
        return RedirectResponse(f"/day/{box.id}", 303)
    own = await house.write(days.begin, box.id, visitor.person, now())
    if await asyncio.to_thread(house.runner.store.header, own.table) is None:
        with suppress(Conflict):  # another of her pages was quicker
            await house.runner.create(
                game.id,
                {**box.options, "seats": 1},
                own.settings,
                host=person_of(visitor),
                id=own.table,
                seed=own.seed,
            )
    response.headers["location"] = f"/tables/{own.table}#sit=1"
    return response
