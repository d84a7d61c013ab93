"""Playing many games at once, on all cores, with results that depend on the seed alone."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import chance, cuda
from ludotheque.core.chance import CHOICES, DICE, outcome, start
from ludotheque.core.choosing import from_lists, without_lists
from ludotheque.core.chunks import in_chunks
from ludotheque.core.compile import Kernel, bind, is_interpreted, runnable
from ludotheque.core.contract import (
    Moves,
    Numbers,
    Random,
    State,
    States,
    decide,
    happen,
    is_over,
    legal,
    play,
    rank,
    score,
    waiting,
    whole,
)
from ludotheque.core.errors import BadOption, BadPolicy, IllegalMove
from ludotheque.core.game import Game, Options
from ludotheque.core.masks import first_seat
from ludotheque.core.match import Match
from ludotheque.core.openings import Start, opening_of, openings
from ludotheque.core.plain import PlainGames, chosen_plainly
from ludotheque.core.policies import (
    Policy,
    altered,
    asked,
    compiling,
    illegal_choice,
    is_plain,
    must_compile,
    name_of,
    seated,
    weights_of,
)
from ludotheque.core.progress import Progress, progress_bar
from ludotheque.core.request import checked_whole, settled

_CHUNK = 1024  # games between two looks at the clock
_CHUNK_INTERPRETED = 2
_CHUNK_PLAIN = 256
_CHUNK_GPU = 1 << 20  # games that begin together: with fewer, threads are without work at the end


def play_out(
    state: State, dice: Random, choices: Random, moves: Moves, weights: Any, counts: Numbers
) -> None:
    """Play one game to its end; count its moves, those with a choice, and its rolls.

    A choice that is not legal ends it there: the seat is noted, below zero, in place of moves.
    """
    plies = 0
    free = 0
    rolls = 0
    while not is_over(state):
        mask = waiting(state)
        if mask == 0:
            happen(state, outcome(state, dice))
            rolls += 1
        else:
            seat = first_seat(mask)
            count = legal(state, seat, moves)
            action = decide(whole(seat), state, seat, moves, count, choices, weights)
            if action < 0:
                plies = -1 - whole(seat)
                break
            play(state, seat, action)
            plies += 1
            free += count > 1
    counts[0] = plies
    counts[1] = free
    counts[2] = rolls


def play_many(
    states: States,
    seed: int,
    first: int,
    dice: Random,
    choices: Random,
    moves: Moves,
    weights: Any,
    ranks: NDArray[np.int32],
    scores: NDArray[np.int32],
    counts: NDArray[np.int32],
) -> None:
    """Play the games number first, first + 1, … from the states given."""
    for k in range(len(states)):
        start(dice, seed, first + k, DICE)
        start(choices, seed, first + k, CHOICES)
        play_out(states[k], dice, choices, moves, weights, counts[k])
        rank(states[k], ranks[k])
        score(states[k], scores[k])


@dataclass(frozen=True, eq=False)
class Simulation:
    """What came of many games: a row a game, a column a seat."""

    game: Game
    options: dict[str, Any]
    policies: tuple[str, ...]  # a name a seat
    seed: int  # of the dice; those of a game follow from it and from the game's number
    ranks: NDArray[np.int32]  # [game, seat]: 1 is the first place, which several may share
    scores: NDArray[np.int32]  # [game, seat]: the points that the game counts
    plies: NDArray[np.int32]  # moves played
    choices: NDArray[np.int32]  # those where there was more than one to choose from
    rolls: NDArray[np.int32]  # chance outcomes
    records: States | None  # the final states, where they were asked for
    players: tuple[Policy, ...]  # the policies themselves, as they were given
    openings: States  # where games begin, in turn: game 0 at the first

    def __len__(self) -> int:
        return len(self.plies)

    def __repr__(self) -> str:
        title = f"{self.game.box(self.options).title}: {len(self):,} games, seed {self.seed}"
        seats = zip(self.policies, self.won.T, self.scores.T, strict=True)
        rows = [
            f"seat {seat}  {policy}  won {won.mean():.1%}, {scores.mean():.1f} points"
            for seat, (policy, won, scores) in enumerate(seats, 1)
            if len(self)
        ]
        return "\n".join([title, *rows])

    @property
    def drawn(self) -> NDArray[np.bool_]:
        """Where a seat's side shares the first place with another side: a draw, and no win."""
        first, sides = self.ranks == 1, np.array(self.game.sides(self.options))
        ahead = np.array([first[:, sides == side].any(axis=1) for side in np.unique(sides)])
        return first & (ahead.sum(axis=0) > 1)[:, np.newaxis]

    @property
    def won(self) -> NDArray[np.bool_]:
        """Where a seat won, alone or with its partner."""
        return (self.ranks == 1) & ~self.drawn

    def replay(self, number: int) -> Match:
        """Game ``number`` once more, step by step: nothing of it had to be stored.

        It is played interpreted. BadPolicy where that does not come to what was simulated.
        """
        if not isinstance(number, int | np.integer) or not 0 <= number < len(self):
            raise BadOption(f"there are games 0 to {len(self) - 1}, not {number!r}")
        number = int(number)
        state = opening_of(self.openings, number)
        match = played(self.game, self.options, self.players, self.seed, number, state)
        if (match.ranks, match.scores, len(match.steps)) != self._result(number):
            own = [each for each in self.players if not isinstance(each, str)] or self.players
            raise BadPolicy(
                f"policy {' or '.join(dict.fromkeys(map(name_of, own)))} now chooses otherwise "
                f"than when game {number} was simulated: its weights changed, it draws luck of its "
                "own, or a byte wrapped when it was read (reckon with whole(field), from "
                "ludotheque.core.contract)"
            )
        return match

    def _result(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """Ranks, scores and the number of steps of a game, as its match has them."""
        ranks, scores = self.ranks[number].tolist(), self.scores[number].tolist()
        return tuple(ranks), tuple(scores), int(self.plies[number] + self.rolls[number])


def played(
    game: Game, options: Options, players: Sequence[Policy], seed: int, number: int, state: State
) -> Match:
    """One game of a simulation, interpreted; IllegalMove tells what a policy did wrong."""
    match = Match(game, options, state)
    dice, choices = chance.new(), chance.new()
    moves = np.zeros(game.rules.ACTIONS, np.uint16)
    draw = bind(outcome, game.kernels, game.id)
    with np.errstate(over="ignore"):
        start(dice, seed, number, DICE)
        start(choices, seed, number, CHOICES)
        while not match.is_over:
            if not match.waiting:
                match.happen(draw(match.state, dice))
                continue
            seat = match.waiting[0]
            legal_ones = game.engine.moves(match.board, seat)
            moves[: len(legal_ones)] = legal_ones
            if is_plain(players[seat]):
                action = chosen_plainly(players[seat], match)
            else:
                choose_one = asked(game, players[seat])
                before = match.state.tobytes()
                action = choose_one(match.state, seat, moves, len(legal_ones), choices)
                if match.state.tobytes() != before:
                    raise altered(name_of(players[seat]), seat)
            if action not in legal_ones:
                steps = len(match.steps)
                raise illegal_choice(game, players[seat], seat, number, steps, action, legal_ones)
            match.act(seat, int(action))
    return match


def simulate(
    game: Game,
    n: int,
    *,
    options: Options | None = None,
    policies: Policy | Sequence[Policy] = "random",
    seed: int = 0,
    threads: int | None = None,
    records: bool = False,
    start: Start = None,
    device: str = "cpu",
    progress: Progress | bool | None = None,
    chunk: int | None = None,
) -> Simulation:
    """Play ``n`` games; the result depends on nothing but the game, options, policies and seed.

    ``policies`` is one for all seats or one a seat: names of the game's policies, or
    functions of your own: choose(state, seat, moves, count, random), compiled, with weights in
    :class:`~ludotheque.core.policies.Weighted`, or plain Python, a function of a ``match`` or of a
    ``batch``. What such a function chooses is checked, and IllegalMove where it is not legal.
    No games (``n`` 0) give empty arrays.
    ``threads`` is all cores by default. ``records`` keeps the final states. ``start`` is a
    position to begin at, as plain data or a state, or several for games to begin at in turn.
    ``device="cuda"`` plays on a GPU, and comes to the same to the byte. ``progress`` is called
    with the games done and the games in all; left out, a bar appears on a terminal when the run
    is long; False shows none.
    """
    values = settled(game, options)
    players = seated(game, policies, values)
    n, seed = checked_whole("n", n, 0), checked_whole("seed", seed, 0)
    batch = _Batch(game, values, players, n, seed, records, openings(game, values, start))
    threads = None if threads is None else checked_whole("threads", threads, 1)
    chunk = None if chunk is None else checked_whole("chunk", chunk, 1)
    with compiling(game, players), progress_bar(progress, n) as report:
        if check_device(device, players) == "cuda":
            batch.fill_on_gpu(chunk or _CHUNK_GPU, report)
        elif any(map(is_plain, players)):
            batch.fill_plainly(chunk or _CHUNK_PLAIN, report)
        else:
            batch.fill(chunk, threads, report)
    counts = batch.counts
    return Simulation(
        game, values, tuple(map(name_of, players)), seed, batch.ranks, batch.scores,
        counts[:, 0], counts[:, 1], counts[:, 2], batch.states, players, batch.openings,
    )  # fmt: skip


def _bound(game: Game, template: Kernel, players: Sequence[Policy], is_interpreted: bool) -> Kernel:
    """A kernel of this game, with these policies in it."""
    how = from_lists(game, players, is_interpreted)
    return bind(template, how.parts, how.name)


# The game's own policies never change. A function of the caller's own may see a global that has: it
# is bound, and where nothing is kept on disk compiled, anew.
_kept = cache(_bound)


class _Batch:
    """The arrays of one simulation, filled chunk by chunk."""

    def __init__(
        self,
        game: Game,
        options: Options,
        players: Sequence[Policy],
        n: int,
        seed: int,
        records: bool,
        openings: States,
    ):
        seats = int(options["seats"])
        self.game, self.options, self.players, self.seed = game, options, players, seed
        self.openings = openings
        self.ranks = np.zeros((n, seats), np.int32)
        self.scores = np.zeros((n, seats), np.int32)
        self.counts = np.zeros((n, 3), np.int32)
        self.states = np.zeros(n, game.dtype) if records else None

    def fill(self, chunk: int | None, threads: int | None, report: Callable[[int], None]) -> None:
        """Play all games on the cores of this machine."""
        if not threads:
            threads = 1 if is_interpreted() else os.cpu_count() or 1
        run = runnable(self._bound(play_many))
        chunk = chunk or (_CHUNK_INTERPRETED if is_interpreted() else _CHUNK)
        in_chunks(partial(self._fill, run), len(self.counts), chunk, threads, report)

    def _bound(self, template: Kernel) -> Kernel:
        if all(isinstance(policy, str) for policy in self.players):
            return _kept(self.game, template, tuple(self.players), is_interpreted())
        return _bound(self.game, template, self.players, is_interpreted())

    def _fill(self, play: Kernel, part: slice) -> int:
        """Play some of the games; how many."""
        states = opening_of(self.openings, np.arange(part.start, part.stop))
        if self.states is not None:
            self.states[part] = states
            states = self.states[part]
        moves = np.zeros(self.game.rules.ACTIONS, np.uint16)
        with np.errstate(over="ignore"):  # interpreted, the generator's words wrap loudly
            play(
                states, self.seed, part.start, chance.new(), chance.new(), moves,
                weights_of(self.players), *self._results(part),
            )  # fmt: skip
        return self._checked(part)

    def fill_on_gpu(self, chunk: int, report: Callable[[int], None]) -> None:
        """Play all games on a GPU: what is done is fetched while the next part is played."""
        player = cuda.Player(
            without_lists(self.game, self.players), self.openings, self.ranks.shape[1],
            self.seed, weights_of(self.players), self.game.is_in_step,
        )  # fmt: skip
        n, keeps = len(self.counts), self.states is not None
        begun: list[tuple[slice, Any]] = []
        for first in range(0, n, chunk):
            part = slice(first, min(first + chunk, n))
            begun.append((part, player.begin(first, part.stop - first, keeps)))
            if len(begun) > cuda.AT_ONCE:
                report(self._fetch(player, *begun.pop(0)))
        for part, games in begun:
            report(self._fetch(player, part, games))

    def _fetch(self, player: cuda.Player, part: slice, games: Any) -> int:
        states = None if self.states is None else self.states[part]
        player.fetch(games, states, self._results(part))
        return self._checked(part)

    def fill_plainly(self, chunk: int, report: Callable[[int], None]) -> None:
        """Play all games one move after the other, since somebody chooses in plain Python."""

        def work(part: slice) -> int:
            numbers = np.arange(part.start, part.stop)
            states = opening_of(self.openings, numbers)
            games = PlainGames(self.game, self.options, self.players, self.seed, states, numbers)
            try:
                games.play()
            except IllegalMove:
                if games.broken is not None:
                    self._blame(part.start + games.broken)
                raise
            for room, found in zip(self._results(part), games.results, strict=True):
                room[:] = found
            if self.states is not None:
                self.states[part] = games.batch.states
            return part.stop - part.start

        in_chunks(work, len(self.counts), chunk, 1, report)

    def _results(self, part: slice) -> tuple[NDArray[np.int32], ...]:
        return self.ranks[part], self.scores[part], self.counts[part]

    def _checked(self, part: slice) -> int:
        """How many games were played; IllegalMove where one broke off."""
        broken = np.flatnonzero(self.counts[part, 0] < 0)
        if len(broken):
            self._blame(part.start + int(broken[0]))
        return part.stop - part.start

    def _blame(self, number: int) -> None:
        """Raise what tells of a game that ended with a choice that was not legal."""
        state = opening_of(self.openings, number)
        played(self.game, self.options, self.players, self.seed, number, state)
        policy = self.players[-1 - int(self.counts[number, 0])]
        raise IllegalMove(
            f"policy {name_of(policy)} chose what is not legal in game {number} of {self.game.id}"
        )


def check_device(device: str, players: tuple[Policy, ...]) -> str:
    """Refuse a device that there is not, or that these policies cannot play on."""
    if device not in ("cpu", "cuda"):
        raise BadOption(f"device is cpu or cuda, not {device!r}")
    if device == "cuda":
        must_compile(players)
    return device
