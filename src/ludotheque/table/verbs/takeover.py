"""Taking one's seat back from the bot that held it."""

from ludotheque.table.commands import Person, TakeOver
from ludotheque.table.errors import NotHeld
from ludotheque.table.events import Entry, Event, Reclaimed
from ludotheque.table.table import Table


def take_over(table: Table, person: Person, command: TakeOver) -> list[Event]:
    """Send the bot away; only the seat's owner may."""
    seat = table.seat_of(person.id, command.seat)
    table.require_playing()
    if not seat.is_held:
        raise NotHeld(place=command.seat + 1)
    return [Reclaimed(command.seat)]


def on_reclaimed(table: Table, _: Entry, event: Reclaimed) -> None:
    """Fold: the owner acts again."""
    seat = table.seats[event.seat]
    seat.level, seat.bot, seat.misses = None, "", 0
