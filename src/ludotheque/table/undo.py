"""Taking a move back: the last one, before anything else happens, if those who saw it agree.

What chance brought is never taken back: a roll cannot be had twice. Where a game itself
lets a seat take back what nobody has seen yet (kernels ``can_undo`` and ``undo``), nobody
has to be asked.
"""

from ludotheque.table import playing
from ludotheque.table.commands import AnswerUndo, AskUndo, Person
from ludotheque.table.errors import NothingAsked, NothingToUndo, TooSoon
from ludotheque.table.events import Entry, Event, UndoAnswered, UndoAsked, Undone
from ludotheque.table.table import Play, Question, Table

BACK_TO_BEFORE = 1  # code of a play that puts back the board before another one


def ask_undo(table: Table, person: Person, command: AskUndo) -> list[Event]:
    """Ask to take one's last move back."""
    table.acting_seat(person.id, command.seat)
    table.require_fresh(command.seat, command.seen)
    if table.rules.can_undo(table.board, command.seat):
        return [Undone(command.seat)]
    last = own_last_move(table, command.seat)
    if last is None:
        raise NothingToUndo()
    if is_unseen(table, last, person.id):
        return [Undone(command.seat, last.number)]
    if table.undo is not None:
        raise TooSoon()
    return [UndoAsked(command.seat)]


def answer_undo(table: Table, person: Person, command: AnswerUndo) -> list[Event]:
    """Agree or refuse."""
    table.acting_seat(person.id, command.seat)
    last = last_play(table)
    if table.undo is None or last is None or person.id in table.undo.agreed:
        raise NothingAsked()
    answered: list[Event] = [UndoAnswered(command.seat, command.agrees)]
    agreed = table.undo.agreed | {person.id}
    if command.agrees and not _witnesses(table, last) - agreed:
        return [*answered, Undone(table.undo.seat, last.number)]
    return answered


def last_play(table: Table) -> Play | None:
    """The last thing on the board that was not taken back."""
    taken_back = 0
    for play in reversed(table.plays):
        if play.kind == "undo" and play.code == BACK_TO_BEFORE:
            taken_back += 1
        elif taken_back:
            taken_back -= 1
        else:
            return play
    return None


def own_last_move(table: Table, seat: int) -> Play | None:
    """The last thing on the board, where it is this seat's move."""
    last = last_play(table)
    return last if last and last.kind == "move" and last.seat == seat else None


def is_unseen(table: Table, play: Play, person: str) -> bool:
    """Whether nobody else was told of a person's move: nobody has to agree."""
    return not _witnesses(table, play) - {person}


def _witnesses(table: Table, play: Play) -> set[str]:
    """The persons who were told of a move."""
    return {
        seat.person
        for number, seat in enumerate(table.seats)
        if seat.person and seat.is_present and table.curtain.told_at(number, play.number)
    }


def on_undo_asked(table: Table, entry: Entry, event: UndoAsked) -> None:
    """Fold: the question stands until the next play."""
    table.undo = Question(event.seat, entry.number, {entry.person or ""})


def on_undo_answered(table: Table, entry: Entry, event: UndoAnswered) -> None:
    """Fold: one more agrees, or the question falls."""
    if table.undo is not None and event.agrees:
        table.undo.agreed.add(entry.person or "")
    else:
        table.undo = None


def on_undone(table: Table, entry: Entry, event: Undone) -> None:
    """Fold: the board is as before the move."""
    if event.move is None:
        playing.advance(table, entry.number, ("undo", event.seat, 0), "undo")
        return
    last = last_play(table)
    assert last is not None
    assert last.number == event.move, "only the last play is taken back"
    before = table.board.tobytes()
    table.board = table.rules.board(last.before)
    after = last.before
    play = Play(entry.number, "undo", event.seat, BACK_TO_BEFORE, "undo", before, after)
    playing.settle(table, play, taken_back=last.number)
