"""What the adapters share: dice, what is seen, what an ending is worth, and refusals."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import ludotheque
from ludotheque.core.errors import BadOption, UnknownGame
from ludotheque.research.course import Course, taken
from ludotheque.research.reward import Reward


def first_moves(course: Course) -> list[tuple[int, int]]:
    """Play a game to its end, the first legal action each time."""
    played = []
    while not course.is_over:
        seat = course.waiting[0]
        played.append((seat, course.moves(seat)[0]))
        course.play(*played[-1])
    return played


def first(state, seat, moves, count, random):
    return moves[0]


def test_dice_are_those_of_simulate() -> None:
    runs = ludotheque.simulate(ludotheque.game("ludo"), 3, options={"seats": 2}, policies=first,
                               seed=7, records=True)  # fmt: skip
    course = Course("ludo", {"seats": 2})
    for number in range(3):
        course.begin(7 if number == 0 else None)
        assert len(first_moves(course)) == runs.plies[number]
        assert course.board[0].tobytes() == runs.records[number].tobytes()


def test_a_box_keeps_what_is_settled_in_it() -> None:
    assert taken("ludo-classique", {})[1]["dice"] == 1
    assert taken("ludo-classique", {"dice": 1})[1]["dice"] == 1
    with pytest.raises(BadOption, match="ludo-classique is played with dice=1, not 2"):
        taken("ludo-classique", {"dice": 2})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"options": {"seats": 9}}, "option seats takes 2, 3 or 4, not 9"),
        ({"options": {"chairs": 2}}, "ludo has no option chairs"),
        ({"options": {}, "reward": "chips"}, "a reward is auto, win, rank, points; not 'chips'"),
        ({"options": {}, "observation": "pixels"}, "dense or list, not 'pixels'"),
    ],
)
def test_what_cannot_be_is_refused(arguments, message) -> None:
    with pytest.raises(BadOption, match=message):
        Course("ludo", **arguments)


def test_an_unknown_box_is_refused() -> None:
    with pytest.raises(UnknownGame, match="no game 'loto' on the shelf"):
        Course("loto", {})


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "1", True])
def test_a_seed_is_a_whole_number(seed) -> None:
    with pytest.raises(BadOption, match="a seed is"):
        Course("ludo", {}).begin(seed)


def test_a_list_and_a_vector_say_the_same() -> None:
    dense, listed = Course("ludoville", {"seats": 2}), Course("ludoville", {"seats": 2})
    listed.is_dense = False
    for course in (dense, listed):
        course.begin(3)
    seat = dense.waiting[0]
    held = listed.see(seat)
    assert held[-1] == len(dense.game.traits)
    assert np.flatnonzero(dense.see(seat)).tolist() == held[held < held[-1]].tolist()


def test_what_others_drew_is_not_seen_before_the_round_is_over() -> None:
    """RV-1: all draw at once, each on a sheet of its own."""
    course = Course("rolling-village", {"seats": 2})
    course.begin(1)
    before = course.look(1)
    course.play(0, course.moves(0)[0])
    assert 0 in course.waiting or 1 in course.waiting
    after = course.look(1)
    assert all((before[name] == after[name]).all() for name in before)


def test_rewards() -> None:
    ludo, ludoville = ludotheque.game("ludo"), ludotheque.game("ludoville")
    assert Reward(ludo, 2).of((2, 1), (30, 1000)) == [0, 1]
    assert Reward(ludo, 4).of((1, 3, 1, 3), (4, 1, 2, 0)) == [0.5, 0, 0.5, 0]
    assert Reward(ludo, 3, "rank").of((3, 1, 2), (0, 9, 5)) == [0, 1, 0.5]
    assert Reward(ludo, 2, "points").of((2, 1), (30, 1000)) == [30, 1000]
    assert Reward(ludoville, 2, "points").of((2, 1), (30, 20)) == [-30, -20]  # few are good
    assert Reward(ludotheque.game("rolling-village"), 1).of((1,), (61,)) == [61]


@pytest.mark.parametrize(
    "again", [copy.deepcopy, lambda course: pickle.loads(pickle.dumps(course))]
)
def test_a_copy_goes_on_alike(again) -> None:
    course = Course("superludo", {"seats": 2})
    course.begin(5)
    other = again(course)
    assert first_moves(other) == first_moves(course)
    assert other.board.tobytes() == course.board.tobytes()


def test_a_study_of_its_own_needs_no_suite() -> None:
    """The suites are imported only when their adapter is."""
    code = (
        "import sys, ludotheque, ludotheque.research.course; "
        "assert not {'gymnasium', 'pettingzoo', 'pyspiel'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("adapter", "suite"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel")],
)
def test_a_missing_suite_is_named(adapter, suite) -> None:
    code = (
        f"import sys; sys.modules[{suite!r}] = None\n"
        f"try: import ludotheque.research.{adapter}\n"
        "except ImportError as error: assert 'ludotheque[research]' in str(error), error\n"
        "else: raise SystemExit('imported')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
