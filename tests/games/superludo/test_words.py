from typing import Any

import pytest

from ludotheque.core.discovery import game
from ludotheque.core.match import Match
from ludotheque.core.texts import LANGUAGES

SUPERLUDO = game("superludo")
HOMES = [[0, 0, 0, 0]] * 3


def told(options: dict[str, Any], start: dict[str, Any], *events: str) -> list[str]:
    """What the last of the events is told as."""
    match = Match(SUPERLUDO, options, SUPERLUDO.read(start, options))
    match.do(*events)
    for language in LANGUAGES[1:]:
        assert match.tell(match.steps[-1], language) != match.tell(match.steps[-1])
    return match.tell(match.steps[-1])


ONE = {"dice": 1}
LONE = [[10, 0, 0, 0], *HOMES]
FOE = [[5, 30, 0, 0], [60, 0, 0, 0], *HOMES[1:]]  # blue's 60 is yellow's 9
BARRED = "une barrière bloque le passage"
NO_FIVE = "Aucun coup possible : il faut un 5 pour sortir."


@pytest.mark.parametrize(
    ("options", "start", "events", "sentences"),
    [
        (ONE, {"pawns": LONE}, ["roll 3"], ["Jaune lance un 3."]),
        ({}, {"pawns": LONE}, ["roll 3 1"], ["Jaune lance 3 et 1."]),
        (ONE, {}, ["roll 3"], ["Jaune lance un 3.", NO_FIVE, "Le tour passe."]),
        (ONE, {}, ["roll 6"], ["Jaune lance un 6.", NO_FIVE, "Jaune relance."]),
        (
            ONE,
            {"pawns": [[10, 72, 72, 72], *HOMES]},
            ["roll 6"],
            ["Jaune lance un 6.", "Aucun pion à la maison : le 6 compte 7."],
        ),
        (
            ONE,
            {"pawns": LONE, "streak": 2, "moved": 1},
            ["roll 6"],
            [
                "Jaune lance un 6.",
                "Troisième 6 de suite : le pion joué en dernier rentre à la maison.",
                "Le tour passe.",
            ],
        ),
        (
            {},
            {"pawns": [[66, 0, 0, 0], *HOMES], "streak": 2, "moved": 1},
            ["roll 2 2"],
            [
                "Jaune lance 2 et 2.",
                "Troisième double de suite : le pion joué en dernier est à l'abri et reste.",
                "Le tour passe.",
            ],
        ),
        (
            ONE,
            {"streak": 2},
            ["roll 6"],
            [
                "Jaune lance un 6.",
                "Troisième 6 de suite : aucun pion n'a bougé, aucun ne rentre.",
                "Le tour passe.",
            ],
        ),
        (ONE, {"pawns": LONE}, ["roll 3", "10>13"], ["Jaune avance un pion de 3."]),
        (
            ONE,
            {"pawns": LONE},
            ["roll 6", "10>16"],
            ["Jaune avance un pion de 6.", "Jaune relance."],
        ),
        (ONE, {}, ["roll 5", "0>1"], ["Jaune sort un pion."]),
        (
            ONE,
            {"pawns": FOE},
            ["roll 4", "5>9"],
            ["Jaune avance un pion de 4.", "Jaune mange un pion de Bleu.", "Bonus de 20."],
        ),
        (
            ONE,
            {"pawns": [[53, 0, 0, 0], *HOMES[1:], [3, 0, 0, 0]]},
            ["roll 1", "53>54"],
            [
                "Jaune avance un pion de 1.",
                "Jaune mange un pion de Vert.",
                "Bonus de 20 perdu : aucun pion ne peut le jouer.",
            ],
        ),
        (
            ONE,
            {"pawns": [[1, 0, 0, 0], [52, 0, 0, 0], *HOMES[1:]]},
            ["roll 5", "0>1"],
            [
                "Jaune sort un pion.",
                "Jaune écrase un pion de Bleu.",
                "Une barrière se forme.",
                "Bonus de 20.",
            ],
        ),
        (
            ONE,
            {"pawns": [[70, 30, 0, 0], *HOMES]},
            ["roll 2", "70>72"],
            ["Jaune mène un pion à l'arrivée.", "Bonus de 10."],
        ),
        (
            {},
            {"pawns": [[72, 72, 71, 68], *HOMES]},
            ["roll 4 1", "68>69"],
            [
                "Jaune avance un pion de 1.",
                "Le 4 ne peut pas être joué : il faut le compte exact pour arriver.",
            ],
        ),
        (
            {},
            {"pawns": [[10, 10, 0, 0], [64, 64, 0, 0], *HOMES[1:]]},
            ["roll 2 2", "10>12"],
            [
                "Jaune avance un pion de 2.",
                "Une barrière est cassée.",
                "Le 2 ne peut pas être joué : une barrière bloque le passage, il faut un 5 pour"
                " sortir, l'autre pion de la barrière ne joue pas le second dé.",
                "Jaune relance.",
            ],
        ),
        (
            {},
            {"pawns": [[68, 68, 0, 0], *HOMES]},
            ["roll 3 3", "68>71"],
            [
                "Jaune avance un pion de 3.",
                "Une barrière est cassée.",
                "Le 3 ne peut pas être joué : il faut le compte exact pour arriver, il faut un 5"
                " pour sortir, l'autre pion de la barrière ne joue pas le second dé.",
                "Jaune relance.",
            ],
        ),
        ({}, {"pawns": LONE}, ["roll 4 1", "0>1"], ["Jaune sort un pion."]),
        (
            ONE,
            {"pawns": [[72, 72, 72, 70], *HOMES]},
            ["roll 2", "70>72"],
            ["Jaune mène un pion à l'arrivée.", "Jaune gagne la partie."],
        ),
        (
            {"couples": True},
            {},
            ["leave 2"],
            ["Bleu quitte la partie.", "Jaune et Rouge gagnent la partie."],
        ),
        ({"seats": 2}, {}, ["leave 1"], ["Jaune quitte la partie.", "Rouge gagne la partie."]),
        ({}, {}, ["leave 1"], ["Jaune quitte la partie."]),
        ({}, {}, ["draw"], ["Égalité, d'un commun accord."]),
        ({}, {"turn": 0}, ["roll 4"], ["Jaune tire un 4 au sort."]),
        (
            {"seats": 2},
            {"turn": 0, "lot": [5, 0]},
            ["roll 5"],
            ["Rouge tire un 5 au sort.", "Égalité : Jaune et Rouge tirent de nouveau."],
        ),
        (
            {"seats": 2},
            {"turn": 0, "lot": [5, 0]},
            ["roll 6"],
            ["Rouge tire un 6 au sort.", "Rouge commence."],
        ),
    ],
)
def test_what_happened_is_told(
    options: dict[str, Any], start: dict[str, Any], events: list[str], sentences: list[str]
) -> None:
    assert told(options, start, *events) == sentences


@pytest.mark.parametrize(
    ("pawns", "roll", "why"),
    [
        ([[10, 72, 72, 72], [64, 64, 0, 0], *HOMES[1:]], "roll 4", BARRED),
        ([[66, 72, 69, 69], *HOMES], "roll 5", f"{BARRED}, il faut le compte exact pour arriver"),
        (
            [[60, 72, 72, 72], [47, 0, 0, 0], [30, 0, 0, 0], HOMES[0]],
            "roll 4",
            "deux pions occupent déjà la case",
        ),
        (
            [[1, 1, 0, 72], [57, 57, 0, 0], *HOMES[1:]],
            "roll 5",
            f"{BARRED}, deux pions tiennent déjà la sortie",
        ),
    ],
)
def test_a_roll_in_vain_is_explained(pawns: list[list[int]], roll: str, why: str) -> None:
    match = Match(SUPERLUDO, ONE, SUPERLUDO.read({"pawns": pawns}, ONE))
    match.do(roll)
    assert SUPERLUDO.caption(match.steps[-1], {}) == f"{roll[-1]} : {why}"


def test_a_bonus_leaves_the_other_die_untold() -> None:
    sentences = told({}, {"pawns": FOE}, "roll 4 2", "5>9")
    assert not any("ne peut pas" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("start", "text", "label"),
    [
        ({"dice": [5, 3], "pawns": LONE}, "0>1", "Sortir un pion"),
        ({"dice": [3], "pawns": LONE}, "10>13", "Avancer de 3 : de la case 14 à la case 17"),
        (
            {"dice": [3], "pawns": [[63, 0, 0, 0], *HOMES]},
            "63>66",
            "Avancer de 3 : de la case 67 à la case 2 du couloir",
        ),
        (
            {"dice": [3], "pawns": [[69, 0, 0, 0], *HOMES]},
            "69>72",
            "Avancer de 3 : de la case 5 du couloir à la case d'arrivée",
        ),
        (
            {"dice": [4], "pawns": FOE},
            "5>9",
            "Avancer de 4 : de la case 9 à la case 13, en mangeant Bleu",
        ),
        (
            {"bonus": 20, "pawns": LONE},
            "10>30",
            "Avancer de 20 : de la case 14 à la case 34",
        ),
    ],
)
def test_what_a_move_would_do_is_told(start: dict[str, Any], text: str, label: str) -> None:
    match = Match(SUPERLUDO, {}, SUPERLUDO.read(start))
    assert SUPERLUDO.words.label(match.state, 0, match.moves()[text], str) == label
