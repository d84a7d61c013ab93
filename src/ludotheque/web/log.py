"""What happened at a table, in sentences for one pair of eyes and one language."""

from functools import cache
from typing import NamedTuple

from markupsafe import escape

from ludotheque.core.game import Game
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate
from ludotheque.table import Told, View, called, tell
from ludotheque.web.languages import typeset


class Line(NamedTuple):
    """One sentence of the log."""

    number: int  # of the event it tells of
    kind: str  # its CSS class: "board", "people"
    text: str

    @property
    def html(self) -> str:
        """The sentence as an item of the list."""
        return f'<li class="{self.kind}" data-line="{self.number}">{escape(self.text)}</li>'


class Log:
    """Puts what somebody is told of a table into words, and lets go of it.

    It holds for one pair of eyes and for the names there are: :meth:`continues` says so.
    """

    def __init__(self, view: View, language: str):
        self.game = view.game
        self.viewer = view.viewer
        self.language = language
        self.names = seat_names(view, language)
        self._given = view.names
        self.last: Step | None = None  # what happened last on the board
        self._last = 0
        self.people = dict(enumerate(self.names))
        self.called = names_of(view, language)

    def continues(self, view: View) -> bool:
        """Whether what was said still holds."""
        return view.viewer == self.viewer and view.names == self._given

    def take(self, told: list[Told]) -> list[Line]:
        """The sentences about some events."""
        return [line for each in told for line in self.tell(each)]

    def note(self, told: Told) -> None:
        """Remember what happened last, without a word."""
        if told.step is not None and told.number > self._last:
            self.last, self._last = told.step, told.number

    def tell(self, told: Told) -> list[Line]:
        """The sentences about one event."""
        self.note(told)
        kind = "people" if told.step is None else "board"
        return [
            Line(told.number, kind, typeset(text, self.language))
            for text in tell(self.game, told, self.people, self.language)
        ]


@cache
def translate(game: Game, language: str) -> Translate:
    """The function that puts a game's sentences into a language."""
    return game.translate(language)


def names_of(view: View, language: str) -> dict[int, str]:
    """What those at the table are called, forgotten ones included."""
    return called(view.names, language)


def seat_names(view: View, language: str) -> list[str]:
    """The seats' names: their players', else the game's own."""
    names, name, _ = (
        names_of(view, language),
        view.game.words.seat_name,
        translate(view.game, language),
    )
    return [name(view.state, each.seat, names, _) for each in view.seats]
