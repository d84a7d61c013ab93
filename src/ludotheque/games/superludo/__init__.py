"""Superludo and Ludo classique: the Spanish parchís. The rules are in RULES.md."""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import ChoicesDisagree
from ludotheque.core.game import Box, Game, Option
from ludotheque.core.texts import mark as _
from ludotheque.games.superludo import drawing, notation, policies, rules, tempers, words

__all__ = ["GAME"]

_EITHER = (False, True)


def _agree(options: Mapping[str, Any]) -> None:
    if options["couples"] and options["seats"] != 4:
        told = _("En couples, on joue à quatre : choisissez quatre joueurs, ou chacun pour soi.")
        raise ChoicesDisagree(f"couples needs 4 seats, not {options['seats']} (CA-1)", told)


GAME = Game(
    id="superludo",
    title="Superludo",
    summary="Le parchís espagnol, à deux dés ou à un : barrières, captures et bonus.",
    rules=rules,
    notation=notation,
    drawing=drawing,
    words=words,
    tempers=tempers,
    edition=2,
    options=(
        Option("seats", 4, (2, 3, 4), "Joueurs"),
        Option(
            "couples",
            False,
            _EITHER,
            "En couples",
            modality="Jaune et Rouge contre Bleu et Vert : un couple gagne dès que l'un des deux a"
            " mené ses quatre pions à l'arrivée.",
        ),
        Option("dice", 2, (1, 2), "Dés"),
        Option(
            "initial_pawn",
            False,
            _EITHER,
            "Avec pion initial",
            modality="Chacun commence avec un pion sur sa case de sortie et trois à la maison.",
        ),
        Option(
            "mixed_barriers",
            False,
            _EITHER,
            "Barrières de différentes couleurs",
            modality="Sur une case de sécurité, deux pions de couleurs différentes forment aussi"
            " une barrière.",
        ),
        Option("six_counts_seven", True, _EITHER, "Le 6 vaut 7 sans pion à la maison"),
    ),
    policies={
        policy.__name__: policy
        for policy in (policies.fast, policies.aggressive, policies.defensive, policies.mixed)
    },
    boxed=(
        Box(
            "superludo",
            "Superludo",
            "Le parchís à deux dés : barrières, captures, bonus qui s'enchaînent.",
            {"dice": 2},
        ),
        Box(
            "ludo-classique",
            "Ludo classique",
            "Le parchís à un seul dé : le 5 fait sortir, le 6 rejoue et casse les barrières.",
            {"dice": 1},
            sample=drawing.CLASSIC_SAMPLE,
        ),
    ),
    couples="couples",
    agree_options=_agree,
)
