"""The words of the texts that the games come from, where people read them in French."""

import re

import pytest

from ludotheque.core.cards import card_of
from ludotheque.core.discovery import boxes, game
from ludotheque.core.match import Match
from ludotheque.games.ludoville import edition, names

OTHER_WORDS = r"\bromp(?:t|re|ue?s?|ent)\b|\b(?:partie )?nulles?\b"


@pytest.mark.parametrize("id", ["ludo", "superludo", "rolling-village", "ludoville"])
def test_rules_pages_say_egalite_and_casser(id: str) -> None:
    page = (game(id).folder / "RULES.md").read_text(encoding="utf-8")
    assert not re.search(OTHER_WORDS, page)


def test_a_barrier_is_broken_in_the_texts_word() -> None:
    page = (game("superludo").folder / "RULES.md").read_text(encoding="utf-8")
    assert "oblige à casser une barrière" in page
    assert "la maison" in page
    assert "la prison" in page


def test_ludo_has_houses() -> None:
    shelf_game = game("ludo")
    match = Match(shelf_game, {"seats": 2})
    match.do("first 1", "roll 6", "0>1", "roll 5")
    [action] = shelf_game.engine.moves(match.board, 0)
    label = shelf_game.words.label(match.state, 0, action, str)
    assert label == "De la maison 1 à la maison 6"
    page = (shelf_game.folder / "RULES.md").read_text(encoding="utf-8")
    assert "72 maisons" in page
    assert not re.search(r"\bla base\b|sa base", page)


def test_tiles_are_called_as_their_text_calls_them() -> None:
    called = {names.tile_name(kind, str) for kind in range(13)}
    assert {
        "un quartier urbain",
        "un quartier urbain avec rempart",
        "des jardins et vergers",
        "l'hôtel de ville",
    } <= called


def test_the_card_counts_the_tiles_of_the_edition() -> None:
    card = card_of(*boxes()["ludoville"])
    assert card is not None
    tiles = next(each for each in card.contents if "pions" in each)
    total, *counts = map(int, re.findall(r"\d+", tiles))
    assert tuple(counts) == edition.load("maison").counts
    assert total == sum(counts)
