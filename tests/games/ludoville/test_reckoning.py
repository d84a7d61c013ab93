"""What a brain is told of Ludoville beside what a seat sees, against the rules."""

import numpy as np
import pytest

import ludotheque
from ludotheque.core.discovery import game
from ludotheque.games.ludoville.board import CELLS, NOWHERE, WALL
from ludotheque.games.ludoville.record import BUILT, PASS, PLACE
from ludotheque.games.ludoville.traits import FAR, apart

LUDOVILLE = game("ludoville")
BORDER = [f"{column}{row}" for column in "efghi" for row in "37"]
BORDER += [f"{column}{row}" for column in "ei" for row in "456"]
RING = {**dict.fromkeys(BORDER, "wall"), "g3": "gate", "e6": "gate"}
TOWN = {"g5": "bridge", "g4": "castle", "f4": "quarter", "g6": "market"}
NOW = "{}, beside the lightest other hand: {}"
SOON = "{}, beside the lightest other hand once all have placed: {}"
LAST_GAP = "{} has a wall or gate in hand for the last gap"
ENDS = "{} has a tile that ends the game, {}"


def told(board, seat: int) -> set[str]:
    """The traits that are reckoned, by their names."""
    seen = np.zeros(LUDOVILLE.senses.most(6), np.uint16)
    count = LUDOVILLE.sense(board[0], seat, seen)
    listed = seen[:count]
    return set(LUDOVILLE.senses.names(listed[listed >= len(LUDOVILLE.traits)]))


def position(seats: int = 2, **given: object):
    known = {"round": 11, "turn": 1, "start": "g5", "stage": "place", **given}
    return LUDOVILLE.engine.board(LUDOVILLE.read(known, {"seats": seats}))


def test_hands_stand_beside_the_lightest_of_the_others() -> None:
    """A castle counts 5, a wall and a gate 2, a quarter 1."""
    hands = [["castle", "wall"], ["quarter"], ["gate", "gate"]]
    found = told(position(3, tiles=TOWN, hands=hands), 0)
    assert {NOW.format("mine", 6), NOW.format("next seat", -3)} <= found
    assert NOW.format("2 seats on", 3) in found
    # The castle and the quarter have places; a gate has none without a wall beside it.
    assert {SOON.format("mine", 2), SOON.format("next seat", -2)} <= found
    assert SOON.format("2 seats on", 4) in found
    assert "mine, tiles in hand: 2" in found


@pytest.mark.parametrize(("hand", "has"), [(["wall"], True), (["gate"], True), (["fair"], False)])
def test_the_last_gap_is_told_to_those_who_could_fill_it(hand: list[str], has: bool) -> None:
    tiles = {**TOWN, **{cell: kind for cell, kind in RING.items() if cell != "i5"}}
    board = position(tiles=tiles, hands=[["fair"], hand])
    assert (LAST_GAP.format("next seat") in told(board, 0)) is has
    assert (LAST_GAP.format("mine") in told(board, 1)) is has
    tiles.pop("g7")
    board = position(tiles=tiles, hands=[["fair"], hand])
    assert LAST_GAP.format("next seat") not in told(board, 0)


def test_whoever_has_an_ending_in_hand_can_end_it_and_win_where_it_is_told() -> None:
    batch = ludotheque.Batch(LUDOVILLE, 48, options={"seats": 3}, seed=5)
    ending = missed = winning = 0
    for _ in range(110):
        batch.step(batch.choose("rival"))
        for state, seat in zip(batch.states, batch.seat.tolist(), strict=True):
            if state.stage != PLACE or not state.closed:
                continue
            board = LUDOVILLE.engine.board(state)
            found = told(board, seat)
            ends, wins = endings(board, seat)
            has = ENDS.format("mine", "and wins") in found
            is_told = has or ENDS.format("mine", "and does not win") in found
            assert ends or not is_told
            assert wins or not has
            ending += ends
            missed += ends and not is_told
            winning += has
    assert ending > 20
    assert winning > 5
    assert missed <= ending / 20  # three suburbs, of which not the largest two are made whole


def endings(board, seat: int) -> tuple[bool, bool]:
    """Whether a tile of the seat's can end the game, and whether it wins then."""
    ends = wins = False
    for move in LUDOVILLE.engine.moves(board, seat):
        after = board.copy()
        LUDOVILLE.rules.play(after[0], seat, move)
        if move != PASS and after[0].ended == BUILT:
            ranks = np.zeros(6, np.int32)
            LUDOVILLE.rules.rank(after[0], ranks)
            ends, wins = True, wins or ranks[seat] == 1
    return ends, wins


def test_closing_tiles_close_almost_always() -> None:
    """Where the last gap is the only uncovered cell of a town, a wall may not stand (LV-24)."""
    batch = ludotheque.Batch(LUDOVILLE, 32, options={"seats": 2}, seed=7)
    right = wrong = 0
    for _ in range(40):
        batch.step(batch.choose("rival"))
        for state, seat in zip(batch.states, batch.seat.tolist(), strict=True):
            if state.stage != PLACE or state.start == NOWHERE or state.closed:
                continue
            board = LUDOVILLE.engine.board(state)
            has = LAST_GAP.format("mine") in told(board, seat)
            right += has == closes(board, seat)
            wrong += has != closes(board, seat)
    assert wrong < (right + wrong) / 30


def closes(board, seat: int) -> bool:
    """Whether a tile of the seat's can close the ramparts."""
    for move in LUDOVILLE.engine.moves(board, seat):
        after = board.copy()
        if move // CELLS <= WALL:
            LUDOVILLE.rules.play(after[0], seat, move)
            if after[0].closed:
                return True
    return False


def test_differences_are_told_up_to_some() -> None:
    assert apart(40, 0) - apart(0, 0) == FAR
