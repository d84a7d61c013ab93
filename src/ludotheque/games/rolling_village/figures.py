"""Rolling Village in figures, once it is over."""

from collections.abc import Sequence

from ludotheque.core.figures import Figure, Name, greatest
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate
from ludotheque.games.rolling_village.projects import is_double
from ludotheque.games.rolling_village.scoring import park_points


def figures(steps: Sequence[Step], name: Name, _: Translate) -> list[Figure]:
    """The best round, what parks brought, and how often the dice were alike."""
    last = steps[-1].after
    seats = range(int(last.seats))
    rolls = [step.after for step in steps if step.kind == "chance" and step.after.stage]
    return [
        greatest(_("Meilleure manche"), {s: int(last.scores[s].max()) for s in seats}, name, "+{}"),
        greatest(_("Parcs"), {seat: int(park_points(last, seat)) for seat in seats}, name, "+{}"),
        Figure(_("Doubles"), str(sum(bool(is_double(state)) for state in rolls))),
    ]
