"""The bar of chances at a running table, for those who watch and wish to see it.

One look for all of them, at the newest board alone, beside the house. The server decides who sees
it: nobody who plays, and nobody at all where something is at stake or the players did not agree.
"""

import asyncio
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from ludotheque.analysis import MILLION, expect
from ludotheque.core.errors import BadBrain
from ludotheque.core.game import Game
from ludotheque.table import Refused, View, Window
from ludotheque.web.figures import worth
from ludotheque.web.frames import Letter, encode
from ludotheque.web.languages import typeset, words
from ludotheque.web.log import seat_names

if TYPE_CHECKING:
    from ludotheque.web.hub import Hub
    from ludotheque.web.live import Page

AGAIN = 2.0  # seconds until a workshop that was full is asked again


def may_show(view: View) -> bool:
    """Whether those who watch a table may see everybody's chances."""
    settings = view.settings
    return settings.odds and settings.is_friendly and settings.spectators and view.game.has_brain


def hues(view: View) -> list[str]:
    """The colour of each seat's part of the bar."""
    return [view.game.hue(view.state, each.seat) for each in view.seats]


class Odds:
    """Tells the pages of one table that asked for it."""

    def __init__(self, hub: "Hub"):
        self._hub = hub
        self._looking: asyncio.Task[None] | None = None
        self._board = b""  # that was looked at last,
        self._expected: tuple[bool, tuple[int, ...]] = (False, ())  # and what each seat can expect

    def stir(self) -> None:
        """Something happened, or somebody would see it."""
        if any(page.wants_odds for page in self._hub.pages):
            if self._looking is None or self._looking.done():
                self._looking = asyncio.create_task(self._look())

    def close(self) -> None:
        """Nobody is left to tell."""
        if self._looking is not None:
            self._looking.cancel()

    async def _look(self) -> None:
        """Look at the newest board, until there is no newer one."""
        house, table = self._hub.house, self._hub.table
        try:
            while True:
                window = await house.runner.window(table)
                view = window.view(None)
                board = view.state.tobytes()
                if not may_show(view) or view.phase != "playing":
                    return
                if board == self._board:
                    break
                self._expected = await house.analyst.do(expected, view.game, board)
                self._board = board
            self._tell(window, view)
        except HTTPException:
            asyncio.get_running_loop().call_later(AGAIN, self.stir)
        except (Refused, BadBrain):
            return  # the pages are turned away; or there is nobody who knows

    def _tell(self, window: Window, view: View) -> None:
        letters: dict[str, bytes] = {}
        for page in self._hub.pages:
            if page.wants_odds and page.odds != self._board and _only_watches(page, window):
                page.odds = self._board
                if page.language not in letters:
                    letters[page.language] = encode(self._letter(view, page.language))
                page.post(letters[page.language])

    def _letter(self, view: View, language: str) -> Letter:
        by_points, values = self._expected
        _ = words(language)
        told = [
            _("{name} : {words}").format(name=name, words=worth(value, by_points, language))
            for name, value in zip(seat_names(view, language), values, strict=True)
        ]
        top = max(1, max(values)) if by_points else MILLION
        shares = [1000 * value // top for value in values]
        return Letter(odds=(shares, typeset(" · ".join(told), language)))


def _only_watches(page: "Page", window: Window) -> bool:
    try:
        return page.has_room() and window.viewer(page.person) is None
    except Refused:
        return False


def expected(game: Game, data: bytes) -> tuple[bool, tuple[int, ...]]:
    """What each seat can expect of a board, as those who watch see it."""
    return expect(game, game.engine.board(data))
