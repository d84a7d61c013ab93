"""Films: steps of a game as one animated picture.

Drawing every step whole took a tenth of a second each. So the board is drawn once, each piece once
for every look and place it has, many on one sheet; a frame is put together from these. This module
knows no record and no request.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ludotheque.core.contract import State
from ludotheque.core.drawing import (
    LIGHT,
    SHARED,
    Piece,
    Scene,
    compose,
    definitions,
    piece_svg,
    png,
)
from ludotheque.core.drawing.symbols import SYMBOLS
from ludotheque.core.game import Game

if TYPE_CHECKING:
    from PIL import Image

WIDTH = 420  # pixels
FRAME_TIME, LAST_TIME = 550, 2500  # milliseconds
_SMALL = 128  # pixels of a part of the board that holds most pieces whole
_MANY, _FEW = 64, 8  # pieces drawn at a time, in small parts and on whole boards
_COLOURS = 255  # of a GIF; one more stands for what stays as it was
# Lossless is crisp and smaller than lossy here; key frames would double time and size.
_WEBP = {"lossless": True, "method": 1, "quality": 30, "kmin": 0, "kmax": 0}
_GIF = {"disposal": 1, "optimize": False}
_DEFINITIONS = re.compile(r"<defs>.*?</defs>", re.DOTALL)


class Sprite(NamedTuple):
    """A piece by itself, cut out, and where its corner lies on the board."""

    image: "Image.Image"
    corner: tuple[int, int]


def film(game: Game, steps: Sequence[tuple[State, Scene]], kind: str) -> bytes:
    """The board at each of these moments, one after the other, as "webp" or "gif"."""
    drawing = game.drawing
    board = drawing.board_layer(*steps[0])
    lists = [[_bare(piece) for piece in drawing.pieces(*step)] for step in steps]
    ground = _ground(png(compose(drawing.CANVAS, board, ()), WIDTH))
    sprites = _sprites(game, board, list(dict.fromkeys(piece for each in lists for piece in each)))
    frames = [_frame(ground, (sprites[piece] for piece in each)) for each in lists]
    times = [FRAME_TIME] * (len(frames) - 1) + [LAST_TIME]
    out = io.BytesIO()
    if kind == "gif":
        frames = _with_few_colours(frames)
    first, *more = frames
    settings = _WEBP if kind == "webp" else _GIF
    first.save(out, kind, save_all=True, append_images=more, duration=times, loop=0, **settings)
    return out.getvalue()


def _bare(piece: Piece) -> Piece:
    """A piece but for what nobody sees of it."""
    return piece._replace(id="", label="")


def _ground(board: bytes) -> "Image.Image":
    """The board, on the sheet it is printed on."""
    from PIL import Image

    picture = _opened(board).convert("RGBA")
    sheet = Image.new("RGBA", picture.size, LIGHT["table"])
    sheet.alpha_composite(picture)
    return sheet


def _opened(data: bytes) -> "Image.Image":
    from PIL import Image

    return Image.open(io.BytesIO(data))


class _Cell(NamedTuple):
    """A part of the board, in pixels of the film."""

    left: int
    top: int
    wide: int
    high: int


def _sprites(game: Game, board: str, pieces: list[Piece]) -> dict[Piece, Sprite]:
    """Each piece by itself: drawn in a small part of the board, where that holds it."""
    near = {piece: _around(game, piece) for piece in pieces if not piece.path}
    found = dict(_drawn(game, board, near, _MANY))
    whole = _Cell(0, 0, WIDTH, _height(game))
    wide = {piece: whole for piece in pieces if piece not in found}
    return found | dict(_drawn(game, board, wide, _FEW))


def _height(game: Game) -> int:
    canvas = game.drawing.CANVAS
    return round(WIDTH * canvas.height / canvas.width)


def _around(game: Game, piece: Piece) -> _Cell:
    scale = WIDTH / game.drawing.CANVAS.width
    half = _SMALL // 2
    return _Cell(round(piece.x * scale) - half, round(piece.y * scale) - half, _SMALL, _SMALL)


def _drawn(
    game: Game, board: str, cells: dict[Piece, _Cell], at_once: int
) -> Iterator[tuple[Piece, Sprite]]:
    """The pieces that their cells hold whole, cut out."""
    pieces = list(cells)
    for first in range(0, len(pieces), at_once):
        some = {piece: cells[piece] for piece in pieces[first : first + at_once]}
        sheet, top = _opened(_sheet(game, board, some)), 0
        for piece, cell in some.items():
            part = sheet.crop((0, top, cell.wide, top + cell.high))
            top += cell.high
            box = part.getbbox()
            if cell.wide == WIDTH or (box and _is_within(box, cell)):
                yield piece, _cut(part, box or (0, 0, 1, 1), cell)


def _is_within(box: tuple[int, int, int, int], cell: _Cell) -> bool:
    left, top, right, bottom = box
    return left > 0 and top > 0 and right < cell.wide and bottom < cell.high


def _cut(part: "Image.Image", box: tuple[int, int, int, int], cell: _Cell) -> Sprite:
    """What there is of a piece, as far as it lies on the board."""
    left, top = max(box[0], -cell.left), max(box[1], -cell.top)
    right, bottom = max(box[2], left + 1), max(box[3], top + 1)
    return Sprite(part.crop((left, top, right, bottom)), (cell.left + left, cell.top + top))


def _sheet(game: Game, board: str, cells: dict[Piece, _Cell]) -> bytes:
    """Pieces as PNG, each in its cell, one cell below the other."""
    canvas = game.drawing.CANVAS
    unit, top, parts = canvas.width / WIDTH, 0, []
    for piece, cell in cells.items():
        seen = " ".join(f"{each * unit:.4f}" for each in cell)
        parts.append(
            f'<svg y="{top}" width="{cell.wide}" height="{cell.high}" viewBox="{seen}"'
            f' class="ludotheque {canvas.name}">{piece_svg(piece)}</svg>'
        )
        top += cell.high
    wide = max(cell.wide for cell in cells.values())
    symbols = definitions(SYMBOLS) + "".join(_DEFINITIONS.findall(board))
    return png(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {top}">'
        f"<style>{SHARED}{canvas.style}</style>{symbols}{''.join(parts)}</svg>",
        wide,
    )


def _frame(ground: "Image.Image", sprites: Iterable[Sprite]) -> "Image.Image":
    picture = ground.copy()
    for image, corner in sprites:
        picture.alpha_composite(image, corner)
    return picture.convert("RGB")


def _with_few_colours(frames: list["Image.Image"]) -> list["Image.Image"]:
    """The same frames in the colours of the first and the last, for a GIF."""
    from PIL import Image

    wide, high = frames[0].size
    both = Image.new("RGB", (wide, 2 * high))
    both.paste(frames[0])
    both.paste(frames[-1], (0, high))
    palette = both.quantize(_COLOURS)
    return [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames]
