"""The course of a game as a picture: a line a seat, what it could expect after every event."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from ludotheque.analysis.report import Report
from ludotheque.analysis.values import MILLION

WIDTH, HEIGHT = 1000, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 30, 84, 46
_STYLE = (
    "text{font-family:system-ui,'DejaVu Sans',sans-serif;font-size:15px;fill:#2b2621}"
    ".title{font-size:19px;font-weight:600}.quiet{fill:#6b625a;font-size:13px}"
    ".grid{stroke:#e4ddd4}"
)
# Told apart by eye and, dashed one after the other, without colours.
_COLOURS = ("#c2563f", "#2f6f9f", "#5a8a3c", "#b58a1c", "#7b559e", "#3c8f8a")
_DASHES = ("", "9 4", "3 4", "12 4 3 4", "2 6", "16 5")


def picture(report: Report, title: str, names: Sequence[str]) -> str:
    """The report's curves as SVG, on white."""
    curves = [report.curve(seat) for seat in range(report.seats)]
    unit = "points to expect" if report.by_points else "chance of winning"
    top = max(map(max, curves)) if report.by_points else MILLION
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _text(24, 36, title, "title"),
        _text(WIDTH - _RIGHT, 36, unit, "quiet", "end"),
        *_grid(top, report.by_points),
        *(_key(seat, name, len(names)) for seat, name in enumerate(names)),
        *(_line(seat, curve, top) for seat, curve in enumerate(curves)),
        "</svg>",
    ]
    return "".join(parts)


def _grid(top: int, by_points: bool) -> list[str]:
    parts = []
    for quarter in range(5):
        y = _y(quarter / 4)
        value = top * quarter // 4
        label = f"{value / MILLION:.0f}" if by_points else f"{value / MILLION:.0%}"
        parts.append(f'<path class="grid" d="M{_LEFT} {y}H{WIDTH - _RIGHT}"/>')
        parts.append(_text(_LEFT - 10, y + 5, label, "quiet", "end"))
    return parts


def _key(seat: int, name: str, count: int) -> str:
    x = _LEFT + seat * (WIDTH - _LEFT - _RIGHT) // count
    line = f'<path {_stroke(seat)} d="M{x} 59H{x + 26}"/>'
    return line + _text(x + 34, 64, name)


def _line(seat: int, curve: list[int], top: int) -> str:
    across = (WIDTH - _LEFT - _RIGHT) / max(1, len(curve) - 1)
    points = " ".join(
        f"{round(_LEFT + k * across, 1)},{_y(value / top)}" for k, value in enumerate(curve)
    )
    return f'<polyline {_stroke(seat)} points="{points}"/>'


def _stroke(seat: int) -> str:
    look = f'fill="none" stroke="{_COLOURS[seat % 6]}" stroke-width="2.5" stroke-linejoin="round"'
    dash = _DASHES[seat % 6]
    return f'{look} stroke-dasharray="{dash}"' if dash else look


def _y(part: float) -> float:
    return round(HEIGHT - _BOTTOM - part * (HEIGHT - _TOP - _BOTTOM), 1)


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>'
