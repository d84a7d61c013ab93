"""Running out of time: the move is made for whoever is absent, then a bot holds the seat.

In a contest no bot ever plays with somebody else's stake: three misses in a row are a departure.
"""

from ludotheque.bots import STANDBY, bot_name
from ludotheque.table.events import Entry, Event, Expired, Held
from ludotheque.table.table import Table
from ludotheque.table.verbs.leave import for_good
from ludotheque.table.verbs.move import made_for
from ludotheque.table.verbs.roll import fall

MISSES = 3  # in a row, then a bot holds the seat


def expire(table: Table, seat: int, action: int | None) -> list[Event]:
    """What happens when a seat runs out of time: a roll, or the action given, is made for it."""
    first: list[Event] = [Expired(seat)]
    if table.seats[seat].misses + 1 >= MISSES:
        if table.settings.contest:
            return [*first, *for_good(table, [seat])]
        first.append(Held(seat, STANDBY, bot_name(seat, table.id)))
    if action is None:
        return [*first, *fall(table, "clock", after=len(first))]
    return [*first, *made_for(table, seat, action, "clock")]


def on_expired(table: Table, _: Entry, event: Expired) -> None:
    """Fold: one more miss in a row."""
    table.seats[event.seat].misses += 1


def on_held(table: Table, _: Entry, event: Held) -> None:
    """Fold: a bot acts in the seat, which stays its owner's."""
    table.seats[event.seat].level = event.level
    table.seats[event.seat].bot = event.name
