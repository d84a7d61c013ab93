"""Records: fields as attributes, of every game and in every form a state takes."""

import pickle

import numpy as np
import pytest

from ludotheque.core.records import Record, overlay, record


def test_fields_are_read_and_written_as_attributes() -> None:
    board = np.zeros(1, record(("pawns", "u1", (2, 2)), ("turn", "i1")))
    state = board[0]
    state.turn = -1
    state.pawns[1, 0] = 7
    state.pawns = state.pawns + 1
    assert (board["turn"][0], board["pawns"].tolist()) == (-1, [[[1, 1], [8, 1]]])


def test_what_is_no_field_is_neither_read_nor_written() -> None:
    state = np.zeros(1, record(("turn", "u1"), ("pawns", "u1", (2,))))[0]
    with pytest.raises(AttributeError, match=r"'tern'.*'turn'"):
        _ = state.tern
    with pytest.raises(AttributeError, match="'tern'"):
        state.tern = 1
    with pytest.raises(ValueError, match="shape"):
        state.pawns = [1, 2, 3]
    assert not hasattr(state, "tern")


def test_copies_and_pickles_are_records_too() -> None:
    layout = overlay([("pawns", "u1", (4,)), ("turn", "u1")], "rows", "u4", "pawns")
    board = np.zeros(3, layout)
    board[1].rows[0] = 0x01020304
    for other in (board.copy(), pickle.loads(pickle.dumps(board)), np.empty_like(board)):
        assert type(other[1]) is Record
    assert board.copy()[1].pawns.tolist() == [4, 3, 2, 1]
