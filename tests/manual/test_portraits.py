"""What the pages of the boxes are made of: figures from counts, and histograms from figures."""

import numpy as np
import pytest

import ludotheque
from benchmarks import portraits
from manual import portrait
from manual.figures import histogram


def test_a_spread_counts_every_game_once_in_bins_of_whole_numbers():
    values = np.array([10, 10, 11, 75, 100])
    found = portraits.spread(values)
    assert found["mean"] == 41.2
    assert (found["quantiles"][0], found["quantiles"][-1]) == (10, 100)
    assert sum(found["counts"]) == 5
    assert found["least"] + found["width"] * len(found["counts"]) > 100


def test_branching_tells_forced_moves_from_choices():
    found = portraits.branching_of(np.array([0, 50, 30, 20]))
    assert found == {"mean": 1.7, "mean_of_choices": 2.4, "forced": 0.5, "median": 1, "most": 3}


def test_the_first_seat_shares_a_win_with_its_partner_and_has_none_alone():
    superludo = ludotheque.game("superludo")
    couples = {"seats": 4, "couples": True}
    ranks = np.array([[1, 3, 1, 3]] * 30 + [[3, 1, 3, 1]] * 10)
    found = portraits.first_seat(superludo, couples, ranks)
    assert (found["share"], found["fair"]) == (0.75, 0.5)
    assert found["interval"][0] < 0.75 < found["interval"][1]
    village = ludotheque.game("rolling-village")
    assert portraits.first_seat(village, {"seats": 1}, np.ones((5, 1))) is None


def test_many_seats_are_measured_by_a_few_numbers_of_them():
    seats = [each["seats"] for each in portraits.settings(ludotheque.game("rolling-village"), {})]
    assert seats == [1, 2, 3, 4, 6, 12]


def test_a_histogram_has_a_bar_a_bin_and_says_its_range():
    picture = histogram(portraits.spread(np.array([1, 2, 2, 4])), "Lengths")
    assert picture.count("<rect") == 4
    assert "<title>2: 50.0%</title>" in picture


@pytest.mark.parametrize("game", ludotheque.games().values(), ids=str)
def test_a_page_tells_every_field_of_the_record_and_what_actions_are(game):
    shown = portrait._record(game)
    for field in game.dtype.names:
        assert f'"{field}"' in shown
    assert shown.endswith("\n```")
    assert "ACTIONS = " in shown.splitlines()[-2]


def test_a_brain_that_was_not_measured_here_is_named_with_where_it_was():
    found = portrait.measured()["ludo"]
    text = portrait.page(found)
    assert "`random`, `fast`" in text
    assert "[`brain`](../brains.md) |" in text
    assert "[how strong it is](../strength.md)" in text
