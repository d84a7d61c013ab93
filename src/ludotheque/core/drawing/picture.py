"""A picture put together: its circumstances, its canvas, its layers and their style."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.core.contract import State
from ludotheque.core.drawing import palette, pawns, symbols
from ludotheque.core.drawing.pieces import Button, Piece, layers_svg
from ludotheque.core.drawing.style import PLACED, PLACES, placed_css, scoped

if TYPE_CHECKING:
    from ludotheque.core.step import Step


class Scene(NamedTuple):
    """The circumstances of a drawing."""

    seat: int | None = None  # whose eyes it is seen through; None: an onlooker's
    moves: Mapping[int, str] = MappingProxyType({})  # legal actions to offer: notation
    last: "Step | None" = None  # what happened last, to mark
    names: Mapping[int, str] = MappingProxyType({})  # of the seats, where known
    language: str = "fr"


def fields(state: State) -> Any:
    """The state's fields read once, for functions that only read a state.

    A record takes microseconds for every field it is asked for, unless it is settled.
    """
    if vars(state):
        return state
    return SimpleNamespace(**dict(zip(state.dtype.names, state.item(), strict=True)))


@dataclass(frozen=True)
class Canvas:
    """What all pictures of one game have in common."""

    name: str  # class of the root: the game's own style starts with ``.name``
    title: str
    width: int
    height: int
    style: str  # the game's own; SHARED comes before it
    # Every place a piece can have, for the stylesheet that is served once; left out: anywhere.
    xs: Iterable[int] = ()
    ys: Iterable[int] = ()
    scales: Iterable[int] = (100,)  # per cent

    def __post_init__(self) -> None:
        object.__setattr__(self, "xs", self.xs or range(self.width + 1))
        object.__setattr__(self, "ys", self.ys or range(self.height + 1))


SHARED = (
    ".ludotheque{font-family:system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}"
    + palette.STYLE
    + scoped("ludotheque", PLACES + pawns.STYLE + symbols.STYLE)
)


def stylesheet(canvas: Canvas) -> str:
    """Everything that pictures of a game can ask for: the file that a page links to."""
    return SHARED + canvas.style + placed_css(canvas.xs, canvas.ys, canvas.scales)


def compose(
    canvas: Canvas,
    board: str,
    pieces: Iterable[Piece],
    buttons: Sequence[Button] = (),
    styled: bool = True,
) -> str:
    """One whole SVG of a board, its pieces and what may be done with them.

    With ``styled`` it carries the style it needs; without, the page links to the stylesheet.
    """
    layers = f'<g id="board">{board}</g>{layers_svg(pieces, buttons)}'
    style = ""
    if styled:
        found = PLACED.findall(layers)
        places = placed_css(
            (int(x) for _, x, _, _ in found),
            (int(y) for _, _, y, _ in found),
            (int(scale) for *_, scale in found if scale),
        )
        style = f"<style>{SHARED}{canvas.style}{places}</style>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ludotheque {canvas.name}"'
        f' viewBox="0 0 {canvas.width} {canvas.height}" role="group" aria-labelledby="title">'
        f'<title id="title">{escape(canvas.title)}</title>{style}'
        f"{symbols.definitions(symbols.SYMBOLS)}{layers}</svg>"
    )
