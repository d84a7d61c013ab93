"""Regret: what a policy gives up at each decision, measured against an exact solution."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import chance
from ludotheque.core.chunks import in_chunks
from ludotheque.core.compile import Kernel, bind, is_interpreted, runnable
from ludotheque.core.contract import Moves, State, States, play, worth
from ludotheque.core.errors import IllegalMove
from ludotheque.core.game import Game, Options
from ludotheque.core.openings import Start, opening_of, openings
from ludotheque.core.policies import Policy, compiling, must_compile, weights_of
from ludotheque.core.progress import Progress, progress_bar
from ludotheque.core.request import checked_whole, settled
from ludotheque.core.seams import Solution
from ludotheque.core.simulate import played
from ludotheque.research.players import Contestant, Player, Thinker, contestants, thinkers
from ludotheque.research.playing import play_thinking, seated_kernel, threads_for

_CHUNK = 1024
_CHUNK_INTERPRETED = 2
_NOTHING = 1e-7  # a difference that is the solution's own error
_Z = 1.959963984540054

Interval = tuple[float, float]
Figures = NDArray[np.float64]
Work = Callable[[slice], int]


class Losses(NamedTuple):
    """What is written down of some games, and what it is reckoned from."""

    values: Any  # the solution's
    scratch: States
    lost: Figures  # in each game
    worst: Figures
    decisions: NDArray[np.int32]  # where there was something to choose
    best: NDArray[np.int32]  # those where nothing was given up


def note_loss(
    row: int,
    player: int,
    state: State,
    seat: int,
    moves: Moves,
    count: int,
    action: int,
    notes: Losses,
) -> bool:
    """Compare what the first player does with the best it could do."""
    if player != 0 or count < 2:
        return True
    best = 0.0
    own = 0.0
    for k in range(count):
        notes.scratch[0] = state
        play(notes.scratch[0], seat, moves[k])
        value = worth(notes.scratch[0], seat, notes.values)
        best = max(best, value)
        if moves[k] == action:
            own = value
    notes.decisions[row] += 1
    notes.best[row] += best - own < _NOTHING
    notes.lost[row] += best - own
    notes.worst[row] = max(notes.worst[row], best - own)
    return True


def note_on_board(
    board: States, seat: int, moves: Moves, count: int, action: int, notes: Losses
) -> None:
    """The same of one decision on a board."""
    note_loss(0, 0, board[0], seat, moves, count, action, notes)


@dataclass(frozen=True, eq=False)
class Regret:
    """What a policy gives up, in shares of the win, over many games."""

    game: Game
    options: dict[str, Any]
    policy: str
    against: str
    seed: int
    opening: float  # what the first player can expect when both play their best
    lost: Figures  # in each game, by all decisions of the policy together
    worst: Figures  # in each game, by one
    decisions: NDArray[np.int32]  # in each game, those with something to choose
    best: NDArray[np.int32]  # in each game, those where nothing was given up

    def __len__(self) -> int:
        return len(self.lost)

    def __repr__(self) -> str:
        if not self.decisions.any():
            return f"{self.policy} had nothing to choose from in {len(self):,} games"
        low, high = self.interval
        return (
            f"{self.policy} gives up {self.per_decision:.5f} [{low:.5f}, {high:.5f}] of the win at "
            f"a decision, {self.per_game:.4f} in a game; {self.share_best:.1%} of its decisions "
            f"are the best, the worst gave up {self.worst.max():.3f}"
        )

    @property
    def per_decision(self) -> float:
        """What a decision with something to choose gives up on average."""
        return float(self.lost.sum() / max(1, self.decisions.sum()))

    @property
    def interval(self) -> Interval:
        """The 95 % interval of that mean: games are independent, decisions of a game are not."""
        if len(self) < 2 or not self.decisions.any():
            return 0.0, 1.0
        spread = (self.lost - self.per_decision * self.decisions).std(ddof=1)
        half = _Z * float(spread) / float(self.decisions.mean()) / sqrt(len(self))
        return self.per_decision - half, self.per_decision + half

    @property
    def per_game(self) -> float:
        """What the decisions of a game give up together, on average."""
        return float(self.lost.mean())

    @property
    def share_best(self) -> float:
        """How often nothing was given up."""
        return float(self.best.sum() / max(1, self.decisions.sum()))

    def data(self) -> dict[str, Any]:
        """The figures as plain data, for JSON."""
        return {
            "game": self.game.id,
            "options": self.options,
            "policy": self.policy,
            "against": self.against,
            "seed": self.seed,
            "games": len(self),
            "decisions": int(self.decisions.sum()),
            "per_decision": self.per_decision,
            "interval": list(self.interval),
            "per_game": self.per_game,
            "share_best": self.share_best,
            "worst": float(self.worst.max()),
            "opening": self.opening,
        }


def regret(
    game: Game,
    policy: Player,
    games: int = 10_000,
    *,
    options: Options | None = None,
    against: Player | None = None,
    seed: int = 0,
    start: Start = None,
    threads: int | None = None,
    progress: Progress | bool | None = None,
) -> Regret:
    """What a policy, or a bot, gives up at each decision, where the game is solved exactly.

    Both sides play by the policy, or the other one ``against`` it, sides changing from game to
    game. Without options it is the solved game with the most to choose. BadOption says which
    options are solved. A solution is made once in a process, and kept until another is wanted.
    """
    games, seed = checked_whole("games", games, 1), checked_whole("seed", seed, 0)
    values = settled(game, options)
    if not options and game.solved:
        values = game.solved[0]
    both = [policy, policy if against is None else against]
    players = contestants(game, {**values, "seats": 2}, both)
    solution = _solution(game, tuple(values.items()), progress if progress is False else None)
    run = _Run(game, values, players, against is None, games, seed, openings(game, values, start))
    with progress_bar(progress, games) as report:
        run.play(solution, threads_for(threads), report)
    own, other = players[0].name, players[0 if against is None else 1].name
    return Regret(
        game, values, own, other, seed, solution.opening,
        run.lost, run.worst, run.decisions, run.best,
    )  # fmt: skip


@lru_cache(1)  # a solution may be a hundred megabytes
def _solution(game: Game, options: tuple[tuple[str, Any], ...], progress: bool | None) -> Solution:
    return game.solution(dict(options), progress)


class _Run:
    """The figures of each game, filled chunk by chunk."""

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        players: list[Contestant],
        is_alone: bool,
        games: int,
        seed: int,
        openings: States,
    ):
        seats = int(options["seats"])
        self.game, self.options, self.players, self.seed = game, options, players, seed
        self.openings = openings
        turn = (np.arange(games)[:, np.newaxis] + np.arange(seats)) % seats
        self.lineups = (0 * turn if is_alone else np.minimum(turn, 1)).astype(np.int32)
        self.lost, self.worst = np.zeros((2, games))
        self.decisions, self.best = np.zeros((2, games), np.int32)

    def play(self, solution: Solution, threads: int, report: Any) -> None:
        """Play everything: compiled where all are policies, else one by one."""
        policies = [each.policy for each in self.players if each.policy is not None]
        if len(policies) < len(self.players):
            work, chunk = self._thinking(solution), 1
        else:
            work = self._compiled(solution, must_compile(tuple(policies)))
            chunk = _CHUNK_INTERPRETED if is_interpreted() else _CHUNK
        with compiling(self.game, policies):
            in_chunks(work, len(self.lost), chunk, threads, report)

    def _thinking(self, solution: Solution) -> Work:
        minds = thinkers(self.game, self.players)
        names = [each.name for each in self.players]
        parts = {**self.game.kernels, "worth": solution.worth}
        note = runnable(bind(note_on_board, parts, f"{self.game.id}.regret"))

        def work(part: slice) -> int:
            [number] = range(part.start, part.stop)
            watched = _Watched(self.game, minds[0], note, self._notes(solution, part))
            table = [minds[player] if player else watched for player in self.lineups[number]]
            told = [names[player] for player in self.lineups[number]]
            state = opening_of(self.openings, number)
            play_thinking(self.game, state, table, told, self.seed, number)
            return 1

        return work

    def _notes(self, solution: Solution, part: slice) -> Losses:
        return Losses(
            solution.values, np.zeros(1, self.game.dtype), self.lost[part], self.worst[part],
            self.decisions[part], self.best[part],
        )  # fmt: skip

    def _compiled(self, solution: Solution, policies: tuple[Policy, ...]) -> Work:
        kernel = seated_kernel(self.game, policies, note_loss, worth=solution.worth)

        def work(part: slice) -> int:
            numbers = np.arange(part.start, part.stop, dtype=np.int64)
            lineups = self.lineups[part]
            results = np.zeros((2, *lineups.shape), np.int32)
            with np.errstate(over="ignore"):  # interpreted, the generator's words wrap loudly
                done, flaw = kernel(
                    opening_of(self.openings, numbers), self.seed, numbers, lineups,
                    chance.new(), chance.new(), np.zeros(self.game.rules.ACTIONS, np.uint16),
                    weights_of(policies), *results, self._notes(solution, part),
                )  # fmt: skip
            if flaw:
                self._blame(part.start + done, policies)
            return done

        return work

    def _blame(self, number: int, policies: tuple[Policy, ...]) -> None:
        """Raise what tells of a choice that was not legal."""
        table = [policies[player] for player in self.lineups[number]]
        state = opening_of(self.openings, number)
        played(self.game, self.options, table, self.seed, number, state)
        raise IllegalMove(f"a policy chose what is not legal in game {number}")


class _Watched:
    """Somebody whose decisions are compared with the best."""

    def __init__(self, game: Game, thinker: Thinker, note: Kernel, notes: Losses):
        self._thinker, self._note, self._notes = thinker, note, notes
        self._engine = game.engine

    def think(self, board: States, seat: int, seats: int, seed: int | None = None) -> int:
        """What the one who is watched chooses."""
        action = self._thinker.think(board, seat, seats, seed)
        moves = np.array(self._engine.moves(board, seat), np.uint16)
        self._note(board, seat, moves, len(moves), action, self._notes)
        return action
