"""Exact values of two-pawn Ludo, and what policies give up against them: solved once for all."""

from pathlib import Path

import numpy as np
import pytest

import ludotheque
from ludotheque.core.compile import interpreted
from ludotheque.core.contract import Moves, Random, State, States
from ludotheque.core.errors import BadOption, IllegalMove
from ludotheque.games.ludo.rules import happen, legal, play
from ludotheque.games.ludo.solve import Solution, worth
from ludotheque.research import losses, regret

LUDO = ludotheque.game("ludo")
TWO_PAWNS = 0.510042  # known from outside: the first player's chance to win
PAGE = Path(__file__).parents[2] / "docs" / "experiments.md"


def seventh(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    return 7


@pytest.fixture(scope="module")
def solution() -> Solution:
    return losses._solution(LUDO, tuple(LUDO.solved[0].items()), None)


def test_two_pawns_each_are_solved_to_the_known_value(solution: Solution) -> None:
    assert solution.opening == pytest.approx(TWO_PAWNS, abs=1e-6)


def after(state: State, outcome: int, values: object) -> float:
    """What seat 0 can expect once this die lies on the table, by the rules' own kernels."""
    state = state.copy()
    happen(state, outcome)
    if state.die == 0:
        return worth(state, 0, values)
    moves = np.zeros(4, np.uint16)
    found = []
    for k in range(legal(state, 0, moves)):
        then = state.copy()
        play(then, 0, moves[k])
        found.append(worth(then, 0, values))
    return max(found)


def test_what_is_solved_is_what_is_played(solution: Solution) -> None:
    """In any position the value is the mean of what the rules make of each die."""
    lot = np.random.default_rng(1)
    captures = 0
    for _ in range(1500):
        mine, theirs = np.sort(lot.integers(0, 58, (2, 2)))
        if 114 in (mine.sum(), theirs.sum()):
            continue
        if lot.random() < 0.5:  # somebody within reach, on the ring
            theirs[1] = (mine[1] + lot.integers(1, 7) + 26 - 1) % 52 + 1
        sixes = int(lot.integers(0, 3))
        pending = int((mine == 57).sum() + (theirs == 0).sum())
        extra = int(lot.integers(0, pending + 1))
        state = LUDO.read({"pawns": [mine.tolist(), theirs.tolist()], "turn": 1}, LUDO.solved[0])
        state.sixes, state.extra = sixes, extra
        mean = sum(after(state, outcome, solution.values) for outcome in range(6)) / 6
        assert worth(state, 0, solution.values) == pytest.approx(mean, abs=1e-7)
        captures += 1 if theirs[1] <= 51 else 0
    assert captures > 300


def test_regret_orders_policies_and_is_what_the_page_says(solution: Solution) -> None:
    mixed = regret(LUDO, "mixed", 2000)
    random = regret(LUDO, "random", 2000)
    assert str(mixed) in " ".join(PAGE.read_text().split())
    assert mixed.interval[1] < random.interval[0]
    assert 0.0040 < mixed.per_decision < 0.0051
    assert mixed.share_best > random.share_best
    assert mixed.data()["games"] == 2000
    again = regret(LUDO, "mixed", 2000, threads=1)
    assert again.lost.tobytes() == mixed.lost.tobytes()


def test_regret_against_another_policy_counts_ones_own_decisions(solution: Solution) -> None:
    alone, both = regret(LUDO, "fast", 400, against="mixed"), regret(LUDO, "fast", 400)
    assert alone.against == "mixed"
    assert 0 < alone.decisions.sum() < both.decisions.sum()


class Fast:
    """The policy ``fast``, asked one decision at a time."""

    def think(self, board: States, seat: int, seats: int, seed: int | None = None) -> int:
        return LUDO.engine.pick("fast", board, seat, seed or 0)


def test_regret_of_somebody_who_thinks_is_that_of_the_same_policy(solution: Solution) -> None:
    thought, compiled = regret(LUDO, Fast(), 30, threads=1), regret(LUDO, "fast", 30)
    assert thought.policy == "Fast"
    assert np.allclose(thought.lost, compiled.lost, atol=1e-9)
    assert np.array_equal(thought.decisions, compiled.decisions)


def test_bots_have_regrets_too(solution: Solution) -> None:
    with interpreted(False):
        found = regret(LUDO, "hard", 300, against="beginner")
    assert (found.policy, found.against) == ("hard", "beginner")
    assert 0 < found.per_decision < 0.004


def test_regret_from_a_position_of_ones_own(solution: Solution) -> None:
    """One pawn is home, the other alone moves: seat 1 has nothing to choose, nor has seat 2."""
    late = {"pawns": [[50, 57], [51, 57]], "turn": 1}
    assert regret(LUDO, "random", 200, start=late).decisions.sum() < 200


def test_what_is_not_solved_is_told(solution: Solution) -> None:
    with pytest.raises(BadOption, match="ludo is solved with seats=2, pawns=2 or seats=2, pawns=1"):
        regret(LUDO, "mixed", options={"seats": 3})
    with pytest.raises(BadOption, match="ludoville has no exact solution"):
        regret(ludotheque.game("ludoville"), "random")
    with interpreted(), pytest.raises(IllegalMove, match="seventh chose action 7"):
        regret(LUDO, seventh, 10)
    with pytest.raises(BadOption, match="games is a whole number"):
        regret(LUDO, "mixed", 0)


def test_where_nothing_can_be_chosen_nothing_is_given_up() -> None:
    nothing, some = np.zeros(5), np.zeros(5, np.int32)
    result = losses.Regret(LUDO, {}, "random", "random", 0, 0.5, nothing, nothing, some, some)
    assert str(result) == "random had nothing to choose from in 5 games"
