"""Tournaments: every player from every side with the same dice."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import chance
from ludotheque.core.chunks import in_chunks
from ludotheque.core.compile import is_interpreted
from ludotheque.core.contract import State, States
from ludotheque.core.errors import BadOption, IllegalMove
from ludotheque.core.game import Game, Options
from ludotheque.core.openings import Start, opening_of, openings
from ludotheque.core.plain import PlainGames
from ludotheque.core.policies import Policy, compiling, is_plain, weights_of
from ludotheque.core.progress import Progress, progress_bar
from ludotheque.core.request import checked_whole, settled
from ludotheque.core.simulate import played
from ludotheque.research.lineups import lineups
from ludotheque.research.players import (
    Contestant,
    Player,
    Thinker,
    contestants,
    policies_of,
    thinkers,
)
from ludotheque.research.playing import play_thinking, seated_kernel, threads_for
from ludotheque.research.results import Tournament

Work: TypeAlias = Callable[[slice], int]
Report: TypeAlias = Callable[[int], None]

_CHUNK = 1024  # games between two looks at the clock
_CHUNK_SLOW = 2
_LEAST = 2  # deals without which nothing can be said of luck


def tournament(
    game: Game,
    players: Player | Sequence[Player] | NDArray[Any],
    games: int = 10_000,
    *,
    options: Options | None = None,
    field: Player | None = None,
    paired: bool = True,
    seed: int = 0,
    start: Start = None,
    threads: int | None = None,
    progress: Progress | bool | None = None,
) -> Tournament:
    """Let players meet from every side; the result depends on the seed and never on threads.

    A player is the name of a policy of the game or of a bot's level, a function of your own as
    ``simulate`` takes it, or anything with ``think(board, seat, seats, seed)``. Players share
    the sides evenly, a side being a seat or a couple's two; with a ``field`` each of them meets
    it alone instead. A *deal* is one round of all lineups, and there are as many whole deals as
    ``games`` asks for, two at least. ``paired`` gives all games of a deal the same dice.
    One player alone, with a field or in a game that one can play alone, needs no list. ``start``
    is a position to begin at, or several in turn, a deal each.
    """
    values = settled(game, options)
    several: Any = players.tolist() if isinstance(players, np.ndarray) else players
    if isinstance(several, str) or not isinstance(several, Sequence):
        several = [several]
    games, seed = checked_whole("games", games, 1), checked_whole("seed", seed, 0)
    everybody = contestants(game, values, several, field)
    alone = None if field is None else len(several)
    rounds = _rounds(game, values, len(several), alone, games)
    run = _Run(game, values, everybody, rounds, seed, paired, openings(game, values, start))
    with progress_bar(progress, len(run.lineups)) as report:
        run.play(threads_for(threads), report)
    names = tuple(each.name for each in everybody)
    return Tournament(
        game, values, names, seed, paired, len(rounds),
        run.lineups, run.numbers, run.ranks, run.scores,
    )  # fmt: skip


def _rounds(
    game: Game, options: Options, players: int, field: int | None, games: int
) -> NDArray[np.int32]:
    """Who has each seat: [deal, lineup, seat]."""
    sides = np.array(game.sides(options))
    count = len(np.unique(sides))
    if players < (1 if field is not None or count == 1 else 2):
        raise BadOption("a tournament needs two players, or one and a field")
    if field is not None and count == 1:
        raise BadOption("nobody meets a field alone: leave the field out")
    size = len(lineups(players, count, field, 0))
    deals = max(_LEAST, -(-games // size))
    return np.array([lineups(players, count, field, deal) for deal in range(deals)], np.int32)[
        :, :, sides
    ]


class _Run:
    """The arrays of one tournament, filled chunk by chunk."""

    def __init__(
        self,
        game: Game,
        options: Options,
        players: list[Contestant],
        rounds: NDArray[np.int32],
        seed: int,
        paired: bool,
        openings: States,
    ):
        deals, size, seats = rounds.shape
        self.game, self.options, self.players, self.seed = game, options, players, seed
        self.lineups = rounds.reshape(-1, seats)
        deal = np.repeat(np.arange(deals, dtype=np.int64), size)
        self.states: States = opening_of(openings, deal)
        self.numbers = deal if paired else np.arange(deals * size, dtype=np.int64)
        self.ranks, self.scores = np.zeros((2, deals * size, seats), np.int32)

    def play(self, threads: int, report: Report) -> None:
        """Play everything: compiled or in step where all are policies, else one by one."""
        slow = any(each.policy is None for each in self.players)
        policies = [each.policy for each in self.players if each.policy is not None]
        with compiling(self.game, policies):
            if not slow and any(map(is_plain, policies)):
                self._play_plainly(policies, report)
                return
            work = self._thinking() if slow else self._compiled()
            chunk = _CHUNK_SLOW if slow or is_interpreted() else _CHUNK
            in_chunks(work, len(self.lineups), chunk, threads, report)

    def _play_plainly(self, policies: Sequence[Policy], report: Report) -> None:
        """The games of each lineup in step, since somebody chooses in plain Python."""
        for lineup in np.unique(self.lineups, axis=0):
            found = np.flatnonzero((self.lineups == lineup).all(axis=1))
            for rows in np.split(found, range(_CHUNK, len(found), _CHUNK)):
                self._play_in_step([policies[player] for player in lineup], rows)
                report(len(rows))

    def _play_in_step(self, table: Sequence[Policy], rows: NDArray[np.int64]) -> None:
        states, numbers = self.states[rows], self.numbers[rows]
        games = PlainGames(self.game, self.options, table, self.seed, states, numbers)
        try:
            games.play()
        except IllegalMove:
            if games.broken is not None:
                self._blame(int(rows[games.broken]), int(games.batch.seat[games.broken]))
            raise
        self.ranks[rows], self.scores[rows], _ = games.results

    def _compiled(self) -> Work:
        policies = policies_of(self.game, self.players)
        kernel = seated_kernel(self.game, policies)

        def work(part: slice) -> int:
            moves = np.zeros(self.game.rules.ACTIONS, np.uint16)
            states = self.states[part].copy()
            with np.errstate(over="ignore"):  # interpreted, the generator's words wrap loudly
                done, flaw = kernel(
                    states, self.seed, self.numbers[part], self.lineups[part],
                    chance.new(), chance.new(), moves, weights_of(policies),
                    self.ranks[part], self.scores[part], (),
                )  # fmt: skip
            if flaw:
                self._blame(part.start + done, -1 - flaw)
            return done

        return work

    def _blame(self, row: int, seat: int) -> None:
        """Raise what tells of a choice that was not legal."""
        policies = policies_of(self.game, self.players)
        table = [policies[player] for player in self.lineups[row]]
        number = int(self.numbers[row])
        played(self.game, self.options, table, self.seed, number, self.states[row])
        raise IllegalMove(f"{self.players[self.lineups[row, seat]].name} chose what is not legal")

    def _thinking(self) -> Work:
        minds = thinkers(self.game, self.players)

        def work(part: slice) -> int:
            for row in range(part.start, part.stop):
                self._think(row, self.states[row], minds)
            return part.stop - part.start

        return work

    def _think(self, row: int, state: State, minds: Sequence[Thinker]) -> None:
        table = [minds[player] for player in self.lineups[row]]
        names = [self.players[player].name for player in self.lineups[row]]
        number = int(self.numbers[row])
        ranks, scores = play_thinking(self.game, state, table, names, self.seed, number)
        self.ranks[row], self.scores[row] = ranks, scores
