"""The colours of all pictures, by day and by night."""

from collections.abc import Mapping

PARTS = ("", "-dark", "-tint", "-on")  # body, shade under it, tint behind it, text on it

HUES = {
    "red": ("#c9472f", "#8a2a1a", "#f4cdc0", "#fff8ea"),
    "green": ("#2b8560", "#17573d", "#c4e3d0", "#fff8ea"),
    "yellow": ("#efb52e", "#a87412", "#fbe5ac", "#4b3413"),
    "blue": ("#2f6fae", "#1b4573", "#c6dbee", "#fff8ea"),
    "grey": ("#ddcfb3", "#c3b391", "#ebdfc6", "#8f8269"),  # a place nobody sits at
}

# Of seats beside the board, in charts: those that pages have, of which a game may choose its own.
SEAT_HUES = ("red", "blue", "green", "yellow", "plum", "ink")

LIGHT = {
    "table": "#f6e9cd",  # the sheet the board is printed on
    "rim": "#d3b582",
    "house": "#fffaee",
    "shade": "#dfcaa0",  # under houses and tokens
    "ink": "#4a3a28",
    "ivory": "#fffdf6",  # dice and badges: the same by day and by night
    "pip": "#3b2e22",
    "gold": "#e79a10",
    "glow": "#ffd766",
    "honey": "#fdeab4",  # houses where everybody is safe
    "lit": "#ffd76673",  # over what counts now, which is seen through it
    "green-ink": "#1f6b4b",  # small words in green on a house
} | {
    f"{hue}{part}": colour
    for hue, colours in HUES.items()
    for part, colour in zip(PARTS, colours, strict=True)
}

DARK = {
    "table": "#352d25",
    "rim": "#1f1a15",
    "house": "#544838",
    "shade": "#231d17",
    "ink": "#f1e4c9",
    "honey": "#7a6232",
    "lit": "#ffd76638",
    "green-ink": "#8fdcb4",
    "red-tint": "#6e3a2e",
    "green-tint": "#2c5443",
    "yellow-tint": "#6d5727",
    "blue-tint": "#2c4a66",
    "grey": "#6b6153",
    "grey-dark": "#4c4439",
    "grey-tint": "#443c32",
    "grey-on": "#b9ad98",
}


def _variables(palette: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in palette.items())


def _palette() -> str:
    """The colours; a page may force a theme with ``data-theme`` on any element around."""
    light, dark = _variables(LIGHT), _variables(DARK)
    # No ancestor in these: a rule with one does not reach what <use> brings in.
    hues = "".join(
        f".{hue}{part}{{fill:var(--{hue}{part})}}.{hue}{part}-line{{stroke:var(--{hue}{part})}}"
        for hue in HUES
        for part in PARTS
    )
    return (
        f".ludotheque{{{light}}}{hues}"
        f"@media (prefers-color-scheme:dark){{.ludotheque{{{dark}}}}}"
        f"[data-theme=light] .ludotheque{{{light}}}[data-theme=dark] .ludotheque{{{dark}}}"
    )


STYLE = _palette()
