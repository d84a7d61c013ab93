"""Asking for advice: the table notes who did, what it is is found elsewhere.

Only where nothing but the game itself is at stake, and once a position: who asks again there is
told again, and the others are not.
"""

from ludotheque.table.commands import Hint, Person
from ludotheque.table.errors import NoChoice, NoHints, NotYourTurn
from ludotheque.table.events import Advised, Entry, Event
from ludotheque.table.table import Table
from ludotheque.table.verbs.move import legal_moves


def hint(table: Table, person: Person, command: Hint) -> list[Event]:
    """Ask, in sight of a choice to make."""
    table.acting_seat(person.id, command.seat)
    if not may_advise(table):
        raise NoHints()
    table.require_fresh(command.seat, command.seen)
    if command.seat not in table.look.waiting:
        raise NotYourTurn()
    if len(legal_moves(table, command.seat)) == 1:
        raise NoChoice()
    if table.advised.get(command.seat) == table.curtain.changed(command.seat):
        return []
    return [Advised(command.seat)]


def may_advise(table: Table) -> bool:
    """Whether anybody may ask at all: somebody has to know, and nothing is at stake."""
    return table.settings.is_friendly and table.game.has_brain


def on_advised(table: Table, _: Entry, event: Advised) -> None:
    """Fold: at which position it was, so that it is told once."""
    table.advised[event.seat] = table.curtain.changed(event.seat)
