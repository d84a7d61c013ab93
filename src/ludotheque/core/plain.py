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
from ludotheque.core.policies import Policy, is_plain, takes_batch


def chosen_plainly(policy: Any, match: Match) -> Any:
    """What a plain function chooses in a match, by its code; as it said where it is not legal."""
    if takes_batch(policy):
        batch = Batch(match.game, 1, options=match.options, auto_reset=False)
        batch.reset(match.state)
        return batch.answers(policy)[0]
    copy = Match(match.game, match.options, match.state)  # the function may try things on it
    answer = policy(copy)
    return match.moves().get(answer, answer) if isinstance(answer, str) else answer


class PlainGames:
    """Some games in which somebody chooses in plain Python, played in step."""

    def __init__(
        self,
        game: Game,
        options: Options,
        players: Sequence[Policy],
        seed: int,
        states: States,
        numbers: NDArray[np.int64],
    ):
        self.players = players
        self.batch = Batch(game, len(states), options=options, seed=seed, auto_reset=False)
        self.batch.begin(states, numbers)
        self.free = np.zeros(self.batch.n, np.int32)  # decisions with something to choose
        self.broken: int | None = None  # the game in which a compiled policy's choice is illegal

    def play(self) -> None:
        """Play all games to their end; IllegalMove where somebody chose what is not legal."""
        batch = self.batch
        while not batch.is_over.all():
            actions = batch.choose(self.players)
            legal = np.arange(batch.moves.shape[1]) < batch.count[:, None]
            fits = ((batch.moves == actions[:, None]) & legal).any(axis=1) | (batch.seat == NONE)
            if not fits.all():
                self._refuse(int(np.flatnonzero(~fits)[0]), actions)
            self.free += batch.count > 1
            batch.step(actions)

    def _refuse(self, row: int, actions: NDArray[np.int32]) -> None:
        policy = self.players[self.batch.seat[row]]
        if is_plain(policy):
            raise self.batch.illegal(policy, row, actions[row])
        self.broken = row  # what it chose is found out by playing that game again
        raise IllegalMove("a policy chose what is not legal")

    @property
    def results(self) -> tuple[NDArray[np.int32], ...]:
        """Ranks, scores and, as ``simulate`` has them, counts."""
        moves, rolls = self.batch.lengths.T
        return self.batch.ranks, self.batch.scores, np.stack((moves, self.free, rolls), axis=1)
