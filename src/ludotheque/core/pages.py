"""Sheets to print: two to an A4 page, as one PDF or as a PNG a page.

A game draws its sheets; this lays them out. With typst, which the extra ``print`` brings, a PDF is
in vectors; without, it is made of the same pictures as the PNGs, fine enough to print.
"""

import io
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ludotheque.core.contract import State
from ludotheque.core.drawing import png, standalone
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PAGES = 100
PER_PAGE = 2

_A4 = (210, 297)  # millimetres
_MARGIN = 9  # above and below
_SHEET = 136  # the height of a sheet
_DPI = 200
_INCH = 25.4  # millimetres
_SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)"')

_TYPST = """
#set page(paper: "a4", margin: (x: 12mm, y: 9mm))
#set document(title: sys.inputs.title)
#let order = sys.inputs.order.split(",")
#for (k, name) in order.enumerate() {
  align(center, image(bytes(sys.inputs.at(name)), format: "svg", height: 136mm))
  if calc.even(k) { v(1fr) } else if k + 1 < order.len() { pagebreak() }
}
"""


def blank_sheets(game: Game, options: Mapping[str, Any], pages: int, language: str) -> list[str]:
    """Enough blank sheets for so many pages, as SVG."""
    if isinstance(pages, bool) or not 1 <= pages <= MOST_PAGES:
        raise BadOption(f"pages: a whole number from 1 to {MOST_PAGES}, not {pages!r}")
    sheet = _printing(game).blank(game.new(options), language)
    return [sheet] * (PER_PAGE * pages)


def filled_sheets(game: Game, state: State, names: Mapping[int, str], language: str) -> list[str]:
    """Every seat's sheet as the state has it, as SVG."""
    return _printing(game).filled(state, names, language)


def _printing(game: Game) -> Any:
    if game.printing is None:
        raise BadOption(f"{game.id} is not played on paper: it has no sheet to print")
    return game.printing


def as_pdf(sheets: Sequence[str], title: str) -> bytes:
    """The sheets as a PDF; the same bytes on every day."""
    try:
        typst: Any = import_module("typst")  # here, so that only printing asks for it
    except ImportError:
        return _pdf_of_pictures(sheets, title)
    names = {svg: f"sheet{number}" for number, svg in enumerate(dict.fromkeys(sheets))}
    pdf: bytes = typst.compile(
        _TYPST.encode(),
        sys_inputs={
            "title": title,
            "order": ",".join(names[svg] for svg in sheets),
            **{name: standalone(svg) for svg, name in names.items()},
        },
        ignore_system_fonts=True,  # the same page on every machine
        timestamp=datetime.fromtimestamp(0, UTC),
    )
    return pdf


def as_pngs(sheets: Sequence[str]) -> list[bytes]:
    """The same pages as pictures, each the size of the paper."""
    return [_png(page) for page in _pages(sheets)]


def _png(page: "Image") -> bytes:
    out = io.BytesIO()
    page.save(out, "PNG", dpi=(_DPI, _DPI))
    return out.getvalue()


def _pdf_of_pictures(sheets: Sequence[str], title: str) -> bytes:
    out = io.BytesIO()
    first, *more = _pages(sheets)
    day = datetime.fromtimestamp(0, UTC).timetuple()
    first.save(
        out,
        "PDF",
        resolution=_DPI,
        save_all=True,
        append_images=more,
        title=title,
        creationDate=day,
        modDate=day,
    )
    return out.getvalue()


def _pages(sheets: Sequence[str]) -> "list[Image]":
    picture = cache(_picture)  # a pile of blank sheets is drawn once
    return [
        _page([picture(svg) for svg in sheets[first : first + PER_PAGE]])
        for first in range(0, len(sheets), PER_PAGE)
    ]


def _picture(svg: str) -> "Image":
    from PIL import Image

    size = _SIZE.search(svg)
    assert size is not None  # every picture of ours says so
    width = _dots(_SHEET) * int(size[1]) / int(size[2])
    return Image.open(io.BytesIO(png(svg, round(width))))


def _page(sheets: "Sequence[Image]") -> "Image":
    """A page of the paper's size, its sheets one below the other in the middle."""
    from PIL import Image

    width, height = map(_dots, _A4)
    page = Image.new("RGB", (width, height), "white")
    tops = (_dots(_MARGIN), height - _dots(_MARGIN + _SHEET))
    for sheet, top in zip(sheets, tops, strict=False):
        page.paste(sheet, ((width - sheet.width) // 2, top), sheet)
    return page


def _dots(millimetres: float) -> int:
    return round(millimetres / _INCH * _DPI)
