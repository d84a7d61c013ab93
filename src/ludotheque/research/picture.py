"""A game under way as the suites render one: text, or a picture of coloured dots."""

import io
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.drawing import Scene
from ludotheque.core.drawing.files import png
from ludotheque.core.errors import BadOption
from ludotheque.research.course import Course

MODES = ("ansi", "rgb_array")
_WIDTH = 480  # dots


def checked_mode(mode: str | None) -> str | None:
    """A render mode, or None to render nothing; BadOption for any other."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"a render mode is {' or '.join(MODES)}, not {mode!r}")
    return mode


def render(course: Course, mode: str | None, seat: int | None) -> Any:
    """The game as a seat sees it (None: an onlooker), in the form that a mode asks for."""
    if mode is None:
        return None
    engine, game = course.game.engine, course.game
    state = engine.seen(course.board, -1 if seat is None else seat)[0]
    if mode == "rgb_array":
        return _dots(game.draw(state, Scene(seat=seat)))
    board = getattr(game.notation, "board", None)
    return board(state) if board else json.dumps(game.position(state), ensure_ascii=False)


def _dots(svg: str) -> NDArray[np.uint8]:
    from PIL import Image  # here, so that only this mode needs it

    drawn = Image.open(io.BytesIO(png(svg, _WIDTH))).convert("RGBA")
    ground = Image.new("RGBA", drawn.size, "white")
    ground.alpha_composite(drawn)
    return np.array(ground.convert("RGB"))
