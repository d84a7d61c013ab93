"""What happens on a table's board, and what follows from it by itself."""

import sys
from collections.abc import Sequence

from ludotheque.core.contract import States
from ludotheque.core.engine import Look
from ludotheque.core.step import Step
from ludotheque.table.events import Ended, Event, OnBoard, Reason
from ludotheque.table.table import REMEMBERED, Table


def advance(table: Table, number: int, step: Step) -> None:
    """Let a step happen on the board; none that today's rules do not know, or that follows one."""
    if table.is_outdated and not table.engine.allows(table.board, step):
        table.has_diverged = True
    if table.has_diverged:
        return
    before = table.engine.copy(table.board)
    table.engine.do(table.board, step)
    note(table, number, step, before)


def put_back(table: Table, number: int, step: Step, taken_back: Step) -> None:
    """Put the board back to where it stood before another step."""
    before, table.board = table.board, table.engine.board(taken_back.before)
    note(table, number, step, before)


def note(table: Table, number: int, step: Step, before: States) -> None:
    """Remember a step that has just happened on the board."""
    step = step._replace(
        text=sys.intern(step.text),  # a few texts make up most of a log
        before=before[0],
        after=table.engine.copy(table.board)[0],
    )
    table.steps[number] = step
    if len(table.steps) > REMEMBERED:
        del table.steps[next(iter(table.steps))]
    table.steps_taken += 1
    table.undo_request = None
    look_again(table)
    table.curtain.note(number, step)


def look_again(table: Table) -> None:
    """Note what the board waits for now."""
    table.look = table.engine.look(table.board) if table.has_begun else Look(False, (), 0)
    table.roller = table.engine.roller(table.board) if table.look.outcomes else None


def followed(table: Table, events: Sequence[Event], reason: Reason) -> list[Event]:
    """The events with the end they bring about, where they do."""
    board = _after(table, events)
    if not table.engine.look(board).is_over:
        return [*events]
    return [*events, _ended(table, board, reason)]


def stopped(table: Table, events: Sequence[Event]) -> list[Event]:
    """The events, and the end of a table that nobody plays at any more, ranked as it stands."""
    return [*events, _ended(table, _after(table, events), "abandoned")]


def _after(table: Table, events: Sequence[Event]) -> States:
    """The board that the events would lead to."""
    board = table.engine.copy(table.board)
    for event in events:
        if isinstance(event, OnBoard):
            table.engine.do(board, event.step)
    return board


def _ended(table: Table, board: States, reason: Reason) -> Ended:
    ranks, scores = table.engine.standing(board, len(table.seats))
    seed = table.seed.hex() if table.settings.sealed_until is None else ""
    return Ended(reason, ranks, scores, seed)
