"""Superludo in writing: positions as plain data, moves and rolls as text."""

from itertools import product
from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.errors import BadPosition
from ludotheque.core.positions import Reader
from ludotheque.core.turns import NOBODY, departures, read_turns, turn_number
from ludotheque.games.superludo.board import (
    EXIT,
    GOAL,
    PAWNS,
    SAFE_OFFSETS,
    SEATS,
    square_of,
)
from ludotheque.games.superludo.grid import board
from ludotheque.games.superludo.judge import judge, judge_lot, mark_crowds, mark_end
from ludotheque.games.superludo.lot import close_lot
from ludotheque.games.superludo.record import (
    ARRIVED,
    COMING_OUT,
    EATEN,
    ENOUGH,
    OUT,
)
from ludotheque.games.superludo.rules import destination
from ludotheque.games.superludo.standing import last_in
from ludotheque.games.superludo.ways import standing_barrier

__all__ = ["board", "chance", "move", "position", "read_position", "same"]


def move(state: State, seat: int, action: int) -> str:
    """A move by the pawn's own positions: "12>15", "0>1" to come out."""
    return f"{state.pawns[seat, action % PAWNS]}>{destination(state, seat, action)}"


def chance(state: State, outcome: int) -> str:
    """A die as "roll 6", two as "roll 5 3"; the lot is thrown with one die (CA-3)."""
    if state.dice == 1 or state.turn == NOBODY:
        return f"roll {outcome + 1}"
    return f"roll {outcome // 6 + 1} {outcome % 6 + 1}"


def position(state: State) -> dict[str, Any]:
    """As RULES.md says; ``lot``, ``stood`` and ``left`` only where they apply."""
    seats = int(state.seats)
    data: dict[str, Any] = {
        "pawns": [[int(at) for at in state.pawns[seat]] for seat in range(seats)],
        "turn": turn_number(state),
        "dice": [int(count) for count in state.hand if count],
        "bonus": int(state.bonus),
        "streak": int(state.streak),
        "moved": int(state.moved),
        "barred": int(state.barred),
        "last_in": _arrivals(state),
    }
    if state.turn == NOBODY and not state.ended:
        data["lot"] = [-1 if die == OUT else int(die) for die in state.lot[:seats]]
    if state.stood != _stood(state):
        data["stood"] = int(state.stood)
    return data | departures(state)


def _arrivals(state: State) -> dict[str, int]:
    """By the number of each square that two colours share: the seat that arrived last."""
    found = {}
    for quarter, offset in product(range(SEATS), SAFE_OFFSETS):
        seat = last_in(state, quarter, offset)
        if seat != NOBODY:
            found[str(square_of(quarter, offset + 1))] = seat + 1
    return found


def _stood(state: State) -> int:
    """What ``stood`` is where nothing else is said: a first 5 has just brought a pawn out."""
    is_second_five = state.streak and not state.hand[1] and state.hand[0] == COMING_OUT
    if not is_second_five or not state.moved or state.dice == 1 or state.turn == NOBODY:
        return 0
    is_out = state.pawns[state.turn, state.moved - 1] == EXIT
    return int(standing_barrier(state, state.turn)) if is_out else 0


def same(key: str, wanted: Any, found: Any) -> bool:
    """Whether a scenario's value holds: of ``last_in`` only the squares it names, if any."""
    if key == "last_in" and isinstance(wanted, dict) and wanted:
        return all(found.get(square) == seat for square, seat in wanted.items())
    return bool(wanted == found)


def read_position(state: State, data: dict[str, Any]) -> None:
    """Write a position into an opening state; an impossible one is a BadPosition."""
    reader, opening = Reader(data), state.copy()
    seats = int(state.seats)
    for seat, row in enumerate(reader.rows("pawns", seats, PAWNS, 0, GOAL) or ()):
        state.pawns[seat] = row
    read_turns(state, reader)
    _read_hand(state, reader)
    arrivals = reader.take("last_in", {})
    lot = reader.items("lot")
    stood = reader.take("stood", _stood(state))
    reader.done()
    mark_crowds(state, arrivals)
    mark_end(state)
    close_lot(state)
    if state.turn == NOBODY:
        judge_lot(state, opening, lot)
    else:
        judge(state, stood)


def _read_hand(state: State, reader: Reader) -> None:
    """What is to be played, and what is remembered of the turn."""
    dice = reader.items("dice")
    if len(dice) > state.dice:
        raise BadPosition(f"dice: {int(state.dice)} are played with, not {dice!r}")
    for k, count in enumerate(dice):
        state.hand[k] = _one_of("dice", count, range(1, 8))
    state.bonus = _one_of("bonus", reader.take("bonus", 0), (0, ARRIVED, EATEN))
    state.moved = reader.whole("moved", 0, PAWNS)
    state.barred = reader.whole("barred", 0, PAWNS)
    state.streak = reader.whole("streak", 0, ENOUGH - 1, default=_is_streak(state))


def _is_streak(state: State) -> int:
    """Whether the dice on the table are a 6 or a double, as far as the position shows it."""
    first, second = int(state.hand[0]), int(state.hand[1])
    is_double = first == second != 0 or state.barred != 0  # CA-18: only a double bars a pawn
    return int(first >= 6 if state.dice == 1 else is_double)


def _one_of(key: str, value: Any, values: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in values:
        known = ", ".join(map(str, values))
        raise BadPosition(f"{key}: {known} are possible, not {value!r}")
    return value
