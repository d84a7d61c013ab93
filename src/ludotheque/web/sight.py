"""What a person is told of a table: how far back, and whose gestures."""

import asyncio
from typing import TYPE_CHECKING

from ludotheque.table import Runner, Told, View
from ludotheque.table.events import Emoted

if TYPE_CHECKING:
    from ludotheque.web.house import House

RECENT = 60  # events that a page tells of when it opens


async def recent(runner: Runner, view: View) -> list[Told]:
    """What a viewer was told lately."""
    return await runner.told(view.table, view.viewer, max(0, view.number - RECENT))


async def heard(house: "House", view: View, person: str | None, told: list[Told]) -> list[Told]:
    """What was told, without the gestures of those she has muted or blocked."""
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
