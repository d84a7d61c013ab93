"""Print and play: village sheets as a PDF to print, blank or as a game left them.

Two sheets stand on an A4 page, drawn as on the screen but on white. This needs typst, which
the extra ``print`` brings: ``pip install "ludotheque[print]"``.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from html import escape
from importlib import import_module
from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.drawing import Scene, compose, scoped, standalone
from ludotheque.core.errors import BadOption
from ludotheque.core.texts import translator
from ludotheque.games.rolling_village.drawing import CANVAS, paper
from ludotheque.games.rolling_village.drawing.paper import LOCALE, PAPER_HEIGHT, WIDTH
from ludotheque.games.rolling_village.drawing.sheet import written
from ludotheque.games.rolling_village.tables import DEFAULT, empty_village

MOST_PAGES = 100

_STYLE = """
& .paper{fill:#fff;stroke:none}
& .paper-edge{fill:none}
& .now{fill:none}
& .line{stroke:var(--ink);stroke-width:1.2}
& .title{font-size:24px;font-weight:700;text-anchor:end;fill:var(--ink)}
"""
_CANVAS = replace(
    CANVAS,
    height=PAPER_HEIGHT,
    style=CANVAS.style + scoped("rolling-village", _STYLE),
)
_PAGES = """
#set page(paper: "a4", margin: (x: 12mm, y: 9mm))
#set document(title: "Rolling Village")
#let count = int(sys.inputs.count)
#for k in range(count) {
  align(center, image(bytes(sys.inputs.at("sheet" + str(k))), format: "svg", height: 136mm))
  if calc.even(k) { v(1fr) } else if k + 1 < count { pagebreak() }
}
"""


def blank_sheet(state: State, language: str = "fr") -> str:
    """An empty sheet with these options as SVG, to fill in with a pencil."""
    mayor = escape(translator(LOCALE, language)("Maire"))
    head = (
        f'<text class="print" x="24" y="52">{mayor}</text><path class="line" d="M84,54H400"/>'
        f'<text class="title" x="{WIDTH - 22}" y="50">Rolling Village</text>'
    )
    return compose(_CANVAS, paper.board(state, language), head)


def filled_sheet(state: State, seat: int, scene: Scene) -> str:
    """A seat's sheet as SVG, with all it has drawn and written."""
    title = f'<text class="title" x="{WIDTH - 22}" y="50">Rolling Village</text>'
    drawn = written(state, seat, scene)
    return compose(_CANVAS, paper.board(state, scene.language), drawn + title)


def printable(
    state: State | None = None,
    *,
    sheet: str = DEFAULT,
    pages: int = 1,
    names: Mapping[int, str] | None = None,
    language: str = "fr",
) -> bytes:
    """Village sheets as a PDF, two to an A4 page.

    Without a state they are blank: that many pages of our sheet, or of a house's own (as in the
    option ``sheet``). With one, every seat's sheet is printed as it stands, ``names`` on top.
    """
    if state is None:
        if isinstance(pages, bool) or not 1 <= pages <= MOST_PAGES:
            raise BadOption(f"pages: a whole number from 1 to {MOST_PAGES}, not {pages!r}")
        return _pdf([blank_sheet(empty_village(sheet), language)] * (2 * pages))
    scene = Scene(names=names or {}, language=language)
    return _pdf([filled_sheet(state, seat, scene) for seat in range(int(state.seats))])


def _pdf(sheets: list[str]) -> bytes:
    try:
        typst: Any = import_module("typst")  # here, so that only printing needs it
    except ImportError:
        raise BadOption('printing needs typst: pip install "ludotheque[print]"') from None
    inputs = {f"sheet{k}": standalone(svg) for k, svg in enumerate(sheets)}
    pdf: bytes = typst.compile(
        _PAGES.encode(),
        sys_inputs={"count": str(len(sheets)), **inputs},
        ignore_system_fonts=True,  # the same page on every machine
        timestamp=datetime.fromtimestamp(0, UTC),
    )
    return pdf
