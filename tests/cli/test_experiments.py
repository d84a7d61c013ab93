"""``ludotheque tournament`` and ``ludotheque regret`` as people type them."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludotheque.cli import app, main
from ludotheque.core.compile import interpreted

SMALL = ("--set", "seats=2", "--set", "pawns=1", "-n", "6", "--seed", "2")


def run(*arguments: str) -> str:
    with interpreted():
        result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["ludotheque", *arguments])
        with pytest.raises(SystemExit) as stopped:
            main()
    assert stopped.value.code == 2
    return capsys.readouterr().err


def test_a_tournament_prints_standings_and_leads() -> None:
    text = run("tournament", "ludo", "fast", "random", *SMALL)
    assert text.startswith("Ludo: 6 games in 3 deals, the same dice")
    assert "share of the win (even: 50%)" in text
    assert text.count("fast") == 2
    assert "Elo" in text


def test_a_tournament_is_data_and_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "cup.svg"
    start = '{"pawns": [[56], [0]], "turn": 1}'
    text = run(
        "tournament", "ludo", "fast", *SMALL, "--field", "random", "--json", "--unpaired",
        "--plot", str(file), "--start", start,
    )  # fmt: skip
    data = json.loads(text)
    assert data["paired"] is False
    assert {row["player"] for row in data["standings"]} == {"fast", "random"}
    assert file.read_text().startswith("<svg")


def test_mistakes_are_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert "two players, or one and a field" in fails(capsys, "tournament", "ludo", "fast")
    assert "no policy 'x'" in fails(capsys, "tournament", "ludo", "x", "fast")
    assert ".svg or .png" in fails(capsys, "tournament", "ludo", "x", "--plot", "a.gif")
    assert "is solved with seats=2" in fails(capsys, "regret", "ludo", "mixed", "--set", "seats=3")
    assert "no exact solution" in fails(capsys, "regret", "superludo", "random")


def test_regret_is_a_sentence_or_data() -> None:
    """With one pawn there is nothing to choose, so nothing could be given up."""
    assert "nothing to choose from in 6 games" in run("regret", "ludo", "mixed", *SMALL)
    data = json.loads(run("regret", "ludo", "mixed", *SMALL, "--json"))
    assert data["decisions"] == 0
    assert data["opening"] == pytest.approx(0.517852, abs=1e-6)
