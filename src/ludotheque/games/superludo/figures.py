"""Superludo in figures, once it is over."""

from collections import Counter
from collections.abc import Sequence

from ludotheque.core.figures import Figure, Name, counted, greatest
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate
from ludotheque.games.superludo.board import GOAL, HOME, PAWNS
from ludotheque.games.superludo.record import NO_PAWN
from ludotheque.games.superludo.rules import captured, destination
from ludotheque.games.superludo.ways import pawns_at


def figures(steps: Sequence[Step], name: Name, _: Translate) -> list[Figure]:
    """Pawns eaten, barriers, and the longest turn."""
    eaten: Counter[int] = Counter()
    barriers: Counter[int] = Counter()
    for step in steps:
        if step.kind == "move" and step.seat is not None:
            start, end = _way(step, step.seat)
            eaten[step.seat] += captured(step.before, step.seat, start, end) != NO_PAWN
            barriers[step.seat] += bool(end != GOAL and pawns_at(step.before, step.seat, end))
    return [
        counted(_("Pions mangés"), eaten, name),
        counted(_("Barrières"), barriers, name),
        greatest(_("Cases en un tour"), _longest(steps), name),
    ]


def _way(step: Step, seat: int) -> tuple[int, int]:
    start = int(step.before.pawns[seat, step.code % PAWNS])
    return start, destination(step.before, seat, step.code)


def _longest(steps: Sequence[Step]) -> dict[int, int]:
    """The most squares that each seat went in one turn."""
    most: dict[int, int] = {}
    squares, mover = 0, -1
    for step in steps:
        if step.kind != "move" or step.seat is None:
            continue
        squares = 0 if step.seat != mover else squares
        mover = step.seat
        start, end = _way(step, mover)
        squares += end - start if start != HOME else 0
        most[mover] = max(most.get(mover, 0), squares)
        if step.after.turn != mover:
            mover = -1
    return most
