"""Kernels on bit boards: neighbours and flood fills, each set of cells as two words.

They know nothing of terrain or tiles. What a step reaches may include bits off the board,
which the caller masks away.
"""

import numpy as np

from ludotheque.core.bits import count_bits, lowest_bit
from ludotheque.core.contract import Moves, Seen, whole
from ludotheque.games.ludoville.board import CELL_OF_BIT, STRIDE, WORD, Mask

NONE = np.uint64(0)
_1 = np.uint64(1)
_63 = np.uint64(63)
_BEYOND = _1 << _63  # so that a word has a bit, when all that count are written
_ROW = np.uint64(STRIDE)
_ROW_CARRY = np.uint64(64 - STRIDE)


def across(low: Mask, high: Mask) -> Mask:
    """The cells one step east or west of a set."""
    return (
        (low << _1) | (low >> _1) | (high << _63),
        (high << _1) | (high >> _1) | (low >> _63),
    )


def along(low: Mask, high: Mask) -> Mask:
    """The cells one step north or south of a set."""
    return (
        (low << _ROW) | (low >> _ROW) | (high << _ROW_CARRY),
        (high << _ROW) | (high >> _ROW) | (low >> _ROW_CARRY),
    )


def beside(low: Mask, high: Mask) -> Mask:
    """The cells that share a side with a cell of the set (LV-4)."""
    flat_low, flat_high = across(low, high)
    tall_low, tall_high = along(low, high)
    return flat_low | tall_low, flat_high | tall_high


def around(low: Mask, high: Mask) -> Mask:
    """The set, and the cells a step of eight directions away from it."""
    flat_low, flat_high = across(low, high)
    wide_low, wide_high = low | flat_low, high | flat_high
    tall_low, tall_high = along(wide_low, wide_high)
    return wide_low | tall_low, wide_high | tall_high


def flood(low: Mask, high: Mask, room_low: Mask, room_high: Mask) -> Mask:
    """What eight-way steps within the room reach from a set in it."""
    while True:
        more_low, more_high = around(low, high)
        more_low &= room_low
        more_high &= room_high
        if more_low == low and more_high == high:
            return low, high
        low, high = more_low, more_high


def group(low: Mask, high: Mask, room_low: Mask, room_high: Mask) -> Mask:
    """What steps side by side within the room reach from a set in it."""
    while True:
        more_low, more_high = beside(low, high)
        more_low = (more_low & room_low) | low
        more_high = (more_high & room_high) | high
        if more_low == low and more_high == high:
            return low, high
        low, high = more_low, more_high


def lowest(low: Mask, high: Mask) -> Mask:
    """The first cell of a set that is not empty."""
    if low != NONE:
        return low & (~low + _1), NONE
    return NONE, high & (~high + _1)


def is_single(low: Mask, high: Mask) -> bool:
    """Whether the set has exactly one cell."""
    if low == NONE:
        return high != NONE and high & (high - _1) == NONE
    return high == NONE and low & (low - _1) == NONE


def size(low: Mask, high: Mask) -> int:
    """How many cells a set has."""
    return count_bits(low) + count_bits(high)


def write(low: Mask, high: Mask, base: int, out: Seen, count: int) -> int:
    """Add ``base`` + cell to a list for each cell of a set, in rising order."""
    for _ in range(size(low, high)):
        is_high = low == NONE
        word = high if is_high else low
        out[count] = base + whole(CELL_OF_BIT[WORD * is_high + lowest_bit(word)])
        count += 1
        word &= word - _1
        low, high = (low, word) if is_high else (word, high)
    return count


def write_moves(low: Mask, high: Mask, base: int, moves: Moves, count: int) -> int:
    """The same for a list where what stands beyond it may be anything: quicker."""
    count = write_word(low, 0, base, moves, count)
    return write_word(high, WORD, base, moves, count)


def write_word(word: Mask, first: int, base: int, moves: Moves, count: int) -> int:
    """The same for one word, whose bits are numbered from ``first`` on.

    Four are written at a time, since nobody can guess how many there are.
    """
    rest, place = word, count
    while rest != NONE:
        for _ in range(4):
            some = rest | _BEYOND
            moves[place] = base + whole(CELL_OF_BIT[first + lowest_bit(some)])
            rest &= some - _1
            place += 1
    return count + count_bits(word)


def nth_cell(low: Mask, high: Mask, number: int) -> int:
    """The cell of a number from 0 on, in rising order, of a set that has more."""
    left = number
    place = 0
    word = low
    count = count_bits(low)
    if left >= count:
        left -= count
        place = WORD
        word = high
    for step in range(6):  # halve it: the n-th bit lies in the lower half, or beyond
        half = 32 >> step
        part = word & ((_1 << np.uint64(half)) - _1)
        count = count_bits(part)
        if left >= count:
            left -= count
            place += half
            word = word >> np.uint64(half)
        else:
            word = part
    return whole(CELL_OF_BIT[place])
