"""What a game hands over beside its numbers: the modules of its folder, as types.

A game's ``rules``, ``notation``, ``words`` and ``drawing`` are modules (or anything else with
these names); the kernels of ``rules`` make the promises of :mod:`ludotheque.core.contract`.
What a module may leave out is named in its docstring, and asked for with ``getattr``.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ludotheque.core.contract import Kernel, Moves, Seen, State
from ludotheque.core.keeping import Account, Filled, Form
from ludotheque.core.progress import Progress
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate
from ludotheque.core.traits import Traits

if TYPE_CHECKING:
    from ludotheque.core.drawing import Canvas, Piece, Scene

Names = Mapping[int, str]  # of the people at the seats, where known


class Rules(Protocol):
    """The record, its sizes and the kernels; more of them than are called by name here.

    May have ``break_off``, ``can_undo`` and ``undo``; ``AT_ONCE`` and ``HIDDEN``, false if left
    out; ``PRINTED`` and ``printed(state)``, the traits of what its board or sheet shows;
    ``RECKONED`` and the kernel ``reckon``, what a brain is told beside what a seat sees;
    ``total_weight`` and ``outcome_at``, a quicker draw; ``count_legal`` and ``nth_legal`` with
    ``MASKS``, the words of their scratch, for random play without lists; ``IN_STEP``, true where
    games go through the same phases side by side: a GPU plays these fastest round by round.
    """

    STATE: "np.dtype[np.void]"
    ACTIONS: int  # action codes run from 0 to it
    OUTCOMES: int  # chance never has more of them
    LONGEST: int  # steps of the longest game; of nearly every one where there is no bound
    TRAITS: Traits  # those that observe() lists
    __file__: str | None

    def setup(self, state: State, /) -> None:
        """Write the opening, from the options already in the record."""

    def legal(self, state: State, seat: int, moves: Moves, /) -> int:
        """List the seat's legal actions in rising order; returns how many."""

    def observe(self, state: State, seat: int, traits: Seen, /) -> int:
        """List the traits that hold as the seat sees it; returns how many."""


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
    to decide now, None to throw dice; ``verdict(state, _)``, where one can play alone: what such
    a game came to once it is over, None to judge nobody, and ``has_succeeded(state)``, whether that
    is a success; ``caption(step, names, _)``, what a step came to, in the few words that stand on
    the board for a moment ("4: a 6 is needed"), by default all that ``tell`` says of it but its
    first sentence, which one sees; ``prompt(state, seat, actions, _)``, a
    :class:`~ludotheque.core.prompt.Prompt`: what a seat is to do now with these legal actions, or
    for chance where it has none; with None for a seat what everybody waits for;
    ``reasons(state, seat, action, _)``, a few short sentences on what a legal move brings and what
    it risks, each true by the rules; and ``figures(steps, name, _)``, a game that is over in
    up to four :class:`~ludotheque.core.figures.Figure`.
    """

    def tell(self, step: Step, names: Names, _: Translate, /) -> list[str]:
        """What chance or a move brought about; of a departure, what follows from it."""

    def label(self, state: State, seat: int, action: int, _: Translate, /) -> str:
        """What a legal action would do; no two of a seat read the same."""

    def seat_name(self, state: State, seat: int, names: Names, _: Translate, /) -> str:
        """A seat's name: its player's, else one of the game's own."""


class Drawing(Protocol):
    """A game as a picture: a board, and pieces as plain data.

    May have ``choices(state, scene)``, how the scene's moves are shown on the board, as
    :class:`~ludotheque.core.drawing.Choice` (they are listed beside it anyway); ``ways(step)``,
    by piece the points of the way that it takes; ``cues(step)``, the moments in it that are
    worth a gesture, as :class:`~ludotheque.core.drawing.Cue`; ``IS_PERSONAL``, true where a seat's
    picture is arranged for it, as with its own hand in front (then both take the seat as well);
    ``emblem(state, seat)``, the symbol that stands for a seat, shape and colour, beside its
    name; ``hue(state, seat)``, its colour in charts where the symbol's name does not end in it;
    ``is_across(state, seat)``, whether the seat is at home on the upper side of a board that
    looks as well upside down, with text and ``upright`` things turned back; and ``SAMPLE``, the
    position on the lid.
    """

    CANVAS: "Canvas"

    def board_layer(self, state: State, scene: "Scene", /) -> str:
        """What never changes for given options, with the symbols that pieces use."""

    def pieces(self, state: State, scene: "Scene", /) -> list["Piece"]:
        """Everything that happens on the board, whatever may be done now."""


class Printing(Protocol):
    """Sheets of a game that is also played on paper."""

    def blank(self, state: State, language: str, /) -> str:
        """An empty sheet with the options of a state, as SVG."""

    def filled(self, state: State, names: Names, language: str, /) -> list[str]:
        """Each seat's sheet as the state has it, as SVG."""


class Tempers(Protocol):
    """What being bold, careful or patient means in a game (:mod:`ludotheque.core.tempers`)."""

    def lean(self, before: State, after: State, seat: int, action: int, temper: int, /) -> float:
        """The kernel of that name in the contract."""

    def told(self, temper: int, _: Translate, /) -> str:
        """What a player of that temper does, without a subject: "keeps out of reach"."""


class Keeper(Protocol):
    """Counts what people played on paper. A state says with which options."""

    def form(self, state: State, filled: Filled, language: str, /) -> Form:
        """What there is to fill in, and how it stands; of what it cannot read, nothing."""

    def read(self, text: str, /) -> dict[str, str]:
        """The fields of a sheet typed as text, unchecked; BadSheet where it is none at all."""

    def account(self, state: State, filled: Filled, language: str, /) -> Account:
        """What a filled sheet is worth; BadSheet says which fields are wrong, and why."""


class Solution(Protocol):
    """What every position is worth when all play their best."""

    @property
    def opening(self) -> float:
        """What the first player can expect: the share of the win."""

    @property
    def values(self) -> Any:
        """What ``worth`` looks things up in: an array or a tuple of arrays."""

    @property
    def worth(self) -> Kernel:
        """The kernel of that name in the contract."""


class Solver(Protocol):
    """Solves a game where its options make it small enough."""

    SOLVED: tuple[dict[str, Any], ...]  # the options for which it does, the most telling first

    def solution(self, options: Mapping[str, Any], progress: Progress | bool | None, /) -> Solution:
        """The exact values with these options, which are among those solved."""
