"""What an event does to a table: each kind under the verb that knows.

Nothing is refused here: what stands in the log has happened.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ludotheque.core.game import Game
from ludotheque.table import events as e
from ludotheque.table.table import Table
from ludotheque.table.verbs import (
    emote,
    expire,
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


def _on_ended(table: Table, entry: e.Entry, event: e.Ended) -> None:
    table.phase, table.ended = "over", event
    table.draw_offer = table.undo_request = None
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
    e.DrawOffered: offer_draw.on_draw_offered,
    e.DrawAnswered: offer_draw.on_draw_answered,
    e.Drawn: offer_draw.on_drawn,
    e.UndoAsked: undo.on_undo_asked,
    e.UndoAnswered: undo.on_undo_answered,
    e.Undone: undo.on_undone,
    e.Emoted: emote.on_emoted,
    e.Advised: hint.on_advised,
    e.Ended: _on_ended,
    e.RematchAsked: rematch.on_rematch_asked,
    e.RematchWithdrawn: rematch.on_rematch_withdrawn,
    e.Rematched: rematch.on_rematched,
    e.Opened: _nothing,  # the first entry: Table's own beginning
}


_ON_THE_BOARD = {e.Fell, e.Moved}  # change nothing beside it, or say so


def fold(table: Table, entry: e.Entry) -> None:
    """Let the table's next entry happen."""
    table.enter(entry)
    if entry.person is not None and entry.command is not None:
        table.answered.setdefault(entry.person, {})[entry.command] = entry.number
    if type(entry.event) not in _ON_THE_BOARD:
        table.show_again()
    _FOLDS[type(entry.event)](table, entry, entry.event)
    table.wait(entry)


def folded(id: str, game: Game, seed: bytes, entries: Sequence[e.Entry]) -> Table:
    """The table that a whole log amounts to; there is none without a first entry."""
    table = Table(id, game, seed, entries[0])
    for entry in entries[1:]:
        fold(table, entry)
    return table
