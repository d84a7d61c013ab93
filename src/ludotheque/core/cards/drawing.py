"""A card as a picture: a sheet of A6, ruled, with the lid of its box. A unit is a tenth of a mm."""

from collections.abc import Iterator
from functools import cache
from html import escape

from ludotheque.core.cards.card import DOTS
from ludotheque.core.cards.lines import BOLD, broken, set_line, width
from ludotheque.core.cards.telling import Line, Told, told
from ludotheque.core.drawing import Scene
from ludotheque.core.errors import BadCard
from ludotheque.core.game import Box, Game

WIDTH, HEIGHT = 1050, 1480
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 980, 76, 1398
_LID = 350  # the most its picture takes, each way
_GAP = 36
_SIZES = (31, 30, 29, 28, 27, 26, 25, 24, 23, 22)  # of the text: 8.8 points to 6.2
_LEADING = 1.3
_STYLE = (
    ".card-sheet{font-family:'Libertinus Serif','Liberation Serif','Times New Roman',Times,"
    "Tinos,'DejaVu Serif',serif;fill:#33271b}"
    ".card-sheet .strong{font-weight:700}"
    ".card-sheet .label{font-weight:700;fill:#a2341d}"
    ".card-sheet .lean{font-style:italic}"
    ".card-sheet .ground{fill:#fffdf7}"
    ".card-sheet .red-line{fill:none;stroke:#c04128;stroke-width:4}"
    ".card-sheet .blue-line{fill:none;stroke:#bcd3e6;stroke-width:1.6}"
    ".card-sheet .dot{fill:#c04128}"
    ".card-sheet .no-dot{fill:none;stroke:#c04128;stroke-width:2.4}"
    ".card-sheet .edge{fill:none;stroke:#dcc394;stroke-width:2}"
)


@cache
def card_picture(game: Game, box: Box, language: str = "fr") -> str:
    """The card of a box as SVG, in the largest type that fits; BadCard where none does."""
    card = told(game, box, language)
    if card is None:
        raise BadCard(f"{box.id} has no card")
    lid, lid_width, lid_height = _lid(game, box, language)
    head, end = _head(card, _RIGHT - lid_width - _GAP)
    rule = max(end, _TOP + lid_height) + 26
    body = _fitting(card, rule, f"{box.id}, {language}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f"<title>{escape(card.title)}</title>"
        f'<style>{_STYLE}</style><g class="card-sheet">'
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>'
        f'{head}<path class="red-line" d="M{_LEFT},{rule:.0f}H{_RIGHT}"/>{body}{_foot()}</g>'
        f"{lid}</svg>"
    )


def _lid(game: Game, box: Box, language: str) -> tuple[str, float, float]:
    """The picture on the lid in the upper right corner, and its size."""
    canvas = game.drawing.CANVAS
    scale = _LID / max(canvas.width, canvas.height)
    wide, high = canvas.width * scale, canvas.height * scale
    drawn = game.draw(game.lid(box), Scene(language=language))
    at = f'x="{_RIGHT - wide:.1f}" y="{_TOP}" width="{wide:.1f}" height="{high:.1f}"'
    return drawn.replace("<svg ", f"<svg {at} ", 1), wide, high


def _head(card: Told, right: float) -> tuple[str, float]:
    """Title, summary, facts and dots, and where they end."""
    room, y, parts = right - _LEFT, _TOP + 54, []
    size = min(76, 76 * room / (width(card.title, 76) * BOLD))
    parts.append(set_line(card.title, _LEFT, y, size, "strong", BOLD))
    y += 14
    for line in broken(card.summary, 31, room):
        y += 40
        parts.append(set_line(line, _LEFT, y, 31, "lean"))
    y += 22
    for fact in card.facts:
        y += 43
        parts.append(set_line(fact.label, _LEFT, y, 31, "label", BOLD))
        parts.append(set_line(fact.text, _LEFT + 190, y, 31))
    for scale in card.scales:
        y += 43
        parts.append(set_line(scale.label, _LEFT, y, 31, "label", BOLD))
        parts.append(_dots(_LEFT + 202, y - 11, scale.dots))
    return "".join(parts), y


def _dots(x: float, y: float, full: int) -> str:
    return "".join(
        f'<circle class="{"dot" if k < full else "no-dot"}" cx="{x + 34 * k}" cy="{y}" r="11"/>'
        for k in range(DOTS)
    )


def _fitting(card: Told, top: float, where: str) -> str:
    for size in _SIZES:
        drawn, end = _body(card.lines, top, size)
        if end <= _BOTTOM:
            return drawn
    raise BadCard(f"a card does not fit on A6: {where}: {end - _BOTTOM:.0f} tenths of a mm over")


def _body(lines: list[Line], top: float, size: float) -> tuple[str, float]:
    """The entries below the rule, each on ruled lines, and where they end."""
    step, y, parts = size * _LEADING, top + 14, []
    for line in lines:
        for piece in _entry(line, size):
            y += step
            parts.append(f'<g transform="translate(0 {y:.1f})">{_ruled(size)}{piece}</g>')
        y += step * 0.22
    return "".join(parts), y


def _ruled(size: float) -> str:
    return f'<path class="blue-line" d="M{_LEFT},{size * 0.26:.1f}H{_RIGHT}"/>'


def _entry(line: Line, size: float) -> Iterator[str]:
    """The lines of an entry; its label runs in. Each stands at height 0."""
    room = _RIGHT - _LEFT
    label = f"{line.label}."
    indent = width(label, size) * BOLD + size * 0.4
    first = set_line(label, _LEFT, 0, size, "label", BOLD)
    for number, text in enumerate(broken(line.text, size, room, indent)):
        x = _LEFT if number else _LEFT + indent
        yield ("" if number else first) + set_line(text, x, 0, size)


def _foot() -> str:
    return set_line("Ludothèque", _LEFT, _BOTTOM + 34, 24, "lean")
