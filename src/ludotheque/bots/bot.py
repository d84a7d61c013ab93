"""A bot: somebody who chooses a move, given what its seat may see."""

import secrets
from dataclasses import dataclass
from functools import cached_property

from ludotheque.bots import trying
from ludotheque.bots.levels import Level, level, warmth_of
from ludotheque.bots.readiness import is_thoughtful, is_warm
from ludotheque.bots.rollouts import Search
from ludotheque.bots.strength import strongest
from ludotheque.bots.trying import Trying
from ludotheque.core.brains import brain_of
from ludotheque.core.contract import States
from ludotheque.core.game import Game, Options
from ludotheque.core.lookahead import Lookahead
from ludotheque.core.match import Match
from ludotheque.core.policies import Weighted
from ludotheque.core.tempers import NONE


@dataclass(frozen=True, eq=False)
class Bot:
    """A player of one game at one level, of some temper where the game has any.

    >>> import ludotheque
    >>> match = ludotheque.game("ludo").start(seats=2)
    >>> match.do("first 1", "roll 6")
    >>> bot = Bot(match.game, level("easy"))
    >>> match.act(0, bot.choose(match, 0)).text
    '0>1'
    """

    game: Game
    level: Level
    temper: int = NONE

    @property
    def warmth(self) -> float:
        """How little it minds the difference between moves, as a brain counts warmth."""
        return warmth_of(self.game, self.level)

    def policy(self, options: Options) -> Weighted | None:
        """The bot as a compiled policy for games with these options; None where it is none."""
        if not (self.game.has_brain and self.level.is_quick):
            return None
        brain = brain_of(self.game)
        warmth = self.warmth * brain.card["spread"]
        return brain.policy(options, warmth=warmth, temper=self.temper)

    def choose(self, match: Match, seat: int, seed: int | None = None) -> int:
        """The action the bot plays in a match seen through the eyes of its seat."""
        return self.think(match.game.engine.board(match.state), seat, match.seats, seed)

    def think(self, board: States, seat: int, seats: int, seed: int | None = None) -> int:
        """The same on a board. The same seed gives the same choice, time limits aside."""
        if seed is None:
            seed = secrets.randbits(62)
        if is_thoughtful(self.game):
            return self._weigh(board, seat, seats, seed)
        if not self.level.is_quick and is_warm(self.game):
            return self._search.choose(board, seat, seats, seed)
        # Interpreted, a thousand games take minutes: nobody waits for that.
        return self.game.engine.pick(self._policy(seed), board, seat, seed)

    def _weigh(self, board: States, seat: int, seats: int, seed: int) -> int:
        """What the brain chooses: at sight, trying moves out, or looking ahead."""
        brain, seconds = brain_of(self.game), self.level.seconds
        if self.level.is_quick:
            return brain.choose(board, seat, seed, self.warmth, self.temper)
        if trying.is_for(brain, seats):
            return Trying(brain).choose(board, seat, seconds, seed, self.temper)
        return Lookahead(brain).choose(board, seat, seconds, self.temper)

    def _policy(self, seed: int) -> str:
        is_blunder = seed % 1000 < 1000 * self.level.blunders
        return "random" if is_blunder else strongest(self.game)

    @cached_property
    def _search(self) -> Search:
        return Search(self.game, seconds=self.level.seconds)


def bot(game: Game, level_id: str, temper: int = NONE) -> Bot:
    """A bot of that level."""
    return Bot(game, level(level_id), temper)
