"""Writing games down as they are played, decision by decision."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import chance
from ludotheque.core.chunks import in_chunks
from ludotheque.core.compile import Kernel, is_interpreted
from ludotheque.core.contract import Moves, State, States, observe
from ludotheque.core.errors import IllegalMove
from ludotheque.core.game import Game, Options
from ludotheque.core.openings import Start, opening_of, openings
from ludotheque.core.policies import Policy, compiling, must_compile, name_of, seated, weights_of
from ludotheque.core.progress import Progress, progress_bar
from ludotheque.core.request import checked_whole, settled
from ludotheque.core.simulate import played
from ludotheque.research.playing import FULL, seated_kernel, threads_for
from ludotheque.research.recordings import Trajectories
from ludotheque.research.results import shares_of

_CHUNK = 256  # games written down together
_CHUNK_INTERPRETED = 2
_ROOM = 1 << 14  # decisions of a chunk that there is room for at first

Numbers = NDArray[np.int32]


class Notes(NamedTuple):
    """Room for the decisions of some games."""

    used: NDArray[np.int64]  # decisions, traits, moves
    row: Numbers  # of each decision's game
    seat: NDArray[np.uint8]
    action: NDArray[np.uint16]
    traits: NDArray[np.uint16]
    traits_end: NDArray[np.int64]
    moves: NDArray[np.uint16]
    moves_end: NDArray[np.int64]
    limits: NDArray[np.int64]  # most traits of a decision; 1: forced moves are noted too


def note_decision(
    row: int,
    player: int,
    state: State,
    seat: int,
    moves: Moves,
    count: int,
    action: int,
    notes: Notes,
) -> bool:
    """Write down what the seat sees, what it may do and what it does; False: no room is left."""
    if count == 1 and notes.limits[1] == 0:
        return True
    at, seen, listed = notes.used[0], notes.used[1], notes.used[2]
    if at >= len(notes.row) or seen + notes.limits[0] > len(notes.traits):
        return False
    if listed + count > len(notes.moves):
        return False
    seen += observe(state, seat, notes.traits[seen:])
    for k in range(count):
        notes.moves[listed + k] = moves[k]
    listed += count
    notes.row[at] = row
    notes.seat[at] = seat
    notes.action[at] = action
    notes.traits_end[at] = seen
    notes.moves_end[at] = listed
    notes.used[0], notes.used[1], notes.used[2] = at + 1, seen, listed
    return True


def trajectories(
    game: Game,
    n: int,
    policies: Policy | Sequence[Policy] = "random",
    *,
    options: Options | None = None,
    seed: int = 0,
    start: Start = None,
    forced: bool = True,
    threads: int | None = None,
    progress: Progress | bool | None = None,
) -> Trajectories:
    """Play ``n`` games and write every decision down, as arrays to learn from.

    They are the games that ``simulate`` plays with the same policies and seed. ``forced`` False
    leaves out the decisions where there was nothing to choose. ``start`` is a position to begin
    at, or several in turn.
    """
    values = settled(game, options)
    players = must_compile(seated(game, policies, values))
    n, seed = checked_whole("n", n, 1), checked_whole("seed", seed, 0)
    recorder = _Recorder(game, values, players, n, seed, openings(game, values, start), forced)
    chunk = _CHUNK_INTERPRETED if is_interpreted() else _CHUNK
    with compiling(game, players), progress_bar(progress, n) as report:
        kernel = seated_kernel(game, players, note_decision)

        def work(part: slice) -> int:
            return recorder.record(kernel, part)

        in_chunks(work, n, chunk, threads_for(threads), report)
    return recorder.gathered()


class _Recorder:
    """What was written down of each chunk of games."""

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        players: Sequence[Policy],
        n: int,
        seed: int,
        openings: States,
        forced: bool,
    ):
        seats = int(options["seats"])
        self.game, self.options, self.players, self.seed = game, options, players, seed
        self.openings, self.forced = openings, forced
        self.ranks, self.scores = np.zeros((2, n, seats), np.int32)
        self.most = game.traits.most(seats) + 1  # a kernel may write one that does not count
        self.parts: dict[int, Notes] = {}  # by the first game of each

    def record(self, kernel: Kernel, part: slice) -> int:
        """Play some games and keep the notes; again with more room where it was too little."""
        room = _ROOM
        while (notes := self._tried(kernel, part, room)) is None:
            room *= 2
        self.parts[part.start] = _trimmed(notes, part.start)
        return part.stop - part.start

    def _tried(self, kernel: Kernel, part: slice, room: int) -> Notes | None:
        numbers = np.arange(part.start, part.stop, dtype=np.int64)
        states = opening_of(self.openings, numbers)
        seating = np.tile(np.arange(self.ranks.shape[1], dtype=np.int32), (len(numbers), 1))
        actions = int(self.game.rules.ACTIONS)
        notes = self._room(room, actions)
        with np.errstate(over="ignore"):  # interpreted, the generator's words wrap loudly
            done, flaw = kernel(
                states, self.seed, numbers, seating, chance.new(), chance.new(),
                np.zeros(actions, np.uint16), weights_of(self.players),
                self.ranks[part], self.scores[part], notes,
            )  # fmt: skip
        if flaw == FULL:
            return None
        if flaw:
            self._blame(part.start + done, -1 - flaw)
        return notes

    def _room(self, room: int, actions: int) -> Notes:
        return Notes(
            np.zeros(3, np.int64),
            np.zeros(room, np.int32),
            np.zeros(room, np.uint8),
            np.zeros(room, np.uint16),
            np.zeros(room * self.most, np.uint16),
            np.zeros(room, np.int64),
            np.zeros(room * min(actions, 16) + actions, np.uint16),
            np.zeros(room, np.int64),
            np.array([self.most, self.forced], np.int64),
        )

    def _blame(self, number: int, seat: int) -> None:
        """Raise what tells of a choice that was not legal."""
        state = opening_of(self.openings, number)
        played(self.game, self.options, self.players, self.seed, number, state)
        raise IllegalMove(f"policy {name_of(self.players[seat])} chose what is not legal")

    def gathered(self) -> Trajectories:
        """All notes as one."""
        parts = [self.parts[first] for first in sorted(self.parts)]
        sides = self.game.sides(self.options)
        return Trajectories(
            self.game, self.options, tuple(map(name_of, self.players)), self.seed,
            np.concatenate([each.row for each in parts]),
            np.concatenate([each.seat for each in parts]),
            np.concatenate([each.action for each in parts]),
            np.concatenate([each.traits for each in parts]),
            _joined([each.traits_end for each in parts]),
            np.concatenate([each.moves for each in parts]),
            _joined([each.moves_end for each in parts]),
            shares_of(self.ranks, sides).astype(np.float32), self.ranks, self.scores,
        )  # fmt: skip


def _trimmed(notes: Notes, first: int) -> Notes:
    """Notes without the room that was not needed, their games numbered from the first."""
    count, traits, moves = notes.used
    return Notes(
        notes.used,
        notes.row[:count] + np.int32(first),
        notes.seat[:count].copy(),
        notes.action[:count].copy(),
        notes.traits[:traits].copy(),
        notes.traits_end[:count].copy(),
        notes.moves[:moves].copy(),
        notes.moves_end[:count].copy(),
        notes.limits,
    )


def _joined(ends: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Where each decision's list begins, and the last one's ends, all lists being one."""
    sizes = [np.diff(each, prepend=0) for each in ends]
    return np.concatenate(([0], np.cumsum(np.concatenate(sizes)))).astype(np.int64)
