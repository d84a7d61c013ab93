"""Policies in plain Python: slow and simple, asked one decision at a time, or for a whole batch.

Such a policy is a function of one argument, and its name says what it is given. ``match`` is the
game as it stands, a :class:`~ludotheque.core.match.Match` of its own to ask and to try things on;
``match.waiting[0]`` is the seat to choose for. ``batch`` is the whole
:class:`~ludotheque.core.batch.Batch`; the function chooses for each of its games, and what it
chooses for seats that are others' is ignored.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.batch import Batch
from ludotheque.core.contract import States
from ludotheque.core.errors import IllegalMove
from ludotheque.core.game import Game, Options
from ludotheque.core.lockstep import NONE
from ludotheque.core.match import Match
from ludotheque.core.policies import Policy, takes_batch


def chosen_plainly(policy: Any, match: Match) -> int:
    """What a plain function chooses in a match, by its code; it may answer in notation."""
    if takes_batch(policy):
        batch = Batch(match.game, 1, options=match.options, auto_reset=False)
        batch.reset(match.state)
        return int(policy(batch)[0])
    return match.code_of(policy(match))


class PlainGames:
    """Some games in which somebody chooses in plain Python, played in step."""

    def __init__(
        self,
        game: Game,
        options: Options,
        players: Sequence[Policy],
        seed: int,
        openings: States,
        part: slice,
    ):
        self.players = players
        self.batch = Batch(game, part.stop - part.start, options=options, seed=seed,
                           auto_reset=False)  # fmt: skip
        self.batch.reset(openings, first=part.start)
        self.free = np.zeros(self.batch.n, np.int32)  # decisions with something to choose
        self.broken = 0  # the game in which somebody chose what is not legal, where one did

    def play(self) -> None:
        """Play all games to their end; IllegalMove where somebody chose what is not legal."""
        batch = self.batch
        while not batch.is_over.all():
            actions = batch.choose(self.players)
            legal = np.arange(batch.moves.shape[1]) < batch.count[:, None]
            fits = ((batch.moves == actions[:, None]) & legal).any(axis=1) | (batch.seat == NONE)
            if not fits.all():
                self.broken = int(np.flatnonzero(~fits)[0])
                raise IllegalMove("a policy chose what is not legal")
            self.free += batch.count > 1
            batch.step(actions)

    @property
    def results(self) -> tuple[NDArray[np.int32], ...]:
        """Ranks, scores and, as ``simulate`` has them, counts."""
        moves, rolls = self.batch.lengths.T
        return self.batch.ranks, self.batch.scores, np.stack((moves, self.free, rolls), axis=1)
