"""The kernels that every game supplies, with the promise each one makes.

A game's ``rules.py`` defines functions of these names on its own record. Code that
serves all games (running many games, search, checks) is written against the names of
this module; :func:`ludotheque.core.compile.bind` puts one game's kernels in their place.

Its record ``STATE`` has the fields ``seats``, ``gone`` (a bit mask of the seats that left) and
``ended`` (0 while the game lasts); :mod:`ludotheque.core.turns` has these and most of what
games with turns have in common. Four kernels (``is_over``, ``has_left``, ``roller`` and
``conceal``) are taken from there where a game does not write its own.

Beside ``STATE`` and its kernels a game's rules declare their sizes: ``ACTIONS`` (action codes
run from 0 to it), ``TRAITS`` (the :class:`~ludotheque.core.traits.Traits` that ``observe`` lists),
``OUTCOMES`` (chance never has more) and ``LONGEST``: no game takes more steps, moves and chance
together, or hardly any where the rules could go on for ever. ``AT_ONCE`` says that several seats
may wait together, ``HIDDEN`` that ``conceal`` has something to hide; both are false if left out.
What is printed on a board and differs from game to game is told by ``PRINTED``, Traits too, and a
plain function ``printed(state)`` that lists those that hold.

Kernels are plain functions in the subset of Python that Numba compiles. They allocate
nothing, raise nothing and draw no random numbers; they assume what they are given is
legal. Seats are 0 … n − 1 here.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

State: TypeAlias = Any  # one record of the game's dtype: ``state.field`` reads and writes it
States: TypeAlias = NDArray[np.void]  # many of them, a batch
Moves: TypeAlias = NDArray[Any]  # scratch (uint16) for the actions that legal() lists
Seen: TypeAlias = NDArray[Any]  # scratch (uint16) for the traits that observe() lists
Numbers: TypeAlias = NDArray[Any]  # scratch (int32) for scores and ranks
Kernel: TypeAlias = Callable[..., Any]
Masks: TypeAlias = NDArray[Any]  # scratch (uint64) for what count_legal() notes
Random: TypeAlias = NDArray[Any]  # a generator (uint64) of ludotheque.core.chance

# A small field as a whole number to reckon with: interpreted, a byte would wrap; compiled,
# int() of an unsigned one would stay unsigned and turn into a float beside a signed one.
whole: Callable[[Any], int] = np.int64  # type: ignore[assignment]


def setup(state: State) -> None:
    """Write the opening, from the options already in the record."""
    raise NotImplementedError


def waiting(state: State) -> int:
    """Bit mask of the seats that may act; 0 when chance acts or the game is over."""
    raise NotImplementedError


def outcomes(state: State) -> int:
    """How many chance outcomes there are when nobody waits: 0 … n − 1."""
    raise NotImplementedError


def roller(state: State) -> int:
    """The seat whose turn owns the chance outcome awaited; −1: nobody's, or everybody's."""
    raise NotImplementedError


def weight(state: State, outcome: int) -> int:
    """The whole-number weight of a chance outcome; 0 where it cannot happen now."""
    raise NotImplementedError


def total_weight(state: State) -> int:
    """The sum of all outcomes' weights; a game may have a quicker way than to add them up."""
    raise NotImplementedError


def outcome_at(state: State, place: int) -> int:
    """The outcome that a number below ``total_weight`` falls to, if each has its weight in turn.

    A game with ``total_weight`` has this one too.
    """
    raise NotImplementedError


def happen(state: State, outcome: int) -> None:
    """Apply a chance outcome, and whatever the rules carry out by themselves after it."""
    raise NotImplementedError


def legal(state: State, seat: int, moves: Moves) -> int:
    """List the seat's legal actions in rising order; returns how many.

    What stands in ``moves`` beyond these may be anything. There is at least one for a seat that
    waits: forced passes are the rules' own business.
    """
    raise NotImplementedError


def count_legal(state: State, seat: int, masks: Masks) -> int:
    """How many legal actions the seat has, as many as ``legal`` lists.

    What is found on the way is noted in ``masks``, as many words as the rules' ``MASKS`` says. Not
    asked for: where all play at random on a GPU a game with this one and the next needs no lists.
    """
    raise NotImplementedError


def nth_legal(state: State, masks: Masks, number: int) -> int:
    """The legal action of a number from 0 on, in rising order, by what ``count_legal`` noted."""
    raise NotImplementedError


def play(state: State, seat: int, action: int) -> None:
    """Apply a legal action, and whatever the rules carry out by themselves after it."""
    raise NotImplementedError


def is_over(state: State) -> bool:
    """Whether the game has ended."""
    raise NotImplementedError


def score(state: State, out: Numbers) -> None:
    """Write each seat's score as it stands now."""
    raise NotImplementedError


def rank(state: State, out: Numbers) -> None:
    """Write each seat's rank as it stands now: 1 the best, equal ones shared."""
    raise NotImplementedError


def observe(state: State, seat: int, traits: Seen) -> int:
    """List the traits that hold as the seat sees it, each once, in any order; returns how many.

    What stands in ``traits`` beyond these is left as it is.
    Everything that the future depends on and the seat may know is among them, seen from its own
    side: whose turn it is, who left, what is under way. Its own pieces are told by number where
    actions are, those of others by count. So two states that look alike go on alike: the seat
    has the same legal actions, and each leads to what looks alike again. What never changes in
    a game, its options and what is printed on its board, is not among them.
    """
    raise NotImplementedError


def conceal(state: State, seat: int) -> None:
    """Blot out, in a copy, what the seat may not see yet (seat −1: an onlooker).

    What is left is all that ever leaves the server for that seat.
    """
    raise NotImplementedError


def leave(state: State, seat: int) -> None:
    """Take a seat out of the game (the table's word, never among the legal actions)."""
    raise NotImplementedError


def has_left(state: State, seat: int) -> bool:
    """Whether the seat was taken out of the game."""
    raise NotImplementedError


def choose(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """A policy: pick one of the ``count`` legal actions in ``moves``."""
    raise NotImplementedError


def decide(
    player: int, state: State, seat: int, moves: Moves, count: int, random: Random, weights: Any
) -> int:
    """What a player chooses for a seat, by its policy; below zero where that is not legal.

    ``weights`` has those of each policy that has any, in the order of players.
    """
    raise NotImplementedError


def actions() -> int:
    """The game's ``ACTIONS``, for code that serves all games: loops of a known length are quick."""
    raise NotImplementedError


# What a game may have beside these: its table works without, only less kindly.


def break_off(state: State) -> None:
    """Take off the table what is pending: all agreed to stop here, and ``ended`` says so."""
    raise NotImplementedError


def can_undo(state: State, seat: int) -> bool:
    """Whether the seat may take its last move back by itself, since nobody has seen it yet."""
    raise NotImplementedError


def undo(state: State, seat: int) -> None:
    """Take that move back."""
    raise NotImplementedError


def lean(before: State, after: State, seat: int, action: int, temper: int) -> float:
    """How much a seat of some temper likes the move that led from one state to another.

    1 is as much as the moves of a decision differ from each other, as a rule.
    """
    raise NotImplementedError


def reckon(state: State, seat: int, traits: Seen, count: int) -> int:
    """List what follows from what the seat sees and a brain had better not have to find out.

    Who is within whose reach, say. ``count`` traits are listed already, those of ``observe``; these
    come after them, by numbers from the length of ``TRAITS`` on, and are named by ``RECKONED``.
    Returns how many are listed now.
    """
    raise NotImplementedError


def worth(state: State, seat: int, values: Any) -> float:
    """The share of the win that a seat can expect when all play their best, looked up.

    ``values`` is what the game's solution holds: an array or a tuple of arrays. The state is one
    that a move has led to.
    """
    raise NotImplementedError


KERNELS = (
    setup, waiting, outcomes, roller, weight, happen, legal, play,
    is_over, score, rank, observe, conceal, leave, has_left,
)  # fmt: skip
NAMES = tuple(kernel.__name__ for kernel in KERNELS)
