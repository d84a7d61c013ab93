"""Playing many games at once, on all cores, with results that depend on the seed alone."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import chance
from ludotheque.core.chance import CHOICES, DICE, outcome, start
from ludotheque.core.compile import Kernel, bind, is_interpreted, runnable, with_globals
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
)
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game, Options
from ludotheque.core.match import Match
from ludotheque.core.progress import Progress, progress_bar

Policy: TypeAlias = str | Kernel

_CHUNK = 1024  # games between two looks at the clock
_CHUNK_INTERPRETED = 2
_DE_BRUIJN = 0x09AF  # each four-bit window of it is another number
_SEAT_OF_WINDOW = np.zeros(16, np.uint8)
for _seat in range(16):
    _SEAT_OF_WINDOW[((_DE_BRUIJN << _seat) & 0xFFFF) >> 12] = _seat


def first_seat(mask: int) -> int:
    """The lowest seat of a mask, without a loop whose length no processor can guess."""
    return _SEAT_OF_WINDOW[((mask & -mask) * _DE_BRUIJN & 0xFFFF) >> 12]


def play_out(state: State, dice: Random, choices: Random, moves: Moves, counts: Numbers) -> None:
    """Play one game to its end; count its moves, those with a choice, and its rolls."""
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
            play(state, seat, choose(state, seat, moves, count, choices))
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


_SEATS = 0  # the three names that choose_by_seat's copies see other values under
_policy = choose
_others = choose


def choose_by_seat(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """One policy for some seats, the others' for the rest."""
    if _SEATS >> seat & 1:
        return _policy(state, seat, moves, count, random)
    return _others(state, seat, moves, count, random)


def chooser(policies: Sequence[Kernel], name: str) -> Kernel:
    """One policy that plays each seat by its own."""
    distinct = list(dict.fromkeys(policies))
    chosen = distinct[-1]
    for policy in reversed(distinct[:-1]):
        seats = sum(1 << seat for seat, one in enumerate(policies) if one is policy)
        parts = {"_SEATS": seats, "_policy": policy, "_others": chosen}
        chosen = with_globals(choose_by_seat, parts, f".{name}.{seats}")
    return chosen


@dataclass(frozen=True, eq=False)
class Simulation:
    """What came of many games: a row a game, a column a seat."""

    game: Game
    options: dict[str, Any]
    policies: tuple[str, ...]
    seed: int
    ranks: NDArray[np.int32]
    scores: NDArray[np.int32]
    plies: NDArray[np.int32]  # moves played
    choices: NDArray[np.int32]  # those where there was more than one to choose from
    rolls: NDArray[np.int32]  # chance outcomes
    records: States | None  # the final states, where they were asked for
    chooser: Kernel

    def __len__(self) -> int:
        return len(self.plies)

    def replay(self, number: int) -> Match:
        """Game ``number`` once more, step by step: nothing of it had to be stored."""
        if not 0 <= number < len(self):
            raise BadOption(f"there are games 0 to {len(self) - 1}, not {number}")
        match = Match(self.game, self.options)
        dice, choices = chance.new(), chance.new()
        moves = np.zeros(self.game.rules.ACTIONS, np.uint16)
        draw = bind(outcome, self.game.kernels, self.game.id)
        with np.errstate(over="ignore"):
            start(dice, self.seed, number, DICE)
            start(choices, self.seed, number, CHOICES)
            while not match.is_over:
                if not match.waiting:
                    match.happen(draw(match.state, dice))
                    continue
                seat = match.waiting[0]
                actions = self.game.engine.moves(match.board, seat)
                moves[: len(actions)] = actions
                chosen = self.chooser(match.state, seat, moves, len(actions), choices)
                match.act(seat, int(chosen))
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
    progress: Progress | bool | None = None,
    chunk: int | None = None,
) -> Simulation:
    """Play ``n`` games; the result depends on nothing but the game, options, policies and seed.

    ``policies`` is one for all seats or one a seat: names of the game's policies, or
    kernels of your own. ``threads`` is all cores by default. ``records`` keeps the final
    states. ``progress`` is called with the games done and the games in all; left out, a
    bar appears on a terminal when the run is long; False shows none.
    """
    values = game.chosen(options)
    names, kernels = _seat_policies(game, policies, int(values["seats"]))
    _check_whole("n", n, 0)
    _check_whole("seed", seed, 0)
    name = "-".join((game.id, *names))
    choice = chooser(kernels, name)
    run = runnable(bind(play_many, {**game.kernels, "choose": choice}, name))
    batch = _Batch(game, values, n, seed, records)
    if not threads:
        threads = 1 if is_interpreted() else os.cpu_count() or 1
    _check_whole("threads", threads, 1)
    chunk = chunk or (_CHUNK_INTERPRETED if is_interpreted() else _CHUNK)
    with progress_bar(progress, n) as report:
        batch.run(run, threads, chunk, report)
    counts = batch.counts
    return Simulation(
        game, values, names, seed, batch.ranks, batch.scores,
        counts[:, 0], counts[:, 1], counts[:, 2], batch.states, choice,
    )  # fmt: skip


class _Batch:
    """The arrays of one simulation, filled chunk by chunk."""

    def __init__(self, game: Game, options: Options, n: int, seed: int, records: bool):
        seats = int(options["seats"])
        self.game, self.n, self.seed = game, n, seed
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
        return size


def _seat_policies(
    game: Game, policies: Policy | Sequence[Policy], seats: int
) -> tuple[tuple[str, ...], list[Kernel]]:
    if isinstance(policies, str) or callable(policies):
        policies = [policies] * seats
    if len(policies) != seats:
        raise BadOption(f"{len(policies)} policies for {seats} seats: give one, or one a seat")
    kernels = [game.policy(one) if isinstance(one, str) else one for one in policies]
    names = [one if isinstance(one, str) else _name(one) for one in policies]
    return tuple(names), kernels


def _name(policy: Kernel) -> str:
    return f"{policy.__module__}.{policy.__qualname__}"


def _check_whole(name: str, value: int, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value < 2**63:
        raise BadOption(f"{name} is a whole number, at least {least}, not {value!r}")
