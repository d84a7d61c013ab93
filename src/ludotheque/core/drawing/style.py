"""How a style keeps to its pictures, how classes say where things stand, how names are cut."""

import re
from collections.abc import Iterable

Point = tuple[int, int]

PLACES = """
& .at{transform:translate(var(--x),var(--y)) scale(var(--scale,1))}
"""


def scoped(name: str, style: str) -> str:
    """A style, one rule a line, in which ``&`` stands for the pictures of that class alone."""
    return style.replace("&", f".{name}").replace("\n", "")


def place(x: int, y: int, scale: int = 100) -> str:
    """The classes of what stands there, at that percentage of its size.

    They are one run in the ``class`` attribute, and no placed thing lies within another.
    """
    return f"at x{x} y{y}" if scale == 100 else f"at x{x} y{y} z{scale}"


PLACED = re.compile(r'(class="[^"]*\bat x(-?\d+) y(-?\d+)(?: z(\d+))?[^"]*")')


def placed_css(xs: Iterable[int], ys: Iterable[int], scales: Iterable[int]) -> str:
    """The style behind the classes of :func:`place`."""
    return "".join(
        [f".x{x}{{--x:{x}px}}" for x in sorted(set(xs))]
        + [f".y{y}{{--y:{y}px}}" for y in sorted(set(ys))]
        + [f".z{scale}{{--scale:{scale / 100}}}" for scale in sorted(set(scales))]
    )


def shortened(name: str, longest: int) -> str:
    """A name cut to that many characters at most."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"
