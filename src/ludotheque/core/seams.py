"""What a game hands over beside its numbers: the modules of its folder, as types.

A game's ``rules``, ``notation``, ``words`` and ``drawing`` are modules (or anything else with
these names); the kernels of ``rules`` make the promises of :mod:`ludotheque.core.contract`.
What a module may leave out is named in its docstring, and asked for with ``getattr``.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ludotheque.core.contract import Moves, Numbers, State
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate

if TYPE_CHECKING:
    from ludotheque.core.drawing import Canvas, Scene

Names = Mapping[int, str]  # of the people at the seats, where known


class Rules(Protocol):
    """The record, its sizes and the kernels; more of them than are called by name here.

    May have ``break_off``, ``can_undo`` and ``undo``.
    """

    STATE: "np.dtype[np.void]"
    ACTIONS: int  # action codes run from 0 to it
    OBSERVED: int  # numbers that observe() writes
    __file__: str | None

    def setup(self, state: State, /) -> None:
        """Write the opening, from the options already in the record."""

    def legal(self, state: State, seat: int, moves: Moves, /) -> int:
        """List the seat's legal actions in rising order; returns how many."""

    def observe(self, state: State, seat: int, out: Numbers, /) -> None:
        """Write what the seat sees as numbers."""


class Notation(Protocol):
    """A game in writing.

    May have ``board(state)``, the board as text, and ``same(key, wanted, found)``, whether a
    value of a position is the one that a scenario wants.
    """

    def position(self, state: State, /) -> dict[str, Any]:
        """The state as plain data."""

    def read_position(self, state: State, data: dict[str, Any], /) -> None:
        """Write a position into an opening state; BadPosition says why one is impossible."""

    def move(self, state: State, seat: int, action: int, /) -> str:
        """A legal action."""

    def chance(self, state: State, outcome: int, /) -> str:
        """A chance outcome."""


class Words(Protocol):
    """A game in sentences, French in the code.

    May have ``chance_label(state, _)``, where chance is not always dice: what one does for it
    to decide now, None to throw dice.
    """

    def tell(self, step: Step, names: Names, _: Translate, /) -> list[str]:
        """What chance or a move brought about; of a departure, what follows from it."""

    def label(self, state: State, seat: int, action: int, _: Translate, /) -> str:
        """What a legal action would do; no two of a seat read the same."""

    def seat_name(self, state: State, seat: int, names: Names, _: Translate, /) -> str:
        """A seat's name: its player's, else one of the game's own."""


class Drawing(Protocol):
    """A game as a picture.

    May have ``motions(step)``, the ways that pieces take, and ``SAMPLE``, the position on the
    lid of the box.
    """

    CANVAS: "Canvas"

    def board_layer(self, state: State, scene: "Scene", /) -> str:
        """What never changes for given options."""

    def pieces_layer(self, state: State, scene: "Scene", /) -> str:
        """Everything that happens on the board."""


class Printing(Protocol):
    """Sheets of a game that is also played on paper."""

    def printable(
        self,
        state: State | None = None,
        *,
        sheet: str = ...,
        pages: int = 1,
        names: Names | None = None,
        language: str = "fr",
    ) -> bytes:
        """Blank sheets, or those of a state, as a PDF."""


class Keeper(Protocol):
    """Scores what people played on paper."""

    def score_sheet(self, text: str, *, sheet: str = ...) -> Any:
        """What a typed sheet is worth."""

    def score_file(self, file: str, *, sheet: str = ...) -> Any:
        """What a sheet in a file is worth."""

    def report(self, score: Any, language: str = "fr") -> list[str]:
        """A score in lines to read."""
