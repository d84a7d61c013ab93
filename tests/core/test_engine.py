"""The engine that matches, bots and tables share."""

import numpy as np
import pytest

from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import game, games
from ludotheque.core.engine import ONLOOKER
from ludotheque.core.game import Game
from ludotheque.core.match import Match
from ludotheque.core.step import Step

EVERY = [pytest.param(each, id=id) for id, each in games().items()]
LUDO = game("ludo")


def go_along(each: Game) -> None:
    """One whole game twice: by a match, and on a board of its own."""
    engine, lot = each.engine, np.random.default_rng(3)
    match, board = Match(each), engine.new()
    while not match.is_over:
        assert engine.look(board).waiting == match.waiting
        if match.waiting:
            seat = int(lot.choice(match.waiting))
            actions = list(match.moves(seat).values())
            assert engine.moves(board, seat) == actions
            step = match.act(seat, int(lot.choice(actions)))
        else:
            weights = engine.weights(board)
            assert [weight for weight in weights if weight] == list(match.chance().values())
            possible = [code for code, weight in enumerate(weights) if weight]
            step = match.happen(int(lot.choice(possible)))
        engine.do(board, step)
        assert board.tobytes() == match.state.tobytes() == step.after.tobytes()
        for viewer in (ONLOOKER, 0):
            sees_all = engine.seen(board, viewer).tobytes() == board.tobytes()
            assert engine.open_to(board, match.seats)[viewer + 1] == sees_all
    assert engine.look(board).is_over
    assert engine.standing(board, match.seats) == (match.ranks, match.scores)


@pytest.mark.parametrize("each", EVERY)
def test_a_match_and_a_board_go_the_same_way(each: Game) -> None:
    with interpreted():
        go_along(each)


def test_compiled_kernels_go_the_same_way() -> None:
    with interpreted(False):
        LUDO.engine.warm(LUDO.all_policies)
        assert LUDO.engine.is_compiled
        go_along(LUDO)
        board, seat = LUDO.engine.opening()
        assert LUDO.engine.open_to(board, 4) == [True] * 5
        for policy in LUDO.all_policies:
            assert LUDO.engine.pick(policy, board, seat, 5) in LUDO.engine.moves(board, seat)


def test_a_lone_record_with_overlapping_fields_reaches_a_compiled_kernel() -> None:
    with interpreted(False):
        LUDO.engine.warm()
        state = LUDO.read({"pawns": [[5, 0, 0, 0], [45, 0, 0, 0], [0] * 4, [0] * 4]})
        seen = LUDO.engine.observe(LUDO.engine.board(state), 0)
    with interpreted():
        assert seen == LUDO.engine.observe(LUDO.engine.board(state), 0)
    assert "my pawn 1 at 5" in LUDO.traits.names(seen)


def test_interpreted_holds_also_once_kernels_are_compiled() -> None:
    with interpreted(False):
        LUDO.engine.warm()
    assert LUDO.engine._run is not LUDO.engine._interpreted
    with interpreted():
        assert LUDO.engine._run is LUDO.engine._interpreted


def test_the_roller_is_whose_turn_it_is() -> None:
    board = LUDO.engine.new()
    assert LUDO.engine.look(board).roller is None  # the lot is nobody's
    LUDO.engine.do(board, Step("chance", code=2))
    assert LUDO.engine.look(board).roller == 2


@pytest.mark.parametrize("each", EVERY)
def test_a_draw_is_shared_by_all_who_stayed(each: Game) -> None:
    seats = min(3, max(each.seat_counts))
    engine, board = each.engine, each.engine.new({"seats": seats})
    engine.do(board, Step("leave", 1))
    engine.do(board, Step("draw"))
    assert engine.look(board).is_over
    assert engine.standing(board, seats)[0] == (1, 3, 1)
    assert each.position(board[0])["agreed"] is True
    again = each.read(each.position(board[0]), {"seats": seats})
    assert again.tobytes() == board.tobytes()
