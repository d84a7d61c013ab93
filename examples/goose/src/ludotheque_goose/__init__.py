"""The Game of the Goose: two dice, a spiral of 63 squares. The rules are in RULES.md."""

from ludotheque.core.game import Game, Option
from ludotheque_goose import draw, notation, policies, rules, words

GAME = Game(
    id="goose",
    title="Jeu de l'oie",
    summary="Suivez la spirale des oies, et gare au puits.",
    rules=rules,
    notation=notation,
    drawing=draw,
    words=words,
    options=(Option("seats", 2, (2, 3, 4), "Joueurs"),),
    policies={"wary": policies.wary},
)
