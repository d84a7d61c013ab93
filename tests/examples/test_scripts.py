"""The scripts that the documentation shows, shortened."""

import importlib.util
from pathlib import Path

import numpy as np

import ludotheque

EXAMPLES = Path(__file__).parents[2] / "examples"


def script(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_first_policy_plays_in_a_tournament(capsys):
    with ludotheque.interpreted():
        cup = script("first_policy").main(games=24)
    assert len(cup) == 24
    assert "hunter" in capsys.readouterr().out


def test_a_player_that_trains_for_a_moment_beats_random_play():
    train = script("train")
    assert train.share_of_wins(train.Value(), "random", 400) < 0.6
    value = train.train(1500)
    assert train.share_of_wins(value, "random", 400) > 0.6


def test_worth_is_drawn_towards_its_aim():
    train = script("train")
    value, traits = (
        train.Value(),
        np.array([[0, 60, 240, *[train.Value().size - 1] * 13]], np.uint16),
    )
    value.learn(traits, np.array([1.0]), 0.1)
    assert value(traits)[0] > 0.5
    assert value(np.flip(traits, axis=1))[0] == value(traits)[0]


def test_a_fitted_value_beats_random_play():
    best = script("value").main(games=600).standings[0]
    assert best.player == "fitted"
    assert best.share_interval[0] > 0.5
