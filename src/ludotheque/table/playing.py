"""What happens on a table's board, and what follows from it by itself.

A board that stands is never changed: each step leads to a new one, so that whoever looks at the
old one needs no copy of it.
"""

import sys
from collections.abc import Sequence

from ludotheque.core.contract import States
from ludotheque.core.engine import Look
from ludotheque.core.records import unsettle
from ludotheque.core.step import Step
from ludotheque.table.events import Ended, Event, OnBoard, Reason
from ludotheque.table.table import REMEMBERED, Foreseen, Table


def foresee(table: Table, board: States, step: Step) -> Foreseen:
    """What a step leads to; a step that was just looked into is not reckoned again."""
    known = table.foreseen
    if known is not None and known.before is board and known.step == step:
        return known
    after = table.engine.after(board, step)
    look = table.engine.look(after, len(table.seats))
    table.foreseen = Foreseen(board, step, after, look)
    return table.foreseen


def advance(table: Table, number: int, step: Step) -> None:
    """Let a step happen on the board; none that today's rules do not know, or that follows one."""
    if table.is_outdated and not table.engine.allows(table.board, step):
        table.has_diverged = True
    if table.has_diverged:
        return
    _, _, after, look = foresee(table, table.board, step)
    _note(table, number, step, after, look)


def put_back(table: Table, number: int, step: Step, taken_back: Step) -> None:
    """Put the board back to where it stood before another step."""
    board = table.engine.board(taken_back.before)
    _note(table, number, step, board, table.engine.look(board, len(table.seats)))


def _note(table: Table, number: int, step: Step, after: States, look: Look) -> None:
    """The board that a step led to stands from now on; remember the step."""
    before, state, table.foreseen = table.board, table.state, None
    table.stand(after, look)
    text = sys.intern(step.text)  # a few texts make up most of a log
    step = Step(step.kind, step.seat, step.code, text, state, table.state)
    if table.steps:  # nobody looks at what was before the last step any more
        unsettle(table.steps[next(reversed(table.steps))].before)
    table.steps[number] = step
    if len(table.steps) > REMEMBERED:
        del table.steps[next(iter(table.steps))]
    table.steps_taken += 1
    if table.undo_request is not None:
        table.undo_request = None
        table.show_again()
    table.curtain.note(number, step, before, after)


def followed(table: Table, events: Sequence[Event], reason: Reason) -> list[Event]:
    """The events with the end they bring about, where they do."""
    board, look = _after(table, events)
    if not look.is_over:
        return [*events]
    return [*events, _ended(table, board, reason)]


def stopped(table: Table, events: Sequence[Event]) -> list[Event]:
    """The events, and the end of a table that nobody plays at any more, ranked as it stands."""
    return [*events, _ended(table, _after(table, events)[0], "abandoned")]


def _after(table: Table, events: Sequence[Event]) -> tuple[States, Look]:
    """The board that the events would lead to, and what it would wait for."""
    board, look = table.board, table.look
    for event in events:
        if isinstance(event, OnBoard):
            _, _, board, look = foresee(table, board, event.step)
    return board, look


def _ended(table: Table, board: States, reason: Reason) -> Ended:
    ranks, scores = table.engine.standing(board, len(table.seats))
    seed = table.seed.hex() if table.settings.sealed_until is None else ""
    return Ended(reason, ranks, scores, seed)
