"""Lessons over HTTP: a page each, and answers that are made from the address alone."""

import html

import pytest

from ludotheque.core.discovery import boxes
from ludotheque.core.lessons import lessons_of
from ludotheque.core.texts import LANGUAGES, typeset

SHELF = list(boxes())
HIT = 4  # the lesson of Ludo that is asked for here


def answer(visitor, *did: str, box: str = "ludo", number: int = HIT):
    return visitor.get(f"/games/{box}/learn/{number}.json", params=[("did", each) for each in did])


@pytest.mark.parametrize("id", SHELF)
def test_every_lesson_is_a_page_in_each_language(visitor, id):
    game, box = boxes()[id]
    for language in LANGUAGES:
        somebody, translate = visitor(language=language), game.translate(language)
        for number, lesson in enumerate(lessons_of(game, box), 1):
            page = somebody.get(f"/games/{id}/learn/{number}")
            assert page.status_code == 200
            text = html.unescape(page.text)
            for sentence in lesson.sentences():  # all of them can be read without scripts
                assert typeset(translate(sentence), language) in text


@pytest.mark.parametrize("id", SHELF)
def test_the_box_and_its_drawer_lead_to_the_first(ann, id):
    for page in ("", "/guide"):
        assert f'href="/games/{id}/learn"' in ann.get(f"/games/{id}{page}").text
    assert ann.get(f"/games/{id}/learn").status_code == 200


@pytest.mark.parametrize("path", ["learn/0", "learn/99", "learn/0.json", "learn/99.json"])
def test_there_are_no_others(ann, path):
    assert ann.get(f"/games/ludo/{path}").status_code == 404
    assert ann.get("/games/chess/learn").status_code == 404


def test_before_anything_is_done_moves_are_offered(ann):
    found = answer(ann).json()
    assert found["frames"] == []
    assert found["verdict"] == found["says"] == ""
    assert [move[0] for move in found["mine"]["moves"]] == ["5>6", "20>21"]
    assert found["mine"]["turn"] == "Avancez de 1\u00a0: un pion est à prendre."
    assert found["pieces"]


def test_what_is_right_is_praised(ann):
    found = answer(ann, "5>6").json()
    assert found["verdict"] == "well"
    assert found["says"].startswith("Pris\u00a0!")
    assert "moves" not in found["mine"]
    (frame,) = found["frames"]
    assert frame["cue"] == "move"
    assert "hit" in [cue[0] for cue in frame["cues"]]
    assert frame["ways"]
    assert frame["lines"][0] == "Rouge avance un pion de 1."


def test_what_comes_of_the_other_move_is_shown(visitor):
    found = answer(visitor(language="en"), "20>21").json()
    assert found["verdict"] == "otherwise"
    assert found["says"].startswith("Green rolled a 3")
    assert [frame["cue"] for frame in found["frames"]] == ["move", "chance", "move"]
    assert found["pieces"] == found["frames"][-1]["pieces"]


def test_chance_is_let_fall(ann):
    before, after = answer(ann, number=1).json(), answer(ann, "", number=1).json()
    assert before["mine"]["roll"] == ""
    assert [frame["cue"] for frame in after["frames"]] == ["chance"]
    assert "roll" not in after["mine"]
    dice = answer(ann, box="rolling-village", number=1).json()["mine"]
    assert dice["turn"] == "À vous de lancer\u00a0!"  # they are nobody's own


@pytest.mark.parametrize("did", [["5>7"], [""], ["leave 2"], ["2: 45>46"], ["5>6", "6>7"]])
def test_what_is_not_possible_is_refused(ann, did):
    assert answer(ann, *did).status_code == 400


def test_too_many_questions_are_slowed_down(ann, served, monkeypatch):
    monkeypatch.setattr(served.house.looks, "take", lambda who: False)
    assert answer(ann).status_code == 429
