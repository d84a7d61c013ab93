"""Dice that can be checked: the exact bytes are specified in docs/dice.md.

The table seals a secret seed before the game, every player adds a value of her own, and
each chance outcome follows from the two and from the number of its event. Whoever has the
record of a finished game can compute every outcome again. This module knows no game: it is
given weights.
"""

import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256

SEED_BYTES = 32
VALUE_BYTES = 16
NO_VALUE = "00" * VALUE_BYTES  # what a bot adds

_WORDS = 2**32
_BLOCK = 64  # bytes that SHA-256 takes at a time
_INNER, _OUTER = (bytes(each ^ pad for each in range(256)) for pad in (0x36, 0x5C))


def new_seed() -> bytes:
    """A secret seed."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is published of a seed before the game: its SHA-256."""
    return sha256(seed).hexdigest()


def is_value(text: str) -> bool:
    """Whether a text is a player's value: 16 bytes in hexadecimal, in lower case."""
    return len(text) == 2 * VALUE_BYTES and all(letter in "0123456789abcdef" for letter in text)


def joined(values: Iterable[str]) -> bytes:
    """The players' values as one: those of the seats, in their order."""
    return b"".join(bytes.fromhex(value) for value in values)


def word(seed: bytes, values: bytes, number: int, counter: int) -> int:
    """32 bits for the event of that number; the counter goes up where they are not taken."""
    message = values + number.to_bytes(8, "big") + counter.to_bytes(4, "big")
    return int.from_bytes(_authenticated(seed, message)[:4], "big")


def _authenticated(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 (RFC 2104).

    The library's lets other threads in meanwhile: to have the interpreter back takes longer.
    """
    key = (key if len(key) <= _BLOCK else sha256(key).digest()).ljust(_BLOCK, b"\0")
    inner = sha256(key.translate(_INNER) + message).digest()
    return sha256(key.translate(_OUTER) + inner).digest()


def below(seed: bytes, values: bytes, number: int, total: int) -> int:
    """A whole number in 0 … total − 1, each exactly as likely.

    >>> below(bytes(32), bytes(16), 1, 6)
    2
    """
    if not 0 < total <= _WORDS:
        raise ValueError(f"there are no dice with {total} equal faces")
    taken = _WORDS - _WORDS % total  # words from here on would favour the low numbers
    counter = 0
    while (found := word(seed, values, number, counter)) >= taken:
        counter += 1
    return found % total


def outcome(seed: bytes, values: bytes, number: int, weights: Sequence[int]) -> int:
    """The outcome of the event of that number: the i-th with a chance of weights[i] in all."""
    left = below(seed, values, number, sum(weights))
    for index, weight in enumerate(weights):
        if left < weight:
            return index
        left -= weight
    raise AssertionError("the weights were summed above")
