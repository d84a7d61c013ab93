"""Playing many games at once, on all cores, with results that depend on the seed alone."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import chance
from ludotheque.core.chance import CHOICES, DICE, outcome, start
from ludotheque.core.compile import Kernel, bind, is_interpreted, runnable
from ludotheque.core.contract import (
    Moves,
    Numbers,
    Random,
    State,
    States,
    choose,
    happen,
    is_over,
    legal,
    play,
    rank,
    score,
    waiting,
    whole,
)
from ludotheque.core.errors import BadOption, IllegalMove
from ludotheque.core.game import Game, Options
from ludotheque.core.match import Match
from ludotheque.core.policies import (
    Policy,
    chooser,
    compiling,
    function_of,
    label,
    name_of,
    seated,
)
from ludotheque.core.progress import Progress, progress_bar

_CHUNK = 1024  # games between two looks at the clock
_CHUNK_INTERPRETED = 2
_SHOWN = 10  # legal actions that an error lists
_DE_BRUIJN = 0x09AF  # each four-bit window of it is another number
_SEAT_OF_WINDOW = np.zeros(16, np.uint8)
for _seat in range(16):
    _SEAT_OF_WINDOW[((_DE_BRUIJN << _seat) & 0xFFFF) >> 12] = _seat


def first_seat(mask: int) -> int:
    """The lowest seat of a mask, without a loop whose length no processor can guess."""
    return _SEAT_OF_WINDOW[((mask & -mask) * _DE_BRUIJN & 0xFFFF) >> 12]


def play_out(state: State, dice: Random, choices: Random, moves: Moves, counts: Numbers) -> None:
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
            action = choose(state, seat, moves, count, choices)
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
    ranks: NDArray[np.int32],
    scores: NDArray[np.int32],
    counts: NDArray[np.int32],
) -> None:
    """Play the games number first, first + 1, … from the states given."""
    for k in range(len(states)):
        start(dice, seed, first + k, DICE)
        start(choices, seed, first + k, CHOICES)
        play_out(states[k], dice, choices, moves, counts[k])
        rank(states[k], ranks[k])
        score(states[k], scores[k])


@dataclass(frozen=True, eq=False)
class Simulation:
    """What came of many games: a row a game, a column a seat."""

    game: Game
    options: dict[str, Any]
    policies: tuple[str, ...]  # a name a seat
    seed: int
    ranks: NDArray[np.int32]
    scores: NDArray[np.int32]
    plies: NDArray[np.int32]  # moves played
    choices: NDArray[np.int32]  # those where there was more than one to choose from
    rolls: NDArray[np.int32]  # chance outcomes
    records: States | None  # the final states, where they were asked for
    players: tuple[Policy, ...]  # the policies themselves, as they were given

    def __len__(self) -> int:
        return len(self.plies)

    def replay(self, number: int) -> Match:
        """Game ``number`` once more, step by step: nothing of it had to be stored."""
        if not 0 <= number < len(self):
            raise BadOption(f"there are games 0 to {len(self) - 1}, not {number}")
        return _played(self.game, self.options, self.players, self.seed, number)


def _played(
    game: Game, options: Options, players: Sequence[Policy], seed: int, number: int
) -> Match:
    """One game of a simulation, interpreted; IllegalMove tells what a policy did wrong."""
    match = Match(game, options)
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
            choose_one = function_of(game, players[seat])
            action = choose_one(match.state, seat, moves, len(legal_ones), choices)
            if action not in legal_ones:
                raise _illegal(match, players[seat], number, seat, action, legal_ones)
            match.act(seat, int(action))
    return match


def _illegal(
    match: Match, policy: Policy, number: int, seat: int, action: object, legal_ones: list[int]
) -> IllegalMove:
    shown = [str(each) for each in legal_ones[:_SHOWN]] + ["…"] * (len(legal_ones) > _SHOWN)
    return IllegalMove(
        f"policy {name_of(policy)} chose action {action} for seat {seat + 1} in game {number} of "
        f"{match.game.id}, after {len(match.steps)} steps; legal are {', '.join(shown)}"
    )


def simulate(
    game: Game,
    n: int,
    *,
    options: Options | None = None,
    policies: Policy | Sequence[Policy] = "random",
    seed: int = 0,
    threads: int | None = None,
    records: bool = False,
    progress: Progress | bool | None = None,
    chunk: int | None = None,
) -> Simulation:
    """Play ``n`` games; the result depends on nothing but the game, options, policies and seed.

    ``policies`` is one for all seats or one a seat: names of the game's policies, or
    functions of your own, choose(state, seat, moves, count, random); what such a function
    chooses is checked, and IllegalMove where it is not legal. ``threads`` is all cores by
    default. ``records`` keeps the final states. ``progress`` is called with the games done
    and the games in all; left out, a bar appears on a terminal when the run is long; False
    shows none.
    """
    values = game.chosen(options)
    players = seated(game, policies, int(values["seats"]))
    _check_whole("n", n, 0)
    _check_whole("seed", seed, 0)
    batch = _Batch(game, values, players, n, seed, records)
    if not threads:
        threads = 1 if is_interpreted() else os.cpu_count() or 1
    _check_whole("threads", threads, 1)
    chunk = chunk or (_CHUNK_INTERPRETED if is_interpreted() else _CHUNK)
    parts = {**game.kernels, "choose": chooser(game, players)}
    with compiling(game, players), progress_bar(progress, n) as report:
        run = runnable(bind(play_many, parts, label(game, players)))
        batch.run(run, threads, chunk, report)
    counts = batch.counts
    return Simulation(
        game, values, tuple(map(name_of, players)), seed, batch.ranks, batch.scores,
        counts[:, 0], counts[:, 1], counts[:, 2], batch.states, players,
    )  # fmt: skip


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
    ):
        seats = int(options["seats"])
        self.game, self.options, self.players, self.n, self.seed = game, options, players, n, seed
        self.opening = np.array([game.new(options)], game.dtype)
        self.ranks = np.zeros((n, seats), np.int32)
        self.scores = np.zeros((n, seats), np.int32)
        self.counts = np.zeros((n, 3), np.int32)
        self.states = np.zeros(n, game.dtype) if records else None

    def run(self, play: Kernel, threads: int, chunk: int, report: Callable[[int], None]) -> None:
        def fill(first: int) -> int:
            return self._fill(play, slice(first, min(first + chunk, self.n)))

        if threads == 1:
            for first in range(0, self.n, chunk):
                report(fill(first))
            return
        pool = ThreadPoolExecutor(threads)
        try:
            for done in pool.map(fill, range(0, self.n, chunk)):
                report(done)
        finally:
            pool.shutdown(cancel_futures=True)

    def _fill(self, play: Kernel, part: slice) -> int:
        size = part.stop - part.start
        states = np.empty(size, self.game.dtype) if self.states is None else self.states[part]
        states[:] = self.opening[0]
        moves = np.zeros(self.game.rules.ACTIONS, np.uint16)
        results = self.ranks[part], self.scores[part], self.counts[part]
        with np.errstate(over="ignore"):  # interpreted, the generator's words wrap loudly
            play(states, self.seed, part.start, chance.new(), chance.new(), moves, *results)
        broken = np.flatnonzero(self.counts[part, 0] < 0)
        if len(broken):
            self._blame(part.start + int(broken[0]))
        return size

    def _blame(self, number: int) -> None:
        """Raise what tells of a game that ended with a choice that was not legal."""
        _played(self.game, self.options, self.players, self.seed, number)
        policy = self.players[-1 - int(self.counts[number, 0])]
        raise IllegalMove(
            f"policy {name_of(policy)} chose what is not legal in game {number} of {self.game.id}"
        )


def _check_whole(name: str, value: int, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value < 2**63:
        raise BadOption(f"{name} is a whole number, at least {least}, not {value!r}")
