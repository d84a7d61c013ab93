"""The Goose in writing: positions as plain data, moves and rolls as text."""

from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.errors import BadPosition
from ludotheque.core.positions import Reader
from ludotheque.core.turns import NOBODY, WON, departures, judge_turn, read_turns, turn_number
from ludotheque_goose.board import END, PAWNS, WAITS
from ludotheque_goose.rules import can_move, destination


def move(state: State, seat: int, action: int) -> str:
    """A move from square to square: "20>27"."""
    start, one, other = (int(n) for n in (state.pawns[seat, action], *state.dice))
    return f"{start}>{destination(start, one, other)}"


def chance(state: State, outcome: int) -> str:
    """The lot as "first 2", the dice as "roll 3 6"."""
    if state.turn == NOBODY:
        return f"first {outcome + 1}"
    return f"roll {outcome // 6 + 1} {outcome % 6 + 1}"


def position(state: State) -> dict[str, Any]:
    """``held`` counts the turns each pawn still waits."""
    data = {
        "pawns": state.pawns[: state.seats].tolist(),
        "turn": turn_number(state),
        "dice": [int(die) for die in state.dice if die],
        "held": state.held[: state.seats].tolist(),
    }
    return data | departures(state)


def read_position(state: State, data: dict[str, Any]) -> None:
    """Write a position into an opening state; an impossible one is a BadPosition."""
    reader, seats = Reader(data), int(state.seats)
    none = [[0] * PAWNS] * seats
    state.pawns[:seats] = reader.rows("pawns", seats, PAWNS, 0, END) or none
    state.held[:seats] = reader.rows("held", seats, PAWNS, 0, max(WAITS.values())) or none
    read_turns(state, reader)
    dice = reader.items("dice")
    if dice and (len(dice) != 2 or any(die not in range(1, 7) for die in dice)):
        raise BadPosition(f"dice: two from 1 to 6, or [] to be rolled, not {dice!r}")
    state.dice[:] = dice or (0, 0)
    reader.done()
    if (state.pawns == END).all(axis=1).any():
        state.ended = WON
    judge_turn(state)
    is_idle = state.ended or state.turn == NOBODY or not can_move(state, int(state.turn))
    if dice and is_idle:
        raise BadPosition("dice: nobody is to move, so none are on the table")
