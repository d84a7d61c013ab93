import os
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from ludotheque.core.chance import below
from ludotheque.core.compile import Kernel, interpreted
from ludotheque.core.contract import Moves, Random, State
from ludotheque.core.discovery import game
from ludotheque.core.errors import BadOption, BadPolicy, IllegalMove, UnknownPolicy
from ludotheque.core.masks import first_seat
from ludotheque.core.openings import opening_of, openings
from ludotheque.core.policies import label
from ludotheque.core.simulate import Simulation, simulate

LUDO = game("ludo")


def last_move(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    return moves[count - 1]  # type: ignore[return-value]


def fingerprint(result: Simulation) -> bytes:
    assert result.records is not None
    arrays = (result.ranks, result.scores, result.plies, result.choices, result.rolls)
    return b"".join(array.tobytes() for array in arrays) + result.records.tobytes()


def run(n: int = 300, **more: object) -> Simulation:
    return simulate(LUDO, n, seed=11, records=True, progress=False, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("chunk", [1, 7, 64, 1000])
def test_results_do_not_depend_on_threads_or_chunks(threads: int, chunk: int) -> None:
    assert fingerprint(run(threads=threads, chunk=chunk)) == fingerprint(run(threads=1))


@pytest.mark.parametrize("policies", ["random", ["fast", "random", "mixed", "defensive"]])
def test_interpreted_and_compiled_agree_to_the_byte(policies: object) -> None:
    with interpreted():
        plain = run(4, policies=policies)
    with interpreted(False):
        assert fingerprint(plain) == fingerprint(run(4, policies=policies))


def test_a_longer_run_begins_with_the_shorter_one() -> None:
    assert (run(50).scores == run(200).scores[:50]).all()


def test_another_seed_gives_other_games() -> None:
    assert (simulate(LUDO, 50, seed=1).scores != simulate(LUDO, 50, seed=2).scores).any()


def test_any_game_can_be_replayed() -> None:
    result = run(20, policies=["random", "mixed", "fast", "aggressive"])
    assert result.records is not None
    for number in (0, 7, 19):
        match = result.replay(number)
        assert match.state.tobytes() == result.records[number].tobytes()
        moves = [step for step in match.steps if step.kind == "move"]
        assert len(moves) == result.plies[number]
        assert len(match.steps) - len(moves) == result.rolls[number]


def test_a_policy_of_ones_own_plays_its_seats() -> None:
    result = simulate(LUDO, 30, policies=[last_move, "random", last_move, "random"], seed=3)
    for step in result.replay(5).steps:
        if step.kind == "move" and step.seat in (0, 2):
            moves = np.zeros(4, np.uint16)
            count = LUDO.rules.legal(step.before, step.seat, moves)
            assert step.code == moves[count - 1]


def allocating(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    values = np.zeros(count)
    for k in range(count):
        values[k] = moves[k]
    return moves[values.argmax()]  # type: ignore[return-value]


def test_a_policy_of_ones_own_may_allocate() -> None:
    one, other = (simulate(LUDO, 20, policies=p, records=True) for p in (allocating, last_move))
    assert fingerprint(one) == fingerprint(other)


def test_a_policy_never_shifts_the_dice() -> None:
    """The lot and the first roll are drawn before any choice: they must be the same."""
    one, other = (simulate(LUDO, 5, policies=p, seed=4) for p in ("random", "mixed"))
    for number in range(5):
        first = [step.text for step in one.replay(number).steps[:2]]
        assert first == [step.text for step in other.replay(number).steps[:2]]


def test_progress_is_told_and_reaches_the_end() -> None:
    told: list[tuple[int, int]] = []
    simulate(LUDO, 100, chunk=30, progress=lambda done, total: told.append((done, total)))
    assert told == [(30, 100), (60, 100), (90, 100), (100, 100)]


def test_no_games_give_empty_arrays() -> None:
    assert simulate(LUDO, 0).ranks.shape == (0, 4)
    assert simulate(LUDO, 0).won.shape == (0, 4)
    assert str(simulate(LUDO, 0)) == "Ludo: 0 games, seed 0"


def test_a_simulation_tells_how_each_seat_did() -> None:
    result = run(1200, options={"seats": 2}, policies=["random", last_move])
    title, one, other = repr(result).splitlines()
    assert str(result) == repr(result)
    assert title == "Ludo: 1,200 games, seed 11"
    won, points = result.won[:, 0].mean(), result.scores[:, 0].mean()
    assert one == f"seat 1  random  won {won:.1%}, {points:.1f} points"
    assert other.startswith(f"seat 2  {__name__}.last_move  won {1 - won:.1%}, ")


@pytest.mark.parametrize(
    ("more", "error", "words"),
    [
        ({"n": -1}, BadOption, "n is a whole number"),
        ({"seed": -1}, BadOption, "seed"),
        ({"threads": -2}, BadOption, "threads"),
        ({"chunk": 0}, BadOption, "chunk is a whole number, at least 1"),
        ({"progress": "yes"}, BadOption, "progress is a function .* not 'yes'"),
        ({"policies": "easy"}, UnknownPolicy, "bots, by their level, play in tournament and regr"),
        ({"policies": ["random"]}, BadOption, "1 policies for 4 seats"),
        ({"policies": "clever"}, UnknownPolicy, "random, fast"),
        ({"options": {"seats": 7}}, BadOption, "2, 3 or 4"),
        ({"options": {"chairs": 7}}, BadOption, "seats"),
    ],
)
def test_wrong_arguments_are_explained(
    more: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        simulate(LUDO, **{"n": 1, **more})  # type: ignore[arg-type]


def test_first_seat_of_every_mask() -> None:
    for mask in range(1, 1 << 12):
        assert first_seat(mask) == (mask & -mask).bit_length() - 1


def beyond(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    return moves[count - 1] + 100  # type: ignore[no-any-return]


def rarely_wrong(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    return 77 if below(random, 3000) == 0 else moves[0]  # type: ignore[return-value]


def nothing(state: State, seat: int, moves: Moves, count: int, random: Random) -> None:
    return None


def listing(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    return moves[:count].tolist()[0]


def too_few(state: State, moves: Moves) -> int:
    return moves[0]  # type: ignore[return-value]


class Stubborn:
    def __call__(self, state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
        return moves[0]  # type: ignore[return-value]


def capturing(wanted: int) -> Kernel:
    def policy(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
        return moves[min(wanted, count - 1)]  # type: ignore[return-value]

    return policy


@pytest.mark.parametrize("plain", [True, False])
def test_what_a_policy_may_not_play_is_told_and_not_played(plain: bool) -> None:
    words = r"policy .*beyond chose action 1\d\d for seat 2 in game 0 of ludo, after \d+ steps; le"
    with interpreted(plain), pytest.raises(IllegalMove, match=words):
        simulate(LUDO, 3, policies=["random", beyond, "random", "mixed"])


def test_the_first_game_that_breaks_is_named_whatever_the_threads() -> None:
    told = set()
    for threads, chunk in ((1, 1000), (2, 3), (5, 16)):
        with pytest.raises(IllegalMove, match="rarely_wrong chose action 77") as error:
            run(200, policies=rarely_wrong, threads=threads, chunk=chunk)
        told.add(str(error.value))
    assert len(told) == 1


def test_a_policy_that_chooses_nothing_is_told_so() -> None:
    with interpreted(), pytest.raises(IllegalMove, match="nothing chose action None"):
        simulate(LUDO, 1, policies=nothing)


def test_a_replay_watches_policies_too() -> None:
    result = replace(run(3), players=(beyond,) * 4)
    with pytest.raises(IllegalMove, match="beyond chose"):
        result.replay(2)


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (capturing(1), r"capturing\.<locals>\.policy captures variables \(wanted\)"),
        (Stubborn(), r"Stubborn is no plain function but a Stubborn"),
        (partial(last_move), r"partial is no plain function"),
        (too_few, r"too_few takes 2 arguments"),
        (7, r"7 is no policy"),
    ],
)
def test_what_cannot_be_a_policy_is_refused_with_what_could(policy: object, words: str) -> None:
    right = r".*: a policy is a plain function of a module, choose\(state, seat, moves, count, ra"
    with interpreted(False), pytest.raises(BadPolicy, match=words + right):
        simulate(LUDO, 1, policies=policy)  # type: ignore[arg-type]


@pytest.mark.parametrize("policy", [capturing(1), Stubborn(), partial(last_move), listing])
def test_interpreted_any_callable_is_a_policy(policy: Kernel) -> None:
    with interpreted():
        result = simulate(LUDO, 2, policies=["random", policy, policy, "mixed"], records=True)
    assert result.records is not None
    assert result.replay(1).state.tobytes() == result.records[1].tobytes()


def test_a_function_that_was_compiled_already_is_a_policy() -> None:
    import numba

    result = simulate(LUDO, 5, policies=numba.njit(last_move), records=True)
    assert fingerprint(result) == fingerprint(simulate(LUDO, 5, policies=last_move, records=True))


def test_two_lambdas_of_one_line_are_two_policies(tmp_path: Path) -> None:
    """They have one name, and must not be taken for each other in the cache on disk."""
    code = (
        "import ludotheque\n"
        "def ranks(policy):\n"
        "    ludo = ludotheque.game('ludo')\n"
        "    return ludotheque.simulate(ludo, 20, policies=[policy, *['random'] * 3]).ranks\n"
        "one, other = (lambda s, k, m, n, r: m[0]), (lambda s, k, m, n, r: m[n - 1])\n"
        "print((ranks(one) == ranks(other)).all())\n"
    )
    (tmp_path / "lambdas.py").write_text(code)
    told = subprocess.run(
        [sys.executable, str(tmp_path / "lambdas.py")],
        env={**os.environ, "LUDOTHEQUE_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "False\n"


def test_twelve_policies_with_long_names_are_no_longer_a_file_name() -> None:
    village = game("rolling-village")
    policies = [last_move] + ["random"] * 11
    names = label(village, policies), label(village, [last_move] * 12)
    assert len(set(names)) == 2
    assert max(map(len, names)) < 50


def test_a_long_run_shows_no_bar_without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.core.progress._PATIENCE", -1.0)
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    assert len(simulate(LUDO, 3, progress=True)) == 3


def test_a_first_place_that_sides_share_is_drawn_and_not_won() -> None:
    couples = simulate(game("superludo"), 1, options={"couples": True}, seed=1)
    ranks = np.array([(1, 3, 1, 3), (1, 1, 1, 1), (3, 1, 3, 1)], np.int32)
    together = replace(couples, ranks=ranks)
    assert together.won.tolist() == [[True, False] * 2, [False] * 4, [False, True] * 2]
    assert together.drawn.tolist() == [[False] * 4, [True] * 4, [False] * 4]
    alone = replace(
        simulate(LUDO, 1, seed=1), ranks=np.array([(1, 1, 3, 4), (1, 2, 3, 4)], np.int32)
    )
    assert alone.drawn.tolist() == [[True, True, False, False], [False] * 4]
    assert alone.won.tolist() == [[False] * 4, [True, False, False, False]]


def test_openings_are_handed_out_in_turn_as_copies() -> None:
    options = LUDO.chosen({"seats": 2})
    two = openings(LUDO, options, [{"turn": 1}, {"turn": 2}])
    taken = opening_of(two, np.arange(3, 8))
    assert taken.dtype == LUDO.dtype
    assert taken["turn"].tolist() == [1, 0, 1, 0, 1]
    taken["die"] = 6
    assert two["die"].tolist() == [0, 0]
    assert opening_of(two, 3).turn == 1


def test_the_games_own_policies_are_bound_once(monkeypatch: pytest.MonkeyPatch) -> None:
    simulate(LUDO, 1, policies="fast")
    bound: list[str] = []
    monkeypatch.setattr("ludotheque.core.choosing.label", lambda *_: bound.append("anew") or "x")
    simulate(LUDO, 1, policies="fast")
    assert bound == []
    with interpreted():
        simulate(LUDO, 1, policies=last_move)
    assert bound == ["anew"]


def test_a_game_is_replayed_by_its_number() -> None:
    result = run(3)
    assert result.replay(np.int64(2)).is_over  # type: ignore[arg-type]
    for wrong in (1.5, -1, 3, "1"):
        with pytest.raises(BadOption, match=f"there are games 0 to 2, not {wrong!r}"):
            result.replay(wrong)  # type: ignore[arg-type]


def test_options_may_be_numbers_of_numpy() -> None:
    chosen = game("superludo").chosen({"seats": np.int64(4), "couples": np.True_})
    assert (chosen["seats"], chosen["couples"]) == (4, True)
    assert {type(chosen[name]) for name in ("seats", "couples")} == {int, bool}
    with pytest.raises(BadOption, match="seats takes 2, 3 or 4"):
        LUDO.chosen({"seats": np.float64(2.0)})
