"""Whether a drawing can be shown: well-formed, and every piece on its canvas."""

import re
from xml.etree import ElementTree

from ludotheque.core.check.promise import require
from ludotheque.core.errors import BrokenPromise
from ludotheque.core.game import Game

_PLACE = re.compile(r"\bat x(-?\d+) y(-?\d+)(?: z(\d+))?")


def check_picture(game: Game, svg: str, where: str) -> None:
    """A drawing is well-formed; what it places stands where the stylesheet has a class for it."""
    try:
        ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise BrokenPromise(f"a drawing is not well-formed: {where}: {error}") from None
    canvas = game.drawing.CANVAS
    xs, ys, scales = set(canvas.xs), set(canvas.ys), {100, *canvas.scales}
    for x, y, scale in {match.groups() for match in _PLACE.finditer(svg)}:
        require(
            0 <= int(x) <= canvas.width and 0 <= int(y) <= canvas.height,
            "a piece lies outside the canvas",
            f"x{x} y{y}, {where}",
        )
        require(int(x) in xs, "a piece stands at an x that CANVAS.xs lacks", f"x{x}, {where}")
        require(int(y) in ys, "a piece stands at a y that CANVAS.ys lacks", f"y{y}, {where}")
        if scale is not None:
            require(int(scale) in scales, "a scale is not in CANVAS.scales", f"z{scale}, {where}")
