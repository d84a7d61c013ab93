"""Pictures drawn with nothing but text: standings, a dot and its interval each, and curves."""

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from ludotheque.research.results import Standing, Tournament

_ROW = 44
_TOP, _BOTTOM = 84, 56
_LEFT, _RIGHT, _WIDTH = 190, 250, 1000  # margins for names and figures
_STYLE = (
    "text{font-family:system-ui,'DejaVu Sans',sans-serif;font-size:15px;fill:#2b2621}"
    ".title{font-size:19px;font-weight:600}.quiet{fill:#6b625a;font-size:13px}"
    ".grid{stroke:#e4ddd4}.fair{stroke:#6b625a;stroke-dasharray:5 5}"
    ".bar{stroke:#c2563f;stroke-width:3;stroke-linecap:round}.dot{fill:#c2563f}"
)
_TICKS = 5
_HIGH = 320  # of a curve


class _Scale:
    """Where a value lies between the margins: whole steps around all intervals."""

    def __init__(self, lows: list[float], highs: list[float]):
        low, high = min(lows), max(highs)
        self.step = _step((high - low) or 1)
        self.low = self.step * (low // self.step)
        self.high = self.step * -(-high // self.step)

    def x(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return round(_LEFT + part * (_WIDTH - _LEFT - _RIGHT), 1)

    def ticks(self) -> list[float]:
        count = round((self.high - self.low) / self.step)
        return [self.low + self.step * k for k in range(count + 1)]


def chart(result: "Tournament") -> str:
    """The picture as SVG, on white."""
    rows = result.standings
    values = [_value(row) for row in rows]
    fair = [] if result.is_solo else [result.fair]
    scale = _Scale([low for _, low, _ in values] + fair, [high for _, _, high in values] + fair)
    height = _TOP + _ROW * len(rows) + _BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">',
        f"<title>{escape(result.title)}</title><style>{_STYLE}</style>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
        *_heading(result),
        *_axis(scale, height, result.is_solo),
        *(_line(scale.x(each), height, "fair") for each in fair),
        *(part for k, row in enumerate(rows) for part in _row(scale, row, k)),
        "</svg>",
    ]
    return "".join(parts)


def curve(title: str, what: str, points: list[tuple[float, float]]) -> str:
    """How something grew, as SVG: a line through points from left to right."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    across, up = _Scale([0.0], [max(xs)]), _Scale([min(ys)], [max(ys)])
    top, bottom = _TOP, _TOP + _HIGH

    def y(value: float) -> float:
        return round(bottom - (value - up.low) / (up.high - up.low) * _HIGH, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom + _BOTTOM}" '
        f'role="img"><title>{escape(title)}</title><style>{_STYLE}</style>',
        f'<rect width="{_WIDTH}" height="{bottom + _BOTTOM}" fill="#fff"/>',
        _text(24, 36, title, "title"),
        _text(24, 60, what, "quiet"),
    ]
    for tick in up.ticks():
        parts.append(f'<path class="grid" d="M{_LEFT} {y(tick)}H{_WIDTH - _RIGHT}"/>')
        parts.append(_text(_LEFT - 16, y(tick) + 5, f"{tick:.4g}", "quiet", "end"))
    for tick in across.ticks():
        parts.append(f'<path class="grid" d="M{across.x(tick)} {top}V{bottom}"/>')
        parts.append(_text(across.x(tick), bottom + 26, f"{tick:.4g}", "quiet", "middle"))
    line = " ".join(f"{across.x(x)},{y(value)}" for x, value in points)
    parts.append(f'<polyline fill="none" class="bar" points="{line}"/></svg>')
    return "".join(parts)


def _value(row: "Standing") -> tuple[float, float, float]:
    """What is drawn of a player, and its interval."""
    if row.share is None or row.share_interval is None:
        middle, (low, high) = row.score, row.score_interval
    else:
        middle, (low, high) = row.share, row.share_interval
    return middle, max(low, middle - 1e6), min(high, middle + 1e6)


def _heading(result: "Tournament") -> list[str]:
    name, _, rest = result.title.partition(": ")
    what = "points" if result.is_solo else "share of the win, even at the dashed line"
    return [
        _text(24, 36, name, "title"),
        _text(24, 60, f"{rest} · {what}; bars: 95 % intervals", "quiet"),
    ]


def _axis(scale: _Scale, height: int, is_solo: bool) -> list[str]:
    parts = []
    for tick in scale.ticks():
        label = f"{tick:g}" if is_solo else f"{100 * tick:.4g} %"
        parts.append(_line(scale.x(tick), height, "grid"))
        parts.append(_text(scale.x(tick), height - _BOTTOM + 26, label, "quiet", "middle"))
    return parts


def _row(scale: _Scale, row: "Standing", place: int) -> list[str]:
    y = _TOP + _ROW * place + _ROW // 2
    middle, low, high = _value(row)
    figures = f"{middle:.2f}" if row.share is None else f"{middle:.1%}"
    if row.elo is not None and row.elo_interval is not None:
        figures += f" · Elo {row.elo:+.0f} ± {(row.elo_interval[1] - row.elo_interval[0]) / 2:.0f}"
    return [
        _text(_LEFT - 16, y + 5, row.player.rpartition(".")[2], "", "end"),
        f'<path class="bar" d="M{scale.x(low)} {y}H{scale.x(high)}"/>',
        f'<circle class="dot" cx="{scale.x(middle)}" cy="{y}" r="6"/>',
        _text(_WIDTH - _RIGHT + 24, y + 5, figures),
    ]


def _line(x: float, height: int, kind: str) -> str:
    return f'<path class="{kind}" d="M{x} {_TOP}V{height - _BOTTOM}"/>'


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>'


def _step(width: float) -> float:
    """A step of 1, 2 or 5 times a power of ten that cuts a width into some parts."""
    power = 1.0
    while power * 10 <= width / _TICKS:
        power *= 10
    while power > width / _TICKS:
        power /= 10
    return next(power * k for k in (1, 2, 5, 10) if power * k >= width / _TICKS)
