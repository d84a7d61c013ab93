"""Whether the house is alive, and whether it can be played in: for those who keep it running."""

import asyncio

from sqlalchemy import Connection, select
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ludotheque.core.errors import LudothequeError
from ludotheque.house.migrate import require_served
from ludotheque.table.keeping.schema import tables
from ludotheque.web.house import house_of

_PATIENCE = 5.0  # seconds until a database counts as silent
_FRESH = {"Cache-Control": "no-store"}


async def alive(_: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("alive", headers=_FRESH)


async def ready(request: Request) -> Response:
    """The database answers too, and is one that this program may serve."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await house_of(request).read(_require_ready)
    except LudothequeError:
        return _not_yet("the database wants migrating")
    except Exception:
        return _not_yet("the database does not answer")
    return PlainTextResponse("ready", headers=_FRESH)


def _require_ready(connection: Connection) -> None:
    connection.execute(select(tables.c.id).limit(1)).first()
    require_served(connection.engine)


def _not_yet(why: str) -> Response:
    return PlainTextResponse(why, 503, headers=_FRESH)
