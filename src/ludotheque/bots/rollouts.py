"""Trying each legal action in games played to their end: the search behind the hard bots.

All actions of one decision are tried with the same dice (common random numbers) and
compared, game by game, with the one that the game's strongest policy would play. Those that
are clearly worse are dropped early; the policy's own move stands unless another is better by
more than luck explains. So the search is never worse than the policy by noise alone. The
kernels are written against the contract and bound to one game.
"""

import time
from collections.abc import Callable
from functools import cache
from random import Random as Lot

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.strength import strongest
from ludotheque.core import chance
from ludotheque.core.chance import CHOICES, DICE, outcome, start
from ludotheque.core.compile import Kernel, bind, runnable
from ludotheque.core.contract import (
    Moves,
    Numbers,
    Random,
    State,
    States,
    choose,
    happen,
    is_over,
    legal,
    play,
    rank,
    score,
    waiting,
)
from ludotheque.core.game import Game
from ludotheque.core.masks import first_seat
from ludotheque.core.step import Step

PATIENCE = 20_000  # steps after which a game that does not end is valued as it stands
_ENDINGS = 4  # games that tell whether points are good
_GAMES = 3000  # tried for a decision at most
_FIRST = 4  # games an action before the first look at the clock
_CHUNK = 32  # and between two at most
_POINTS = 4.0  # what all the points are worth, beside a win's 1
_CLEARLY = 2.0  # standard errors by which an action must lag behind to be dropped
_BETTER = 0.5  # and by which it must lead to be played instead of the policy's own

Values = NDArray[np.float64]


def finish(state: State, dice: Random, choices: Random, moves: Moves) -> None:
    """Play a game on by the policy bound here, in every seat."""
    for _ in range(PATIENCE):
        if is_over(state):
            break
        mask = waiting(state)
        if mask == 0:
            happen(state, outcome(state, dice))
        else:
            seat = first_seat(mask)
            count = legal(state, seat, moves)
            play(state, seat, choose(state, seat, moves, count, choices))


def worth(state: State, seat: int, seats: int, sign: int, numbers: Numbers) -> float:
    """What an ending is worth to a seat: its share of the win and, with less luck in it, of the
    points. ``sign`` is −1 where few points are good."""
    score(state, numbers)
    own = float(numbers[seat])
    if seats == 1:
        return sign * own
    total = 1.0  # never nought
    for other in range(seats):
        total += abs(numbers[other])
    rank(state, numbers)
    winners = 0
    for other in range(seats):
        winners += numbers[other] == 1
    win = 1.0 / winners if numbers[seat] == 1 else 0.0
    return win + _POINTS * sign * own / total


def try_actions(
    board: States,
    seat: int,
    seats: int,
    sign: int,
    actions: Moves,
    seed: int,
    first: int,
    games: int,
    scratch: States,
    dice: Random,
    choices: Random,
    moves: Moves,
    numbers: Numbers,
    values: Values,
) -> None:
    """What each action is worth in the games number first, first + 1, …: a row a game."""
    for number in range(first, first + games):
        for k in range(len(actions)):
            start(dice, seed, number, DICE)
            start(choices, seed, number, CHOICES)
            scratch[0] = board[0]
            play(scratch[0], seat, actions[k])
            finish(scratch[0], dice, choices, moves)
            values[number - first, k] = worth(scratch[0], seat, seats, sign, numbers)


@cache
def _trial(game: Game) -> Kernel:
    """The search's kernel for a game, which plays every seat by its strongest policy."""
    policy = strongest(game)
    parts = {**game.kernels, "choose": game.policy(policy)}
    return bind(try_actions, parts, f"{game.id}.{policy}")


@cache
def points_sign(game: Game) -> int:
    """1 where many points are good, −1 where few are: what the ranks of some endings say."""
    engine, lot = game.engine, Lot(0)
    agreement = 0
    for _ in range(_ENDINGS):
        board = engine.new()
        while not (look := engine.look(board)).is_over:
            if look.waiting:
                seat = look.waiting[0]
                engine.do(board, Step("move", seat, lot.choice(engine.moves(board, seat))))
            else:
                weights = engine.weights(board)
                outcome = lot.choices(range(len(weights)), weights)[0]
                engine.do(board, Step("chance", code=outcome))
        standing = list(zip(*engine.standing(board, int(game.chosen()["seats"])), strict=True))
        for rank_, score_ in standing:
            agreement += sum((rank_ - r) * (score_ - s) for r, s in standing)
    return -1 if agreement > 0 else 1


class Search:
    """Chooses by trying; ``games`` in all for one decision, and no longer than ``seconds``."""

    def __init__(self, game: Game, games: int = _GAMES, seconds: float | None = None):
        self.game, self.games, self.seconds = game, games, seconds
        self._trial = runnable(_trial(game))
        self._sign = points_sign(game)

    def choose(self, board: States, seat: int, seats: int, seed: int) -> int:
        """The action that did best; the same for the same seed where no time limit cuts it."""
        engine = self.game.engine
        own = engine.pick(strongest(self.game), board, seat, seed)
        actions = [own, *(each for each in engine.moves(board, seat) if each != own)]

        def tried(actions: list[int], first: int, games: int) -> Values:
            return self.values(board, seat, seats, actions, seed, first, games)

        return leading(tried, actions, _FIRST, self.games, self.seconds or float("inf"))

    def values(
        self,
        board: States,
        seat: int,
        seats: int,
        actions: list[int],
        seed: int = 0,
        first: int = 0,
        games: int = _FIRST,
    ) -> Values:
        """What each action is worth in the same few games: a row a game, a column an action."""
        values = np.zeros((games, len(actions)))
        rules = self.game.rules
        # Room of its own for each call: one bot may be asked by several threads at once.
        room = (
            np.zeros(1, self.game.dtype), chance.new(), chance.new(),
            np.zeros(rules.ACTIONS, np.uint16), np.zeros(16, np.int32),
        )  # fmt: skip
        with np.errstate(over="ignore"):  # interpreted, the generator's words wrap loudly
            self._trial(
                board, seat, seats, self._sign, np.array(actions, np.uint16), seed, first, games,
                *room, values,
            )  # fmt: skip
        return values


def leading(
    tried: Callable[[list[int], int, int], Values], actions: list[int], first: int, games: float,
    seconds: float,
) -> int:  # fmt: skip
    """The action that did best; the first one stands unless another is better by more than luck.

    ``tried`` says what some actions are worth in the games from a number on, a row a game; at
    first in so many, then in as many as ``games`` in all and the time allow.
    """
    begun = time.thread_time()
    leads = np.zeros((0, len(actions)))
    spent, count = 0, first
    while len(actions) > 1 and spent < games:
        values = tried(actions, len(leads), count)
        leads = np.concatenate((leads, values - values[:, :1]))
        spent += values.size
        kept = _not_clearly_worse(leads)
        leads, actions = leads[:, kept], [actions[k] for k in kept]
        took = time.thread_time() - begun
        affordable = (seconds - took) / (took / spent) / len(actions)
        count = int(min(_CHUNK, affordable))
        if count < 1:
            break
    return actions[_best(leads)]


def _errors(leads: Values) -> Values:
    """The standard error of each action's mean lead over the policy's own."""
    return leads.std(axis=0, ddof=1) / np.sqrt(len(leads))


def _not_clearly_worse(leads: Values) -> list[int]:
    """The actions still in question; the policy's own, which comes first, always is."""
    means, errors = leads.mean(axis=0), _errors(leads)
    best = int((means - errors).argmax())
    kept = means + _CLEARLY * errors >= means[best] - _CLEARLY * errors[best]
    kept[0] = True
    return np.flatnonzero(kept).tolist()


def _best(leads: Values) -> int:
    if leads.shape[1] == 1:
        return 0
    surplus = leads.mean(axis=0) - _BETTER * _errors(leads)
    surplus[0] = 0
    return int(surplus.argmax())
