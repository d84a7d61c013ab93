import numpy as np

from ludotheque.core.bits import count_bits, lowest_bit
from ludotheque.core.compile import compiled


def lowest(word: int) -> int:
    return lowest_bit(word)


def count(word: int) -> int:
    return count_bits(word)


def test_bits_are_found_and_counted_interpreted_and_by_the_instruction() -> None:
    random = np.random.default_rng(1)
    words = [1 << place for place in range(63)] + random.integers(1, 1 << 63, 50).tolist()
    for number in words:
        for word in (np.int64(number), np.uint64(number)):
            place = (number & -number).bit_length() - 1
            assert lowest_bit(word) == compiled(lowest)(word) == place
            assert count_bits(word) == compiled(count)(word) == number.bit_count()
    highest = np.uint64(1 << 63)
    assert lowest_bit(highest) == compiled(lowest)(highest) == 63
    assert count_bits(~np.uint64(0)) == compiled(count)(~np.uint64(0)) == 64
    assert count_bits(0) == compiled(count)(0) == 0
