import numpy as np
import pytest

from ludotheque.core import chance
from ludotheque.core.compile import compiled
from ludotheque.core.discovery import game
from ludotheque.core.errors import BadOption
from ludotheque.core.simulate import simulate
from ludotheque.core.statistics import share_interval
from ludotheque.games.ludo.solve import Solution, solve

ONE_PAWN = 0.517852  # known from outside: the first player's chance to win


@pytest.fixture(scope="module")
def one() -> Solution:
    return solve(pawns=1)


def test_one_pawn_each_is_solved_to_the_known_value(one: Solution) -> None:
    assert one.opening == pytest.approx(ONE_PAWN, abs=1e-5)


def test_values_are_those_of_positions_that_can_be_counted_by_hand(one: Solution) -> None:
    # One step from the final against a pawn in base: 1 in 6 a roll, else the turn passes.
    assert one.value((57,), (0,)) == 1  # the match is over
    ahead, behind = one.value((56,), (0,)), one.value((0,), (56,))
    assert ahead == pytest.approx(1 / 6 + 5 / 6 * (1 - behind), abs=1e-6)
    assert one.value((56,), (56,)) == pytest.approx(6 / 11, abs=1e-6)


def first_seats(n: int, seed: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Whom the lot of each game names: the first number of its dice stream, below 2."""
    random = chance.new()
    start, below = compiled(chance.start), compiled(chance.below)
    first = np.zeros(n, np.int64)
    for number in range(n):
        start(random, seed, number, chance.DICE)
        first[number] = below(random, 2)
    return first


def test_simulations_agree_with_the_solution(one: Solution) -> None:
    """With one pawn there is nothing to choose, so any policy plays the solved game."""
    n = 100_000
    runs = simulate(game("ludo"), n, options={"seats": 2, "pawns": 1}, seed=3)
    first = first_seats(n, 3)
    assert [step.code for k in range(5) for step in runs.replay(k).steps[:1]] == first[:5].tolist()
    wins = int((runs.ranks[np.arange(n), first] == 1).sum())
    low, high = share_interval(wins, n)
    assert low < one.opening < high


def test_other_numbers_of_pawns_are_refused() -> None:
    with pytest.raises(BadOption, match="one or two pawns"):
        solve(pawns=3)
