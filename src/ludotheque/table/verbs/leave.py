"""Leaving: before the game the seat is free again, during it the seat is gone for good (MA-9)."""

from ludotheque.table import playing
from ludotheque.table.commands import Leave, Person
from ludotheque.table.errors import IsOver, NoSuchSeat, Stranger
from ludotheque.table.events import Entry, Event, Left, Stood
from ludotheque.table.table import Seat, Table


def leave(table: Table, person: Person, command: Leave) -> list[Event]:
    """Give up one seat, or all of one's own."""
    if table.phase == "over":
        raise IsOver()
    if table.phase == "open":
        return [Stood(seat) for seat in _before_the_game(table, person, command.seat)]
    return for_good(table, _own(table, person, command.seat))


def _own(table: Table, person: Person, wanted: int | None) -> list[int]:
    if wanted is not None:
        table.seat_of(person.id, wanted)
        return [wanted]
    if not (own := table.held_by(person.id)):
        raise Stranger()
    return own


def _before_the_game(table: Table, person: Person, wanted: int | None) -> list[int]:
    """The seats to free; a host may also send a bot away."""
    if wanted is not None and person.id == table.host:
        if not 0 <= wanted < len(table.seats):
            raise NoSuchSeat(place=wanted + 1)
        if table.seats[wanted].level is not None:
            return [wanted]
    return _own(table, person, wanted)


def for_good(table: Table, leaving: list[int]) -> list[Event]:
    """Seats leave the game, which ends where it cannot go on without them."""
    events: list[Event] = []
    for seat in leaving:
        events.append(Left(seat))
        ended = playing.followed(table, events, "deserted")
        if len(ended) > len(events):
            return ended
    staying = {seat.person for n, seat in enumerate(table.seats) if n not in leaving}
    if not staying & table.persons():
        return playing.stopped(table, events)  # bots do not play among themselves
    return events


def on_stood(table: Table, _: Entry, event: Stood) -> None:
    """Fold: the seat is free."""
    table.seats[event.seat] = Seat()


def on_left(table: Table, entry: Entry, event: Left) -> None:
    """Fold: the seat is out of the game."""
    table.seats[event.seat].has_left = True
    playing.advance(table, entry.number, event.step)
