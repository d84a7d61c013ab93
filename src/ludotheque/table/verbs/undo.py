"""Taking a move back: the last one, before anything else happens, if those who saw it agree.

What chance brought is never taken back: a roll cannot be had twice. Where a game itself
lets a seat take back what nobody has seen yet (kernels ``can_undo`` and ``undo``), nobody
has to be asked.
"""

from ludotheque.core.step import Step
from ludotheque.table import playing
from ludotheque.table.commands import AnswerUndo, AskUndo, Person
from ludotheque.table.errors import NothingAsked, NothingToUndo, TooSoon
from ludotheque.table.events import Entry, Event, UndoAnswered, UndoAsked, Undone
from ludotheque.table.table import Question, Table

PAUSE = 20  # steps after a refusal until the same seat asks again

Numbered = tuple[int, Step]  # a step, after the number of its event


def ask_undo(table: Table, person: Person, command: AskUndo) -> list[Event]:
    """Ask to take one's last move back."""
    table.acting_seat(person.id, command.seat)
    table.require_fresh(command.seat, command.seen)
    if table.engine.can_undo(table.board, command.seat):
        return [Undone(command.seat)]
    last = own_last_move(table, command.seat)
    if last is None:
        raise NothingToUndo()
    if is_unseen(table, last, person.id):
        return [Undone(_mover(last), last[0])]
    if table.undo_request is not None or is_too_soon(table, command.seat):
        raise TooSoon()
    return [UndoAsked(_mover(last))]


def _mover(move: Numbered) -> int:
    """Whose move it was: at one screen, perhaps another seat's than the one whose turn it is."""
    seat = move[1].seat
    assert seat is not None
    return seat


def is_too_soon(table: Table, seat: int) -> bool:
    """Whether a seat was told no a short while ago: the others are not asked again and again."""
    refused = table.undo_refused.get(seat)
    return refused is not None and table.steps_taken < refused + PAUSE


def answer_undo(table: Table, person: Person, command: AnswerUndo) -> list[Event]:
    """Agree or refuse."""
    table.acting_seat(person.id, command.seat)
    last = last_step(table)
    if table.undo_request is None or last is None or person.id in table.undo_request.agreed:
        raise NothingAsked()
    answered: list[Event] = [UndoAnswered(command.seat, command.agrees)]
    agreed = table.undo_request.agreed | {person.id}
    if command.agrees and not _witnesses(table, last) - agreed:
        return [*answered, Undone(table.undo_request.seat, last[0])]
    return answered


def last_step(table: Table) -> Numbered | None:
    """The last step on the board that was not taken back."""
    taken_back = 0
    for number, step in reversed(table.steps.items()):
        if step.kind == "undo" and step.code:
            taken_back += 1
        elif taken_back:
            taken_back -= 1
        else:
            return number, step
    return None


def own_last_move(table: Table, seat: int) -> Numbered | None:
    """The last step on the board, where it is this seat's move, or another's of the same person."""
    last = last_step(table)
    if last is None or last[1].kind != "move" or last[1].seat is None:
        return None
    own, mover = table.seats[seat], table.seats[last[1].seat]
    is_own = own is mover or (own.person is not None and own.person == mover.person)
    return last if is_own else None


def is_unseen(table: Table, move: Numbered, person: str) -> bool:
    """Whether nobody else was told of a person's move: nobody has to agree."""
    return not _witnesses(table, move) - {person}


def _witnesses(table: Table, move: Numbered) -> set[str]:
    """The persons who were told of a move."""
    return {
        seat.person
        for viewer, seat in enumerate(table.seats)
        if seat.person and seat.is_present and table.curtain.told_at(viewer, move[0])
    }


def on_undo_asked(table: Table, entry: Entry, event: UndoAsked) -> None:
    """Fold: the question stands until the next step."""
    table.undo_request = Question(event.seat, entry.number, {entry.person or ""})


def on_undo_answered(table: Table, entry: Entry, event: UndoAnswered) -> None:
    """Fold: one more agrees, or the question falls."""
    if table.undo_request is None:
        return
    if event.agrees:
        table.undo_request.agreed.add(entry.person or "")
    else:
        table.undo_refused[table.undo_request.seat] = table.steps_taken
        table.undo_request = None


def on_undone(table: Table, entry: Entry, event: Undone) -> None:
    """Fold: the board is as before the move."""
    if event.move is None:
        playing.advance(table, entry.number, event.step)
        return
    if table.has_diverged:
        return
    last = last_step(table)
    assert last is not None
    assert last[0] == event.move, "only the last step is taken back"
    playing.put_back(table, entry.number, event.step, last[1])
