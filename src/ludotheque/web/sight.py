"""What a person sees of a table: through which of her seats, and whose gestures."""

import asyncio

from ludotheque.table import Runner, Told, View
from ludotheque.table.events import Emoted
from ludotheque.web.house import House

RECENT = 60  # events that a page tells of when it opens


async def view_for(runner: Runner, table: str, person: str | None) -> View:
    """What a person sees: if she has several seats, through the one that is to act."""
    view = await runner.look(table, person)
    acting = view.waiting if view.roller is None else (view.roller,)
    own = [seat.seat for seat in view.seats if seat.is_yours and not seat.has_left]
    for seat in acting:
        if seat in own and seat != view.viewer and view.viewer not in acting:
            return await runner.look(table, person, seat)
    return view


async def recent(runner: Runner, view: View) -> list[Told]:
    """What a viewer was told lately."""
    return await runner.told(view.table, view.viewer, max(0, view.number - RECENT))


async def heard(house: House, view: View, person: str | None, told: list[Told]) -> list[Told]:
    """The same without the gestures of those she has muted or blocked."""
    if person is None or not any(isinstance(each.event, Emoted) for each in told):
        return told
    unheard = await asyncio.to_thread(house.company.unheard, person)
    if not unheard:
        return told
    people = await house.runner.persons(view.table)
    return [
        each
        for each in told
        if not (isinstance(each.event, Emoted) and people[each.event.seat] in unheard)
    ]
