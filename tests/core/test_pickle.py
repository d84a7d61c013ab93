import copy
import pickle
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ludotheque.core.contract import Moves, Random, State
from ludotheque.core.discovery import boxes, game
from ludotheque.core.errors import UnknownGame
from ludotheque.core.match import Match
from ludotheque.core.simulate import simulate

LUDO = game("ludo")


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def first_move(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    return moves[0]  # type: ignore[return-value]


def under_way(box: str, steps: int = 30) -> Match:
    rules, its_box = boxes()[box]
    match, lot = Match(rules, its_box.options), random.Random(box)
    for _ in range(steps):
        match.do(lot.choice(match.legal() or list(match.chance())))
    return match


copied = pytest.mark.parametrize("again", [pickled, copy.deepcopy])


@copied
@pytest.mark.parametrize("box", boxes())
def test_a_game_is_itself_again(box: str, again: Callable[[Any], Any]) -> None:
    rules = boxes()[box][0]
    assert again(rules) is rules


@copied
@pytest.mark.parametrize("box", boxes())
def test_a_match_goes_on_from_its_copy_to_the_byte(box: str, again: Callable[[Any], Any]) -> None:
    match = under_way(box)
    other = again(match)
    assert other.state.tobytes() == match.state.tobytes()
    assert other.opening.tobytes() == match.opening.tobytes()
    assert [step.text for step in other.steps] == [step.text for step in match.steps]
    assert [step.before.tobytes() for step in other.steps] == [
        step.before.tobytes() for step in match.steps
    ]
    before = match.state.tobytes()
    event = (match.legal() or list(match.chance()))[0]
    other.do(event)
    assert match.state.tobytes() == before
    match.do(event)
    assert other.state.tobytes() == match.state.tobytes()
    assert other.tell(other.steps[-1], "en") == match.tell(match.steps[-1], "en")


@copied
@pytest.mark.parametrize("policies", ["mixed", ["random", first_move, "fast", first_move]])
def test_a_simulation_replays_from_its_copy(policies: Any, again: Callable[[Any], Any]) -> None:
    run = simulate(LUDO, 5, policies=policies, records=True)
    other = again(run)
    assert other.game is LUDO
    assert other.policies == run.policies
    assert other.records.tobytes() == run.records.tobytes()  # type: ignore[union-attr]
    assert np.array_equal(other.ranks, run.ranks)
    assert other.replay(3).state.tobytes() == run.records[3].tobytes()  # type: ignore[index]


def test_a_game_that_is_not_on_the_shelf_is_not_pickled_as_another() -> None:
    with pytest.raises(UnknownGame, match="another game 'ludo'"):
        pickle.dumps(replace(LUDO))
    with pytest.raises(UnknownGame, match="no game 'mine'"):
        pickle.dumps(replace(LUDO, id="mine"))
    assert copy.deepcopy(Match(replace(LUDO, id="mine"))).game.id == "mine"
