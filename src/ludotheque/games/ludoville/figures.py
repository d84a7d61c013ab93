"""Ludoville in figures, once it is over."""

from collections import Counter
from collections.abc import Sequence

from ludotheque.core.contract import State
from ludotheque.core.figures import Figure, Name, counted
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate
from ludotheque.games.ludoville.board import CELLS
from ludotheque.games.ludoville.record import FIRST_DESTROY, PASS, ROLL, SIEGE
from ludotheque.games.ludoville.standing import tile_at


def figures(steps: Sequence[Step], name: Name, _: Translate) -> list[Figure]:
    """What was built, what befell the town, and what that cost."""
    placed: Counter[int] = Counter()
    disasters = lost = 0
    for step in steps:
        if step.kind == "chance":
            disasters += bool(step.before.stage == ROLL and step.code < SIEGE)
        elif step.kind == "move" and step.seat is not None and step.code != PASS:
            if step.code < FIRST_DESTROY:
                placed[step.seat] += 1
            else:
                lost += _standing(step.before) - _standing(step.after)
    return [
        counted(_("Pions posés"), placed, name),
        Figure(_("Fléaux"), str(disasters)),
        Figure(_("Pions détruits"), str(lost)),
    ]


def _standing(state: State) -> int:
    """How many tiles stand in the town."""
    return sum(bool(tile_at(state, cell)) for cell in range(CELLS))
