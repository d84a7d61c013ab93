"""Playing again: when everybody who played to the end asks for it, at a new table.

A wish lasts a minute, and only while whoever has it is there: nobody is seated, and no stake is
taken, on the word of somebody who has gone.
"""

from collections.abc import Callable, Mapping, Sequence

from ludotheque.bots import bot_name
from ludotheque.table import dice
from ludotheque.table.commands import Person, Rematch, WithdrawRematch
from ludotheque.table.errors import BadValue, NotOver, PeopleOnly, Refused, Stranger
from ludotheque.table.events import (
    Began,
    Entry,
    Event,
    Placed,
    RematchAsked,
    Rematched,
    RematchWithdrawn,
    Sat,
)
from ludotheque.table.keeping.store import Header, Write
from ludotheque.table.table import Table, Wish
from ludotheque.table.verbs.open import new_id, opening

LASTS = 60  # seconds that a wish to play again stands


def ask_rematch(
    table: Table, person: Person, command: Rematch, now: int, is_here: Callable[[str], bool]
) -> list[Event]:
    """Ask to play again; asking twice changes nothing. Wishes that stand no longer are dropped."""
    _require_player(table, person)
    if table.settings.sealed_until is not None:
        raise Refused()  # these dice fall once for each person
    if table.settings.contest and any(seat.has_left for seat in table.seats):
        raise PeopleOnly()
    if not all(dice.is_value(value) for value in command.values):
        raise BadValue()
    if table.rematch is not None:
        return []
    willing = {each for each in wishing(table, now) if each == person.id or is_here(each)}
    gone = [each for each in table.again if each not in willing and each != person.id]
    dropped: list[Event] = [RematchWithdrawn(_seat(table, each)) for each in gone]
    asked = RematchAsked(command.values[: len(table.seats)])
    if not table.present() - willing - {person.id}:
        return [*dropped, asked, Rematched(new_id())]
    return dropped if person.id in willing else [*dropped, asked]


def withdraw_rematch(table: Table, person: Person, _: WithdrawRematch) -> list[Event]:
    """Take the wish back, where there is one and play does not go on already."""
    _require_player(table, person)
    if table.rematch is not None or person.id not in table.again:
        return []
    return [RematchWithdrawn(_seat(table, person.id))]


def _require_player(table: Table, person: Person) -> None:
    """Refuse whoever did not play to the end."""
    if table.phase != "over":
        raise NotOver()
    if person.id not in table.persons():
        raise Stranger()


def _seat(table: Table, person: str) -> int:
    return table.held_by(person)[0]


def wishing(table: Table, now: int) -> set[str]:
    """The persons whose wish to play again stands; where the clock was put back, no longer too."""
    return {each for each, wish in table.again.items() if abs(now - wish.at) <= LASTS * 1000}


def opened_by(table: Table, entries: Sequence[Entry]) -> list[Write]:
    """The new table, where these entries bring it about: to be written together with them."""
    last = entries[-1]
    if not isinstance(last.event, Rematched):
        return []
    asked = entries[-2].event
    assert isinstance(asked, RematchAsked)
    dropped = [each.event.seat for each in entries if isinstance(each.event, RematchWithdrawn)]
    gone = {table.seats[seat].person for seat in dropped}
    again = {each: wish.values for each, wish in table.again.items() if each not in gone}
    again[last.person or ""] = asked.values
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
            event = Placed(number, level, seat.bot or bot_name(number, table.id))
            entries.append(Entry(len(entries) + 1, at, event))
    return header, [*entries, Entry(len(entries) + 1, at, Began())]


def on_rematch_asked(table: Table, entry: Entry, event: RematchAsked) -> None:
    """Fold: one more wants to."""
    table.again[entry.person or ""] = Wish(event.values, entry.at)


def on_rematch_withdrawn(table: Table, _: Entry, event: RematchWithdrawn) -> None:
    """Fold: one less does."""
    table.again.pop(table.seats[event.seat].person or "", None)


def on_rematched(table: Table, _: Entry, event: Rematched) -> None:
    """Fold: play goes on elsewhere."""
    table.rematch = event.table
