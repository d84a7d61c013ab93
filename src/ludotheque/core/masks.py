"""Seats as bits of a mask."""

from ludotheque.core.bits import lowest_bit


def first_seat(mask: int) -> int:
    """The lowest seat of a mask, without a loop whose length no processor can guess."""
    return lowest_bit(mask)
