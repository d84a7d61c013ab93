"""Bots against each other: how often one wins, and how sure that is."""

from collections.abc import Sequence

import numpy as np

from ludotheque.bots import Bot
from ludotheque.core import chance
from ludotheque.core.contract import Random
from ludotheque.core.game import Game, Options
from ludotheque.core.statistics import share_interval
from ludotheque.core.step import Step


def duel(
    challenger: Bot, field: Bot, games: int, *, options: Options | None = None, seed: int = 0
) -> tuple[float, tuple[float, float]]:
    """One challenger against a field of equals, in every seat in turn.

    The share of games it wins, a win counting in part where a rank is shared, and the
    interval that this share lies in with 95 %.
    """
    game = challenger.game
    seats = int(game.chosen(options)["seats"])
    wins = 0.0
    for number in range(games):
        seat = number % seats
        bots = [challenger if each == seat else field for each in range(seats)]
        ranks = play(game, bots, options, seed=seed, number=number)
        wins += (ranks[seat] == 1) / ranks.count(1)
    return wins / games, share_interval(round(wins), games)


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
