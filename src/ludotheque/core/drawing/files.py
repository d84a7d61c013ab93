"""Pictures for programs other than browsers: plain SVG, PNG and PDF."""

import re

from ludotheque.core.drawing.style import PLACED
from ludotheque.core.errors import BadOption

_STYLE = re.compile(r"(?<=<style>)[^<]*")

_AT_RULE = re.compile(r"@[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")

_VALUE = re.compile(r"--([\w-]+):([^;}]+)")

_VARIABLE = re.compile(r"var\(--([\w-]+)\)")


def standalone(svg: str) -> str:
    """The same picture in plain SVG, by day: places as attributes, colours as values.

    Rasterisers, editors and mail readers seldom know custom properties or ``@media``.
    """
    return PLACED.sub(_transformed, _STYLE.sub(_plain, svg))


def _plain(style: re.Match[str]) -> str:
    text = _AT_RULE.sub("", style[0])
    values = dict(reversed(_VALUE.findall(text)))  # the first of a name: day comes before night
    kept = []
    for selector, body in _RULE.findall(text):
        lines = [
            line
            for line in body.split(";")
            if line and not line.startswith(("--", "transition:")) and "var(--x)" not in line
        ]
        if lines:
            kept.append(f"{selector}{{{';'.join(lines)}}}")
    plain = "".join(kept)
    for _ in range(2):  # a colour may be said by another's name
        plain = _VARIABLE.sub(lambda variable: values[variable[1]], plain)
    return plain


def _transformed(match: re.Match[str]) -> str:
    attribute, x, y, scale = match.groups()
    scaled = f" scale({int(scale) / 100})" if scale else ""
    return f'{attribute} transform="translate({x} {y}){scaled}"'


def png(svg: str, width: int = 900) -> bytes:
    """The picture rasterised, that many pixels wide, on a transparent ground."""
    import resvg_py  # here, so that only a PNG needs a rasteriser

    return bytes(resvg_py.svg_to_bytes(svg_string=standalone(svg), width=width))


def has_fonts() -> bool:
    """Whether there is a font to set words in: a small system may have none, and draws nothing."""
    sheet = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{}</svg>'
    return png(sheet.format('<text y="16">m</text>'), 20) != png(sheet.format(""), 20)


def pdf(svg: str) -> bytes:
    """The picture as a page of its own size, in vectors; needs the extra ``print``."""
    try:
        import typst
    except ImportError:
        raise BadOption("a PDF needs typst: pip install 'ludotheque[print]'") from None
    page = (
        "#set page(width: auto, height: auto, margin: 8mm)\n"
        '#image(bytes(sys.inputs.svg), format: "svg", width: 180mm)'
    )
    return bytes(typst.compile(page.encode(), sys_inputs={"svg": standalone(svg)}))
