"""A draw by agreement (MA-7): everybody who still plays agrees; bots do, but not in a contest."""

from collections.abc import Sequence

from ludotheque.table import playing
from ludotheque.table.commands import AnswerDraw, OfferDraw, Person
from ludotheque.table.errors import BotsPlayOn, NothingAsked, TooSoon
from ludotheque.table.events import DrawAnswered, Drawn, DrawOffered, Entry, Event
from ludotheque.table.table import Question, Table

PAUSE = 20  # steps after a refusal until the next offer


def offer_draw(table: Table, person: Person, command: OfferDraw) -> list[Event]:
    """Offer a draw."""
    table.acting_seat(person.id, command.seat)
    if not may_draw(table):
        raise BotsPlayOn()
    if table.draw_offer is not None or table.steps_taken < table.draw_refused + PAUSE:
        raise TooSoon()
    return _agreed(table, {person.id}, [DrawOffered(command.seat)])


def may_draw(table: Table) -> bool:
    """Whether there is anybody to agree with: bots in a contest play it out (MA-35)."""
    return not (table.settings.contest and any(seat.person is None for seat in table.seats))


def answer_draw(table: Table, person: Person, command: AnswerDraw) -> list[Event]:
    """Agree or refuse; whoever made the offer takes it back by refusing."""
    table.acting_seat(person.id, command.seat)
    if table.draw_offer is None:
        raise NothingAsked()
    answered: list[Event] = [DrawAnswered(command.seat, command.agrees)]
    if not command.agrees:
        return answered
    return _agreed(table, table.draw_offer.agreed | {person.id}, answered)


def concluded(table: Table) -> list[Event]:
    """The draw, where those who had not answered are no longer there."""
    assert table.draw_offer is not None
    return _agreed(table, table.draw_offer.agreed, [])


def _agreed(table: Table, agreed: set[str], events: list[Event]) -> list[Event]:
    return events if table.present() - agreed else drawn(table, events)


def drawn(table: Table, events: Sequence[Event] = ()) -> list[Event]:
    """The events, and the draw that ends the game."""
    return playing.followed(table, [*events, Drawn()], "drawn")


def on_draw_offered(table: Table, entry: Entry, event: DrawOffered) -> None:
    """Fold: the offer stands, its maker agreeing."""
    table.draw_offer = Question(event.seat, entry.number, {entry.person or ""})


def on_draw_answered(table: Table, entry: Entry, event: DrawAnswered) -> None:
    """Fold: one more agrees, or the offer falls."""
    if table.draw_offer is None:
        return
    if event.agrees:
        table.draw_offer.agreed.add(entry.person or "")
    else:
        table.draw_offer, table.draw_refused = None, table.steps_taken


def on_drawn(table: Table, entry: Entry, event: Drawn) -> None:
    """Fold: the game stops."""
    table.draw_offer = None
    playing.advance(table, entry.number, event.step)
