"""A card as a file: SVG, PNG, and a PDF of A6 where typst is installed (the extra ``print``)."""

from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ludotheque.core.cards.drawing import card_picture
from ludotheque.core.discovery import box
from ludotheque.core.drawing import png, standalone
from ludotheque.core.errors import BadOption

_PNG_WIDTH = 1240  # pixels: 300 to the inch
_PAGE = """
#set page(width: 105mm, height: 148mm, margin: 0mm)
#set document(title: sys.inputs.title)
#image(bytes(sys.inputs.svg), format: "svg", width: 100%)
"""


def card_file(id: str, language: str, kind: str) -> bytes:
    """The card of the box with this id, as a file of a kind in KINDS."""
    shelf_game, its_box = box(id)
    svg = card_picture(shelf_game, its_box, language)
    return KINDS[kind](svg, shelf_game.translate(language)(its_box.title))


def can_print() -> bool:
    """Whether a PDF can be made here."""
    return find_spec("typst") is not None


def _svg(svg: str, title: str) -> bytes:
    sized = svg.replace("<svg ", '<svg width="105mm" height="148mm" ', 1)
    return standalone(sized).encode()


def _png(svg: str, title: str) -> bytes:
    return png(svg, _PNG_WIDTH)


def _pdf(svg: str, title: str) -> bytes:
    try:
        typst: Any = import_module("typst")  # here, so that only printing needs it
    except ImportError:
        raise BadOption(
            "a PDF needs typst: pip install 'ludotheque[print]'; SVG and PNG do without"
        ) from None
    return bytes(
        typst.compile(
            _PAGE.encode(),
            sys_inputs={"svg": standalone(svg), "title": title},
            ignore_system_fonts=True,  # the same card on every machine
            timestamp=datetime.fromtimestamp(0, UTC),
        )
    )


KINDS: dict[str, Callable[[str, str], bytes]] = {"pdf": _pdf, "svg": _svg, "png": _png}
