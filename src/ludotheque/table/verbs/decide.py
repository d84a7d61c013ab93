"""What a command brings about: each kind under the verb that knows."""

from collections.abc import Callable
from typing import Any

from ludotheque.table import commands as c
from ludotheque.table.errors import BadCommand
from ludotheque.table.events import Event
from ludotheque.table.table import Table
from ludotheque.table.verbs import (
    emote,
    hint,
    leave,
    move,
    offer_draw,
    rematch,
    roll,
    sit,
    takeover,
    undo,
)

IsHere = Callable[[str], bool]  # of a person

_ID_LENGTH = 64

_VERBS: dict[type, Callable[[Table, c.Person, Any], list[Event]]] = {
    c.Sit: sit.sit,
    c.Place: sit.place,
    c.Fill: sit.fill,
    c.Leave: leave.leave,
    c.Roll: roll.roll,
    c.Move: move.move,
    c.OfferDraw: offer_draw.offer_draw,
    c.AnswerDraw: offer_draw.answer_draw,
    c.AskUndo: undo.ask_undo,
    c.AnswerUndo: undo.answer_undo,
    c.TakeOver: takeover.take_over,
    c.Hint: hint.hint,
    c.WithdrawRematch: rematch.withdraw_rematch,
}


def everybody(_: str) -> bool:
    """Where nothing is known of who comes and goes, all are there."""
    return True


def decide(
    table: Table, person: c.Person, command: c.Command, now: int, is_here: IsHere = everybody
) -> list[Event]:
    """The events that a command asks for, in order; they happen together or not at all.

    Changes nothing; :class:`~ludotheque.table.errors.Refused` says why a command is not
    carried out. ``is_here`` knows who is at the table at this moment.
    """
    if not _is_id(command.id):
        raise BadCommand(what=f"id: 1 … {_ID_LENGTH} ASCII")
    if isinstance(command, c.Emote):
        return emote.emote(table, person, command, now)
    if isinstance(command, c.Rematch):
        return rematch.ask_rematch(table, person, command, now, is_here)
    return _VERBS[type(command)](table, person, command)


def _is_id(id: str) -> bool:
    """Whether an id can stand in every database's log: some take no NUL, none is a place for it."""
    return 0 < len(id) <= _ID_LENGTH and id.isascii() and id.isprintable()
