"""Ludo in figures, once it is over."""

from collections import Counter
from collections.abc import Sequence

from ludotheque.core.figures import Figure, Name, counted, greatest
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate
from ludotheque.core.turns import NOBODY
from ludotheque.games.ludo.rules import NO_PAWN, captured, destination

SIX = 5  # as an outcome


def figures(steps: Sequence[Step], name: Name, _: Translate) -> list[Figure]:
    """Captures, sixes, and how long somebody waited for one."""
    captures: Counter[int] = Counter()
    for step in steps:
        if step.kind == "move" and step.seat is not None:
            end = destination(step.before, step.seat, step.code)
            captures[step.seat] += captured(step.before, step.seat, end) != NO_PAWN
    sixes, waits = _sixes(steps)
    return [
        counted(_("Captures"), captures, name),
        counted(_("Six lancés"), sixes, name),
        greatest(_("Lancers de suite sans 6"), waits, name),
    ]


def _sixes(steps: Sequence[Step]) -> tuple[Counter[int], dict[int, int]]:
    """The sixes of each seat, and its longest row of rolls without one."""
    sixes: Counter[int] = Counter()
    longest: dict[int, int] = {}
    row: Counter[int] = Counter()
    for step in steps:
        if step.kind != "chance" or step.before.turn == NOBODY:
            continue
        seat = int(step.before.turn)
        row[seat] = 0 if step.code == SIX else row[seat] + 1
        sixes[seat] += step.code == SIX
        longest[seat] = max(longest.get(seat, 0), row[seat])
    return sixes, longest
