"""Gymnasium's own check on every box, and what it does not look at."""

import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ludotheque.research.gymnasium  # noqa: F401
from ludotheque.core.errors import BadOption, IllegalMove


def play(env, seed: int | None = None) -> tuple[float, int]:
    """A game by the last legal action each time: the reward, and how many there were."""
    _, info = env.reset(seed=seed)
    over, steps = False, 0
    while not over:
        _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        steps += 1
    return reward, steps


def test_check_env(played) -> None:
    box, settings = played
    check_env(gymnasium.make(f"ludotheque/{box}-v0", **settings).unwrapped)


@pytest.mark.parametrize("others", ["random", "mixed", "easy", ["medium", "fast"]])
def test_others_play_alike_for_a_seed(others) -> None:
    settings = {"seats": 3 if isinstance(others, list) else 2, "pawns": 2, "others": others}
    one, two = (gymnasium.make("ludotheque/ludo-v0", **settings) for _ in range(2))
    assert [play(one, 3), play(one)] == [play(two, 3), play(two)]


def last_legal(look) -> int:
    return int(np.flatnonzero(look["action_mask"])[-1])


@pytest.mark.parametrize("others", ["mixed", "hard", last_legal])
def test_a_pickled_environment_goes_on_as_the_one_it_was(others) -> None:
    one = gymnasium.make("ludotheque/ludo-v0", seats=2, pawns=2, others=others)
    _, info = one.reset(seed=2)
    for _ in range(5):
        *_, info = one.step(last_legal(info))
    other = pickle.loads(pickle.dumps(one))
    over = False
    while not over:
        action = last_legal(info)
        seen, *rest, info = one.step(action)
        again, *more, told = other.step(action)
        assert (seen == again).all()
        assert rest == more
        assert (info["action_mask"] == told["action_mask"]).all()
        over = rest[1]


def test_what_is_pickled_is_ready_in_another_process() -> None:
    env = gymnasium.make("ludotheque/ludo-v0", seats=2, others="hard")
    code = (
        "import pickle, sys; env = pickle.load(sys.stdin.buffer).unwrapped; "
        "from ludotheque.bots.readiness import is_thoughtful; "
        "assert env.course.game.engine.is_compiled and is_thoughtful(env.course.game)"
    )
    subprocess.run([sys.executable, "-c", code], input=pickle.dumps(env), check=True)


def test_a_learner_may_meet_itself() -> None:
    seen = []

    def other(look):
        seen.append(look["observation"])
        return int(np.flatnonzero(look["action_mask"])[-1])

    env = gymnasium.make("ludotheque/rolling-village-v0", seats=2, others=other)
    play(env, 1)
    assert len(seen) > 10
    assert env.observation_space.contains(seen[0])


def test_a_function_that_chooses_what_is_not_legal_is_named() -> None:
    env = gymnasium.make("ludotheque/rolling-village-v0", seats=2, others=lambda look: -1)
    with pytest.raises(IllegalMove, match="chose action -1 for seat 1; legal are "):
        play(env, 1)


def test_a_seat_for_each_game_in_turn() -> None:
    env = gymnasium.make("ludotheque/ludo-v0", seats=3, seat=None)
    env.reset(seed=1)
    assert [env.unwrapped.seat, *(env.reset()[1]["seat"] for _ in range(3))] == [0, 1, 2, 0]


def test_an_illegal_action_ends_the_game() -> None:
    env = gymnasium.make("ludotheque/ludo-v0", seats=2, pawns=2)
    env.reset(seed=1)
    assert env.step(3)[1:3] == (-1, True)
    with pytest.raises(BadOption, match="the game is over"):
        env.step(0)


def test_points_of_one_alone() -> None:
    reward, steps = play(gymnasium.make("ludotheque/rolling-village-v0", seats=1), 1)
    assert reward > 1
    assert steps >= 20


def test_masks_as_sb3_contrib_asks_for_them() -> None:
    env = gymnasium.make("ludotheque/ludoville-v0", seats=2)
    _, info = env.reset(seed=1)
    assert (env.unwrapped.action_masks() == info["action_mask"]).all()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seats": 5}, "option seats takes 2, 3 or 4, not 5"),
        ({"seat": 4}, "there are seats 0 to 3, not 4"),
        ({"others": "clever"}, "no policy and no bot 'clever'; it has random, fast"),
        ({"others": ["mixed"]}, "1 others for 3 seats"),
        ({"others": 3}, "others are the name of a policy, .*, or a list of these, not 3"),
        ({"others": ["mixed", [], "mixed"]}, r"others are the name of a policy, .*, not \[\]"),
    ],
)
def test_what_cannot_be_is_refused(settings, message) -> None:
    with pytest.raises(BadOption, match=message):
        gymnasium.make("ludotheque/ludo-v0", **settings)
