"""The mean of luck: a game played in a kernel has the luck that its report tells."""

import pytest

from ludotheque.analysis import MILLION, report
from ludotheque.analysis.drift import LEVEL, drift, fortunes
from ludotheque.analysis.tally import tally
from ludotheque.bots import bot
from ludotheque.core.brains import brain_of
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import game
from ludotheque.core.simulate import played

OPTIONS = {"seats": 2, "pawns": 1}


def test_a_game_has_the_luck_that_its_report_tells() -> None:
    ludo, seed = game("ludo"), 3
    brain = brain_of(ludo)
    player = brain.policy(OPTIONS, warmth=bot(ludo, LEVEL).warmth * brain.card["spread"])
    with interpreted():
        [luck] = fortunes(ludo, OPTIONS, 1, seed)
    match = played(ludo, OPTIONS, [player, player], seed, 0, ludo.new(OPTIONS))
    with interpreted(False):
        told = report(match).account(0).luck / MILLION
        told_in_short = tally(match, advised={1})
    assert luck == pytest.approx(told, abs=1e-5)
    assert told_in_short is not None
    first, second = told_in_short.seats
    assert first.luck == round(told * MILLION)
    assert second.accuracy is None


def test_its_mean_has_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.analysis.drift.fortunes", lambda *_: [0.1, -0.1, 0.3, -0.3])
    found = drift(game("ludo"), OPTIONS, 4)
    assert found.mean == pytest.approx(0)
    assert found.half == pytest.approx(1.96 * 0.2582 / 2, rel=1e-3)
