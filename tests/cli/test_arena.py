import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludotheque.bots import Ladder, Row, Rung
from ludotheque.bots.ratings import written
from ludotheque.cli import app
from ludotheque.core.compile import interpreted
from ludotheque.core.errors import UnknownGame

PAGE = Path(__file__).parents[2] / "docs" / "strength.md"


@pytest.mark.slow
def test_all_players_of_a_box_meet(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    with interpreted(False):
        few = ["--games", "100", "--thought", "4", "--seats", "2", "--seats", "4"]
        words = ["arena", "ludo", *few, "--out", str(page)]
        result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    text = page.read_text(encoding="utf-8")
    assert "## Ludo, 2 seats" in text
    assert "## Ludo, 4 seats" in text
    for player in ("random", "mixed", "beginner", "hard"):
        assert f"| `{player}` | " in text
    assert " of 4 games against `hard` |" in text


@pytest.mark.slow
def test_couples_and_less_time_are_told(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    with interpreted(False):
        few = ["--games", "0", "--rungs", "2", "--thought", "4", "--seconds", "0.001"]
        words = ["arena", "superludo", *few, "--seats", "4", "--set", "couples=true"]
        result = CliRunner().invoke(app, [*words, "--out", str(page)])
    assert result.exit_code == 0, result.output
    text = page.read_text(encoding="utf-8")
    _, section = text.split("## Superludo, 4 seats, couples\n")
    assert "(even: 50%)" in section
    assert " of 4 games against `hard`, looking ahead 1 ms |" in section


def test_the_page_is_what_is_kept(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    words = ["arena", "--games", "0", "--rungs", "0", "--thought", "0", "--out", str(page)]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert page.read_text(encoding="utf-8") == PAGE.read_text(encoding="utf-8")


def test_what_is_measured_is_kept_and_read_again() -> None:
    rungs = (
        Rung("beginner", "random", 10, 0.0, 0.0, 0.3),
        Rung("master", "hard", 10, 0.75, 0.5, 1.0, seconds=0.02),
    )
    ladders = [
        Ladder(4, "2026-11-17", 0, (), rungs, {"couples": True}, 2),
        Ladder(2, "2026-11-17", 10, (Row("random", 0.5, 0.4, 0.6, 0.0),), rungs),
    ]
    held = json.loads(written({"superludo": ladders}))["superludo"]
    assert [Ladder.read(each) for each in held] == ladders
    assert "options" not in held[1]
    assert ladders[0].even == ladders[1].even == 0.5
    assert ladders[0].ratings == ladders[1].ratings


def test_a_game_that_is_not_there_is_told() -> None:
    with pytest.raises(UnknownGame, match="no game 'goose-chase'"):
        CliRunner().invoke(app, ["arena", "goose-chase"], catch_exceptions=False)
