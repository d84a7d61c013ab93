import pytest

from ludotheque.core.discovery import game
from ludotheque.core.match import Match
from ludotheque.core.texts import LANGUAGES
from ludotheque.table import Finished, Place, ending, mood, places

ALONE = {"seats": 3, "couples": False}
COUPLES = {"seats": 4, "couples": True}
NAMES = ["Ada", "Bob", "Chloé", "Dora"]


def told(ranks, options=ALONE, viewer=None, reason="finished", language="fr"):
    shelf_game = game("superludo")
    finished = Finished(shelf_game, options, shelf_game.new(options), reason, ranks, viewer)
    return ending(finished, NAMES[: len(ranks)], language)


def in_all_languages(*args, **details):
    return [told(*args, language=language, **details) for language in LANGUAGES]


def test_one_winner():
    assert in_all_languages((2, 1, 3)) == ["Bob a gagné.", "Bob won.", "Ha ganado Bob."]
    assert told((2, 1, 3), viewer=0) == "Bob a gagné."
    assert in_all_languages((2, 1, 3), viewer=1) == [
        "Vous avez gagné !",
        "You won!",
        "¡Has ganado!",
    ]


def test_a_couple_are_several_winners():
    """CA-28: no draw, though two share the first rank."""
    assert in_all_languages((3, 1, 3, 1), COUPLES) == [
        "Bob et Dora ont gagné.",
        "Bob and Dora won.",
        "Han ganado Bob y Dora.",
    ]
    assert in_all_languages((3, 1, 3, 1), COUPLES, viewer=3) == [
        "Vous avez gagné avec Bob !",
        "You won together with Bob!",
        "¡Has ganado con Bob!",
    ]


def test_a_first_place_that_sides_share_is_a_draw():
    """MA-7."""
    assert in_all_languages((1, 1, 1)) == [
        "Égalité : Ada, Bob et Chloé se partagent la première place.",
        "A draw: Ada, Bob and Chloé share first place.",
        "Empate: Ada, Bob y Chloé comparten el primer puesto.",
    ]
    assert told((1, 3, 1), viewer=1) == "Égalité : Ada et Chloé se partagent la première place."
    assert in_all_languages((1, 3, 1), viewer=2) == [
        "Égalité : vous partagez la première place avec Ada.",
        "A draw: you share first place with Ada.",
        "Empate: compartes el primer puesto con Ada.",
    ]
    assert told((1, 1, 1, 1), COUPLES).startswith("Égalité : Ada, Bob, Chloé et Dora ")


@pytest.mark.parametrize("viewer", [None, 0])
def test_a_draw_by_agreement_and_a_table_given_up(viewer):
    assert told((1, 1, 1), viewer=viewer, reason="drawn") == "Égalité, d'un commun accord."
    assert told((1, 1, 1), viewer=viewer, reason="abandoned") == "La table a été abandonnée."


SHEET = "HFLPHF/HPLFLH/FFHLPL/HL.F../P....."


def alone(state, reason="finished"):
    village = game("rolling-village")
    return Finished(village, village.chosen({"seats": 1}), state, reason, (1,), 0)


def solo(state, reason="finished"):
    return ending(alone(state, reason), ["Ada"])


@pytest.mark.parametrize(
    ("last", "sentence", "feeling"),
    [
        (4, "Le maire n'est pas réélu : 59 points, il en fallait 60.", "lost"),
        (5, "Le maire est réélu : 60 points, il en fallait 60.", "won"),
    ],
)
def test_a_game_alone_ends_with_the_games_own_verdict(last, sentence, feeling):
    """RV-15: the border is 60, which is enough."""
    position = {
        "round": 9, "dice": [3, 4], "sheets": [SHEET], "left": [["bonus"]], "bonus": ["HL"],
        "scores": [[4, 4, 4, 4, 4, 4, 5, last]],
    }  # fmt: skip
    village = game("rolling-village")
    match = Match(village, {"seats": 1}, village.read(position, {"seats": 1}))
    match.do("forest 2e")
    assert solo(match.state) == sentence
    assert mood(alone(match.state)) == feeling


def test_a_game_alone_that_was_not_played_to_its_end_is_not_judged():
    state = game("rolling-village").new({"seats": 1})
    for reason in ("drawn", "deserted"):
        assert solo(state, reason) == "La partie est finie."
        assert mood(alone(state, reason)) == "over"
    assert solo(state, "abandoned") == "La table a été abandonnée."


def finished(ranks, options=ALONE, viewer=None, reason="finished"):
    shelf_game = game("superludo")
    return Finished(shelf_game, options, shelf_game.new(options), reason, ranks, viewer)


@pytest.mark.parametrize(
    ("ranks", "options", "viewer", "reason", "feeling"),
    [
        ((2, 1, 3), ALONE, None, "finished", "watched"),
        ((2, 1, 3), ALONE, 1, "finished", "won"),
        ((2, 1, 3), ALONE, 0, "finished", "lost"),
        ((3, 1, 3, 1), COUPLES, 3, "finished", "won"),  # CA-28
        ((3, 1, 3, 1), COUPLES, 2, "finished", "lost"),
        ((1, 1, 3), ALONE, 0, "finished", "drawn"),  # MA-7
        ((1, 1, 3), ALONE, None, "finished", "drawn"),
        ((1, 1, 1), ALONE, 0, "drawn", "drawn"),
        ((1, 1, 1), ALONE, 0, "abandoned", "stopped"),
    ],
)
def test_what_an_ending_means_to_whoever_looks(ranks, options, viewer, reason, feeling):
    assert mood(finished(ranks, options, viewer, reason)) == feeling


def test_places_are_shared_by_who_is_level_and_counted_by_couples():
    assert places(finished((2, 1, 3))) == [Place(1, (1,)), Place(2, (0,)), Place(3, (2,))]
    assert places(finished((3, 1, 1))) == [Place(1, (1, 2)), Place(3, (0,))]  # nobody is second
    assert places(finished((3, 1, 3, 1), COUPLES)) == [Place(1, (1, 3)), Place(2, (0, 2))]
