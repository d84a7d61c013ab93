"""A bot: somebody who chooses a move, given what its seat may see."""

import secrets
from dataclasses import dataclass
from functools import cached_property

from ludotheque.bots.levels import Level, level
from ludotheque.bots.rollouts import Search, is_warm
from ludotheque.bots.strength import strongest, weakest
from ludotheque.core.contract import States
from ludotheque.core.game import Game
from ludotheque.core.match import Match


@dataclass(frozen=True, eq=False)
class Bot:
    """A player of one game at one level.

    >>> import ludotheque
    >>> match = ludotheque.game("ludo").start(seats=2)
    >>> match.do("first 1", "roll 6")
    >>> bot = Bot(match.game, level("easy"))
    >>> match.act(0, bot.choose(match, 0)).text
    '0>1'
    """

    game: Game
    level: Level

    def choose(self, match: Match, seat: int, seed: int | None = None) -> int:
        """The action the bot plays in a match seen through the eyes of its seat."""
        return self.think(match.game.engine.board(match.state), seat, match.seats, seed)

    def think(self, board: States, seat: int, seats: int, seed: int | None = None) -> int:
        """The same on a board. The same seed gives the same choice, time limits aside."""
        if seed is None:
            seed = secrets.randbits(62)
        if self.level.is_quick:
            return self.game.engine.pick(self._policy(seed), board, seat, seed)
        if is_warm(self.game):
            return self._search.choose(board, seat, seats, seed)
        # Interpreted, a thousand games take minutes: nobody waits for that.
        return self.game.engine.pick(strongest(self.game), board, seat, seed)

    def _policy(self, seed: int) -> str:
        if seed % 1000 < 1000 * self.level.blunders:
            return "random"
        return weakest(self.game) if self.level.blunders else strongest(self.game)

    @cached_property
    def _search(self) -> Search:
        return Search(self.game, self.level.games, self.level.seconds)


def bot(game: Game, level_id: str) -> Bot:
    """A bot of that level."""
    return Bot(game, level(level_id))
