"""What a processor does with a word in one instruction: finding and counting its bits.

The plain functions say what is meant, and run interpreted. In what kernels call, compiled, stands
the instruction: :mod:`ludotheque.core.instructions` has it for processors,
:mod:`ludotheque.core.gpu` for a GPU.
"""


def lowest_bit(word: int) -> int:
    """The number of the lowest bit that is set, in a word that has one."""
    bits = int(word)
    return (bits & -bits).bit_length() - 1


def count_bits(word: int) -> int:
    """How many bits of a word are set."""
    return int(word).bit_count()
