from typing import Any

import numpy as np
import pytest

from ludotheque.core import chance
from ludotheque.core.discovery import game
from ludotheque.core.match import Match
from ludotheque.core.simulate import simulate
from ludotheque.core.statistics import share_interval

SUPERLUDO = game("superludo")
HOMES = [[0, 0, 0, 0]] * 2
NOBODY = [0, 0, 0, 0]


def chosen(policy: str, position: dict[str, Any], options: dict[str, Any]) -> str:
    match = Match(SUPERLUDO, options, SUPERLUDO.read(position, options))
    moves = match.moves()
    actions = np.array(list(moves.values()), np.uint16)
    action = SUPERLUDO.policy(policy)(match.state, 0, actions, len(actions), chance.new())
    return next(text for text, code in moves.items() if code == action)


@pytest.mark.parametrize(
    ("policy", "pawns", "dice", "move"),
    [
        ("fast", [[10, 30, 0, 0], NOBODY, *HOMES], [2], "30>32"),
        ("fast", [[10, 30, 0, 0], NOBODY, *HOMES], [2, 4], "30>34"),
        # Blue's 60 is yellow's 9, its 63 yellow's 12.
        ("aggressive", [[5, 30, 0, 0], [60, 0, 0, 0], *HOMES], [4], "5>9"),
        ("aggressive", [[5, 30, 0, 0], [61, 0, 0, 0], *HOMES], [4], "30>34"),
        ("aggressive", [[8, 5, 30, 0], [60, 63, 0, 0], *HOMES], [4], "8>12"),
        # Blue on yellow's 21 is behind 22 and not behind 40: run, to the safe square on 25.
        ("defensive", [[22, 40, 0, 0], [4, 0, 0, 0], *HOMES], [3], "22>25"),
        ("defensive", [[22, 40, 0, 0], [0, 0, 0, 0], *HOMES], [3], "40>43"),
        ("mixed", [[5, 68, 0, 0], [60, 0, 0, 0], *HOMES], [4], "5>9"),
        ("mixed", [[10, 68, 0, 0], NOBODY, *HOMES], [4], "68>72"),
        ("mixed", [[22, 40, 0, 0], [4, 0, 0, 0], *HOMES], [3], "22>25"),
        # Come out before the other die; build a barrier; do not break one for nothing.
        ("mixed", [[40, 0, 0, 0], NOBODY, *HOMES], [3, 5], "0>1"),
        ("mixed", [[10, 14, 40, 0], NOBODY, *HOMES], [4], "10>14"),
        ("mixed", [[10, 14, 14, 0], NOBODY, *HOMES], [1], "10>11"),
        ("mixed", [[4, 40, 0, 0], NOBODY, *HOMES], [4], "4>8"),
    ],
)
def test_the_priority_of_each_policy(
    policy: str, pawns: list[list[int]], dice: list[int], move: str
) -> None:
    assert chosen(policy, {"pawns": pawns, "dice": dice}, {}) == move


def test_a_partner_is_not_worth_eating() -> None:
    pawns = [[5, 30, 0, 0], NOBODY, [43, 0, 0, 0], NOBODY]  # red's 43 is yellow's 9
    position = {"pawns": pawns, "dice": [4]}
    assert chosen("aggressive", position, {}) == "5>9"
    assert chosen("aggressive", position, {"couples": True}) == "30>34"


@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize("pair", [("fast", "defensive"), ("aggressive", "mixed")])
def test_every_policy_beats_random_players(pair: tuple[str, str], dice: int) -> None:
    n, policies = 1500, [pair[0], "random", pair[1], "random"]
    runs = simulate(SUPERLUDO, n, options={"dice": dice}, policies=policies, seed=1)
    for seat in (0, 2):
        low, _ = share_interval(int((runs.ranks[:, seat] == 1).sum()), n)
        assert low > 0.25
