"""What the drawings of all games share: pawns, dice, palette, and how a picture is put together.

A picture has two layers, a board that never changes for given options and the pieces that
every move sends anew. Where a piece stands is said by classes, ``at x140 y260``, so that a
browser glides it from one place to the next; :func:`standalone` writes the same picture for
programs that know neither custom properties nor such classes. Nothing here knows a game or
a page.
"""

from ludotheque.core.drawing.files import pdf, png, standalone
from ludotheque.core.drawing.palette import DARK, HUES, LIGHT
from ludotheque.core.drawing.pawns import (
    MOVABLE_RING,
    SHAPES,
    Mark,
    Marks,
    Pawn,
    Place,
    count,
    ghost,
    movable,
    pawn,
    pawn_definitions,
    pawn_row,
    pointing,
)
from ludotheque.core.drawing.picture import SHARED, Canvas, Scene, compose, fields, stylesheet
from ludotheque.core.drawing.pieces import LAURELS, die
from ludotheque.core.drawing.style import Point, place, placed_css, scoped, shortened

__all__ = [
    "DARK",
    "HUES",
    "LAURELS",
    "LIGHT",
    "MOVABLE_RING",
    "SHAPES",
    "SHARED",
    "Canvas",
    "Mark",
    "Marks",
    "Pawn",
    "Place",
    "Point",
    "Scene",
    "compose",
    "count",
    "die",
    "fields",
    "ghost",
    "movable",
    "pawn",
    "pawn_definitions",
    "pawn_row",
    "pdf",
    "place",
    "placed_css",
    "png",
    "pointing",
    "scoped",
    "shortened",
    "standalone",
    "stylesheet",
]
