import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.table import dice

SEED = bytes(range(32))
VALUES = bytes.fromhex("00112233445566778899aabbccddeeff" * 2)

# Computed once by hand with hashlib alone (see test_the_bytes_are_those_of_the_specification);
# docs/dice.md lists the same, for whoever writes the dice in another language.
KNOWN = [
    # event number, weights, outcome
    (5, [1] * 6, 2),
    (6, [1] * 6, 5),
    (7, [1] * 36, 7),
    (8, [2, 0, 5, 1], 2),
    (1000, [1] * 20, 2),
    (2**40, [3, 3, 3], 2),
    (3, [2**30, 2**30, 1], 1),  # the first three words are refused
    (9, [2**30, 2**30, 1], 0),  # the first four
]


@pytest.mark.parametrize(("number", "weights", "outcome"), KNOWN)
def test_known_answers(number, weights, outcome):
    assert dice.outcome(SEED, VALUES, number, weights) == outcome


@given(st.binary(max_size=80), st.binary(max_size=80), st.integers(0, 2**40))
def test_a_word_begins_the_standard_hmac(seed, values, number):
    message = values + number.to_bytes(8, "big") + bytes(4)
    expected = hmac.digest(seed, message, "sha256")[:4]
    assert dice.word(seed, values, number, 0).to_bytes(4, "big") == expected


def test_the_seal_is_sha_256():
    assert dice.commitment(SEED) == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


def test_the_bytes_are_those_of_the_specification():
    message = VALUES + b"\0\0\0\0\0\0\0\x05" + b"\0\0\0\0"
    digest = hmac.new(SEED, message, hashlib.sha256).digest()
    assert dice.word(SEED, VALUES, 5, 0) == int.from_bytes(digest[:4], "big")


def test_words_that_would_favour_low_numbers_are_not_taken(monkeypatch):
    words = iter([2**32 - 1, 2**32 - 4, 2**32 - 5])
    counters = []

    def word(seed, values, number, counter):
        counters.append(counter)
        return next(words)

    monkeypatch.setattr(dice, "word", word)
    # 2³² is 4 more than a multiple of 6: the last four words are refused.
    assert dice.below(SEED, VALUES, 1, 6) == (2**32 - 5) % 6
    assert counters == [0, 1, 2]


def test_every_face_is_as_likely():
    n = 60_000
    found = Counter(dice.outcome(SEED, VALUES, number, [1] * 6) for number in range(n))
    chi_square = sum((found[face] - n / 6) ** 2 / (n / 6) for face in range(6))
    assert chi_square < 20.5  # 5 degrees of freedom: exceeded once in a thousand


def test_weights_are_kept():
    n = 30_000
    weights = [5, 0, 1, 3]
    found = Counter(dice.outcome(SEED, VALUES, number, weights) for number in range(n))
    assert found[1] == 0
    expected = {k: n * weight / 9 for k, weight in enumerate(weights) if weight}
    assert sum((found[k] - e) ** 2 / e for k, e in expected.items()) < 13.8  # 2 degrees


def test_seed_values_and_number_all_matter():
    def rolls(seed=SEED, values=VALUES, first=1):
        return [dice.outcome(seed, values, first + k, [1] * 6) for k in range(40)]

    assert rolls() == rolls()
    assert rolls(seed=bytes(32)) != rolls()
    assert rolls(values=bytes(32)) != rolls()
    assert rolls(first=2) != rolls()


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=50).filter(any), st.integers(1, 2**50))
def test_only_what_can_happen_happens(weights, number):
    assert weights[dice.outcome(SEED, VALUES, number, weights)] > 0


@pytest.mark.parametrize("text", ["", "00" * 15, "00" * 17, "0g" * 16, "AB" * 16, " " * 32])
def test_values_are_sixteen_bytes_in_hexadecimal(text):
    assert not dice.is_value(text)
    assert dice.is_value("a0" * 16)
