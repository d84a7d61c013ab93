"""A picture to keep of a game: the board at its end, the places, the figures; to send to friends.

As large as the previews that other places make of a link. It knows no record and no request.
"""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from ludotheque.core.cards.lines import broken, width
from ludotheque.core.drawing import LIGHT
from ludotheque.core.figures import Figure

WIDTH, HEIGHT = 1200, 630
_EDGE, _GAP = 30, 44
_BOARD = HEIGHT - 2 * _EDGE  # the most its picture takes, each way
_SANS = 1.2  # how much wider our type runs than the one that widths are known of
_STYLE = (
    ".souvenir{font-family:system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
    f"fill:{LIGHT['ink']}}}"
    ".souvenir .strong{font-weight:700}"
    ".souvenir .soft{fill:#75624a}"
    ".souvenir .tick{fill:none;stroke:#2b8560;stroke-width:4;stroke-linecap:round}"
    f".souvenir .ground{{fill:{LIGHT['table']}}}"
    f".souvenir .panel{{fill:{LIGHT['house']}}}"
    f".souvenir .gold{{fill:{LIGHT['gold']}}}.souvenir .rim{{fill:{LIGHT['rim']}}}"
    ".souvenir .middle{text-anchor:middle}.souvenir .end{text-anchor:end}"
    f".souvenir .letters{{fill:none;stroke:{LIGHT['ink']};stroke-width:11;stroke-linecap:round;"
    "stroke-linejoin:round}"
    f".souvenir .accent{{fill:none;stroke:{LIGHT['gold']};stroke-width:9;stroke-linecap:round}}"
    f".souvenir .ball{{fill:{LIGHT['red']}}}.souvenir .ball-edge{{fill:{LIGHT['red-dark']}}}"
    ".souvenir .ball-ring{fill:none;stroke:#fff8ea;stroke-width:6}"
)
_LEVEL = str.maketrans("ᵉʳ", "er")  # raised letters are in few faces
_WORDMARK = Path(__file__).parent / "templates/parts/wordmark.svg"


class Standing(NamedTuple):
    """A place that somebody took."""

    place: str  # "1er"
    name: str
    points: str  # "12 points"
    is_first: bool


class Souvenir(NamedTuple):
    """What the picture tells."""

    title: str  # of the box
    sentence: str  # how it ended
    standing: Sequence[Standing]
    figures: Sequence[Figure]
    verified: str  # that the dice are; empty where nobody knows


def picture(board: str, size: tuple[int, int], told: Souvenir) -> str:
    """The souvenir as SVG, around a board of that size."""
    scale = _BOARD / max(size)
    wide, high = size[0] * scale, size[1] * scale
    at = f'x="{_EDGE}" y="{(HEIGHT - high) / 2:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    left = _EDGE + wide + _GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f"<title>{escape(told.title)}</title><style>{_STYLE}</style>"
        f'<g class="souvenir"><rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>'
        f"{''.join(_beside(told, left, WIDTH - _EDGE - 14))}</g>"
        f"{board.replace('<svg ', f'<svg {at} ', 1)}</svg>"
    )


def _beside(told: Souvenir, left: float, right: float) -> Iterator[str]:
    room, y = right - left, 76.0
    yield _line(told.title, left, y, 44, room, "strong")
    for text in list(broken(told.sentence, 28 * _SANS, room))[:2]:
        y += 38
        yield _line(text, left, y, 28, room)
    y += 26
    step = 46 if len(told.standing) <= 4 else 34
    for each in told.standing:
        yield from _place(each, left, right, y, step)
        y += step + 6
    yield from _figures(told.figures, left, room, y + 12)
    yield f'<g transform="translate({left:.1f} {HEIGHT - 62}) scale(.36)">{_wordmark()}</g>'
    if told.verified:
        yield _line(told.verified, right - 30, HEIGHT - 36, 20, room / 2, "soft end")
        yield f'<path class="tick" d="M{right - 20:.1f},{HEIGHT - 43}l7,7 12,-15"/>'


def _place(each: Standing, left: float, right: float, y: float, high: float) -> Iterator[str]:
    wide, size = 74, high * 0.5
    middle = y + high * 0.68
    yield (
        f'<rect class="panel" x="{left:.1f}" y="{y:.1f}" width="{right - left:.1f}"'
        f' height="{high}" rx="10"/>'
        f'<rect class="{"gold" if each.is_first else "rim"}" x="{left:.1f}" y="{y:.1f}"'
        f' width="{wide}" height="{high}" rx="10"/>'
    )
    yield _line(
        each.place.translate(_LEVEL), left + wide / 2, middle, size, wide - 8, "strong middle"
    )
    points = width(each.points, size * 0.85) * _SANS
    yield _line(each.name, left + wide + 16, middle, size, right - left - wide - points - 50)
    yield _line(each.points, right - 16, middle, size * 0.85, points + 10, "end")


def _figures(figures: Sequence[Figure], left: float, room: float, y: float) -> Iterator[str]:
    """Two beside each other, each a number with what it counts."""
    column = room / 2
    for k, figure in enumerate(figures):
        x, top = left + column * (k % 2), y + 70 * (k // 2)
        number = width(figure.value, 40) * _SANS
        yield _line(figure.value, x, top + 42, 40, column - 20, "strong")
        after, rest = x + number + 14, column - number - 30
        yield _line(figure.label, after, top + (24 if figure.who else 38), 22, rest)
        yield _line(figure.who, after, top + 49, 19, rest, "soft")


def _line(text: str, x: float, y: float, size: float, room: float, style: str = "") -> str:
    """One line of text, smaller where there is not room enough."""
    if not text:
        return ""
    size = min(size, size * room / max(1, width(text, size) * _SANS))
    return (
        f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}">'
        f"{escape(text)}</text>"
    )


def _wordmark() -> str:
    return _WORDMARK.read_text(encoding="utf-8")
