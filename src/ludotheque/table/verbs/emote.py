"""Gestures to the others: a wave, a laugh, the winner's mockery."""

from ludotheque.table.commands import EMOTES, Emote, Person
from ludotheque.table.errors import BadCommand, TooSoon
from ludotheque.table.events import Emoted, Entry, Event
from ludotheque.table.table import Table

PAUSE = 2000  # milliseconds between two of a seat


def emote(table: Table, person: Person, command: Emote, now: int) -> list[Event]:
    """Make a gesture."""
    table.seat_of(person.id, command.seat)
    if command.emote not in EMOTES:
        raise BadCommand(what=f"emote {command.emote[:20]!r}")
    # Where the clock was put back, the last gesture lies ahead: nobody waits for it to come.
    if 0 <= now - table.emoted.get(command.seat, -PAUSE) < PAUSE:
        raise TooSoon()
    return [Emoted(command.seat, command.emote)]


def on_emoted(table: Table, entry: Entry, event: Emoted) -> None:
    """Fold: when it was, so that it is not done too often."""
    table.emoted[event.seat] = entry.at
