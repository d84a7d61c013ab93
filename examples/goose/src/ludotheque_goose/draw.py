"""The spiral as a board and pieces: what a position looks like, never what is allowed in it."""

from pathlib import Path
from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.drawing import (
    Canvas,
    Choice,
    Piece,
    Place,
    Scene,
    definitions,
    die,
    fields,
    pawn_choice,
    pawn_row,
    pawns,
    scoped,
    together,
)
from ludotheque.core.texts import translator
from ludotheque.core.turns import NOBODY
from ludotheque_goose import words
from ludotheque_goose.board import CELLS, COLUMNS, GEESE, LEADS, ROWS, START, WAITS
from ludotheque_goose.rules import destination

LOCALE = Path(__file__).parent / "locale"
SIDE, EDGE, STRIP = 80, 20, 120  # a cell, the margin, the strip below with names and dice
SIZE = 80  # of a pawn, per cent
WIDTH, HEIGHT = COLUMNS * SIDE + 2 * EDGE, ROWS * SIDE + 2 * EDGE + STRIP
HUES = ("red", "green", "yellow", "blue")  # the four that have pawns; more seats need shapes
SAMPLE = {"pawns": [[26, 4], [19, 53]], "turn": 1, "dice": [6, 2], "held": [[0, 0], [2, 0]]}
_STYLE = """
& .sheet{fill:var(--table)}
& .cell{fill:var(--house);stroke:var(--rim);stroke-width:2}
& .goose{fill:var(--honey)}
& .trap{fill:var(--shade)}
& .number{font-size:19px;fill:var(--ink)}
& .name{font-size:20px;font-weight:700;fill:var(--ink)}
& .turn{text-decoration:underline}
& .left{text-decoration:line-through}
"""
CANVAS = Canvas("goose", "Jeu de l'oie", WIDTH, HEIGHT, scoped("goose", _STYLE), scales=(SIZE,))


def board_layer(state: State, scene: Scene) -> str:  # noqa: ARG001 (every game has this one)
    """What never changes, with the symbols that pieces use."""
    sheet = f'<rect class="sheet" width="{WIDTH}" height="{HEIGHT}" rx="20"/>'
    cells = "".join(_cell(square, *cell) for square, cell in enumerate(CELLS, 1))
    return definitions(pawns.SYMBOLS) + sheet + cells


def _cell(square: int, column: int, row: int) -> str:
    x, y = EDGE + column * SIDE, EDGE + row * SIDE
    kind = " goose" if square in GEESE else " trap" if square in WAITS or square in LEADS else ""
    return (
        f'<rect class="cell{kind}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" rx="8"/>'
        f'<text class="number" x="{x + 7}" y="{y + 22}">{square}</text>'
    )


def pieces(state: State, scene: Scene) -> list[Piece]:
    """Names and pawns of each seat, then the dice: always in this order."""
    seen = fields(state)
    found = [piece for seat in range(seen.seats) for piece in _seat(seen, seat, scene)]
    if seen.ended or seen.turn == NOBODY:
        return found
    thrown = enumerate(seen.dice.tolist())
    return found + [die(f"die-{k}", value, WIDTH - 60 - 70 * k, HEIGHT - 60) for k, value in thrown]


def _seat(seen: Any, seat: int, scene: Scene) -> list[Piece]:
    gone = bool(seen.gone >> seat & 1)
    style = "name left" if gone else "name turn" if seen.turn == seat else "name"
    name = words.seat_name(seen, seat, scene.names, translator(LOCALE, scene.language))
    x, y = EDGE + 8, HEIGHT - 107 + 26 * seat
    squares = enumerate(seen.pawns[seat].tolist())
    places = [_place(seat, number, square) for number, square in squares]
    plate = Piece(f"n-{seat}", "", x, y, style=style, text=name)
    return [plate, *pawn_row(seat, HUES[seat], gone, places)]


def _place(seat: int, number: int, square: int) -> Place:
    """Where a pawn stands: apart from any other that may share its square."""
    if square == START:
        return 260 + 80 * seat + 30 * number, HEIGHT - 50, SIZE
    column, row = CELLS[square - 1]
    x, y = EDGE + column * SIDE + 28 + 6 * number, EDGE + row * SIDE + 44 + 6 * number
    return x + 24 * (seat % 2), y + 20 * (seat // 2), SIZE


def choices(state: State, scene: Scene) -> list[Choice]:
    """Each move: a click on the pawn, or on one beside it, makes it; a ghost shows where to."""
    seat, (one, other) = int(state.turn), state.dice.tolist()
    row, found = state.pawns[seat].tolist(), []
    for number in scene.moves:
        end = _place(seat, number, int(destination(row[number], one, other)))
        found.append(pawn_choice(number, seat, together(row, number), HUES[seat], end))
    return found
