"""Through whose eyes a person sees a table; several seats of one person take turns."""

from ludotheque.table import Runner, Told, View

RECENT = 60  # events that a page tells of when it opens


async def look(runner: Runner, table: str, person: str | None) -> View:
    """What a person sees: of several seats of hers, through that which is to act."""
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
