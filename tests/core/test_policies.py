"""Policies with weights, and policies in plain Python."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from weighing import heaviest

import ludotheque
from ludotheque import Batch, Weighted, interpreted, simulate
from ludotheque.core.errors import BadPolicy, IllegalMove
from ludotheque.research import tournament, trajectories

LUDO = ludotheque.game("ludo")
TWO = {"seats": 2, "pawns": 2}
UP, DOWN = np.arange(4.0), -np.arange(4.0)


def outcome(result):
    return [result.ranks.tolist(), result.scores.tolist(), result.plies.tolist()]


def played(*policies, n=20):
    return outcome(simulate(LUDO, n, options=TWO, policies=policies, seed=3))


def first_move(match):
    return match.legal()[0]


def last_move(match):
    return list(match.moves().values())[-1]


def last_moves(batch):
    return batch.moves[np.arange(batch.n), np.maximum(batch.count, 1) - 1]


def lowest(state, seat, moves, count, random):
    return moves[0]


def highest(state, seat, moves, count, random):
    return moves[count - 1]


def test_weights_are_read_at_every_call():
    weights = UP.copy()
    policy = Weighted(heaviest, weights)
    up = played(policy, "random")
    assert up == played(highest, "random")
    weights[:] = DOWN
    assert played(policy, "random") == played(lowest, "random") != up


def test_each_seat_has_weights_of_its_own():
    up, down = Weighted(heaviest, UP), Weighted(heaviest, DOWN)
    assert played(up, down) == played(highest, lowest)
    assert played(down, up) == played(lowest, highest)
    with interpreted():
        assert played(down, up, n=2) == [each[:2] for each in played(lowest, highest)]


def test_weights_may_be_several_arrays():
    def of_both(state, seat, moves, count, random, weights):
        return moves[0] if weights[0][0] > weights[1][0, 0] else moves[count - 1]

    for one, other, same in ((2.0, 1, lowest), (0.0, 1, highest)):
        policy = Weighted(of_both, (np.array([one]), np.array([[other]])))
        assert played(policy, "random") == played(same, "random")


def test_another_process_plays_with_its_own_weights(tmp_path):
    program = (
        "import sys, numpy as np, ludotheque; from weighing import heaviest;"
        "policy = ludotheque.Weighted(heaviest, float(sys.argv[1]) * np.arange(4.0));"
        "run = ludotheque.simulate(ludotheque.game('ludo'), 20, options={'seats': 2, 'pawns': 2},"
        " policies=[policy, 'random'], seed=3, threads=1); print(run.plies.tolist())"
    )
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = os.environ | {"LUDOTHEQUE_CACHE": str(tmp_path), "PYTHONPATH": paths}
    told = [
        subprocess.run([sys.executable, "-c", program, sign], env=environment, check=True,
                       capture_output=True, text=True).stdout.strip()
        for sign in ("1", "-1")
    ]  # fmt: skip
    assert told == [str(played(each, "random")[2]) for each in (highest, lowest)]
    assert told[0] != told[1]


def test_a_batch_asks_policies_with_weights():
    batch = Batch(LUDO, 30, options=TWO, seed=1)
    for sign in (1, -1, 1):
        chosen = batch.choose(Weighted(heaviest, sign * UP))
        wanted = batch.choose(highest if sign > 0 else lowest)
        assert chosen.tolist() == wanted.tolist()
        batch.step(chosen)


@pytest.mark.parametrize("plain", [last_move, last_moves])
def test_a_plain_function_plays_as_a_compiled_one_does(plain):
    assert played(plain, "random") == played(highest, "random")
    assert played("mixed", plain) == played("mixed", highest)


def test_a_plain_function_may_answer_in_notation():
    assert played(first_move, "random", n=5) == played(lowest, "random", n=5)


def test_a_game_with_a_plain_function_can_be_replayed_and_kept():
    run = simulate(LUDO, 3, options=TWO, policies=[last_move, last_moves], seed=5, records=True)
    for number in range(3):
        assert run.replay(number).state.tobytes() == run.records[number].tobytes()


@pytest.mark.parametrize("answer", [77, "nowhere"])
def test_a_plain_function_that_chooses_what_is_not_legal_is_told(answer):
    def wrong(match):
        return answer

    with pytest.raises(IllegalMove, match=f"{answer}.*legal"):
        simulate(LUDO, 2, options=TWO, policies=wrong)


def test_a_tournament_takes_weights_and_plain_functions():
    weighted = tournament(LUDO, [Weighted(heaviest, UP, "up"), lowest], 20, options=TWO)
    assert "up" in {each.player for each in weighted.standings}
    plain = tournament(LUDO, [last_move, lowest], 4, options=TWO)
    same = tournament(LUDO, [highest, lowest], 4, options=TWO)
    assert plain.ranks.tolist() == same.ranks.tolist()


def test_trajectories_take_weights_and_refuse_plain_functions():
    up = trajectories(LUDO, 5, [Weighted(heaviest, UP), "random"], options=TWO)
    same = trajectories(LUDO, 5, [highest, "random"], options=TWO)
    assert up.action.tolist() == same.action.tolist()
    words = r"last_move is plain Python, which plays in .*; what plays here is compiled: choose"
    with pytest.raises(BadPolicy, match=words):
        trajectories(LUDO, 5, last_move, options=TWO)


@pytest.mark.parametrize("weights", [3.0, [1, 2], (), (np.zeros(2), 1)])
def test_weights_are_arrays(weights):
    with pytest.raises(BadPolicy, match="array"):
        Weighted(heaviest, weights)


def test_a_policy_with_weights_takes_six_arguments():
    with pytest.raises(BadPolicy, match="lowest takes 5 arguments"):
        simulate(LUDO, 1, options=TWO, policies=Weighted(lowest, UP))


def rarely_right(match):
    """Goes wrong late, so in another game than the first."""
    own = match.waiting[0]
    late = match.state.pawns[own].max() > 30 and match.state.pawns[1 - own].max() > 20
    return "nowhere" if late else match.legal()[0]


def test_who_chose_what_is_not_legal_is_told_with_the_game_and_the_step():
    with pytest.raises(IllegalMove) as told:
        simulate(LUDO, 20, options=TWO, policies=[rarely_right, "random"], seed=3)
    words = (
        r"rarely_right chose action 'nowhere' for seat 1 in game (\d+) of ludo, after (\d+) steps"
    )
    number, steps = map(int, re.search(words, str(told.value)).groups())
    with pytest.raises(IllegalMove, match=f"after {steps} steps; legal are .*>"):
        simulate(LUDO, 20, options=TWO, policies=[rarely_right, "random"], seed=3)
    assert number > 0
    assert steps > 10


def test_a_plain_function_that_forgets_to_answer_is_told():
    with pytest.raises(IllegalMove, match="silent chose action None"):
        simulate(LUDO, 2, options=TWO, policies=silent)
    with pytest.raises(IllegalMove, match="silent chose action None"):
        tournament(LUDO, [silent, "random"], 2, options=TWO)


def silent(match):
    match.legal()


@pytest.mark.parametrize("answer", [None, [0], 0.0])
def test_a_function_of_a_batch_answers_for_every_game(answer):
    def wrong(batch):
        return answer if answer != 0.0 else batch.moves[:, 0] * 1.0

    with pytest.raises(BadPolicy, match=r"wrong chose .*: 3 whole numbers are wanted, one a game"):
        simulate(LUDO, 3, options=TWO, policies=wrong)


def misspelt(state, seat, moves, count, random):
    return moves[state.pawn[seat, 0] * 0]


def beyond_numba(state, seat, moves, count, random):
    return sorted({each: str(each) for each in moves[:count]}.values(), key=len)[0]


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (misspelt, r"misspelt cannot .*: a state of ludo has no field 'pawn'; it has pawns, seats"),
        (beyond_numba, r"beyond_numba cannot .*: .+ \(File .*test_policies.py\", line \d+\)"),
    ],
)
def test_what_numba_found_wrong_is_told_in_a_sentence(policy, words):
    batch = Batch(LUDO, 2, options=TWO)
    for ask in (
        lambda: batch.choose(policy),
        lambda: simulate(LUDO, 2, options=TWO, policies=policy),
        lambda: trajectories(LUDO, 2, policy, options=TWO),
        lambda: tournament(LUDO, [policy, last_move], 2, options=TWO),
    ):
        with pytest.raises(BadPolicy, match=words) as told:
            ask()
        assert "\n" not in str(told.value)


def restless(match):
    """Tries its moves on what it is given, and leaves them there."""
    first = match.legal()[0]
    match.do(first)
    return first


def test_what_a_function_tries_on_its_match_is_no_move():
    run = simulate(LUDO, 2, options=TWO, policies=[restless, lowest], seed=5, records=True)
    assert outcome(run) == outcome(simulate(LUDO, 2, options=TWO, policies=lowest, seed=5))
    assert run.replay(1).state.tobytes() == run.records[1].tobytes()


def test_in_a_tournament_a_plain_function_is_told_the_options():
    seen = []

    def curious(match):
        seen.append(match.options["pawns"])
        return match.legal()[0]

    def curious_too(batch):
        seen.append(batch.options["pawns"])
        return batch.moves[:, 0]

    tournament(LUDO, [curious, curious_too], 2, options=TWO, threads=1)
    assert set(seen) == {TWO["pawns"]}


@pytest.mark.parametrize("paired", [True, False])
def test_in_a_tournament_a_function_of_a_batch_has_the_games_of_a_lineup_at_once(paired):
    sizes = []

    def last_of_all(batch):
        sizes.append(batch.n)
        return last_moves(batch)

    near = {"pawns": [[40, 30], [35, 0]], "turn": 1}
    how = {"games": 40, "options": TWO, "paired": paired, "start": [None, near]}
    found = tournament(LUDO, [last_of_all, "random"], **how)
    same = tournament(LUDO, [highest, "random"], **how)
    assert found.ranks.tolist() == same.ranks.tolist()
    assert found.scores.tolist() == same.scores.tolist()
    assert set(sizes) == {20}


def test_beside_a_plain_function_a_compiled_one_is_blamed_for_its_own_choice():
    def nonsense(state, seat, moves, count, random):
        return 77

    for run in (
        lambda: tournament(LUDO, [nonsense, last_move], 4, options=TWO),
        lambda: simulate(LUDO, 4, options=TWO, policies=[last_move, nonsense]),
    ):
        with pytest.raises(IllegalMove, match="nonsense chose action 77 for seat"):
            run()


def test_what_is_no_move_is_none_of_many_moves_either():
    def nowhere(match):
        return "nowhere"

    batch = Batch(LUDO, 1, options={"seats": 2})
    batch.reset({"pawns": [[1, 2, 3, 4], [0, 0, 0, 0]], "turn": 1, "die": 1})
    assert batch.count[0] == 4
    with pytest.raises(IllegalMove, match=r"'nowhere' .* legal are 1>2, 2>3, 3>4, 4>5"):
        batch.choose(nowhere)


def wrapping(state, seat, moves, count, random):
    """Asks too much of a byte."""
    return moves[count - 1] if state.pawns[seat, 0] + 250 > 255 else moves[0]


def test_a_game_that_does_not_come_to_what_was_simulated_is_no_replay():
    weights = UP.copy()
    run = simulate(LUDO, 3, options=TWO, policies=[Weighted(heaviest, weights, "up"), "random"])
    assert run.replay(1).is_over
    weights[:] = DOWN
    words = "policy up now chooses otherwise than when game 1 was simulated: its weights changed"
    with pytest.raises(BadPolicy, match=words):
        run.replay(1)
    with interpreted(False):
        run = simulate(LUDO, 1, options=TWO, policies=[wrapping, "random"])
    with pytest.raises(BadPolicy, match=r"wrapping now chooses .* byte wrapped .* whole\(field\)"):
        run.replay(0)


def cheating(state, seat, moves, count, random):
    state.pawns[seat, 0] = 57
    return moves[0]


def test_a_policy_that_writes_into_the_state_is_told_where_it_runs_interpreted():
    words = "cheating wrote into the state when it chose for seat .* copied before"
    with interpreted():
        for ask in (
            lambda: simulate(LUDO, 1, options=TWO, policies=cheating),
            lambda: Batch(LUDO, 1, options=TWO).choose(cheating),
            lambda: tournament(LUDO, [cheating, "random"], 2, options=TWO, progress=False),
            lambda: replace(simulate(LUDO, 1, options=TWO), players=(cheating, "random")).replay(0),
        ):
            with pytest.raises(BadPolicy, match=words):
                ask()


def test_a_policy_asked_interpreted_can_be_compiled_afterwards():
    batch = Batch(LUDO, 4, options=TWO, seed=1)
    with interpreted():
        told = batch.choose(highest)
    with interpreted(False):
        assert (batch.choose(highest) == told).all()


def test_policies_may_come_in_an_array():
    names = np.array(["mixed", "random"])
    assert simulate(LUDO, 1, options=TWO, policies=names).policies == ("mixed", "random")
    cup = tournament(LUDO, names, 2, options=TWO, progress=False)
    assert cup.players == ("mixed", "random")


def test_weights_are_told_by_their_shapes():
    assert repr(Weighted(heaviest, UP)) == "<Weighted weighing.heaviest: float64 (4,)>"
    assert repr(Weighted(heaviest, (UP, UP), "up")) == "<Weighted up: float64 (4,), float64 (4,)>"
