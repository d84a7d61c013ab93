import numpy as np
import pytest

from ludotheque.core import chance
from ludotheque.core.discovery import game
from ludotheque.core.match import Match
from ludotheque.core.simulate import simulate
from ludotheque.core.statistics import share_interval

LUDO = game("ludo")
BASES = [[0, 0, 0, 0]] * 2


def chosen(policy: str, pawns: list[list[int]], die: int) -> str:
    match = Match(LUDO, {}, LUDO.read({"pawns": pawns, "die": die}))
    moves = match.moves()
    actions = np.array(list(moves.values()), np.uint16)
    action = LUDO.policy(policy)(match.state, 0, actions, len(actions), chance.new())
    return next(text for text, code in moves.items() if code == action)


@pytest.mark.parametrize(
    ("policy", "pawns", "die", "move"),
    [
        ("fast", [[10, 30, 0, 0], [0] * 4, *BASES], 2, "30>32"),
        ("fast", [[10, 30, 0, 0], [0] * 4, *BASES], 6, "30>36"),
        ("aggressive", [[15, 30, 0, 0], [4, 0, 0, 0], *BASES], 2, "15>17"),
        ("aggressive", [[15, 30, 0, 0], [5, 0, 0, 0], *BASES], 2, "30>32"),
        ("aggressive", [[24, 15, 40, 0], [4, 13, 0, 0], *BASES], 2, "24>26"),
        # Seat 2's pawn on my 16 threatens my 18: it runs to the star on 22, or is left behind.
        ("defensive", [[18, 40, 0, 0], [3, 0, 0, 0], *BASES], 4, "18>22"),
        ("mixed", [[15, 54, 0, 0], [4, 0, 0, 0], *BASES], 2, "15>17"),
        ("mixed", [[10, 55, 0, 0], [0] * 4, *BASES], 2, "55>57"),
        ("mixed", [[18, 40, 0, 0], [3, 0, 0, 0], *BASES], 4, "18>22"),
        ("mixed", [[30, 0, 0, 0], [0] * 4, *BASES], 6, "0>1"),
        ("mixed", [[20, 40, 0, 0], [0] * 4, *BASES], 2, "20>22"),
    ],
)
def test_the_priority_of_each_policy(
    policy: str, pawns: list[list[int]], die: int, move: str
) -> None:
    assert chosen(policy, pawns, die) == move


@pytest.mark.parametrize("policy", ["fast", "aggressive", "defensive", "mixed"])
def test_every_policy_beats_three_random_players(policy: str) -> None:
    n = 4000
    runs = simulate(LUDO, n, policies=[policy, "random", "random", "random"], seed=1)
    low, _ = share_interval(int((runs.ranks[:, 0] == 1).sum()), n)
    assert low > 0.25
