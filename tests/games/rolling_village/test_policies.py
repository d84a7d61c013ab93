import numpy as np
import pytest

from ludotheque.core import chance
from ludotheque.core.chance import below
from ludotheque.core.contract import Moves, Random, State
from ludotheque.core.discovery import game
from ludotheque.core.match import Match
from ludotheque.core.simulate import simulate
from ludotheque.core.statistics import mean_interval
from ludotheque.games.rolling_village.policies import best_move
from ludotheque.games.rolling_village.record import FIRST_AVENUE

VILLAGE = game("rolling-village")
SOLO = {"seats": 1}


def careless(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """Draws at random, but chooses the best avenue."""
    if moves[0] >= FIRST_AVENUE:
        return best_move(state, seat, moves, count, random, False)
    return moves[below(random, count)]


def chosen(policy: str, start: dict) -> str:
    match = Match(VILLAGE, SOLO, VILLAGE.read(start, SOLO))
    moves = match.moves()
    actions = np.array(list(moves.values()), np.uint16)
    with np.errstate(over="ignore"):
        action = VILLAGE.policy(policy)(match.state, 0, actions, len(actions), chance.new())
    return next(text for text, code in moves.items() if code == action)


@pytest.mark.parametrize("policy", ["greedy", "planner"])
@pytest.mark.parametrize(
    ("start", "move"),
    [
        # The avenue that brings most.
        (
            {
                "round": 1,
                "dice": [1, 1],
                "sheets": ["LH..../....../P...../....../...L.."],
                "left": [["avenue"]],
            },
            "avenue a",
        ),
        # The last bonus completes a Park: ten points, where other cells bring four at most.
        (
            {
                "round": 9,
                "dice": [3, 4],
                "sheets": ["HFLPHF/HPLFLH/FFHFPL/HL.F../P....."],
                "bonus": ["FL"],
                "left": [["bonus"]],
            },
            "house 5d",
        ),
    ],
)
def test_obvious_moves_are_found(policy: str, start: dict, move: str) -> None:
    assert chosen(policy, start) == move


def test_random_play_scores_what_is_known_from_outside() -> None:
    many = simulate(VILLAGE, 40_000, policies=careless, seed=1, threads=1)
    low, high = mean_interval(many.scores[:, 0])
    assert low < 31.6 < high


def test_each_policy_beats_the_one_before() -> None:
    means = []
    for policy, n in (("random", 20_000), ("greedy", 4_000), ("planner", 2_000)):
        many = simulate(VILLAGE, n, policies=policy, seed=2, threads=1)
        means.append(mean_interval(many.scores[:, 0]))
    assert means[0][1] < 31.6 < 62 < means[1][0]
    assert means[1][1] < 72 < 74 < means[2][0]


def test_a_policy_sees_its_own_sheet_only() -> None:
    ahead = {"round": 1, "sheets": ["LL..../....../....../....../......"] * 2, "dice": [4, 2]}
    behind = {**ahead, "sheets": [ahead["sheets"][0], "....HH/....../....../....../......"]}
    for policy in ("greedy", "planner"):
        picks = set()
        for start in (ahead, behind):
            state = VILLAGE.read(start, {"seats": 2})
            moves = np.zeros(VILLAGE.rules.ACTIONS, np.uint16)
            count = VILLAGE.rules.legal(state, 0, moves)
            with np.errstate(over="ignore"):
                picks.add(int(VILLAGE.policy(policy)(state, 0, moves, count, chance.new())))
        assert len(picks) == 1
