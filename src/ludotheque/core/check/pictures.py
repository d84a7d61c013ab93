"""Whether a drawing can be shown: well-formed, and every piece on its canvas."""

import re
from collections.abc import Container
from xml.etree import ElementTree

from ludotheque.core.check.promise import require
from ludotheque.core.errors import BrokenPromise
from ludotheque.core.game import Game

_PLACE = re.compile(r"\bat x(-?\d+) y(-?\d+)(?: z(\d+))?")


def check_picture(game: Game, svg: str, where: str, moves: Container[str] | None = None) -> None:
    """A drawing is well-formed; what it places stands where the stylesheet has a class for it.

    What it marks as moves are those there are. Names that are not escaped make it ill-formed.
    """
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise BrokenPromise(f"a drawing is not well-formed: {where}: {error}") from None
    _check_places(game, svg, where)
    for element in root.iter() if moves is not None else ():
        move = element.get("data-move")
        is_move = move is None or (moves is not None and move in moves)
        require(is_move, "a drawing marks what is no legal move", f"{move!r}, {where}")


def _check_places(game: Game, svg: str, where: str) -> None:
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
