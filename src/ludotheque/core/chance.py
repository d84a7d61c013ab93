"""Counter-based random numbers for simulations, keyed by (seed, game number, stream).

A generator is three words, ``[key, counter, next]``: the n-th number of a game depends on
nothing but its key and n, so a run's result does not depend on threads, chunks or
device. The next number is always ready, since whoever draws it would have to wait while it
is mixed. These are kernels: they run interpreted, compiled and on a GPU alike.

This module knows nothing of fair dice: a table draws its chance elsewhere.
"""

import numpy as np

from ludotheque.core.contract import (
    Kernel,
    Masks,
    Moves,
    Random,
    State,
    nth_legal,
    outcome_at,
    outcomes,
    total_weight,
    weight,
    whole,
)

DICE = 0  # the stream of chance outcomes
CHOICES = 1  # the stream of the policies, apart so that a policy never shifts the dice

WORDS = 3  # of a generator

_ONE = np.uint64(1)
_WEYL = np.uint64(0x9E3779B97F4A7C15)  # 2⁶⁴ over the golden ratio: an odd step through all words
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)  # the multipliers of Stafford's thirteenth mixer
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27 = np.uint64(27)
_S30 = np.uint64(30)
_S31 = np.uint64(31)
_S32 = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


def new() -> Random:
    """Room for one generator."""
    return np.zeros(WORDS, np.uint64)


def _mix(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


def start(random: Random, seed: int, number: int, stream: int) -> None:
    """Point the generator at the first number of one stream of one game."""
    key = _mix(np.uint64(seed) + _WEYL)
    key = _mix((key ^ np.uint64(number)) + _WEYL)
    random[0] = _mix((key ^ np.uint64(stream)) + _WEYL)
    random[1] = np.uint64(0)
    _prepare(random)


def _prepare(random: Random) -> None:
    """Make the next number."""
    random[1] += _ONE
    # A xor, not a sum: with a sum one game's stream could be a shifted copy of another's.
    random[2] = _mix(random[0] ^ (random[1] * _WEYL))


def bits(random: Random) -> np.uint64:
    """The next 64 random bits."""
    word = random[2]
    _prepare(random)
    return word


def below(random: Random, bound: int) -> int:
    """A whole number in 0 … bound − 1, each exactly as likely (bound under 2³²)."""
    n = np.uint64(bound)
    product = (bits(random) >> _S32) * n
    if (product & _LOW) < n:  # once in 2³² / bound draws: perhaps one too many of its value
        surplus = ((_LOW - n) + _ONE) % n
        while (product & _LOW) < surplus:
            product = (bits(random) >> _S32) * n
    return whole(product >> _S32)


def outcome(state: State, random: Random) -> int:
    """Draw one of the chance outcomes of a state, by their weights."""
    return outcome_at(state, below(random, total_weight(state)))


def added_weights(state: State) -> int:
    """The contract's ``total_weight`` where a game has none."""
    total = 0
    for each in range(outcomes(state)):
        total += weight(state, each)
    return total


def outcome_by_weights(state: State, place: int) -> int:
    """The contract's ``outcome_at`` where a game has none."""
    left = place
    drawn = 0
    while left >= weight(state, drawn):
        left -= weight(state, drawn)
        drawn += 1
    return drawn


# Kernels of the contract that follow from the others: what a game need not write itself.
DERIVED: dict[str, Kernel] = {
    total_weight.__name__: added_weights,
    outcome_at.__name__: outcome_by_weights,
}


def any_move(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """The policy every game has: each legal action is as likely."""
    return moves[below(random, count)]


def any_noted(
    player: int, state: State, seat: int, masks: Masks, count: int, random: Random, weights: object
) -> int:
    """The same without a list, where a game counts its actions: the kernel ``decide``."""
    return nth_legal(state, masks, below(random, count))
