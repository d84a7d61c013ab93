"""How much of a game is luck: what is measured, kept and told."""

import json

import pytest

from ludotheque.analysis import shares
from ludotheque.analysis.shares import measured, shares_of, written
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import boxes, games

LUDO = games()["ludo"]


@pytest.fixture(autouse=True)
def few_duels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "_DUELS", 200)


def test_little_hangs_on_play_with_one_pawn_and_more_with_four() -> None:
    with interpreted(False):
        one, four = (measured(LUDO, {"seats": 2, "pawns": pawns}, 12, 5) for pawns in (1, 4))
    assert one.luck > 0.999  # with one pawn there is nothing to choose
    assert four.luck < 0.99
    assert one.better == pytest.approx(0.5, abs=0.08)
    assert four.better > 0.55


def test_luck_has_no_drift() -> None:
    with interpreted(False):
        share = measured(LUDO, {"seats": 2, "pawns": 2}, 60, 7)
    assert abs(share.drift) < 4 * share.drift_error


def test_what_was_measured_is_kept_for_every_box() -> None:
    for game, box in boxes().values():
        if game.has_brain:
            shares = shares_of(game, box)
            assert shares
            assert all(0 < each.luck < 1 and each.games >= 100 for each in shares)
            assert (
                json.loads(written({box.id: list(shares)}))[box.id][0]["seats"] == shares[0].seats
            )
