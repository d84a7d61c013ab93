"""The spiral as SVG: what a position looks like, never what is allowed in it."""

from html import escape
from pathlib import Path

from ludotheque.core.contract import State
from ludotheque.core.drawing import (
    Canvas,
    Scene,
    die,
    movable,
    pawn_definitions,
    pawn_row,
    place,
    scoped,
)
from ludotheque.core.texts import translator
from ludotheque.core.turns import NOBODY, has_left
from ludotheque_goose import words
from ludotheque_goose.board import CELLS, COLUMNS, GEESE, LEADS, PAWNS, ROWS, START, WAITS

LOCALE = Path(__file__).parent / "locale"
SIDE, EDGE, STRIP = 80, 20, 120  # a cell, the margin, the strip below with names and dice
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
CANVAS = Canvas("goose", "Jeu de l'oie", WIDTH, HEIGHT, scoped("goose", _STYLE), scales=(80,))


def board_layer(state: State, scene: Scene) -> str:  # noqa: ARG001 (every game has this one)
    """What never changes."""
    sheet = f'<rect class="sheet" width="{WIDTH}" height="{HEIGHT}" rx="20"/>'
    cells = "".join(_cell(square, *cell) for square, cell in enumerate(CELLS, 1))
    return f"<defs>{pawn_definitions()}</defs>{sheet}{cells}"


def _cell(square: int, column: int, row: int) -> str:
    x, y = EDGE + column * SIDE, EDGE + row * SIDE
    kind = " goose" if square in GEESE else " trap" if square in WAITS or square in LEADS else ""
    return (
        f'<rect class="cell{kind}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" rx="8"/>'
        f'<text class="number" x="{x + 7}" y="{y + 22}">{square}</text>'
    )


def pieces_layer(state: State, scene: Scene) -> str:
    """Names, dice and pawns."""
    seats = "".join(_seat(state, seat, scene) for seat in range(int(state.seats)))
    return seats + "".join(
        f'<g id="die-{k}" class="die {place(WIDTH - 60 - 70 * k, HEIGHT - 60)}">{die(value)}</g>'
        for k, value in enumerate(state.dice.tolist())
        if not state.ended and state.turn != NOBODY
    )


def _seat(state: State, seat: int, scene: Scene) -> str:
    gone, moves = has_left(state, seat), scene.moves if seat == scene.seat else {}
    marks = {(seat, pawn): movable(pawn, notation) for pawn, notation in moves.items()}
    style = " left" if gone else " turn" if state.turn == seat else ""
    name = words.seat_name(state, seat, scene.names, translator(LOCALE, scene.language))
    places = [(*_spot(state, seat, pawn), 80) for pawn in range(PAWNS)]
    x, y = EDGE + 8, HEIGHT - 100 + 26 * seat
    pawns = pawn_row(seat, HUES[seat], gone, places, marks)
    return f'<text id="n-{seat}" class="name{style}" x="{x}" y="{y}">{escape(name)}</text>{pawns}'


def _spot(state: State, seat: int, pawn: int) -> tuple[int, int]:
    """Where a pawn stands: apart from any other that may share its square."""
    square = int(state.pawns[seat, pawn])
    if square == START:
        return 260 + 80 * seat + 30 * pawn, HEIGHT - 50
    column, row = CELLS[square - 1]
    x, y = EDGE + column * SIDE + 28 + 6 * pawn, EDGE + row * SIDE + 44 + 6 * pawn
    return x + 24 * (seat % 2), y + 20 * (seat // 2)
