"""What games with turns share."""

from typing import Any

import numpy as np
import pytest

from ludotheque.core import turns
from ludotheque.core.compile import compiled
from ludotheque.core.errors import BadPosition
from ludotheque.core.positions import Reader
from ludotheque.core.records import record
from ludotheque.core.turns import AGREED, DESERTED, FIELDS, LAST, NOBODY

STATE = record(("seats", "u1"), *FIELDS)


def state(seats: int = 4, gone: tuple[int, ...] = (), turn: int = 0) -> Any:
    board = np.zeros(1, STATE)
    board[0].seats = seats
    board[0].turn = turn
    board[0].gone = sum(1 << seat for seat in gone)
    return board[0]


def test_before_the_lot_it_is_nobodys_turn() -> None:
    fresh = state(turn=2, gone=(1,))
    turns.open_turns(fresh)
    assert (fresh.turn, fresh.gone, fresh.ended) == (NOBODY, 0, 0)
    assert turns.roller(fresh) == -1
    assert turns.turn_number(fresh) == 0


def test_the_lot_draws_nobody_who_left() -> None:
    assert [turns.may_begin(state(gone=(1, 3)), seat) for seat in range(4)] == [1, 0, 1, 0]


@pytest.mark.parametrize(
    ("turn", "gone", "then"), [(0, (), 1), (3, (), 0), (0, (1, 2), 3), (2, (3, 0), 1)]
)
def test_the_turn_passes_over_those_who_left(turn: int, gone: tuple[int, ...], then: int) -> None:
    here = state(turn=turn, gone=gone)
    turns.pass_on(here)
    assert here.turn == then


def test_the_last_one_left_has_won() -> None:
    here = state(seats=3)
    turns.depart(here, 0)
    assert (here.ended, turns.staying(here)) == (0, 2)
    turns.depart(here, 2)
    assert here.ended == DESERTED
    assert turns.winner(here) == 1
    assert turns.departures(here) == {"left": [1, 3]}


@pytest.mark.parametrize(
    ("points", "gone", "ranks"),
    [
        ([5, 9, 5, 0], (), [2, 1, 2, 4]),
        ([5, 9, 5, 0], (1,), [1, 4, 1, 3]),
        ([-5, -9, 0, -5], (), [2, 4, 1, 2]),
        ([7, LAST, 3, 1], (3,), [1, 3, 2, 3]),
        ([2**26 - 1, 0, 0, 0], (), [1, 2, 2, 2]),
    ],
)
def test_points_become_ranks(points: list[int], gone: tuple[int, ...], ranks: list[int]) -> None:
    for rank_points in (turns.rank_points, compiled(turns.rank_points)):
        out, board = np.array(points, np.int32), np.zeros(1, STATE)
        board[0] = state(gone=gone)
        rank_points(board[0], out)
        assert out.tolist() == ranks


def test_a_position_names_whose_turn_it_is_and_who_left() -> None:
    read = state()
    turns.read_turns(read, Reader({"turn": 3, "left": [1, 2]}))
    assert (read.turn, read.gone, read.ended) == (2, 0b0011, 0)
    turns.judge_turn(read)
    turns.read_turns(read, Reader({"turn": 2, "left": [2]}))
    with pytest.raises(BadPosition, match="turn: seat 2 has left"):
        turns.judge_turn(read)
    read.ended = AGREED
    turns.judge_turn(read)  # over: it may have been her turn


def test_somebody_must_have_stayed() -> None:
    with pytest.raises(BadPosition, match="somebody must have stayed"):
        turns.read_turns(state(seats=2), Reader({"left": [1, 2]}))
