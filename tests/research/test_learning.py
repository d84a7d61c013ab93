"""Learning by self-play, small, on a CPU; needs PyTorch, which ``make slow`` installs."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

import ludotheque
from ludotheque.cli import app
from ludotheque.core.brains import Brain
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import games

LUDO = games()["ludo"]


def run(*words: str) -> str:
    with interpreted(False):
        result = CliRunner().invoke(app, ["train", *words])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def test_without_pytorch_it_says_what_is_missing(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ludotheque.cli.train.find_spec", lambda name: None)
    with pytest.raises(ludotheque.core.errors.NoDevice, match=r"ludotheque\[train\]"):
        run("ludo", "--out", str(tmp_path))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--device", "tpu"], "device is auto, cpu, cuda, not 'tpu'"),
        (["--units", "0", "4"], "at least one unit, not 0"),
    ],
)
def test_what_cannot_be_is_told(tmp_path: Path, words: list[str], told: str) -> None:
    with pytest.raises(ludotheque.core.errors.BadOption, match=told):
        run("ludo", "--out", str(tmp_path), *words)
    (tmp_path / "file").touch()
    with pytest.raises(ludotheque.core.errors.BadOption, match="is a file"):
        run("ludo", "--out", str(tmp_path / "file"))


@pytest.mark.slow
def test_a_minute_of_self_play_beats_random_play(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    words = ["--units", "64", "32", "--measured", "300", "--out", str(tmp_path)]
    output = run("ludo", "--minutes", "1", *words)
    assert "100%" in output
    assert "<polyline" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert "against `mixed`" in (tmp_path / "brain.md").read_text(encoding="utf-8")
    brain = Brain.load(LUDO, tmp_path / "brain.npz")
    options = {"seats": 2}
    with interpreted(False):
        played = ludotheque.simulate(
            LUDO, 2000, options=options, policies=[brain.policy(options), "random"]
        )
    assert played.won[:, 0].mean() > 0.55  # a busy core learns little in a minute
    before = brain.card["decisions"]
    run("ludo", "--minutes", "1.1", "--resume", *words)
    assert Brain.load(LUDO, tmp_path / "brain.npz").card["decisions"] > before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "seats", "least"),
    [("ludo", 2, 0.70), ("ludo", 4, 0.40), ("superludo", 2, 0.76), ("superludo", 4, 0.40)],
)
def test_brains_are_as_strong_as_their_cards_say(id: str, seats: int, least: float) -> None:
    game, options = games()[id], {"seats": seats}
    with interpreted(False):
        cup = ludotheque.research.tournament(
            game, ["brain"], 10_000, options=options, field="mixed"
        )
    assert next(row for row in cup.standings if row.player == "brain").share > least
