import re
from pathlib import Path

import pytest

from ludotheque.core.errors import BadScenario
from ludotheque.core.scenario import run_scenarios

CASE = 'game = "ludo"\n[[case]]\nrule = "LC-9"\ntitle = "T"\n'


def write(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "s.toml"
    file.write_text(text, encoding="utf-8")
    return file


def differences(tmp_path: Path, lines: str) -> tuple[str, ...]:
    return run_scenarios(write(tmp_path, CASE + lines))[0].differences


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('play = ["first 1", "roll 5"]\nthen = { turn = 3 }', "turn is 2, not 3"),
        ("then = { colour = 1 }", "has no colour"),
        ('start = { die = 6 }\nlegal = ["0>2"]', "0>2 should be legal"),
        ("start = { die = 6 }\nlegal = []", "0>1 should not be legal"),
        ("start = { die = 6 }\nlegal_2 = ['0>1']", "0>1 should be legal"),
        ("legal_9 = []", "seats 1 to 4"),
        ("start = { die = 6 }\nrefused = '0>1'", "0>1 was accepted"),
        ("start = { die = 6 }\nwaiting = [2]", r"\[1\] may act, not \[2\]"),
        ('chance = { "first 5" = 1 }', "first 5 has weight 0, not 1"),
        ("over = true", "the game is not over"),
        ("scores = [1, 0, 0, 0]", r"are \[0, 0, 0, 0\]"),
        ("ranks = [1, 2, 3, 4]", r"are \[1, 1, 1, 1\]"),
        ('play = ["first 1", "roll 5", "0>1"]', "'0>1' is not possible"),
    ],
)
def test_what_does_not_hold_is_told(tmp_path: Path, lines: str, words: str) -> None:
    assert re.search(words, differences(tmp_path, lines)[0])


def test_what_holds_passes(tmp_path: Path) -> None:
    assert differences(tmp_path, 'play = ["first 2"]\nthen = { turn = 2 }\nover = false') == ()


def test_a_refusal_is_checked_against_an_unchanged_position(tmp_path: Path) -> None:
    lines = 'start = { die = 6 }\nrefused = ["0>2", "1>7"]\nlegal = ["0>1"]'
    assert differences(tmp_path, lines) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = ", "is not TOML"),
        ('game = "go"\n[[case]]\nrule = "X"\ntitle = "T"', "no game 'go'"),
        ('game = "ludo"', "at least one"),
        ('game = "ludo"\nplayers = 4\n[[case]]', "unknown key 'players'"),
        (CASE + "given = 1", r"case 1 \(T\): given: unknown key"),
        (CASE + "options = { seats = 9 }", r"options: option seats takes 2, 3 or 4"),
        (CASE + "options = 9", "options: a table is wanted"),
        (CASE + "start = { pawns = [[58,0,0,0]] }", "start: pawns: 4 rows"),
        (CASE + "start = { die = 3 }", "start: die: seat 1 cannot move a 3"),
        (CASE + "start = { pawn = 3 }", "start: pawn: no such key"),
        (CASE + "play = [1]", "play: a text or a list of texts"),
        (CASE + "over = 1", "over: true or false"),
        (CASE + "waiting = 1", "waiting: a list"),
        ('game = "ludo"\n[[case]]\nrule = "X"', "title: every case has one"),
        ('game = "ludo"\n[[case]]\ntitle = "X"', "rule: every case has one"),
    ],
)
def test_a_file_that_cannot_be_run_is_explained(tmp_path: Path, text: str, words: str) -> None:
    file = write(tmp_path, text)
    with pytest.raises(BadScenario, match=words) as raised:
        run_scenarios(file)
    assert str(file) in str(raised.value)


def test_a_missing_file_is_explained(tmp_path: Path) -> None:
    with pytest.raises(BadScenario, match="cannot be read"):
        run_scenarios(tmp_path / "none.toml")
