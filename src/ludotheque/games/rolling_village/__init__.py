"""Rolling Village: two dice for all, a village sheet each. The rules are in RULES.md."""

from ludotheque.core.game import Game, Option
from ludotheque.games.rolling_village import (
    drawing,
    keeper,
    notation,
    policies,
    printing,
    rules,
    tables,
    tempers,
    words,
)

__all__ = ["GAME"]

GAME = Game(
    id="rolling-village",
    title="Rolling Village",
    summary="Dessinez le plus beau village : deux dés pour tous, une feuille pour chacun.",
    rules=rules,
    notation=notation,
    drawing=drawing,
    words=words,
    tempers=tempers,
    options=(
        Option("seats", 2, tuple(range(1, 13)), "Joueurs"),
        Option("sheet", tables.DEFAULT, (), "Feuille", documents=tables.SHEETS),
        Option("different_start", False, (False, True), "Deux projets différents au départ"),
        Option("park_bonus", False, (False, True), "Parc permis en bonus"),
    ),
    policies={policy.__name__: policy for policy in (policies.greedy, policies.planner)},
    printing=printing,
    keeper=keeper,
    write_options=tables.write_sheet,
)
