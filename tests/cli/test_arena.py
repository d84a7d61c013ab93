from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludotheque.cli import app
from ludotheque.core.compile import interpreted
from ludotheque.core.errors import UnknownGame


@pytest.mark.slow
def test_all_players_of_a_box_meet(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    with interpreted(False):
        few = ["--games", "100", "--thought", "2", "--seats", "2", "--seats", "4"]
        words = ["arena", "ludo", *few, "--out", str(page)]
        result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    text = page.read_text(encoding="utf-8")
    assert "## Ludo, 2 seats" in text
    assert "## Ludo, 4 seats" in text
    for player in ("random", "mixed", "beginner", "hard"):
        assert f"| `{player}` | " in text
    assert " of 2 games against `hard` |" in text


def test_a_game_that_is_not_there_is_told() -> None:
    with pytest.raises(UnknownGame, match="no game 'goose-chase'"):
        CliRunner().invoke(app, ["arena", "goose-chase"], catch_exceptions=False)
