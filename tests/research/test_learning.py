"""Learning by self-play, small, on a CPU; needs PyTorch, which ``make slow`` installs."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import ludotheque
from ludotheque import research
from ludotheque.bots import STANDBY, level
from ludotheque.bots.strength import strongest
from ludotheque.cli import app
from ludotheque.core.brains import Brain, brain_of
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import games
from ludotheque.core.errors import BadBrain
from ludotheque.research import strength

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
        (["--begin", "some.npz", "--resume"], "take one"),
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


def test_a_brain_to_begin_with_must_be_one(tmp_path: Path) -> None:
    with pytest.raises(BadBrain, match="has no brain"):
        run("ludo", "--out", str(tmp_path), "--begin", str(tmp_path / "none.npz"))


@pytest.mark.slow
def test_it_begins_with_what_a_brain_knows_and_learns_from_guests(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from ludotheque.research.learning import Learner, Plan, Quick, tensor

    known = brain_of(LUDO)
    first, second = len(known.layers["bias"]), len(known.layers["middle_bias"])
    small = {"games": 32, "lesson": 512, "seats": (2,), "guests": 0.5}
    with interpreted(False), torch.no_grad():
        learner = Learner(LUDO, Plan(1.0, first=first, second=second + 8, **small))
        learner.take(known)
        table = learner.tables[0]
        tried, value = table.batch.afterstates(), Quick(learner.network)
        opening = table.opening()[tensor(tried.games)]
        marks = table.marks(tensor(tried.traits), opening, value.columns, value.kind)
        said = table.shared(value(marks))[:, 0].numpy()
        for number in range(table.batch.n):
            seat = int(table.batch.seat[number])
            board = LUDO.engine.board(table.batch.states[number])
            rows = slice(int(tried.rows[number]), int(tried.rows[number + 1]))
            assert said[rows] == pytest.approx(known.prospects(board, seat)[1][:, seat], abs=1e-5)
        decision, policy = table.decide(value), table.batch.choose("mixed")
    guests = decision.by_guest.numpy()
    assert 0 < guests.sum() < guests.size
    assert (decision.actions[guests] == policy[guests]).all()
    with interpreted(False):
        assert len(list(learner.learn())) > 0
    told = learner.brain().card
    assert told["decisions"] > known.card["decisions"]
    with pytest.raises(ludotheque.core.errors.BadOption, match="at least as many"):
        Learner(LUDO, Plan(1.0, first=8, second=8, **small)).take(known)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "seats", "least"),
    [
        ("ludo", 2, 0.72), ("ludo", 4, 0.43), ("superludo", 2, 0.81), ("superludo", 4, 0.48),
        ("ludoville", 2, 0.64), ("ludoville", 4, 0.33),
    ],
)  # fmt: skip
def test_brains_are_as_strong_as_their_cards_say(id: str, seats: int, least: float) -> None:
    game, options = games()[id], {"seats": seats}
    with interpreted(False):
        cup = ludotheque.research.tournament(
            game, ["brain"], 10_000, options=options, field=strongest(game)
        )
    assert next(row for row in cup.standings if row.player == "brain").share > least


@pytest.mark.slow
def test_the_village_is_built_as_well_as_its_card_says() -> None:
    village = games()["rolling-village"]
    with interpreted(False):
        played = ludotheque.simulate(village, 10_000, options={"seats": 1}, policies="brain")
    assert played.scores[:, 0].mean() > 76.8


@pytest.mark.slow
def test_looking_ahead_gives_up_less_than_playing_at_sight() -> None:
    with interpreted(False):
        ahead, sight = (research.regret(LUDO, each, 150) for each in ("master", "brain"))
    assert ahead.per_decision < 0.0003
    assert ahead.per_decision < sight.per_decision < 0.0008


def test_warmth_grows_until_it_tells_a_level_from_the_next(monkeypatch) -> None:
    distances = [np.array([0.0, 0.02], np.float32)]  # the best is 0.01 above the mean
    monkeypatch.setattr(strength, "_sights", lambda brain: iter(distances))
    steep = 2.5 / level(STANDBY).warmth
    monkeypatch.setattr(strength, "_warmed", lambda brain, warmth: 0.5 - steep * warmth)
    assert strength.spread(None) == pytest.approx(0.02)  # type: ignore[arg-type]
    monkeypatch.setattr(strength, "_warmed", lambda brain, warmth: 0.5)
    assert strength.spread(None) == pytest.approx(0.08)  # type: ignore[arg-type]
