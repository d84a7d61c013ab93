"""What a member prefers, written down when a page of hers says so; every page brings it along."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.house.errors import BadPreferences
from ludotheque.house.people import preferences
from ludotheque.web.accounts import required
from ludotheque.web.house import house_of
from ludotheque.web.languages import language_of, words


async def change(request: Request) -> Response:
    """Let something be otherwise, on all her devices."""
    house, visitor = house_of(request), required(request)
    _ = words(language_of(request))
    if not visitor.is_member:
        raise HTTPException(403, _("Seuls les membres emportent leurs réglages."))
    try:
        wanted = preferences.read(await request.body())
        await house.write(preferences.change, visitor.person, wanted)
    except BadPreferences:
        told = _("Ces réglages ne se lisent pas, ou sont trop longs : rien n'est changé.")
        raise HTTPException(400, told) from None
    await asyncio.to_thread(house.visitors.sessions.put_down, visitor.person)
    return Response(status_code=204)
