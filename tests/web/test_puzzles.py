"""Puzzles over HTTP: the day's, others by number, a try that is noted."""

import pytest

from ludotheque.analysis.puzzles import puzzles_of
from ludotheque.core.discovery import boxes
from ludotheque.core.texts import LANGUAGES

SHELF = [id for id, (game, box) in boxes().items() if puzzles_of(game, box)]
LUDO = puzzles_of(*boxes()["ludo"])


@pytest.mark.parametrize("id", SHELF)
def test_the_days_puzzle_is_a_page_in_each_language(visitor, id):
    for language in LANGUAGES:
        page = visitor(language=language).get(f"/games/{id}/puzzle")
        assert page.status_code == 200
        assert 'id="solved"' in page.text


def test_all_of_the_day_are_on_one_page(ann):
    page = ann.get("/puzzles").text
    for id in SHELF:
        assert f'href="/games/{id}/puzzle"' in page
    assert ann.get("/games/ludo/puzzle/1.svg").headers["content-type"] == "image/svg+xml"


def test_moves_are_answered_and_only_the_best_is_right(ann):
    puzzle = LUDO[0]
    for move in puzzle.values:
        told = ann.get("/games/ludo/puzzle/1.json", params={"did": move}).json()
        assert told["verdict"] == ("well" if move == puzzle.best else "otherwise")
        assert told["says"]
    assert ann.get("/games/ludo/puzzle/1.json", params={"did": "no"}).status_code == 400


def test_a_try_is_noted_once(ann):
    puzzle = LUDO[1]
    wrong = next(move for move in puzzle.values if move != puzzle.best)
    first = ann.post("/games/ludo/puzzle/2", move=wrong).json()
    assert "(−" in first["standing"]
    assert "✗" in first["line"]
    assert puzzle.best not in first["line"]
    second = ann.post("/games/ludo/puzzle/2", move=puzzle.best).json()
    assert "(" not in second["standing"]
    assert "Cote" in ann.get("/puzzles").text


@pytest.mark.parametrize("path", ["puzzle/0", "puzzle/99999", "puzzle/0.json", "puzzle/0.svg"])
def test_there_are_no_others(ann, path):
    assert ann.get(f"/games/ludo/{path}").status_code == 404


def test_a_move_that_is_none_is_refused(ann):
    assert ann.post("/games/ludo/puzzle/1", move="nonsense").status_code == 400
