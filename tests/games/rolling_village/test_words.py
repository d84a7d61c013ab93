import re
from collections.abc import Sequence

import pytest

from ludotheque.core.discovery import game
from ludotheque.core.match import Match
from ludotheque.core.texts import LANGUAGES

VILLAGE = game("rolling-village")
TWO = "L...../....../....../....../.....L"
END = "HFLPHF/HPLFLH/FFHLPL/HL.F../P....."


def told(
    start: dict, *events: str, seats: int = 1, names: dict[int, str] | None = None
) -> list[str]:
    match = Match(VILLAGE, {"seats": seats}, VILLAGE.read(start, {"seats": seats}))
    match.do(*events)
    return match.tell(match.steps[-1], names=names)


@pytest.mark.parametrize(
    ("start", "event", "sentences"),
    [
        ({}, "roll 3 5", ["Préparation : dés 3 et 5."]),
        (
            {"round": 1, "sheets": [TWO]},
            "roll 4 2",
            [
                "Manche 1 : dés 4 et 2.",
                "À dessiner : une Maison en colonne 2, une Forêt en colonne 4.",
                "L'avenue 5-6 compte.",
            ],
        ),
        (
            {"round": 3, "sheets": ["HFLHFL/....../....../....../......"]},
            "roll 6 6",
            [
                "Manche 3 : dés 6 et 6.",
                "À dessiner : un Lac en colonne 6, un Parc où l'on veut.",
                "Puis un projet en bonus.",
                "Chacun choisit l'avenue qui compte.",
            ],
        ),
    ],
)
def test_a_roll_says_what_is_to_be_done(start: dict, event: str, sentences: Sequence[str]) -> None:
    assert told(start, event) == sentences


def test_a_displaced_project_is_explained() -> None:
    nine = "HF..../HL..../.FH.../.H..../.L...L"
    start = {"round": 4, "dice": [4, 2], "sheets": [nine]}
    assert told(start, "house 3a") == [
        "Maire 1 dessine une Maison en 3a.",
        "La colonne 2 est pleine : le projet va en colonne 3.",
    ]


def test_the_last_to_finish_reveals_what_everybody_did() -> None:
    start = {"round": 1, "dice": [3, 4], "sheets": [TWO, TWO]}
    moves = ("2: house 3c", "1: lake 4c", "1: house 3a", "2: lake 4a")
    assert told(start, *moves, seats=2, names={1: "Zoé"}) == [
        "Zoé dessine un Lac en 4a.",
        "Maire 1 : Lac 4c, Maison 3a. Avenue 7 : +1.",
        "Zoé : Maison 3c, Lac 4a. Avenue 7 : +1.",
    ]
    assert told(start, *moves[:3], seats=2) == ["Maire 1 dessine une Maison en 3a."]


def test_who_saw_nothing_of_a_sheet_hears_all_that_was_drawn_on_it() -> None:
    """RV-1: the step as the first mayor sees it, for whom the second's sheet was hidden."""
    options = {"seats": 2}
    start = {"round": 1, "dice": [3, 4], "sheets": [TWO, TWO]}
    match = Match(VILLAGE, options, VILLAGE.read(start, options))
    match.do("2: house 3c", "1: lake 4c", "2: lake 4a", "1: house 3a")
    step = match.steps[-1]
    before = step.before.copy()
    VILLAGE.rules.conceal(before, 0)
    sentences = match.tell(step._replace(before=before))
    assert sentences[1] == "Maire 1 : Lac 4c, Maison 3a. Avenue 7 : +1."
    assert sentences[2] == "Maire 2 : Maison 3c, Lac 4a. Avenue 7 : +1."


def test_subtotals_are_told_after_a_third_round_only() -> None:
    seven = "....../..H..L/HH..../...HF./F....F"
    start = {"round": 3, "dice": [3, 4], "sheets": [seven], "left": [["bonus"]], "scores": [[2, 5]]}
    sentences = told(start, "house 3c")
    assert sentences[0] == "Maire 1 dessine une Maison en 3c, en bonus."
    assert sentences[-1] == "Sous-totaux : Maire 1 10."
    four = {"round": 2, "dice": [3, 4], "sheets": ["HFLH../....../....../....../......"]}
    assert not any("Sous-totaux" in line for line in told(four, "lake 4b", "house 3b"))


@pytest.mark.parametrize(
    ("last", "sentence"),
    [
        (5, "Le maire est réélu : 60 points, il en fallait 60."),
        (4, "Le maire n'est pas réélu : 59 points, il en fallait 60."),
    ],
)
def test_a_lone_mayor_hears_of_the_election(last: int, sentence: str) -> None:
    scores = [[4, 4, 4, 4, 4, 4, 5, last]]
    start = {"round": 9, "dice": [3, 4], "sheets": [END], "left": [["bonus"]], "scores": scores}
    sentences = told({**start, "bonus": ["HL"]}, "forest 2e")
    assert sentences[-2:] == ["Maire 1 : parcs bien entourés, +20.", sentence]


def test_a_victory_may_be_shared() -> None:
    start = {"round": 9, "dice": [3, 4], "sheets": [END] * 2, "left": [["bonus"]] * 2}
    ends = told(start, "1: forest 2e", "2: forest 6e", seats=2)
    assert ends[-1] == "Égalité : Maire 1 et Maire 2, 26 points."
    ahead = {**start, "scores": [[0] * 8, [1] * 8]}
    assert told(ahead, "1: forest 2e", "2: forest 6e", seats=2)[-1] == (
        "Maire 2 gagne la partie : 34 points."
    )


def test_leaving_and_agreeing_are_told() -> None:
    assert told({}, "leave 1", seats=2) == ["Maire 1 quitte la partie.", "Maire 2 gagne la partie."]
    assert told({}, "draw", seats=2) == ["Égalité, d'un commun accord."]


def test_who_leaves_last_lets_the_round_be_told() -> None:
    start = {"round": 1, "dice": [3, 4], "sheets": [TWO] * 3}
    moves = ("1: lake 4c", "1: house 3a", "2: lake 4a", "2: house 3a")
    assert told(start, *moves, "leave 3", seats=3) == [
        "Maire 3 quitte la partie.",
        "Maire 1 : Lac 4c, Maison 3a. Avenue 7 : +1.",
        "Maire 2 : Lac 4a, Maison 3a. Avenue 7 : +0.",
    ]


@pytest.mark.parametrize(
    ("start", "move", "label"),
    [
        ({"round": 1, "dice": [4, 2], "sheets": [TWO]}, "house 2c", "Maison en 2c"),
        (
            {"round": 4, "dice": [4, 2], "sheets": ["HF..../HL..../.FH.../.H..../.L...L"]},
            "house 3a",
            "Maison en 3a, la colonne 2 étant pleine",
        ),
        (
            {"round": 9, "dice": [3, 4], "sheets": [END], "left": [["bonus"]]},
            "lake 2e",
            "Lac en 2e, en bonus",
        ),
        (
            {
                "round": 1,
                "dice": [1, 1],
                "sheets": ["LH..../....../P...../....../.....L"],
                "left": [["avenue"]],
            },
            "avenue a",
            "Compter l'avenue 3-4 : +3",
        ),
    ],
)
def test_a_label_says_what_a_move_would_do(start: dict, move: str, label: str) -> None:
    match = Match(VILLAGE, {"seats": 1}, VILLAGE.read(start, {"seats": 1}))
    assert VILLAGE.words.label(match.state, 0, match.moves()[move], str) == label


def test_no_language_leaves_a_placeholder_behind() -> None:
    match = VILLAGE.start(seats=2)
    match.do("roll 1 2", "house 1a", "lake 2b", "2: house 1a", "2: lake 2c", "roll 6 6")
    match.do("lake 6a", "park 5a", "avenue a", "2: lake 6a", "2: park 3c", "2: avenue e")
    for step in match.steps:
        for language in LANGUAGES:
            assert not re.search(r"[{}]", "".join(match.tell(step, language)))
