"""Playing again: when everybody who played to the end asks for it, at a new table."""

from collections.abc import Mapping, Sequence

from ludotheque.bots import bot_name
from ludotheque.table import dice
from ludotheque.table.commands import Person, Rematch
from ludotheque.table.errors import BadValue, NotOver, PeopleOnly, Refused, Stranger
from ludotheque.table.events import Began, Entry, Event, Placed, RematchAsked, Rematched, Sat
from ludotheque.table.keeping.store import Header, Write
from ludotheque.table.table import Table
from ludotheque.table.verbs.open import new_id, opening


def ask_rematch(table: Table, person: Person, command: Rematch) -> list[Event]:
    """Ask to play again; asking twice changes nothing."""
    if table.phase != "over":
        raise NotOver()
    if person.id not in table.persons():
        raise Stranger()
    if table.settings.sealed_until is not None:
        raise Refused()  # these dice fall once for each person
    if table.settings.contest and any(seat.has_left for seat in table.seats):
        raise PeopleOnly()
    if not all(dice.is_value(value) for value in command.values):
        raise BadValue()
    if table.rematch is not None or person.id in table.again:
        return []
    asked = RematchAsked(command.values[: len(table.seats)])
    if table.present() - table.again.keys() - {person.id}:
        return [asked]
    return [asked, Rematched(new_id())]


def opened_by(table: Table, entries: Sequence[Entry]) -> list[Write]:
    """The new table, where these entries bring it about: to be written together with them."""
    last = entries[-1]
    if not isinstance(last.event, Rematched):
        return []
    asked = entries[-2].event
    assert isinstance(asked, RematchAsked)
    again = {**table.again, last.person or "": asked.values}
    header, new = _reopened(table, last.event.table, again, last.at)
    return [Write(header.id, new, header)]


def _reopened(
    table: Table, id: str, again: Mapping[str, Sequence[str]], at: int
) -> tuple[Header, list[Entry]]:
    """The table of a rematch: those who asked in their seats with their values, else bots."""
    header, first = opening(
        table.game, table.options, table.settings, table.host, at, id=id, rematch_of=table.id
    )
    entries = [first]
    values = {person: list(given) for person, given in again.items()}
    for number, seat in enumerate(table.seats):
        event: Event
        if seat.person in values and not seat.has_left:
            own = values[seat.person]
            event = Sat(number, seat.name, own.pop(0) if own else dice.NO_VALUE)
            entries.append(Entry(len(entries) + 1, at, event, seat.person))
        else:
            level = seat.level or table.settings.bots
            event = Placed(number, level, seat.bot or bot_name(number))
            entries.append(Entry(len(entries) + 1, at, event))
    return header, [*entries, Entry(len(entries) + 1, at, Began())]


def on_rematch_asked(table: Table, entry: Entry, event: RematchAsked) -> None:
    """Fold: one more wants to."""
    table.again[entry.person or ""] = event.values


def on_rematched(table: Table, _: Entry, event: Rematched) -> None:
    """Fold: play goes on elsewhere."""
    table.rematch = event.table
