"""Bots against each other: who wins how often, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludotheque.bots.bot import Bot
from ludotheque.core import chance
from ludotheque.core.contract import Random
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game, Options
from ludotheque.core.statistics import share_interval
from ludotheque.core.step import Step


@dataclass(frozen=True)
class Standing:
    """What a challenger made of its games: wins are shared where a rank is."""

    games: int
    wins: float
    interval: tuple[float, float]  # of the share of wins, 95 %
    fair: float  # the share that equals would have

    @property
    def share(self) -> float:
        """The share of wins."""
        return self.wins / self.games


def duel(
    challenger: Bot, field: Bot, games: int, *, options: Options | None = None, seed: int = 0
) -> Standing:
    """One challenger against a field of equals, in every seat in turn."""
    game = challenger.game
    if field.game is not game:
        raise BadOption(f"{challenger.game.id} and {field.game.id} are two games")
    seats = int(game.chosen(options)["seats"])
    wins = 0.0
    for number in range(games):
        seat = number % seats
        bots = [challenger if each == seat else field for each in range(seats)]
        ranks = play(game, bots, options, seed=seed, number=number)
        wins += (ranks[seat] == 1) / ranks.count(1)
    return Standing(games, wins, share_interval(round(wins), games), 1 / seats)


def play(
    game: Game, bots: Sequence[Bot], options: Options | None, *, seed: int, number: int
) -> tuple[int, ...]:
    """One whole game between bots; its ranks. Dice depend on the seed and number alone."""
    engine = game.engine
    board = engine.new(options)
    dice = chance.new()
    with np.errstate(over="ignore"):
        chance.start(dice, seed, number, chance.DICE)
        while not (look := engine.look(board)).is_over:
            if look.waiting:
                seat = look.waiting[0]
                luck = int(chance.bits(dice) >> np.uint64(2))
                seen = engine.seen(board, seat)
                action = bots[seat].think(seen, seat, len(bots), luck)
                engine.do(board, Step("move", seat, action))
            else:
                outcome = _outcome(engine.weights(board), dice)
                engine.do(board, Step("chance", code=outcome))
    return engine.standing(board, len(bots))[0]


def _outcome(weights: list[int], dice: Random) -> int:
    left = int(chance.below(dice, sum(weights)))
    for outcome, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return outcome
    raise AssertionError("weights are positive")
