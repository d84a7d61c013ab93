"""The course of one game for a program: it acts, chance falls by itself, seats see traits.

The adapters of suites in which chance is the environment's own are written on this. Dice are
those of ``simulate``: a game depends on nothing but its seed, its number and what is played.
"""

import operator
import secrets
from collections.abc import Mapping
from functools import cache
from random import Random as Lot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import chance
from ludotheque.core.chance import DICE, outcome, start
from ludotheque.core.compile import Kernel, bind, is_interpreted, runnable
from ludotheque.core.contract import Random, States, happen, is_over, waiting
from ludotheque.core.discovery import box
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.core.step import Step
from ludotheque.research.reward import Reward

Vector = NDArray[Any]

DENSE, LIST = "dense", "list"  # the forms of an observation
_SEEDS = 2**63


def advance(board: States, dice: Random) -> int:
    """Let chance fall until somebody waits; a bit mask of who does, 0 when the game is over."""
    state = board[0]
    while not is_over(state):
        mask = waiting(state)
        if mask != 0:
            return mask
        happen(state, outcome(state, dice))
    return 0


@cache
def _advance(game: Game, _: bool) -> Kernel:
    """The kernel of a game, in the form that runs now."""
    return runnable(bind(advance, game.kernels, game.id))


def taken(box_id: str, given: Mapping[str, Any]) -> tuple[Game, dict[str, Any]]:
    """A game from the shelf with all its options; BadOption where a box has settled one."""
    game, its_box = box(box_id)
    chosen = game.chosen({**its_box.options, **given})
    for name, value in its_box.options.items():
        if chosen[name] != value:
            raise BadOption(f"{its_box.id} is played with {name}={value}, not {chosen[name]}")
    return game, chosen


class Course:
    """One game after the other: :meth:`begin`, then :meth:`play` for a seat that waits.

    >>> course = Course("ludo", {"seats": 2})
    >>> course.begin(seed=1)
    >>> seat = course.waiting[0]
    >>> course.play(seat, course.moves(seat)[0])
    >>> course.see(seat).shape
    (963,)
    """

    def __init__(
        self,
        box_id: str,
        options: Mapping[str, Any],
        reward: str = "auto",
        observation: str = DENSE,
    ):
        if observation not in (DENSE, LIST):
            raise BadOption(f"an observation is {DENSE} or {LIST}, not {observation!r}")
        self.game, self.options = taken(box_id, options)
        self.seats = int(self.options["seats"])
        self.reward = Reward(self.game, self.seats, reward)
        self.is_dense = observation == DENSE
        self.actions = int(self.game.rules.ACTIONS)
        self.traits = len(self.game.traits)
        self.most = self.game.traits.most(self.seats)  # that hold at once
        self.game.engine.warm()
        self.seed: int | None = None
        self.number = 0  # of the game under way, among those of its seed
        self.waiting: tuple[int, ...] = ()  # the seats that may act; none when it is over
        self.opening = self.game.engine.new(self.options)
        self.board = self.opening
        self.dice, self.lot = chance.new(), Lot(0)
        self._moves: dict[int, list[int]] = {}  # of the seats that were asked about

    def __setstate__(self, held: dict[str, Any]) -> None:
        """A copy, perhaps in another process, where the game has to get ready too."""
        self.__dict__.update(held)
        self.game.engine.warm()

    # What happens

    def begin(self, seed: int | None = None) -> None:
        """Begin game 0 of a seed, or without one the next game of the seed that is in use."""
        if seed is not None:
            self.seed, self.number = _checked(seed), 0
        elif self.seed is None:
            self.seed = secrets.randbelow(_SEEDS)
        else:
            self.number += 1
        self.board = self.game.engine.copy(self.opening)
        self.lot = Lot(f"{self.seed} {self.number}")  # for whoever is played here
        with np.errstate(over="ignore"):  # the generator's words wrap loudly
            start(self.dice, self.seed, self.number, DICE)
        self.go_on()

    def allows(self, seat: int, action: Any) -> bool:
        """Whether a seat may play an action now; BadOption where that is no whole number."""
        try:
            return operator.index(action) in self.moves(seat)
        except TypeError:
            raise BadOption(
                f"an action is a whole number below {self.actions}, not {action!r}"
            ) from None

    def play(self, seat: int, action: int) -> None:
        """Play a legal action (not checked) and let chance fall until somebody waits."""
        self.act(seat, action)
        self.go_on()

    def act(self, seat: int, action: int) -> None:
        """Play a legal action and nothing else, where others play at the same time."""
        self.game.engine.do(self.board, Step("move", seat, int(action)))

    def go_on(self) -> None:
        """Let chance fall until somebody waits."""
        kernel = _advance(self.game, is_interpreted())
        with np.errstate(over="ignore"):
            mask = int(kernel(self.board, self.dice))
        self.waiting = tuple(seat for seat in range(self.seats) if mask >> seat & 1)
        self._moves.clear()

    # What is seen

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.waiting

    def moves(self, seat: int) -> list[int]:
        """The legal actions of a seat; none where it does not wait."""
        if seat not in self.waiting:
            return []
        if seat not in self._moves:
            self._moves[seat] = self.game.engine.moves(self.board, seat)
        return self._moves[seat]

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The same as 0 and 1 over all actions."""
        mask = np.zeros(self.actions, np.int8)
        mask[self.moves(seat)] = 1
        return mask

    def see(self, seat: int) -> Vector:
        """What a seat sees: 1 for each trait that holds, or their numbers in rising order.

        Such a list is filled up with the number of traits there are.
        """
        held = self.game.engine.observe(self.board, seat)
        if self.is_dense:
            vector = np.zeros(self.traits, np.int8)
            vector[held] = 1
            return vector
        listed = np.full(self.most, self.traits, np.uint16)
        listed[: len(held)] = held
        return listed

    def look(self, seat: int) -> dict[str, Any]:
        """What a seat sees with its mask: all 0 where it does not act."""
        return {"observation": self.see(seat), "action_mask": self.mask(seat)}

    def rewards(self) -> list[float]:
        """What the ending is worth to each seat."""
        return self.reward.of(*self.game.engine.standing(self.board, self.seats))


def _checked(seed: Any) -> int:
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise BadOption(f"a seed is a whole number, not {seed!r}")
    if not 0 <= (number := operator.index(seed)) < _SEEDS:
        raise BadOption(f"a seed is at least 0 and below 2**63, not {seed!r}")
    return number
