"""Ludoville: raise a walled town together, and be left with little in hand. See RULES.md."""

from ludotheque.core.contract import State
from ludotheque.core.game import Game, Option, Options
from ludotheque.games.ludoville import drawing, edition, notation, policies, rules, tempers, words

__all__ = ["GAME"]


def _write(state: State, options: Options) -> None:
    edition.write(state, edition.load(options["edition"]))


GAME = Game(
    id="ludoville",
    title="Ludoville",
    summary="Fermez les remparts d'une ville médiévale, bâtissez ses faubourgs, videz votre main.",
    rules=rules,
    notation=notation,
    drawing=drawing,
    words=words,
    tempers=tempers,
    edition=2,
    options=(
        Option("seats", 4, (2, 3, 4, 5, 6), "Joueurs"),
        Option("edition", edition.DEFAULT, (), "Édition", documents=edition.EDITIONS),
        Option("cathedral_starts", False, (False, True), "La cathédrale peut fonder la ville"),
        Option("full_inside", False, (False, True), "Faubourgs une fois la ville pleine"),
        Option("reach", 1, (1, 2), "Cases bâties autour du point de départ"),
        Option("placements", 1, (1, 2), "Pions posés par tour"),
    ),
    policies={policy.__name__: policy for policy in (policies.builder, policies.rival)},
    write_options=_write,
)
