"""A draw by agreement (CA-31): everybody who plays agrees; bots always do."""

from ludotheque.table import playing
from ludotheque.table.commands import AnswerDraw, OfferDraw, Person
from ludotheque.table.errors import NothingAsked, TooSoon
from ludotheque.table.events import DrawAnswered, Drawn, DrawOffered, Entry, Event
from ludotheque.table.table import Question, Table

PAUSE = 20  # steps after a refusal until the next offer


def offer_draw(table: Table, person: Person, command: OfferDraw) -> list[Event]:
    """Offer a draw."""
    table.acting_seat(person.id, command.seat)
    if table.draw is not None or table.played < table.draw_refused + PAUSE:
        raise TooSoon()
    return _agreed(table, {person.id}, [DrawOffered(command.seat)])


def answer_draw(table: Table, person: Person, command: AnswerDraw) -> list[Event]:
    """Agree or refuse; who offered may take it back by refusing."""
    table.acting_seat(person.id, command.seat)
    if table.draw is None:
        raise NothingAsked()
    answered: list[Event] = [DrawAnswered(command.seat, command.agrees)]
    if not command.agrees:
        return answered
    return _agreed(table, table.draw.agreed | {person.id}, answered)


def concluded(table: Table) -> list[Event]:
    """The draw, where those who had not answered are no longer there."""
    assert table.draw is not None
    return _agreed(table, table.draw.agreed, [])


def _agreed(table: Table, agreed: set[str], events: list[Event]) -> list[Event]:
    if table.present() - agreed:
        return events
    return playing.followed(table, [*events, Drawn()], "drawn")


def on_draw_offered(table: Table, entry: Entry, event: DrawOffered) -> None:
    """Fold: the offer stands, its maker agreeing."""
    table.draw = Question(event.seat, entry.number, {entry.person or ""})


def on_draw_answered(table: Table, entry: Entry, event: DrawAnswered) -> None:
    """Fold: one more agrees, or the offer falls."""
    if table.draw is None:
        return
    if event.agrees:
        table.draw.agreed.add(entry.person or "")
    else:
        table.draw, table.draw_refused = None, table.played


def on_drawn(table: Table, entry: Entry, event: Drawn) -> None:
    """Fold: the game stops."""
    table.draw = None
    playing.advance(table, entry.number, event.step)
