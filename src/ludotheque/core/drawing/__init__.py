"""What the drawings of all games share: pieces, pawns, dice, palette, how a picture is composed.

A picture is a board that never changes for given options, and pieces as plain data. Where a
piece stands is said by classes, ``at x140 y260``, so that a page needs no inline style;
:func:`standalone` writes the same picture for programs that know neither custom properties nor
such classes. Nothing here knows a game or a page.
"""

from ludotheque.core.drawing.cues import CUES, Cue
from ludotheque.core.drawing.files import has_fonts, pdf, png, standalone
from ludotheque.core.drawing.palette import DARK, HUES, LIGHT
from ludotheque.core.drawing.pawns import (
    SHAPES,
    Pawn,
    Place,
    Track,
    count,
    gathered,
    pawn_choice,
    pawn_id,
    pawn_row,
    pawn_rows,
    together,
)
from ludotheque.core.drawing.picture import SHARED, Canvas, Scene, compose, fields, stylesheet
from ludotheque.core.drawing.pieces import (
    Button,
    Choice,
    Difference,
    Piece,
    difference,
    packed,
    piece_svg,
)
from ludotheque.core.drawing.style import Point, place, placed_css, scoped, shortened
from ludotheque.core.drawing.symbols import definitions, die

__all__ = [
    "CUES",
    "DARK",
    "HUES",
    "LIGHT",
    "SHAPES",
    "SHARED",
    "Button",
    "Canvas",
    "Choice",
    "Cue",
    "Difference",
    "Pawn",
    "Piece",
    "Place",
    "Point",
    "Scene",
    "Track",
    "compose",
    "count",
    "definitions",
    "die",
    "difference",
    "fields",
    "gathered",
    "has_fonts",
    "packed",
    "pawn_choice",
    "pawn_id",
    "pawn_row",
    "pawn_rows",
    "pdf",
    "piece_svg",
    "place",
    "placed_css",
    "png",
    "scoped",
    "shortened",
    "standalone",
    "stylesheet",
    "together",
]
