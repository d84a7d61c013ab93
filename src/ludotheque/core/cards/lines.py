"""Text in lines of a given width, for pictures: SVG breaks none by itself.

Widths are those of Times, which most serif faces resemble; each line is told its length, so that
it fits in whatever face a machine has.
"""

import unicodedata
from collections.abc import Iterator
from html import escape

_WIDTHS = {  # in thousandths of the size
    180: "'",
    250: " .,",
    278: "ijlt:;/",
    333: "frI()-!’",
    389: "sJ",
    400: "“”",
    444: "acez?",
    556: "FPS",
    564: "×+−=",
    611: "ELTZ",
    667: "BCR",
    722: "wADGHKNOQUVXY",
    778: "m",
    833: "%",
    889: "M",
    944: "W",
    1000: "…—",
}
_OF_CHARACTER = {each: width for width, characters in _WIDTHS.items() for each in characters}
_OTHERS = 500
BOLD = 1.06  # how much wider heavy type runs


def width(text: str, size: float) -> float:
    """How wide a text is in that size."""
    bare = unicodedata.normalize("NFD", text.replace("\u00a0", " "))
    letters = (each for each in bare if not unicodedata.combining(each))
    return sum(_OF_CHARACTER.get(each, _OTHERS) for each in letters) * size / 1000


def broken(text: str, size: float, room: float, first: float = 0) -> Iterator[str]:
    """The lines of a text, none wider than ``room``; the first one leaves some free."""
    line, free = "", room - first
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width(longer, size) > free:
            yield line
            line, free = word, room
        else:
            line = longer
    yield line


def set_line(text: str, x: float, y: float, size: float, style: str = "", wide: float = 1) -> str:
    """One line as SVG, exactly as wide as it was reckoned."""
    length = width(text, size) * wide
    return (
        f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}"'
        f' textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
    )
