"""Train a player for Ludo in a hundred lines of NumPy: ``python examples/train.py``.

It plays itself and learns what a position is worth: after each of its moves the worth is drawn
towards that after its next one, and at the end towards who won (temporal differences). Worth is
the sum of one weight for every pair of traits that hold together: mine here, theirs close behind.
"""

import numpy as np

import ludotheque

GAME = ludotheque.game("ludo")
SEATS = 2
TOGETHER = 256  # games at once
CURIOSITY = 0.02  # how often a move is tried at random


class Value:
    """The chance to win of the seat that has just moved, from what it sees then."""

    def __init__(self):
        self.size = len(GAME.traits) + 1  # one more: rows of traits are filled up with it
        self.weights = np.zeros(self.size * self.size, np.float32)
        self.left, self.right = np.triu_indices(GAME.traits.most(SEATS))

    def places(self, traits):
        """Where the weights of all pairs lie, a row a position."""
        traits = np.sort(traits, axis=1).astype(np.int32)
        return traits[:, self.left] * self.size + traits[:, self.right]

    def __call__(self, traits):
        """The worth of positions."""
        return 1 / (1 + np.exp(-self.weights[self.places(traits)].sum(axis=1)))

    def learn(self, traits, aims, rate):
        """Draw the worth of positions towards what it should be."""
        errors = (rate * (aims - self(traits))).astype(np.float32)
        places = self.places(traits)
        np.add.at(self.weights, places.ravel(), np.repeat(errors, places.shape[1]))
        self.weights[self.size - 1 :: self.size] = 0  # what only fills up counts nothing


def best_moves(batch, value, random=None):
    """Each game's best action, what its seat sees after it, and what that is worth."""
    after = batch.afterstates()
    has_won = after.ranks[np.arange(len(after.games)), batch.seat[after.games]] == 1
    worth = np.where(after.is_over, has_won, value(after.traits))
    liking = worth
    if random is not None:
        is_curious = random.random(batch.n) < CURIOSITY
        liking = np.where(is_curious[after.games], random.random(len(worth)), worth)
    best = np.lexsort((liking, after.games))[after.rows[1:] - 1]  # the last of each game's rows
    return after.actions[best], after.traits[best], worth[best]


def train(games, rate=0.002, seed=1):
    """Play so many games against oneself, learning from every move; what was learned."""
    random, value = np.random.default_rng(seed), Value()
    batch = ludotheque.Batch(GAME, TOGETHER, options={"seats": SEATS}, seed=seed)
    rows = np.arange(TOGETHER)
    before = np.zeros((TOGETHER, SEATS, batch.traits.shape[1]), np.uint16)  # seen last
    has_moved = np.zeros((TOGETHER, SEATS), bool)
    while batch.finished < games:
        actions, seen, worth = best_moves(batch, value, random)
        seat = batch.seat.copy()
        again = has_moved[rows, seat]
        lessons = [(before[again, seat[again]], worth[again])]
        before[rows, seat], has_moved[rows, seat] = seen, True
        batch.step(actions)
        for each in range(SEATS):
            over = batch.ended & has_moved[:, each]
            lessons.append((before[over, each], batch.ranks[over, each] == 1))
        has_moved[batch.ended] = False
        traits, aims = (np.concatenate(part) for part in zip(*lessons, strict=True))
        value.learn(traits, aims, rate * max(0.1, 1 - batch.finished / games))
    return value


def share_of_wins(value, other, games=4000):
    """How often it wins against a policy of the game, half the games from each seat."""
    won = np.full((SEATS, games // SEATS), -1)
    for seat in range(SEATS):
        batch = ludotheque.Batch(GAME, won.shape[1], options={"seats": SEATS}, seed=99)
        while (won[seat] < 0).any():  # until the first game of every row is over
            actions, _, _ = best_moves(batch, value)
            batch.step(np.where(batch.seat == seat, actions, batch.choose(other)))
            over = batch.ended & (won[seat] < 0)
            won[seat, over] = batch.ranks[over, seat] == 1
    return won.mean()


def main(games=100_000, measured=4000):
    """Train, then measure."""
    value = train(games)
    for other in ("random", "mixed"):
        print(f"against {other}: {share_of_wins(value, other, measured):.1%} of the games won")


if __name__ == "__main__":
    main()
