"""Print and play: village sheets drawn as on the screen but on white, blank or as a game left them.

They are laid out on pages by :mod:`ludotheque.core.pages`.
"""

from collections.abc import Mapping
from dataclasses import replace
from html import escape

from ludotheque.core.contract import State
from ludotheque.core.drawing import Scene, compose, definitions, scoped
from ludotheque.core.texts import translator
from ludotheque.games.rolling_village.drawing import CANVAS, SYMBOLS, paper
from ludotheque.games.rolling_village.drawing.paper import LOCALE, PAPER_HEIGHT, WIDTH
from ludotheque.games.rolling_village.drawing.seen import see
from ludotheque.games.rolling_village.drawing.sheet import written

_STYLE = """
& .paper{fill:#fff;stroke:none}
& .paper-edge{fill:none}
.rv-now{fill:none}
& .line{stroke:var(--ink);stroke-width:1.2}
& .title{font-size:24px;font-weight:700;text-anchor:end;fill:var(--ink)}
"""
_CANVAS = replace(
    CANVAS,
    height=PAPER_HEIGHT,
    style=CANVAS.style + scoped("rolling-village", _STYLE),
)
_TITLE = f'<text class="title" x="{WIDTH - 22}" y="50">Rolling Village</text>'


def blank(state: State, language: str) -> str:
    """An empty sheet with the options of a state, to fill in with a pencil."""
    mayor = escape(translator(LOCALE, language)("Maire"))
    name = f'<text class="print" x="24" y="52">{mayor}</text><path class="line" d="M84,54H400"/>'
    return compose(_CANVAS, _printed(state, language) + name, ())


def filled(state: State, names: Mapping[int, str], language: str) -> list[str]:
    """Each seat's sheet, with all it has drawn and written."""
    scene = Scene(names=names, language=language)
    board, seats = _printed(state, language), range(int(state.seats))
    return [compose(_CANVAS, board, written(see(state, seat), scene)) for seat in seats]


def _printed(state: State, language: str) -> str:
    """A sheet as it is printed, with the game's name in the place of the dice."""
    return definitions(SYMBOLS) + paper.board(state, language) + _TITLE
