"""What happens on a table's board, and what follows from it by itself."""

import sys

from ludotheque.bots import Look
from ludotheque.bots.rules import Kind
from ludotheque.core.contract import States
from ludotheque.table.events import Ended, Event, Reason
from ludotheque.table.table import Play, Table

NOBODY = -1

Deed = tuple[Kind, int, int]  # what kind, by which seat, which action or outcome


def advance(table: Table, number: int, deed: Deed, text: str) -> None:
    """Let a thing happen on the board."""
    kind, seat, code = deed
    before = table.board.tobytes()
    table.rules.do(table.board, kind, seat, code)
    text = sys.intern(text)  # a few texts make up most of a log
    settle(table, Play(number, kind, _seat(seat), code, text, before, table.board.tobytes()))


def settle(table: Table, play: Play, taken_back: int | None = None) -> None:
    """Note a play whose outcome is on the board; of an undo, the move that it takes back."""
    table.plays.append(play)
    table.played += 1
    table.undo = None
    look(table)
    table.curtain.note(play, taken_back)


def look(table: Table) -> None:
    """See anew what the board waits for."""
    table.look = table.rules.look(table.board) if table.has_begun else Look(False, (), 0)
    table.roller = table.rules.roller(table.board) if table.look.outcomes else None


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def followed(table: Table, events: list[Event], deeds: list[Deed], reason: Reason) -> list[Event]:
    """The events with the end they bring about, where they do."""
    board = table.rules.copy(table.board)
    for kind, seat, code in deeds:
        table.rules.do(board, kind, seat, code)
    if not table.rules.look(board).is_over:
        return events
    return [*events, _ended(table, board, reason)]


def stopped(table: Table, deeds: list[Deed]) -> Ended:
    """The end of a table that nobody plays at any more, ranked as it stands."""
    board = table.rules.copy(table.board)
    for kind, seat, code in deeds:
        table.rules.do(board, kind, seat, code)
    return _ended(table, board, "abandoned")


def _ended(table: Table, board: States, reason: Reason) -> Ended:
    ranks, scores = table.rules.standing(board, len(table.seats))
    seed = table.seed.hex() if table.settings.sealed_until is None else ""
    return Ended(reason, ranks, scores, seed)
