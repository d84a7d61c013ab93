"""OpenSpiel's own simulations on every box, and what they do not look at."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

from ludotheque.core.errors import BadOption, IllegalMove

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system")

import ludotheque.research.openspiel  # noqa: E402, F401


def name(box: str) -> str:
    return f"ludotheque_{box.replace('-', '_')}"


def test_random_sim(played) -> None:
    box, settings = played
    params = {key: value for key, value in settings.items() if key != "observation"}
    game = pyspiel.load_game(name(box), params)
    assert game.num_players() == settings["seats"]
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def decision(game) -> "pyspiel.State":
    """A state in which somebody has a choice, after the first outcomes of chance."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])
    return state


def test_chance_is_explicit() -> None:
    state = pyspiel.load_game("ludotheque_ludo(seats=2)").new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(1)
    assert len(state.chance_outcomes()) == 6
    assert state.action_to_string(5) == "roll 6"


def test_seats_that_act_at_once() -> None:
    state = decision(pyspiel.load_game("ludotheque_rolling_village", {"seats": 3}))
    assert state.is_simultaneous_node()
    state.apply_actions([state.legal_actions(seat)[0] for seat in range(3)])
    assert pyspiel.load_game("ludotheque_ludo").get_type().dynamics.name == "SEQUENTIAL"


def test_one_after_the_other_by_openspiels_own_means() -> None:
    game = pyspiel.load_game("ludotheque_rolling_village", {"seats": 2})
    turns = pyspiel.convert_to_turn_based(game)
    pyspiel.random_sim_test(turns, num_sims=1, serialize=True, verbose=False)


def test_what_is_seen() -> None:
    state = decision(pyspiel.load_game("ludotheque_ludo", {"seats": 2}))
    player = state.current_player()
    held = np.flatnonzero(state.observation_tensor(player))
    assert len(held) == len(state.observation_string(player).split("; "))


def test_clones_and_pickles_go_their_own_ways() -> None:
    game = pyspiel.load_game("ludotheque_ludo", {"seats": 2, "pawns": 2})
    state = decision(game)
    before, clone = str(state), state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)
    assert str(pickle.loads(pickle.dumps(clone))) == str(clone)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


@pytest.mark.parametrize(
    ("params", "error", "message"),
    [
        ({"seats": 7}, BadOption, "option seats takes 2, 3 or 4, not 7"),
        ({"reward": "chips"}, BadOption, "not 'chips'"),
        ({"chairs": 2}, pyspiel.SpielError, "Unknown parameter 'chairs'"),
    ],
)
def test_what_cannot_be_is_refused(params, error, message) -> None:
    with pytest.raises(error, match=message):
        pyspiel.load_game("ludotheque_ludo", params)


def test_what_is_not_possible_is_refused() -> None:
    state = pyspiel.load_game("ludotheque_ludo", {"seats": 2}).new_initial_state()
    with pytest.raises(IllegalMove, match="2 cannot fall here"):
        state.apply_action(2)
    state = decision(state.get_game())
    with pytest.raises(IllegalMove, match="7 is not legal for player"):
        state.apply_action(7)
    assert state.legal_actions()


def test_an_observation_never_tells_more_than_the_player_knows() -> None:
    game = pyspiel.load_game("ludotheque_rolling_village")
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(BadOption, match="observed together"):
        game.make_py_observer(everything)


def test_a_process_ends_in_peace() -> None:
    """What OpenSpiel was given is dropped after Python has ended."""
    code = "import ludotheque.research.openspiel"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
