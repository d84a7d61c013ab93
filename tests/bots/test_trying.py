"""Trying moves out: courses of a game with the same dice, and what a brain says at their end."""

from itertools import pairwise

import numpy as np
import pytest

from ludotheque.bots.trying import Trying, is_for
from ludotheque.core import chance
from ludotheque.core.brains import brain_of
from ludotheque.core.chance import CHOICES, DICE, start
from ludotheque.core.compile import interpreted, with_globals
from ludotheque.core.discovery import games
from ludotheque.core.match import Match
from ludotheque.core.trials import TURNS, go_on, tried_out

LUDO, LUDOVILLE = games()["ludo"], games()["ludoville"]


@pytest.fixture(autouse=True)
def plainly():
    with interpreted(), np.errstate(over="ignore"):
        yield


def test_it_is_for_games_in_which_there_is_too_much_to_look_at_it_all() -> None:
    brain = brain_of(LUDOVILLE)
    assert is_for(brain, 4)
    assert not is_for(brain, 2)
    assert not is_for(brain_of(LUDO), 4)
    assert not is_for(brain_of(games()["rolling-village"]), 3)


def test_a_course_ends_before_the_fourth_turn_of_the_one_who_tries() -> None:
    """Three turns of its own, with what follows from a 6, and as many of the others."""
    for number in range(12):
        movers: list[int] = []

        def choose(state, seat, moves, count, random, movers=movers):
            movers.append(seat)
            return moves[0]

        match = Match(LUDO, {"seats": 3})
        match.do("first 1", "roll 6", "0>1")
        dice, choices = chance.new(), chance.new()
        start(dice, 5, number, DICE)
        start(choices, 5, number, CHOICES)
        board, moves = match.board.copy(), np.zeros(4, np.uint16)
        parts = {**LUDO.kernels, "choose": choose, "outcome": outcome_of(LUDO)}
        mover = with_globals(go_on, parts)(board[0], 0, dice, choices, moves)
        assert LUDO.engine.look(board).roller == 0
        assert mover != 0
        own = [k for k, seat in enumerate(movers) if seat == 0]
        turns = 1 + sum(b - a > 1 for a, b in pairwise(own))
        assert turns <= TURNS


def outcome_of(game):
    return with_globals(chance.outcome, dict(game.kernels))


def test_the_same_dice_fall_for_every_move() -> None:
    brain = brain_of(LUDO)
    match = Match(LUDO, {"seats": 2})
    match.do("first 1", "roll 6", "0>1", "roll 6")
    one, other = match.moves(0).values()
    found = tried_out(brain, match.board, 0, [one, other, one], 3, 0, 4)
    assert (found[:, 0] == found[:, 2]).all()
    assert (found[:, 0] != found[:, 1]).any()
    assert np.array_equal(found[2:], tried_out(brain, match.board, 0, [one, other, one], 3, 2, 2))
    assert ((found > 0) & (found < 1)).all()


def test_what_a_move_wins_at_once_is_valued_as_won() -> None:
    position = {"pawns": [[56, 57, 57, 57], [5, 0, 0, 0]], "turn": 1, "die": 1}
    board = LUDO.engine.board(LUDO.read(position, {"seats": 2}))
    [move] = LUDO.engine.moves(board, 0)
    assert tried_out(brain_of(LUDO), board, 0, [move], 1, 0, 2).tolist() == [[1.0], [1.0]]


def test_it_chooses_what_does_best_and_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By values told beforehand: the second best at sight does better than the best."""
    brain, clock = brain_of(LUDO), [0.0]
    match = Match(LUDO, {"seats": 2})
    match.do("first 1", "roll 6", "0>1", "roll 6")
    one, other = match.moves(0).values()
    asked: list[int] = []

    def tried(brain, board, seat, actions, seed, first, courses, temper):
        clock[0] += courses * len(actions) / 1000
        asked.append(courses)
        lot = np.random.default_rng(first)
        noise = lot.normal(0, 0.01, (courses, 1)) + lot.normal(0, 0.02, (courses, len(actions)))
        return (np.array([0.5 + 0.01 * (each == other) for each in actions]) + noise).astype("f4")

    def sights(brain, board, seat, moves, weights, depth):
        return np.array([[0.52 if move == one else 0.5] * 2 for move in moves])

    monkeypatch.setattr("ludotheque.bots.trying.tried_out", tried)
    monkeypatch.setattr("ludotheque.bots.trying.values_of", sights)
    for module in ("trying", "rollouts"):
        monkeypatch.setattr(f"ludotheque.bots.{module}.time.thread_time", lambda: clock[0])
    begun = clock[0]
    assert Trying(brain).choose(match.board, 0, 2.0, seed=1) == other
    assert clock[0] - begun <= 2.0
    assert max(asked) <= 32
    begun = clock[0]
    assert Trying(brain).choose(match.board, 0, 0.04, seed=1) in (one, other)
    assert clock[0] - begun <= 0.04
