"""Every finished game told apart into luck and play, beside the house, when nobody else waits.

One game at a time, those that ended last first; so a house that was closed, or that comes from a
time before there was such a thing, catches up by and by. First the analyst is made ready, once the
bots are: whoever asks for a report or a hint later finds it compiled.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from ludotheque.analysis import warm
from ludotheque.core.compile import is_interpreted
from ludotheque.house import fortunes
from ludotheque.house.clock import now
from ludotheque.table.keeping.database import reason
from ludotheque.web import playback
from ludotheque.web.house import House

log = logging.getLogger("ludotheque.house")

_PAUSE = 5.0  # seconds between two looks for games that ended
_BREATH = 0.2  # between two games, and while somebody waits for the analyst


@asynccontextmanager
async def chronicling(house: House) -> AsyncIterator[None]:
    """Tell games while the house is open."""
    task = asyncio.create_task(_work(house))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _work(house: House) -> None:
    if is_interpreted():
        return  # a game would take minutes
    await make_ready(house)
    while True:
        told = False
        try:
            with suppress(HTTPException):  # the analyst has enough to do, or fell ill
                told = await tell_one(house)
        except SQLAlchemyError as error:
            log.error("a game could not be told: %s", reason(error))
        await asyncio.sleep(_BREATH if told else _PAUSE)


async def make_ready(house: House) -> None:
    """Let the analyst compile what it needs, a game at a time, after the bots; deep looks last.

    The easel comes first, a moment after the house has opened: who sees the first replay does not
    wait for a process to begin, nor that for bots, which may compile for minutes.
    """
    await asyncio.sleep(_PAUSE)
    await house.easel.do(playback.begin)
    for game in house.runner.games.values():
        await house.runner.thinkers.ready(game)
    for is_deep in (False, True):
        for game in house.runner.games.values():
            try:
                await house.analyst.do(warm, game, is_deep)
            except Exception:  # then it is tried again, and told, by whoever asks for something
                log.exception("%s: the analyst could not be made ready", game.id)


async def tell_one(house: House) -> bool:
    """Tell a game that ended; False where there is none."""
    while house.analyst.is_busy:
        await asyncio.sleep(_BREATH)
    table = await house.write(fortunes.claim, now())
    if table is None:
        return False
    lines = await house.read(fortunes.log_of, table)
    found = await house.analyst.do(fortunes.told, lines)
    await house.write(fortunes.keep, table, found)
    return True
