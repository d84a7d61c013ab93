import numpy as np
import pytest

from ludotheque.core import chance
from ludotheque.core.compile import compiled


def draws(seed: int, number: int, stream: int, bound: int, n: int) -> list[int]:
    random = chance.new()
    with np.errstate(over="ignore"):
        chance.start(random, seed, number, stream)
        return [int(chance.below(random, bound)) for _ in range(n)]


def many(bound: int, n: int) -> np.ndarray:
    random = chance.new()
    compiled(chance.start)(random, 7, 0, 0)
    below = compiled(chance.below)
    return np.array([below(random, bound) for _ in range(n)])


def test_the_same_key_gives_the_same_numbers() -> None:
    assert draws(1, 2, 0, 6, 50) == draws(1, 2, 0, 6, 50)


@pytest.mark.parametrize("other", [(2, 2, 0), (1, 3, 0), (1, 2, 1)])
def test_another_seed_game_or_stream_gives_others(other: tuple[int, int, int]) -> None:
    assert draws(1, 2, 0, 6, 50) != draws(*other, 6, 50)


def test_interpreted_and_compiled_agree() -> None:
    random = chance.new()
    compiled(chance.start)(random, 5, 9, 1)
    below = compiled(chance.below)
    assert [below(random, 20) for _ in range(100)] == draws(5, 9, 1, 20, 100)


@pytest.mark.parametrize("bound", [2, 6, 20, 36])
def test_every_value_is_as_likely(bound: int) -> None:
    n = 60_000
    counts = np.bincount(many(bound, n), minlength=bound)
    chi_square = ((counts - n / bound) ** 2 / (n / bound)).sum()
    assert len(counts) == bound
    # Five standard deviations above the mean of chi-square with bound − 1 degrees.
    assert chi_square < bound - 1 + 5 * np.sqrt(2 * (bound - 1))


def test_successive_dice_are_independent() -> None:
    dice = many(6, 72_000).reshape(-1, 2)
    counts = np.bincount(dice[:, 0] * 6 + dice[:, 1], minlength=36)
    chi_square = ((counts - 1000) ** 2 / 1000).sum()
    assert chi_square < 35 + 5 * np.sqrt(70)


def test_first_dice_of_successive_games_are_independent() -> None:
    """Neighbouring game numbers must not give neighbouring numbers."""
    first = np.array([draws(0, number, 0, 6, 1)[0] for number in range(6000)])
    pairs = np.bincount(first[:-1] * 6 + first[1:], minlength=36)
    expected = len(first) / 36
    assert ((pairs - expected) ** 2 / expected).sum() < 35 + 5 * np.sqrt(70)
