"""A batch: n games of one kind at once, as arrays with a row a game.

Every call lets all games go on together and fills the same arrays again: copy what you keep.
Results depend on the seed alone, never on threads or the device. Nobody plays here: the caller
chooses, or asks a policy to (:meth:`Batch.choose`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.core import cuda
from ludotheque.core.chance import CHOICES, DICE, WORDS
from ludotheque.core.chance import start as start_dice
from ludotheque.core.compile import Kernel, bind, is_interpreted, runnable, with_globals
from ludotheque.core.contract import States
from ludotheque.core.errors import BadOption, BadPolicy, IllegalMove
from ludotheque.core.game import Game, Options
from ludotheque.core.lockstep import (
    CHANCE,
    DRAW,
    HAPPEN,
    ILLEGAL,
    MASK,
    NONE,
    OVER,
    PLAY,
    RESET,
    SEE,
    WATCH,
    WEIGH,
    advance_many,
    choose_many,
    observe_many,
    try_many,
)
from ludotheque.core.match import Match
from ludotheque.core.openings import Start, opening_of, openings
from ludotheque.core.policies import (
    Policy,
    compiling,
    decider,
    illegal_choice,
    is_plain,
    label,
    must_compile,
    name_of,
    seated,
    takes_batch,
    weights_of,
)
from ludotheque.core.request import checked_whole, settled
from ludotheque.core.workers import Workers

Array = NDArray[Any]

_SAVED = ("records", "dice", "choices", "numbers", "tally")


@dataclass(frozen=True)
class Afterstates:
    """Every legal action of every game, tried: rows in the order of games, then of actions."""

    games: Array  # a row's game
    actions: Array  # and the action that was tried
    rows: Array  # where each game's rows begin; one more says where the last one's end
    traits: Array  # what the seat that acted then sees; filled up with ``Batch.empty``
    seen: Array  # how many traits that are
    is_over: Array  # whether the action ends the game
    ranks: Array  # each seat's rank where it does, else 0


class Batch:
    """n games at once: look, choose an action for each, :meth:`step`.

    >>> import ludotheque
    >>> batch = ludotheque.Batch(ludotheque.game("ludo"), 100, seed=1)
    >>> while batch.finished < 100:
    ...     batch.step(batch.moves[:, 0])
    >>> batch.ranks.shape
    (100, 4)

    A row's arrays: ``seat`` acts now (−1: nobody) with the legal actions ``moves[:count]``;
    ``masks`` are the same as 0 and 1 over all actions, where asked for; ``traits[:seen]`` is what
    that seat sees, the rest of the row filled with ``empty``. ``ended`` says that a game was over
    in the last call: its ``ranks``, ``scores`` and ``lengths`` (moves, rolls) stay until the next
    one is. Games are numbered: a row's first has its own number, the next one n more. The game of
    a number has the same dice, and by the same policies the same course, as in ``simulate``.
    """

    seat: Array  # who acts in each game, from 0; −1: nobody
    waiting: Array  # all that wait, a bit a seat; 0: chance is awaited, −1: it is over for good
    moves: Array  # the legal actions of the one who acts, in the first ``count`` places of a row
    count: Array  # how many that are
    traits: Array  # what the one who acts sees, in the first ``seen`` places; else ``empty``
    seen: Array  # how many traits that are
    empty: int  # what rows of traits are filled up with, one more than the last trait
    ranks: Array  # [game, seat], from 1: how the row's last game ended that is over; 0 before
    scores: Array  # [game, seat]: its points
    lengths: Array  # [game, 2]: its moves and its rolls, ``plies`` and ``rolls`` in a simulation
    numbers: Array  # the number of each row's game: its dice, as in ``simulate``
    finished: int  # games that were over since the last reset

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        options: Options | None = None,
        seed: int = 0,
        threads: int | None = None,
        auto_reset: bool = True,
        chance: bool = True,
        masks: bool = False,
        traits: bool = True,
        reckoned: bool = False,
        device: str = "cpu",
    ):
        """``chance`` False leaves it to :meth:`happen`; ``traits`` False looks only on demand.

        With ``reckoned`` traits are those that a brain goes by, ``game.senses``: beside what a
        seat sees what the game reckons from it.

        ``device="cuda"`` keeps everything on a GPU: the arrays are CuPy's then, and so is whatever
        is handed over (arrays of PyTorch will do). ``states`` is a copy here.
        """
        n, seed = checked_whole("n", n, 1), checked_whole("seed", seed, 0)
        threads = None if threads is None else checked_whole("threads", threads, 1)
        if device not in ("cpu", "cuda"):
            raise BadOption(f"device is cpu or cuda, not {device!r}")
        self.game, self.n, self.seed = game, n, seed
        self.options = settled(game, options)
        self.auto_reset, self.chance = auto_reset, chance
        self.device = device
        self.reckoned = reckoned
        self.sights = game.senses if reckoned else game.traits  # what traits are named by
        self._xp: Any = cuda.arrays() if device == "cuda" else np
        self._workers = Workers(n, threads)
        self._look = MASK * masks | SEE * traits | WEIGH * (not chance)
        self._make_arrays(masks, not chance)
        self.reset()

    def _make_arrays(self, masks: bool, weights: bool) -> None:
        n, seats, actions = self.n, int(self.options["seats"]), int(self.game.rules.ACTIONS)
        self.empty = len(self.sights)
        xp = self._xp
        self._states = self._room(n)
        self.dice, self.choices = xp.zeros((2, n, WORDS), np.uint64)
        self.numbers = xp.zeros(n, np.int64)
        self.tally = xp.zeros((n, 2), np.int32)
        self.seat, self.waiting, self.count, self.seen = xp.zeros((4, n), np.int32)
        self.moves = xp.zeros((n, actions), np.uint16)
        self._masks = xp.zeros((n, actions) if masks else (1, 1), np.uint8)
        self.traits = xp.full((n, self.sights.most(seats)), self.empty, np.uint16)
        self._weights = xp.zeros((n, self.game.rules.OUTCOMES) if weights else (1, 1), np.int32)
        self._ended = xp.zeros(n, np.uint8)
        self.ranks, self.scores = xp.zeros((2, n, seats), np.int32)
        self.lengths = xp.zeros((n, 2), np.int32)
        self._given = xp.zeros(n, np.int64)  # as wide as what callers have: nothing is cut off

    def _room(self, n: int) -> Any:
        """Room for records, where the games are."""
        if self.device == "cuda":
            return cuda.Records.room(n, self.game.dtype)
        return np.zeros(n, self.game.dtype)

    def __repr__(self) -> str:
        title = self.game.box(self.options).title
        return f"{title}: {self.n:,} games at once, seed {self.seed}, {self.finished:,} finished"

    # Running

    def reset(self, start: Start = None, *, first: int = 0) -> None:
        """Begin all games anew, at the opening or at a position; numbered from ``first``.

        ``start`` is a position as plain data or a state. Of several the game of a number takes its
        own in turn. Games that follow begin there too.
        """
        first = checked_whole("first", first, 0)
        self.opening: States = openings(self.game, self.options, start)
        numbers = np.arange(first, first + self.n)
        self.begin(opening_of(self.opening, numbers), numbers)

    def begin(self, states: States, numbers: NDArray[np.int64]) -> None:
        """Begin each game at its own of these states, with the dice of its own of these numbers."""
        self.finished = 0
        generators = np.zeros((2, self.n, WORDS), np.uint64)
        with np.errstate(over="ignore"):
            start_dice(generators[0].T, self.seed, numbers, DICE)  # type: ignore[arg-type]
            start_dice(generators[1].T, self.seed, numbers, CHOICES)  # type: ignore[arg-type]
        self._opening = self._moved(self.opening)
        self.records[:] = self._xp.asarray(states.view(np.uint8).reshape(self.n, -1))
        self.numbers[:] = self._xp.asarray(numbers)
        self.dice[:], self.choices[:] = self._xp.asarray(generators)
        self.tally[:] = 0
        self.ranks[:], self.scores[:], self.lengths[:] = 0, 0, 0
        self.seat[:], self.waiting[:] = NONE, 0
        self._pass(CHANCE * self.chance)

    def _moved(self, states: States) -> Any:
        """Records where the games are."""
        return cuda.Records.of(states) if self.device == "cuda" else states

    def step(self, actions: ArrayLike) -> None:
        """Play an action in each game where a seat acts, then chance until the next one does.

        Actions of other games are ignored. IllegalMove names the first that is not legal; the
        other games have gone on then.
        """
        self._give(actions)
        self._pass(PLAY | WATCH | CHANCE * self.chance | RESET * self.auto_reset)
        if self._xp.count_nonzero(self._ended == ILLEGAL):
            self._refuse(self._xp.asarray(actions))

    def happen(self, outcomes: ArrayLike | None = None) -> None:
        """Let one chance outcome fall where one is awaited: those given, or drawn ones.

        BadOption where chance falls by itself: it is left to the caller with ``chance=False``.
        """
        self._must_leave_chance("happen")
        reset = RESET * self.auto_reset
        if outcomes is None:
            self._pass(DRAW | reset)
            return
        awaited = self.waiting == 0
        self._give(outcomes)
        given = self._xp.where(awaited, self._given, 0)
        possible = (given >= 0) & (given < self._weights.shape[1])
        if not (possible.all() and self._weight_of(given)[awaited].all()):
            raise IllegalMove("an outcome is given that cannot fall; weights says which can")
        self._pass(HAPPEN | reset)

    def _must_leave_chance(self, what: str) -> None:
        if self.chance:
            raise BadOption(f"{what}: chance falls by itself here; chance=False leaves it to you")

    def _weight_of(self, outcomes: Array) -> Array:
        return self._xp.take_along_axis(self._weights, outcomes[:, None], 1)[:, 0]

    def _give(self, codes: ArrayLike) -> None:
        given: Array = self._xp.asarray(codes)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadOption(f"{self.n} whole numbers are wanted, one a game, not {given.dtype} "
                            f"{given.shape}")  # fmt: skip
        self._given[:] = given

    def _pass(self, what: int) -> None:
        self._run(
            advance_many, what | self._look, self.seed, self.n, self.empty,
            self._opening, self._states, self.dice, self.choices, self.numbers, self.tally,
            self._given, self.seat, self.waiting, self.moves, self.count, self._masks, self.traits,
            self.seen, self._weights, self._ended, self.ranks, self.scores, self.lengths,
        )  # fmt: skip
        self.finished += int(self._xp.count_nonzero(self._ended == OVER))

    def _run(
        self, template: Kernel, *arguments: Any, players: tuple[Policy, ...] = (),
        n: int | None = None,
    ) -> None:  # fmt: skip
        """Run a kernel on all games, or on rows 0 … n − 1 of something else."""
        rows = self.n if n is None else n
        is_plain_python = is_interpreted() and self.device == "cpu"
        kernel = _bound(self.game, template, players, self.reckoned, is_plain_python)
        if self.device == "cuda":
            _launcher(self.game, kernel).run(rows, rows, arguments)
        else:
            self._workers.run(runnable(kernel), rows, *arguments)

    def _refuse(self, actions: Array) -> None:
        number = int(self._xp.flatnonzero(self._ended == ILLEGAL)[0])
        legal = ", ".join(map(str, self.moves[number, : self.count[number]]))
        raise IllegalMove(
            f"game {number}, seat {self.seat[number] + 1}: action {actions[number]} is not "
            f"legal; legal are {legal}"
        )

    # Looking

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Which games were over in the last call."""
        return self._ended == OVER

    @property
    def is_over(self) -> NDArray[np.bool_]:
        """Which games are over and stay so (never where the next one begins by itself)."""
        return self.waiting == NONE

    def legal(self) -> tuple[Array, Array]:
        """The legal actions of each game's acting seat, and how many there are."""
        return self.moves, self.count

    @property
    def masks(self) -> Array:
        """The legal actions of each game as 0 and 1 over all actions; from now on if not before."""
        return self.mask()

    @property
    def weights(self) -> Array:
        """The weight of each chance outcome where one is awaited; only with ``chance=False``."""
        self._must_leave_chance("weights")
        return self._weights

    def mask(self) -> Array:
        """The same as ``masks``."""
        if not self._look & MASK:
            self._masks = self._xp.zeros(self.moves.shape, np.uint8)
            self._look |= MASK
            games, places = self._xp.nonzero(
                self._xp.arange(self.moves.shape[1]) < self.count[:, None]
            )
            self._masks[games, self.moves[games, places]] = 1
        return self._masks

    def observe(self, seats: ArrayLike | None = None) -> tuple[Array, Array]:
        """What the acting seats see, or those named, as lists of traits; and how many hold."""
        if seats is None and self._look & SEE:
            return self.traits, self.seen
        wanted = self._xp.asarray(self._xp.maximum(self.seat, 0) if seats is None else seats)
        if wanted.shape not in ((), (self.n,)):
            raise BadOption(f"one seat for all games or one a game, {self.n}, not {wanted.shape}")
        is_seat = (wanted >= 0) & (wanted < self.options["seats"]) & (wanted.dtype.kind in "iu")
        if not is_seat.all():
            raise BadOption(f"there are seats 0 to {self.options['seats'] - 1}")
        viewers = self._xp.ascontiguousarray(self._xp.broadcast_to(wanted, self.n), np.int32)
        traits = self._xp.full_like(self.traits, self.empty)
        seen = self._xp.zeros_like(self.seen)
        self._run(observe_many, self.empty, self._states, viewers, traits, seen)
        return traits, seen

    def dense(self, traits: ArrayLike | None = None, dtype: Any = np.float32) -> Array:
        """Lists of traits (by default what the acting seats see) as rows of 0 and 1."""
        listed = self.observe()[0] if traits is None else self._listed(traits)
        rows = self._xp.zeros((len(listed), self.empty + 1), dtype)
        rows[self._xp.arange(len(listed))[:, None], listed] = 1
        return rows[:, : self.empty]

    def _listed(self, traits: ArrayLike) -> Array:
        listed: Array = self._xp.asarray(traits)
        if listed.ndim != 2 or listed.dtype.kind not in "iu":
            raise BadOption(f"traits are whole numbers in rows, not {listed.dtype} {listed.shape}")
        if ((listed < 0) | (listed > self.empty)).any():
            raise BadOption(f"traits are 0 to {self.empty - 1}, and {self.empty} fills a row up")
        return listed

    @cached_property
    def terms(self) -> Array:
        """What never changes in these games, as traits of ``game.terms``."""
        return np.array(self.game.terms_of(self.opening[0]), np.uint16)

    def afterstates(self) -> Afterstates:
        """Try every legal action of every game, and see what comes of it; nothing is played."""
        xp = self._xp
        rows = xp.zeros(self.n + 1, np.int64)
        rows[1:] = xp.cumsum(self.count)
        size = int(rows[-1])
        traits = xp.full((size, self.traits.shape[1]), self.empty, np.uint16)
        seen, over = xp.zeros(size, np.int32), xp.zeros(size, np.uint8)
        ranks = xp.zeros((size, self.ranks.shape[1]), np.int32)
        games = xp.searchsorted(rows, xp.arange(size), side="right") - 1
        self._run(
            try_many, self._states, self._room(size), games, self.seat, self.moves, rows,
            traits, seen, over, ranks, n=size,
        )  # fmt: skip
        actions = self.moves[games, xp.arange(size) - rows[games]]
        return Afterstates(games, actions, rows, traits, seen, over == 1, ranks)

    def choose(self, policies: Policy | Sequence[Policy] = "random") -> Array:
        """What a policy, or one a seat, plays in each game where a seat acts; −1 elsewhere."""
        players = seated(self.game, policies, self.options)
        plain = [seat for seat, player in enumerate(players) if is_plain(player)]
        if not plain:
            return self._choose(players, self.seat)
        if self.device == "cuda":
            must_compile(players)
        compiled = tuple("random" if is_plain(player) else player for player in players)
        chosen = self._choose(compiled, np.where(np.isin(self.seat, plain), NONE, self.seat))
        for policy in dict.fromkeys(players[seat] for seat in plain):
            seats = [seat for seat in plain if players[seat] is policy]
            self._ask(policy, np.flatnonzero(np.isin(self.seat, seats)), chosen)
        return chosen

    def _choose(self, players: tuple[Policy, ...], acting: Array) -> Array:
        chosen = self._xp.empty(self.n, np.int32)
        weights = weights_of(players)
        with compiling(self.game, players):
            self._run(
                choose_many, self._states, self.choices, acting.astype(np.int32, copy=False),
                self.moves, self.count, chosen,
                cuda.on_device(weights) if self.device == "cuda" else weights,
                players=players,
            )  # fmt: skip
        return chosen

    def _ask(self, policy: Any, rows: Array, chosen: Array) -> None:
        """Let a plain function choose in some games."""
        if takes_batch(policy):
            given = self.answers(policy)[rows]
            chosen[rows] = given
            if len(wrong := np.flatnonzero(chosen[rows] != given)):  # more than 32 bits hold
                raise self.illegal(policy, int(rows[wrong[0]]), given[wrong[0]])
            return
        for row in rows:
            answer = policy(self._match(row))
            legal = self.moves[row, : self.count[row]].tolist()
            code = self._code_of(answer, row, legal) if isinstance(answer, str) else answer
            if code not in legal:
                raise self.illegal(policy, int(row), answer)
            chosen[row] = code

    def _code_of(self, answer: str, row: int, legal: Sequence[int]) -> int:
        """The action that is written so in the game of a row."""
        state, seat, write = self.states[row], int(self.seat[row]), self.game.notation.move
        return next((code for code in legal if write(state, seat, code) == answer), NONE)

    def _match(self, row: int) -> Match:
        return Match(self.game, self.options, self.states[row])

    def answers(self, policy: Any) -> Array:
        """What a plain function of a batch chooses in each game; BadPolicy where it says less."""
        given = np.asarray(policy(self))
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadPolicy(f"policy {name_of(policy)} chose {given.dtype} {given.shape}: {self.n} "
                            "whole numbers are wanted, one a game")  # fmt: skip
        return given

    def illegal(self, policy: Policy, row: int, chosen: object) -> IllegalMove:
        """What tells of a policy that chose what is not legal in the game of a row."""
        codes: Any = self.moves[row, : self.count[row]]
        legal = self._match(row).legal() if isinstance(chosen, str) else codes
        return illegal_choice(
            self.game, policy, int(self.seat[row]), int(self.numbers[row]),
            int(self.tally[row].sum()), chosen, legal,
        )  # fmt: skip

    # Keeping

    @property
    def states(self) -> States:
        """The games' records; on a GPU a copy of them."""
        return self._states.fetched() if self.device == "cuda" else self._states

    @property
    def records(self) -> NDArray[np.uint8]:
        """The states as bytes, a row a game: the same memory."""
        if self.device == "cuda":
            return self._states.data
        return self._states.view(np.uint8).reshape(self.n, -1)

    def save(self) -> dict[str, Array]:
        """Everything that the games' future depends on, as plain arrays for ``np.savez``."""
        saved = {name: getattr(self, name).copy() for name in _SAVED}
        if self.device == "cuda":
            saved = {name: each.get() for name, each in saved.items()}
        return {**saved, "game": np.array(self.game.id), "seed": np.array(self.seed)}

    def load(self, saved: Mapping[str, Array]) -> None:
        """Go on from what was saved of a batch of the same game, options, size and seed.

        BadOption where it was of another one. What was saved before the seed was kept is taken to
        have this one.
        """
        held = {name: saved[name] for name in _SAVED if name in saved}
        for name in _SAVED:
            own = getattr(self, name)
            if name not in held or (held[name].shape, held[name].dtype) != (own.shape, own.dtype):
                raise BadOption(f"what was saved is no batch of {self.n} such games: {name}")
        for name, value in (("game", self.game.id), ("seed", self.seed)):
            if name in saved and saved[name] != value:
                raise BadOption(f"what was saved has the {name} {saved[name]}, this batch {value}")
        self._must_have_these_terms(held["records"])
        for name in _SAVED:
            getattr(self, name)[:] = self._xp.asarray(held[name])
        self.waiting[:] = NONE  # an ending that was noted before is not noted again
        self._pass(0)

    def _must_have_these_terms(self, records: Array) -> None:
        """Refuse records of games with other options, which stand in every record."""
        first = np.frombuffer(records[0].tobytes(), self.game.dtype)[0]
        if told := self.game.told_apart(self.game.terms_of(first), self.terms.tolist()):
            raise BadOption(f"what was saved has {told[0]}, this batch {told[1]}")


@cache
def _bound(
    game: Game, template: Kernel, players: tuple[Policy, ...], reckoned: bool, is_interpreted: bool
) -> Kernel:
    """A kernel of this game, and of these policies where there are any."""
    actions = with_globals(_constant, {"_VALUE": int(game.rules.ACTIONS)}, f".{game.id}")
    parts = {**game.kernels, "actions": actions}
    if reckoned:
        parts["observe"] = game.sense
    if not players:
        return bind(template, parts, f"{game.id}.reckoned" if reckoned else game.id)
    parts["decide"] = decider(game, players, is_interpreted)
    return bind(template, parts, label(game, players))


@cache
def _launcher(game: Game, kernel: Kernel) -> "cuda.Launcher":
    return cuda.Launcher.of_rows(kernel, game.dtype)


_VALUE = 0  # the name that copies of the next one see another value under


def _constant() -> int:
    return _VALUE
