"""Who has won a game that is over: the seats in the first place, and whether sides share it."""

from collections.abc import Sequence


def winners(ranks: Sequence[int]) -> list[int]:
    """The seats in the first place: one, a couple, or several sides that share it."""
    return [seat for seat, rank in enumerate(ranks) if rank == 1]


def is_shared(ranks: Sequence[int], sides: Sequence[int]) -> bool:
    """Whether several sides share the first place: a draw, and nobody has won.

    >>> is_shared((1, 3, 1, 3), sides=(0, 1, 0, 1)), is_shared((1, 3, 1), sides=(0, 1, 2))
    (False, True)
    """
    return len({sides[seat] for seat in winners(ranks)}) > 1
