"""What lies on a board as plain data, and what a viewer may do with it.

A picture is a board, drawn once, and a list of pieces: everything that a move, a roll or a name
changes. Pieces keep their id for ever, and the order of two ids never changes. From the same
list come a page, a PNG, a film and a print; a browser is sent what :func:`difference` finds
between two lists and makes the same picture of it. Nothing here knows a game.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple

from ludotheque.core.drawing.style import place


class Piece(NamedTuple):
    """One thing on a board; whatever it is made of lies about (x, y)."""

    id: str
    symbols: str = ""  # names of symbols, the furthest first: "run-north tower"
    x: int = 0
    y: int = 0
    size: int = 100  # per cent
    style: str = ""  # CSS classes
    text: str = ""  # stands in the middle, before the symbols
    label: str = ""  # what it is called aloud, where it says more than its text
    path: str = ""  # lies behind the symbols


class Choice(NamedTuple):
    """How a legal action is shown, and which pieces make it.

    Where pieces of the board make it, what it shows waits until one of them is pointed at;
    else what it shows is there at once. Where a piece is picked first, it is there while that
    one is picked; the first choice's is picked unasked.
    """

    action: int
    on: tuple[str, ...]  # ids of pieces, its own included; the first takes the keyboard too
    shown: tuple[Piece, ...] = ()  # what it adds to the picture
    pick: str = ""  # the id of a piece to pick first
    ring: str = "ring"  # the symbol around what can be clicked; "" where it needs none


class Difference(NamedTuple):
    """What turns one list of pieces into another."""

    changed: list[Piece]
    new: list[tuple[str, Piece]]  # each with the id it follows, "" for the first
    gone: list[str]


_DEFAULTS = Piece("")
_PICTURE = ' role="img"'


def difference(before: Sequence[Piece], after: Sequence[Piece]) -> Difference:
    """What to change in one picture to get another."""
    first, last = _apart(before, after)
    old = {piece.id: piece for piece in before[first : len(before) - last]}
    changed: list[Piece] = []
    new: list[tuple[str, Piece]] = []
    previous = after[first - 1].id if first else ""
    for piece in after[first : len(after) - last]:
        id = piece.id
        was = old.pop(id, None)
        if was is piece:
            pass
        elif was is None:
            new.append((previous, piece))
        elif was != piece:
            changed.append(piece)
        previous = id
    return Difference(changed, new, list(old))


def _apart(before: Sequence[Piece], after: Sequence[Piece]) -> tuple[int, int]:
    """How many pieces are the very same in the beginning, and how many at the end: most are."""
    shorter = min(len(before), len(after))
    first = 0
    while first < shorter and before[first] is after[first]:
        first += 1
    last, most = 0, shorter - first
    while last < most and before[-1 - last] is after[-1 - last]:
        last += 1
    return first, last


@lru_cache(4096)  # few pieces look as none ever did
def packed(piece: Piece) -> tuple[object, ...]:
    """A piece as plain values, for sending: what it has by default is left out at the end."""
    values = list(piece)
    while values[-1] == _DEFAULTS[len(values) - 1]:
        values.pop()
    return tuple(values)


def piece_svg(piece: Piece, marks: str = "", ring: str = "", attributes: str = "") -> str:
    """A piece as SVG; ``marks`` are more classes, ``ring`` is a symbol behind it."""
    classes = " ".join(filter(None, (piece.style, marks, place(piece.x, piece.y, piece.size))))
    if piece.label and "aria-label" not in attributes:
        attributes = f'{attributes or _PICTURE} aria-label="{escape(piece.label)}"'
    parts = [f'<g id="{piece.id}" class="{classes}"{attributes}>']
    if ring:
        parts.append(f'<use class="mark" href="#s-{ring}"/>')
    if piece.path:
        parts.append(f'<path d="{piece.path}"/>')
    parts += [f'<use href="#s-{symbol}"/>' for symbol in piece.symbols.split()]
    if piece.text:
        parts.append(f'<text dy=".36em">{escape(piece.text)}</text>')
    return "".join((*parts, "</g>"))


class Button(NamedTuple):
    """A choice as a page offers it."""

    choice: Choice
    notation: str  # of its action
    label: str

    @property
    def attributes(self) -> str:
        """What makes a piece a button for the keyboard as well."""
        label = escape(self.label)
        return f'{self.clickable} role="button" tabindex="0" aria-label="{label}"'

    @property
    def clickable(self) -> str:
        """What makes a piece take a click."""
        return f' data-move="{escape(self.notation)}"'


def layers_svg(pieces: Iterable[Piece], buttons: Sequence[Button] = ()) -> str:
    """The pieces and, above them, what the choices add, as two layers of SVG."""
    marked: dict[str, tuple[str, str, str]] = {}
    for button in buttons:
        for k, name in enumerate(button.choice.on):
            attributes = button.clickable if k else button.attributes
            marked[name] = ("movable", button.choice.ring, attributes)
    picked = buttons[0].choice.pick if buttons else ""
    for button in buttons:
        if pick := button.choice.pick:
            marked.setdefault(pick, _pickable(pick == picked, button.choice.ring))
    below = "".join(piece_svg(piece, *marked.get(piece.id, ())) for piece in pieces)
    above = "".join(_shown(button, marked, picked) for button in buttons)
    return f'<g id="pieces">{below}</g><g id="choices">{above}</g>'


def _pickable(is_picked: bool, ring: str) -> tuple[str, str, str]:
    return ("movable picked" if is_picked else "movable", ring, ' role="button" tabindex="0"')


def _shown(button: Button, marked: dict[str, tuple[str, str, str]], picked: str) -> str:
    """What a choice adds, unless something else is to be picked or pointed at before."""
    choice, parts = button.choice, []
    is_own = any(piece.id in choice.on for piece in choice.shown)
    hidden = "unpicked" if choice.pick not in ("", picked) else "" if is_own else "waits"
    for piece in choice.shown:
        marks, ring, attributes = marked.get(piece.id, ("", "", ""))
        marks = " ".join(filter(None, (marks, hidden)))
        parts.append(piece_svg(piece, marks, ring, attributes))
    return "".join(parts)
