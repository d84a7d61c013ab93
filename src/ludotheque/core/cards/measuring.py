"""Figures of a card, from simulated games: how much happens in one, and how often skill wins."""

from datetime import date

import numpy as np

from ludotheque.core.cards.card import Measured
from ludotheque.core.chance import any_move, below
from ludotheque.core.compile import Kernel, with_globals
from ludotheque.core.contract import Moves, Random, State
from ludotheque.core.game import Box, Game
from ludotheque.core.simulate import simulate

ABSENT = 4
GAMES = 20_000  # a figure; its third digit is then chance


def absent(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """A player whose mind wanders: one move in ABSENT, on average, is any move."""
    if below(random, ABSENT) == 0:
        return any_move(state, seat, moves, count, random)
    return _policy(state, seat, moves, count, random)


def _policy(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """What it plays otherwise: stands for a game's strongest policy."""
    raise NotImplementedError


def measure(game: Game, box: Box, on: date, games: int = GAMES) -> Measured:
    """Play many games of a box, and tell what its card wants to know of them."""
    best = game.policy(list(game.all_policies)[-1])
    seats = game.seat_counts
    counts = [_counts(game, box, seats[k], best, games) for k in (0, -1)]
    rolls, choices, forced = zip(*counts, strict=True)
    twin = with_globals(absent, {"_policy": best}, f".{game.id}")
    return Measured(
        on, games, (seats[0], seats[-1]), rolls, choices, forced,
        over_absent=_wins(game, box, best, twin, games),
        over_random=_wins(game, box, best, any_move, games),
    )  # fmt: skip


def _counts(game: Game, box: Box, seats: int, policy: Kernel, games: int) -> tuple[float, ...]:
    """Rolls, choices and forced moves of a game; of one seat, where all move at once."""
    run = simulate(game, games, options={**box.options, "seats": seats}, policies=policy)
    moving = 1 if "turn" in (game.dtype.names or ()) else seats
    means = run.rolls.mean(), run.choices.mean() / moving, (run.plies - run.choices).mean() / moving
    return tuple(round(float(each), 1) for each in means)


def _wins(game: Game, box: Box, best: Kernel, other: Kernel, games: int) -> float:
    """How often one policy wins duels against another, from both seats in turn."""
    options = {**box.options, "seats": 2}
    shares = []
    for seat, policies in enumerate([(best, other), (other, best)]):
        ranks = simulate(game, games // 2, options=options, policies=policies).ranks
        mine, its = ranks[:, seat], ranks[:, 1 - seat]
        shares.append(np.mean((mine < its) + 0.5 * (mine == its)))
    return round(float(np.mean(shares)), 3)


def toml(id: str, measured: Measured) -> str:
    """The figures as the file of cards wants them."""
    lines = [f"[{id}.measured]"]
    for name, value in vars(measured).items():
        lines.append(f"{name} = {list(value) if isinstance(value, tuple) else value}")
    return "\n".join(lines)
