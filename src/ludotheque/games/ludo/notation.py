"""Ludo in writing: positions as plain data, moves and rolls as text."""

from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.errors import BadPosition
from ludotheque.core.positions import Reader
from ludotheque.core.turns import (
    NOBODY,
    WON,
    departures,
    has_left,
    judge_turn,
    read_turns,
    turn_number,
)
from ludotheque.games.ludo.board import (
    BASE,
    BASE_CELLS,
    CORNERS,
    FINAL,
    FINAL_CELLS,
    GRID,
    PAWNS,
    RING_CELLS,
    SAFE_HOUSES,
    SEATS,
    STRAIGHT_CELLS,
    house_cell,
)
from ludotheque.games.ludo.plainly import end_of
from ludotheque.games.ludo.rules import has_move, is_home


def move(state: State, seat: int, action: int) -> str:
    """A move by the pawn's own positions: "20>23", "0>1" to come out."""
    start = int(state.pawns[seat, action])
    return f"{start}>{end_of(start, int(state.die))}"


def chance(state: State, outcome: int) -> str:
    """The lot of LC-3 as "first 2", a die as "roll 6"."""
    return f"first {outcome + 1}" if state.turn == NOBODY else f"roll {outcome + 1}"


def position(state: State) -> dict[str, Any]:
    """``turn`` is 0 before the lot; ``left`` stands only where it applies."""
    seats, each = int(state.seats), int(state.each)
    data: dict[str, Any] = {
        "pawns": [[int(at) for at in state.pawns[seat, :each]] for seat in range(seats)],
        "turn": turn_number(state),
        "die": int(state.die),
        "sixes": int(state.sixes),
        "extra": int(state.extra),
    }
    return data | departures(state)


def read_position(state: State, data: dict[str, Any]) -> None:
    """Write a position into an opening state; an impossible one is a BadPosition."""
    reader = Reader(data)
    rows = reader.rows("pawns", int(state.seats), int(state.each), 0, FINAL)
    for seat, row in enumerate(rows or ()):
        for pawn, at in enumerate(row):
            state.pawns[seat, pawn] = at
    read_turns(state, reader)
    state.die = reader.whole("die", 0, 6)
    state.sixes = reader.whole("sixes", 0, 2, default=int(state.die == 6))
    state.extra = reader.whole("extra", 0, SEATS * PAWNS)
    reader.done()
    _end(state)
    _judge(state)


def _end(state: State) -> None:
    """Set how the match ended, where somebody has won it."""
    home = [seat for seat in range(int(state.seats)) if is_home(state, seat)]
    if len(home) > 1:
        raise BadPosition(f"seats {home[0] + 1} and {home[1] + 1} cannot both have won (LC-15)")
    if home:
        state.ended = WON


def _judge(state: State) -> None:
    """Refuse what no match can reach."""
    die, sixes = int(state.die), int(state.sixes)
    if state.turn == NOBODY:
        pawns = state.pawns[: state.seats, : state.each]
        if die or sixes or state.extra or pawns.any():
            raise BadPosition("turn: 0 is the lot of LC-3, before anything was rolled or moved")
        return
    if state.ended:
        if die:
            raise BadPosition(f"die: {die} cannot be on the table, the match is over")
        return
    for seat in range(int(state.seats)):
        if has_left(state, seat) and state.pawns[seat, : state.each].any():
            raise BadPosition(f"left: the pawns of seat {seat + 1} were taken off, so all are 0")
    judge_turn(state)
    if die and (die == 6) != (sixes > 0):
        raise BadPosition(f"sixes: {sixes} does not fit a {die} on the table, which it counts")
    if die and not has_move(state, die):
        raise BadPosition(f"die: seat {state.turn + 1} cannot move a {die}, so the turn has passed")


SYMBOLS = "●▲✚■"  # a corner's pawns in text: the shapes of the drawing
MIXED = "◆"


def board(state: State) -> str:
    """The board as text, two columns a cell: a symbol, and a count where several stand."""
    rows = [["  "] * GRID for _ in range(GRID)]
    for house, (column, row) in enumerate(RING_CELLS):
        rows[round(row)][round(column)] = "★ " if house in SAFE_HOUSES else "· "
    for cells in STRAIGHT_CELLS:
        for column, row in cells:
            rows[round(row)][round(column)] = "░ "
    for (column, row), corners in _standing(state).items():
        symbol = SYMBOLS[corners[0]] if len(set(corners)) == 1 else MIXED
        rows[row][column] = symbol + (str(len(corners)) if len(corners) > 1 else " ")
    return "\n".join("".join(row).rstrip() for row in rows)


def _standing(state: State) -> dict[tuple[int, int], list[int]]:
    """The corners of the pawns on each cell; bases and finals are a cell too."""
    cells: dict[tuple[int, int], list[int]] = {}
    for seat, corner in enumerate(CORNERS[int(state.seats)]):
        for at in state.pawns[seat, : state.each].tolist():
            if at == BASE:
                column, row = BASE_CELLS[corner]
            elif at == FINAL:
                column, row = FINAL_CELLS[corner][1]
            else:
                column, row = house_cell(corner, at)
            cells.setdefault((round(column), round(row)), []).append(corner)
    return cells
