"""Histograms as SVG in a page, in the page's own colours by day and night."""

from collections.abc import Mapping
from typing import Any

_WIDTH, _HEIGHT, _FOOT = 640, 150, 24


def histogram(spread: Mapping[str, Any], title: str) -> str:
    """How a number differs from game to game; bars are ranges of whole numbers."""
    counts, least, width = spread["counts"], spread["least"], spread["width"]
    step, top = _WIDTH / len(counts), max(counts)
    bars = "".join(_bar(k, each, step, top, counts, least, width) for k, each in enumerate(counts))
    middle = (spread["mean"] - least) / width * step
    foot = f'y="{_HEIGHT + 18}"'
    return (
        f'<svg class="histogram" viewBox="0 0 {_WIDTH} {_HEIGHT + _FOOT}" role="img">'
        f"<title>{title}</title>{bars}"
        f'<path class="mean" d="M{middle:.1f} 0V{_HEIGHT}"/>'
        f'<text x="{middle:.1f}" {foot} text-anchor="middle">{spread["mean"]:.0f}</text>'
        f'<text x="0" {foot}>{least}</text>'
        f'<text x="{_WIDTH}" {foot} text-anchor="end">{spread["quantiles"][-1]}</text>'
        "</svg>"
    )


def _bar(
    place: int, count: int, step: float, top: int, counts: list[int], least: int, width: int
) -> str:
    height = count / top * (_HEIGHT - 4)
    low = least + place * width
    range_ = str(low) if width == 1 else f"{low}–{low + width - 1}"
    return (
        f'<rect x="{place * step:.1f}" y="{_HEIGHT - height:.1f}" width="{step - 1.5:.1f}" '
        f'height="{height:.1f}"><title>{range_}: {count / sum(counts):.1%}</title></rect>'
    )
