"""Rolling: a chance outcome falls once, when the player whose turn it is asks for it.

Where the outcome is nobody's in particular (a lot, dice that all share) any person in the
game may ask, and it falls by itself after a moment. Who asks, and when, changes nothing: the
outcome follows from the sealed seed, the players' values and the event's number.
"""

from ludotheque.table import dice, playing
from ludotheque.table.commands import Person, Roll
from ludotheque.table.errors import NothingToRoll, NotYourTurn, Stranger
from ludotheque.table.events import Entry, Event, Fell, Hand
from ludotheque.table.table import Table


def roll(table: Table, person: Person, command: Roll) -> list[Event]:
    """Ask for the outcome that is awaited."""
    seat = _asking_seat(table, person, command.seat)
    table.acting_seat(person.id, seat)
    table.require_fresh(seat, command.seen)
    if not table.awaits_chance:
        raise NothingToRoll()
    if table.roller is not None and seat != table.roller:
        raise NotYourTurn()
    return fall(table, "person")


def _asking_seat(table: Table, person: Person, named: int | None) -> int:
    if named is not None:
        return named
    roller = table.roller
    if roller is not None and table.seats[roller].person == person.id:
        return roller
    own = table.held_by(person.id)
    if not own:
        raise Stranger()
    return own[0]


def fall(table: Table, by: Hand, after: int = 0) -> list[Event]:
    """The outcome that is awaited; ``after`` counts the events of the same moment before it."""
    weights = table.engine.weights(table.board, table.look.outcomes)
    number = table.outcome_number(table.number + after + 1)
    outcome = dice.outcome(table.seed, table.values, number, weights)
    text = table.game.notation.chance(table.state, outcome)
    fell = Fell(outcome, text, table.roller, by)
    return playing.followed(table, [fell], "finished")


def on_fell(table: Table, entry: Entry, event: Fell) -> None:
    """Fold: the outcome is on the board."""
    if event.by == "person" and event.seat is not None:
        table.is_back(event.seat)
    table.fallen += 1
    playing.advance(table, entry.number, event.step)
