"""What the drawing reads of a state, as plain numbers."""

from pathlib import Path
from typing import Any, NamedTuple

from ludotheque.core.contract import State
from ludotheque.core.drawing import fields
from ludotheque.core.turns import DESERTED, NOBODY
from ludotheque.games.superludo.board import CORNERS, GOAL

LOCALE = Path(__file__).parents[1] / "locale"


class Seen(NamedTuple):
    """A state, read once."""

    state: Any  # its fields
    corners: tuple[int, ...]
    rows: list[list[int]]  # own position of each pawn, a row a seat
    turn: int | None
    gone: int
    is_over: bool
    winners: list[int]  # two in couples


def see(state: State) -> Seen:
    """Read a state."""
    state = fields(state)
    corners, gone = CORNERS[state.seats], state.gone
    rows = state.pawns[: state.seats].tolist()
    turn = None if state.turn == NOBODY else state.turn
    return Seen(state, corners, rows, turn, gone, state.ended != 0, _winners(state, rows))


def _winners(state: Any, rows: list[list[int]]) -> list[int]:
    """CA-27, CA-32: the seats that have won, partners included."""
    seats = range(len(rows))
    winners = {seat for seat in seats if min(rows[seat]) == GOAL}
    if state.couples:
        winners |= {seat ^ 2 for seat in winners}
    if state.ended == DESERTED:
        losers = {seat for seat in seats if state.gone >> seat & 1}
        if state.couples:
            losers |= {seat ^ 2 for seat in losers}
        winners = set(seats) - losers
    return sorted(winners)
