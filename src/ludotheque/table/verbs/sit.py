"""Sitting down: people, bots, several seats of one person; the game begins when all are taken."""

import unicodedata

from ludotheque.bots import LEVELS, bot_name
from ludotheque.table import dice
from ludotheque.table.commands import Fill, Person, Place, Sit
from ludotheque.table.errors import (
    AlreadyBegun,
    BadCommand,
    BadValue,
    NoSeatFree,
    NoSuchSeat,
    NotHost,
    PeopleOnly,
    SeatTaken,
)
from ludotheque.table.events import Began, Entry, Event, Placed, Sat
from ludotheque.table.table import Seat, Table

NAME_LENGTH = 40


def sit(table: Table, person: Person, command: Sit) -> list[Event]:
    """Take a seat."""
    _require_open(table)
    seat = _free_seat(table, command.seat)
    if command.value and not dice.is_value(command.value):
        raise BadValue()
    is_another = person.id in table.persons()
    if table.settings.contest and is_another:
        raise PeopleOnly()
    name = (is_another and _clean(command.name)) or _clean(person.name) or "?"
    return _seated(table, [Sat(seat, name, _value(table, command))])


def _clean(name: str) -> str:
    """The name to write down: nothing in it that a database or a reader would stumble over."""
    clean = "".join(letter for letter in name if unicodedata.category(letter)[0] != "C")
    return clean.strip()[:NAME_LENGTH].strip()


def _value(table: Table, command: Sit) -> str:
    """What she adds to the dice: nothing where other tables share the dice."""
    is_shared = table.settings.sealed_until is not None
    return dice.NO_VALUE if is_shared else command.value or dice.NO_VALUE


def place(table: Table, person: Person, command: Place) -> list[Event]:
    """Put a bot in a seat."""
    _require_host(table, person)
    _require_bots(table)
    return _seated(table, [_bot(table, _free_seat(table, command.seat), command.level)])


def fill(table: Table, person: Person, command: Fill) -> list[Event]:
    """Give every empty seat to a bot."""
    _require_host(table, person)
    _require_bots(table)
    return filled(table, command.level or table.settings.bots)


def filled(table: Table, level: str) -> list[Event]:
    """Bots take every empty seat, and the game begins."""
    return _seated(table, [_bot(table, seat, level) for seat in _free_seats(table)])


def _require_open(table: Table) -> None:
    if table.phase != "open":
        raise AlreadyBegun()


def _require_host(table: Table, person: Person) -> None:
    if person.id != table.host:
        raise NotHost()
    _require_open(table)


def _require_bots(table: Table) -> None:
    if table.settings.contest:
        raise PeopleOnly()


def _free_seats(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.is_free]


def _free_seat(table: Table, wanted: int | None) -> int:
    if wanted is None:
        if not (free := _free_seats(table)):
            raise NoSeatFree()
        return free[0]
    if not 0 <= wanted < len(table.seats):
        raise NoSuchSeat(place=wanted + 1)
    if not table.seats[wanted].is_free:
        raise SeatTaken(place=wanted + 1)
    return wanted


def _bot(table: Table, seat: int, level: str) -> Placed:
    if level not in LEVELS:
        raise BadCommand(what=f"level {level[:NAME_LENGTH]!r}")
    return Placed(seat, level, bot_name(seat, table.id))


def _seated(table: Table, taken: list[Event]) -> list[Event]:
    """The seats taken now and, when they are the last ones, the beginning."""
    return [*taken, Began()] if len(taken) == len(_free_seats(table)) else taken


def on_sat(table: Table, entry: Entry, event: Sat) -> None:
    """Fold: a person sits there."""
    table.seats[event.seat] = Seat(entry.person, event.name, event.value)


def on_placed(table: Table, _: Entry, event: Placed) -> None:
    """Fold: a bot sits there."""
    table.seats[event.seat] = Seat(level=event.level, bot=event.name)


def on_began(table: Table, entry: Entry, _: Began) -> None:
    """Fold: the values added to the dice stand from now on."""
    table.phase, table.began = "playing", entry.number
    table.values = dice.joined(seat.value for seat in table.seats)
    table.look = table.engine.look(table.board, len(table.seats))
