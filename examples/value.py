"""A value function of one's own as a compiled policy: ``python examples/value.py``.

Random games are written down, a worth is fitted to each trait by least squares, and a move is as
good as what its seat then sees is worth together.
"""

import numpy as np

import ludotheque
from ludotheque import research
from ludotheque.games.ludo.rules import STATE, observe, play

LUDO = ludotheque.game("ludo")
TWO = {"seats": 2}
MOST = LUDO.traits.most(seats=4)  # traits that hold at once


def greedy(state, seat, moves, count, random, weights):
    """The move after which the traits that the seat sees are worth most."""
    after, seen = np.empty(1, STATE), np.empty(MOST, np.uint16)
    best, most = moves[0], -np.inf
    for k in range(count):
        after[0] = state
        play(after[0], seat, moves[k])
        worth = 0.0
        for t in range(observe(after[0], seat, seen)):
            worth += weights[seen[t]]
        if worth > most:
            best, most = moves[k], worth
    return best


def fitted(taken, rows=40_000, seed=0):
    """What each trait adds to the share of the win, by least squares on some decisions."""
    rows = np.random.default_rng(seed).choice(len(taken), min(rows, len(taken)), replace=False)
    seen, won = taken.dense(rows), taken.returns[rows] - 1 / 2
    return np.linalg.solve(seen.T @ seen + 10 * np.eye(seen.shape[1]), seen.T @ won)


def main(games=4000):
    """Fit to random games, then meet who played them."""
    taken = research.trajectories(LUDO, games, "random", options=TWO)
    player = ludotheque.Weighted(greedy, fitted(taken), name="fitted")
    cup = research.tournament(LUDO, [player, "random"], games, options=TWO)
    print(cup)
    return cup


if __name__ == "__main__":
    main()
