"""What the drawing reads of a state, as plain numbers."""

from pathlib import Path
from typing import Any, NamedTuple

from ludotheque.core.contract import State
from ludotheque.core.drawing import fields
from ludotheque.core.turns import DESERTED, NOBODY
from ludotheque.games.ludo.board import CORNERS, FINAL

LOCALE = Path(__file__).parents[1] / "locale"


class Seen(NamedTuple):
    """A state, read once."""

    state: Any  # its fields
    corners: tuple[int, ...]
    rows: list[list[int]]  # own position of each pawn, a row a seat
    turn: int | None
    die: int
    gone: int
    is_over: bool
    winner: int | None


def see(state: State) -> Seen:
    """Read a state."""
    state = fields(state)
    corners, gone = CORNERS[state.seats], state.gone
    rows = state.pawns[: state.seats, : state.each].tolist()
    winner = None
    for seat, row in enumerate(rows if state.ended else ()):
        if (state.ended == DESERTED and not gone >> seat & 1) or min(row) == FINAL:  # LC-15
            winner = seat
    turn = None if state.turn == NOBODY else state.turn
    return Seen(state, corners, rows, turn, state.die, gone, state.ended != 0, winner)
