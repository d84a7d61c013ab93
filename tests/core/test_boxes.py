import dataclasses

import pytest

from ludotheque.core import discovery
from ludotheque.core.check import findings
from ludotheque.core.discovery import box, boxes, game, games
from ludotheque.core.errors import UnknownGame
from ludotheque.core.game import Box

LUDO = game("ludo")
SHORT = Box("ludo-court", "Joueurs", "Joueurs", {"pawns": 1})  # said in the game's own catalogue
TWO = dataclasses.replace(LUDO, boxed=(Box("ludo", "Joueurs", "Joueurs", {"pawns": 4}), SHORT))


def test_a_game_without_boxes_is_one() -> None:
    [only] = LUDO.boxes
    assert (only.id, only.title, only.summary) == (LUDO.id, LUDO.title, LUDO.summary)
    assert LUDO.box({"seats": 2, "pawns": 1}) is only
    assert box("ludo") == (LUDO, only)


def test_a_game_is_known_by_the_box_its_options_come_from() -> None:
    assert TWO.box({"pawns": 1, "seats": 3}) is SHORT
    assert TWO.box({}).id == "ludo"
    assert TWO.box({"pawns": 2}).id == "ludo"  # in no box: under the first one's name


def test_every_box_is_found_by_its_id_and_leads_back_to_itself() -> None:
    assert list(boxes()) == sorted(boxes())
    assert {each.id for each, _ in boxes().values()} == set(games())
    for id, (each, its_box) in boxes().items():
        assert box(id) == (each, its_box)
        assert its_box.id == id
        assert each.box(its_box.options) is its_box
        assert each.new(its_box.options).tobytes()


def test_a_box_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(UnknownGame, match=", ".join(boxes())):
        box("chess")


def test_two_boxes_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    other = dataclasses.replace(LUDO, id="other", boxed=(Box("ludo", "Joueurs", "Joueurs"),))
    monkeypatch.setattr(discovery, "games", lambda: {"ludo": LUDO, "other": other})
    with pytest.raises(UnknownGame, match="two games offer a box 'ludo'"):
        discovery.boxes.__wrapped__()


@pytest.mark.parametrize(
    ("boxed", "words"),
    [
        ((Box("ludo", "Joueurs", "Joueurs"), SHORT), "another box settles the same options"),
        ((Box("ludo", "Joueurs", "Une phrase que personne n'a traduite."),), "is not translated"),
    ],
)
def test_the_contract_covers_boxes(boxed: tuple[Box, ...], words: str) -> None:
    assert any(words in found for found in findings(dataclasses.replace(LUDO, boxed=boxed)))
