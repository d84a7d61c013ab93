"""PettingZoo's own tests on every box, and what they do not look at."""

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from ludotheque.core.errors import BadOption
from ludotheque.research.pettingzoo import env, parallel_env, raw_env

# What api_test() says of every environment outside PettingZoo whose observations have a mask, and
# of a mask once a game is over.
MASKED = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    r"ignore:Action mask numpy array is all zeros \(no legal actions\):UserWarning",
)


def masked(test):
    for message in MASKED:
        test = pytest.mark.filterwarnings(message)(test)
    return test


@masked
def test_api(played) -> None:
    box, settings = played
    api_test(env(box, **settings), num_cycles=400)


def test_seed(played) -> None:
    box, settings = played
    seed_test(lambda: env(box, **settings), num_cycles=50)


def test_parallel_api(played) -> None:
    box, settings = played
    parallel_api_test(parallel_env(box, **settings), num_cycles=1000)


def test_parallel_seed(played) -> None:
    box, settings = played
    parallel_seed_test(lambda: parallel_env(box, **settings), num_cycles=50)


def play(turns) -> None:
    """To the end, the first legal action each time."""
    while not all(turns.terminations.values()):
        turns.step(int(turns.observe(turns.agent_selection)["action_mask"].argmax()))


def test_the_win_is_shared() -> None:
    turns = raw_env("superludo", seats=4, couples=True)
    turns.reset(seed=1)
    play(turns)
    assert sorted(turns.rewards.values()) == [0, 0, 0.5, 0.5]
    assert turns.rewards["player_0"] == turns.rewards["player_2"]


def test_both_kinds_play_the_same_game() -> None:
    turns, rounds = raw_env("rolling-village", seats=3), parallel_env("rolling-village", seats=3)
    turns.reset(seed=4)
    play(turns)
    looks, _ = rounds.reset(seed=4)
    while rounds.agents:
        actions = {agent: look["action_mask"].argmax() for agent, look in looks.items()}
        looks, rewards, *_ = rounds.step(actions)
    assert rewards == turns.rewards
    assert rounds.course.board.tobytes() == turns.course.board.tobytes()


@pytest.mark.parametrize("action", [3, 99, -1, np.int64(3)])
def test_an_illegal_action_ends_the_game(action) -> None:
    turns = raw_env("ludo", seats=2, pawns=2)
    turns.reset(seed=1)
    offender = turns.agent_selection
    turns.step(action)
    assert turns.rewards == {agent: -1 if agent == offender else 0 for agent in turns.agents}
    assert all(turns.terminations.values())


def test_an_illegal_action_is_worth_less_than_any_points() -> None:
    turns = raw_env("ludoville", seats=2, reward="points")  # few points are good there
    turns.reset(seed=1)
    offender = turns.agent_selection
    turns.step(int(turns.observe(offender)["action_mask"].argmin()))
    assert turns.rewards[offender] < -1000


def test_misuse_is_told() -> None:
    turns = raw_env("ludo", seats=2)
    turns.reset(seed=1)
    with pytest.raises(BadOption, match="an action is a whole number below 4, not None"):
        turns.step(None)
    rounds = parallel_env("rolling-village", seats=2)
    rounds.reset(seed=1)
    with pytest.raises(BadOption, match="an action of player_0, player_1 is wanted"):
        rounds.step({})
    with pytest.raises(BadOption, match=r"an action by agent is wanted, .*, not \[0, 0\]"):
        rounds.step([0, 0])
    with pytest.raises(BadOption, match="a render mode is ansi or rgb_array, not 'human'"):
        env("ludo", render_mode="human")


def test_render(played) -> None:
    box, settings = played
    turns = raw_env(box, **settings, render_mode="ansi")
    turns.reset(seed=1)
    assert len(turns.render()) > 20


def test_a_picture() -> None:
    rounds = parallel_env("ludo", seats=2, render_mode="rgb_array")
    rounds.reset(seed=1)
    picture = rounds.render()
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (480, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 4
