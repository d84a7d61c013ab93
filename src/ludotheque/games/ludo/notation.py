"""Ludo in writing: positions as plain data, moves and rolls as text."""

from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.errors import BadPosition
from ludotheque.core.positions import Reader
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
from ludotheque.games.ludo.rules import (
    AGREED,
    DESERTED,
    NOBODY,
    WON,
    destination,
    has_move,
    is_home,
)


def move(state: State, seat: int, action: int) -> str:
    """A move by the pawn's own positions: "20>23", "0>1" to come out."""
    return f"{state.pawns[seat, action]}>{destination(state, seat, action)}"


def chance(state: State, outcome: int) -> str:
    """The lot of LC-3 as "first 2", a die as "roll 6"."""
    return f"first {outcome + 1}" if state.turn == NOBODY else f"roll {outcome + 1}"


def position(state: State) -> dict[str, Any]:
    """``turn`` is 0 before the lot; ``left`` and ``agreed`` stand only where they apply."""
    seats, each = int(state.seats), int(state.each)
    data: dict[str, Any] = {
        "pawns": [[int(at) for at in state.pawns[seat, :each]] for seat in range(seats)],
        "turn": 0 if state.turn == NOBODY else int(state.turn) + 1,
        "die": int(state.die),
        "sixes": int(state.sixes),
        "extra": int(state.extra),
    }
    if state.gone:
        data["left"] = [seat + 1 for seat in range(seats) if state.gone >> seat & 1]
    if state.ended == AGREED:
        data["agreed"] = True
    return data


def read_position(state: State, data: dict[str, Any]) -> None:
    """Write a position into an opening state; an impossible one is a BadPosition."""
    reader = Reader(data)
    seats, each = int(state.seats), int(state.each)
    rows = reader.rows("pawns", seats, each, 0, FINAL)
    for seat, row in enumerate(rows or ()):
        for pawn, at in enumerate(row):
            state.pawns[seat, pawn] = at
    turn = reader.whole("turn", 0, seats, default=1)
    state.turn = turn - 1 if turn else NOBODY
    state.die = reader.whole("die", 0, 6)
    state.sixes = reader.whole("sixes", 0, 2, default=int(state.die == 6))
    state.extra = reader.whole("extra", 0, SEATS * PAWNS)
    for seat in reader.seats("left", seats):
        state.gone |= 1 << (seat - 1)
    agreed = reader.flag("agreed")
    reader.done()
    _end(state, agreed)
    _judge(state)


def _end(state: State, agreed: bool) -> None:
    """Set how the match ended, where the position is a finished one."""
    seats = int(state.seats)
    home = [seat for seat in range(seats) if is_home(state, seat)]
    staying = seats - int(state.gone).bit_count()
    if len(home) > 1:
        raise BadPosition(f"seats {home[0] + 1} and {home[1] + 1} cannot both have won (LC-15)")
    if staying < 1:
        raise BadPosition("left: somebody must have stayed")
    if home:
        state.ended = WON
    elif staying == 1:
        state.ended = DESERTED
    elif agreed:
        state.ended = AGREED


def _judge(state: State) -> None:
    """Refuse what no match can reach."""
    die, sixes = int(state.die), int(state.sixes)
    if state.turn == NOBODY:
        pawns = state.pawns[: state.seats, : state.each]
        if die or sixes or state.extra or state.gone or pawns.any():
            raise BadPosition("turn: 0 is the lot of LC-3, before anything was rolled or moved")
        return
    if state.ended:
        if die:
            raise BadPosition(f"die: {die} cannot be on the table, the match is over")
        return
    for seat in range(int(state.seats)):
        if state.gone >> seat & 1 and state.pawns[seat, : state.each].any():
            raise BadPosition(f"left: the pawns of seat {seat + 1} were taken off, so all are 0")
    if state.gone >> state.turn & 1:
        raise BadPosition(f"turn: seat {state.turn + 1} has left")
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
