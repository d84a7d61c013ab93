import numpy as np
import pytest

from ludotheque.core.compile import interpreted
from ludotheque.core.contract import Moves, Random, State
from ludotheque.core.discovery import game
from ludotheque.core.errors import BadOption, UnknownPolicy
from ludotheque.core.simulate import Simulation, first_seat, simulate

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


@pytest.mark.parametrize(
    ("more", "error", "words"),
    [
        ({"n": -1}, BadOption, "n is a whole number"),
        ({"seed": -1}, BadOption, "seed"),
        ({"threads": -2}, BadOption, "threads"),
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
