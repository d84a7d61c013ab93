"""What an event does to a table, and what a command brings about: each verb under its name.

``fold`` never refuses: what stands in the log has happened. ``decide`` changes nothing: it
says which events a command asks for, or raises :class:`~ludotheque.table.errors.Refused`.
"""

from collections.abc import Callable, Iterable
from typing import Any

from ludotheque.core.game import Game
from ludotheque.table import commands as c
from ludotheque.table import draw, emote, expire, leave, move, rematch, roll, sit, takeover, undo
from ludotheque.table import events as e
from ludotheque.table.errors import BadCommand
from ludotheque.table.table import Table

_ID_LENGTH = 64

_VERBS: dict[type, Callable[[Table, c.Person, Any], list[e.Event]]] = {
    c.Sit: sit.sit,
    c.Place: sit.place,
    c.Fill: sit.fill,
    c.Leave: leave.leave,
    c.Roll: roll.roll,
    c.Move: move.move,
    c.OfferDraw: draw.offer_draw,
    c.AnswerDraw: draw.answer_draw,
    c.AskUndo: undo.ask_undo,
    c.AnswerUndo: undo.answer_undo,
    c.TakeOver: takeover.take_over,
    c.Rematch: rematch.ask_rematch,
}


def decide(table: Table, person: c.Person, command: c.Command, now: int) -> list[e.Event]:
    """The events that a command asks for, in order; they happen together or not at all."""
    if not 0 < len(command.id) <= _ID_LENGTH:
        raise BadCommand(what=f"id: 1 … {_ID_LENGTH}")
    if isinstance(command, c.Emote):
        return emote.emote(table, person, command, now)
    return _VERBS[type(command)](table, person, command)


def _on_ended(table: Table, entry: e.Entry, event: e.Ended) -> None:
    table.ended = event
    table.draw = table.undo = None
    table.curtain.lift(entry.number)


def _nothing(_: Table, __: e.Entry, ___: Any) -> None:
    pass


_FOLDS: dict[type, Callable[[Table, e.Entry, Any], None]] = {
    e.Sat: sit.on_sat,
    e.Placed: sit.on_placed,
    e.Stood: leave.on_stood,
    e.Began: sit.on_began,
    e.Fell: roll.on_fell,
    e.Moved: move.on_moved,
    e.Left: leave.on_left,
    e.Expired: expire.on_expired,
    e.Held: expire.on_held,
    e.Reclaimed: takeover.on_reclaimed,
    e.DrawOffered: draw.on_draw_offered,
    e.DrawAnswered: draw.on_draw_answered,
    e.Drawn: draw.on_drawn,
    e.UndoAsked: undo.on_undo_asked,
    e.UndoAnswered: undo.on_undo_answered,
    e.Undone: undo.on_undone,
    e.Emoted: emote.on_emoted,
    e.Ended: _on_ended,
    e.RematchAsked: rematch.on_rematch_asked,
    e.Rematched: rematch.on_rematched,
    e.Opened: _nothing,  # the first entry: Table's own beginning
}


def fold(table: Table, entry: e.Entry) -> None:
    """Let the table's next entry happen."""
    assert entry.number == table.number + 1, f"entry {entry.number} after {table.number}"
    table.entries.append(entry)
    if entry.person is not None and entry.command is not None:
        table.answered.setdefault(entry.person, {})[entry.command] = entry.number
    _FOLDS[type(entry.event)](table, entry, entry.event)


def folded(id: str, game: Game, seed: bytes, entries: Iterable[e.Entry]) -> Table:
    """The table that a whole log comes to."""
    every = iter(entries)
    table = Table(id, game, seed, next(every))
    for entry in every:
        fold(table, entry)
    return table
