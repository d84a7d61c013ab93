"""Ludo: four pawns, one die, a ring of 52 houses. The rules are in RULES.md."""

from ludotheque.core.game import Game, Option
from ludotheque.games.ludo import drawing, notation, policies, rules, solve, tempers, words

__all__ = ["GAME"]

GAME = Game(
    id="ludo",
    title="Ludo",
    summary="Menez vos quatre pions à l'arrivée avant les autres.",
    rules=rules,
    notation=notation,
    drawing=drawing,
    words=words,
    tempers=tempers,
    solver=solve,
    edition=2,
    options=(
        Option("seats", 4, (2, 3, 4), "Joueurs"),
        Option("pawns", 4, (1, 2, 3, 4), "Pions par joueur", field="each"),
    ),
    policies={
        policy.__name__: policy
        for policy in (policies.fast, policies.aggressive, policies.defensive, policies.mixed)
    },
)
