"""Brains: players that learned by playing. A brain is a small network and lies in a game's folder.

It values what a move leads to, as the one who moved then sees it: the traits that hold each add
a row of weights, two more layers follow, and what comes out is each seat's share of the win, the
mover's first; in a game that can be played alone, the points that the mover can expect. The best
move is played. Nothing else is thought of: no search, no dice.

Weights were learned by :mod:`ludotheque.research.learning`, on all options at once; what a game's
options and its board add to the first layer (its *terms*) never changes, and is added up once.
"""

import hashlib
import io
import json
import math
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import chance
from ludotheque.core.chance import CHOICES, bits, start
from ludotheque.core.compile import Kernel, apart, bind, runnable, with_globals
from ludotheque.core.contract import (
    Moves,
    Random,
    Seen,
    State,
    States,
    has_left,
    is_over,
    lean,
    legal,
    observe,
    play,
    rank,
    score,
    whole,
)
from ludotheque.core.errors import BadBrain, BadOption
from ludotheque.core.game import BRAIN, Game, Options
from ludotheque.core.lanes import TOGETHER, lane, of_lane
from ludotheque.core.outside import called
from ludotheque.core.policies import Weighted
from ludotheque.core.request import checked_file
from ludotheque.core.room import room
from ludotheque.core.tempers import NONE

Floats: TypeAlias = NDArray[np.float32]

NAME = "brain"
POINTS = 100.0  # what one unit of a value is worth where points are what counts
_LAYERS = ("rows", "bias", "middle", "middle_bias", "last", "last_bias")
_MATRICES = ("rows", "middle")  # the large ones; as bytes they have a scale for each row
_LARGE = 1_000_000  # bytes that a file should not exceed

# Names that copies of the kernels below see a game's own values under.
_STATE: Any = None
_TRAITS = _SEATS = _FIRST = _SECOND = 1
_BY_POINTS = False
_UNIT = 2.0**-53
_TILE = 64  # units of a layer that are reckoned together

# What the last array of a brain's weights says: how it plays.
WARMTH, TEMPER, SWAY, LEFT = range(4)  # the last: how often it may still be asked, looking ahead


def think(traits: Seen, count: int, weights: Any, out: Floats) -> None:
    """The network: from the traits that hold to what each seat can expect, before it is shared.

    Units are reckoned a tile at a time, so that the sums of a tile stay in registers; of each
    layer a lane has every so-manieth unit.
    """
    first = room(_FIRST, np.float32)
    second = room(_SECOND, np.float32)
    sums = room(_TILE, np.float32)
    own = lane()
    for low in range(0, _FIRST, _TILE):
        for j in range(_TILE // TOGETHER):
            sums[j] = weights[1][low + j * TOGETHER + own]
        for k in range(count):
            row = whole(traits[k])
            for j in range(_TILE // TOGETHER):
                sums[j] += weights[0][row, low + j * TOGETHER + own]
        for j in range(_TILE // TOGETHER):
            first[low // TOGETHER + j] = sums[j]
    pass_on(first, weights[2], weights[3], second)
    conclude(second, weights[4], weights[5], out)


def pass_on(first: Floats, matrix: Floats, bias: Floats, second: Floats) -> None:
    """The first layer to the second: units below zero are off, and many are."""
    active = room(_FIRST, np.uint16)
    signals = room(_FIRST, np.float32)
    sums = room(_TILE, np.float32)
    own = lane()
    count = 0
    for i in range(_FIRST):
        signal = of_lane(first[i // TOGETHER], i % TOGETHER)
        if signal > 0:
            active[count] = i
            signals[count] = signal
            count += 1
    for low in range(0, _SECOND, _TILE):
        for j in range(_TILE // TOGETHER):
            sums[j] = bias[low + j * TOGETHER + own]
        for k in range(count):
            i = whole(active[k])
            for j in range(_TILE // TOGETHER):
                sums[j] += signals[k] * matrix[i, low + j * TOGETHER + own]
        for j in range(_TILE // TOGETHER):
            second[low // TOGETHER + j] = sums[j]


def conclude(second: Floats, matrix: Floats, bias: Floats, out: Floats) -> None:
    """The second layer to what each seat can expect."""
    own = lane()
    for j in range(len(bias)):
        out[j] = 0
    for i in range(_SECOND // TOGETHER):
        if second[i] > 0:
            for j in range(len(bias)):
                out[j] += second[i] * matrix[i * TOGETHER + own, j]
    for j in range(len(bias)):
        total = bias[j]
        for each in range(TOGETHER):
            total += of_lane(out[j], each)
        out[j] = total


def share_out(state: State, seat: int, out: Floats) -> None:
    """Make shares of the win, that sum to 1, of what each seat can expect, from ``seat`` on."""
    seats = whole(state.seats)
    most = out[0]
    for k in range(1, seats):
        most = max(most, out[k])
    total = np.float32(0)
    for k in range(seats):
        out[k] = 0 if has_left(state, (seat + k) % seats) else math.exp(out[k] - most)
        total += out[k]
    for k in range(seats):
        out[k] /= total


def settle(state: State, seat: int, out: Floats) -> None:
    """What each seat has got, of a game that is over; from ``seat`` on."""
    seats = whole(state.seats)
    numbers = room(_SEATS, np.int32)
    if _BY_POINTS:
        score(state, numbers)
        out[0] = numbers[seat] / POINTS
        return
    rank(state, numbers)
    winners = 0
    for k in range(seats):
        winners += numbers[k] == 1
    for k in range(seats):
        out[k] = np.float32(numbers[(seat + k) % seats] == 1) / winners


@apart
def judge(state: State, seat: int, weights: Any, out: Floats) -> None:
    """What each seat can expect of a state that ``seat`` has moved to; its own comes first."""
    if is_over(state):
        settle(state, seat, out)
        return
    traits = room(_TRAITS, np.uint16)
    think(traits, observe(state, seat, traits), weights, out)
    if not _BY_POINTS:
        share_out(state, seat, out)


def best(state: State, seat: int, moves: Moves, count: int, random: Random, weights: Any) -> int:
    """The move with the best prospects, and what the temper likes; the warmer, the less sure."""
    scratch = room(1, _STATE)
    out = room(_SEATS, np.float32)
    chosen = whole(moves[0])
    top = -math.inf
    warmth = float(weights[6][WARMTH])
    for k in range(count if count > 1 else 0):
        scratch[0] = state
        play(scratch[0], seat, whole(moves[k]))
        judge(scratch[0], seat, weights, out)
        value = float(out[0]) + liking(state, scratch[0], seat, whole(moves[k]), weights)
        if warmth > 0:
            value += warmth * chanced(random)
        if value > top:
            chosen, top = whole(moves[k]), value
    return chosen


def liking(before: State, after: State, seat: int, action: int, weights: Any) -> float:
    """What a move is worth beyond its prospects to a player of some temper."""
    temper = whole(weights[6][TEMPER])
    if temper == NONE:
        return 0.0
    return float(weights[6][SWAY]) * lean(before, after, seat, action, temper)


def pick(board: States, seat: int, moves: Moves, seed: int, random: Random, weights: Any) -> int:
    """What the brain plays on a board."""
    start(random, seed, 0, CHOICES)
    return best(board[0], seat, moves, legal(board[0], seat, moves), random, weights)


def chanced(random: Random) -> float:
    """A draw after Gumbel: the largest of values with such draws falls as in a softmax."""
    part = (float(bits(random) >> np.uint64(11)) + 0.5) * _UNIT
    return -math.log(-math.log(part))


def weigh_moves(board: States, seat: int, moves: Moves, weights: Any, found: Floats) -> int:
    """What each seat can expect after each of a seat's moves, a row a move; returns how many."""
    scratch = room(1, _STATE)
    count = legal(board[0], seat, moves)
    for k in range(count):
        scratch[0] = board[0]
        play(scratch[0], seat, whole(moves[k]))
        judge(scratch[0], seat, weights, found[k])
    return count


@dataclass(frozen=True, eq=False)
class Brain:
    """What was learned of one game, for all its options."""

    game: Game
    layers: Mapping[str, Floats]  # by the names of _LAYERS; the rows of terms follow the traits'
    card: Mapping[str, Any]  # what it learned, how long, against whom

    @classmethod
    def load(cls, game: Game, file: str | Path | None = None) -> "Brain":
        """A brain from a file, by default the one in the game's folder; BadBrain."""
        own = game.folder / BRAIN
        if file is None and not own.is_file():
            raise BadBrain(f"{game.id} has no brain: there is no {own.name} in its folder")
        file = own if file is None else Path(file)
        if not file.is_file():
            raise BadBrain(f"{game.id} has no brain in {file}: there is no such file")
        try:
            with np.load(file, allow_pickle=False) as held:
                layers = {name: _expanded(held, name) for name in _LAYERS}
                card = json.loads(str(held["card"]))
        except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
            raise BadBrain(f"{file.name}: is no brain that can be read ({error})") from None
        return cls(game, layers, card)

    def __post_init__(self) -> None:
        card, game = self.card, self.game
        wanted = {"game": game.id, "edition": game.edition, "traits": traits_of(game)}
        for name, value in wanted.items():
            if card.get(name) != value:
                raise BadBrain(
                    f"a brain for other {_WRONG[name]} than those of {game.id} now: train a new "
                    f"one with `ludotheque train {game.id}`"
                )

    def __repr__(self) -> str:
        first, second = (len(self.layers[name]) for name in ("bias", "middle_bias"))
        return f"<Brain of {self.game.id}: layers of {first} and {second} units>"

    def save(self, file: str | Path) -> None:
        """Write it, small: the large layers in half precision, or as bytes where that is more."""
        file = checked_file(file)
        data = self._written(in_bytes=False)
        if len(data) > _LARGE:
            data = self._written(in_bytes=True)
        file.write_bytes(data)

    def _written(self, in_bytes: bool) -> bytes:
        held: dict[str, Any] = {"card": json.dumps(self.card, ensure_ascii=False)}
        for name, layer in self.layers.items():
            if name not in _MATRICES:
                held[name] = layer.astype(np.float32)
            elif in_bytes:
                held[name], held[f"{name}_scale"] = _packed(layer)
            else:
                held[name] = layer.astype(np.float16)
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **held)
        return buffer.getvalue()

    @cached_property
    def fingerprint(self) -> str:
        """A name for what it learned: another brain judges otherwise."""
        told = hashlib.sha256(json.dumps(self.card, sort_keys=True).encode())
        for name in _LAYERS:
            told.update(self.layers[name].tobytes())
        return told.hexdigest()[:12]

    @property
    def by_points(self) -> bool:
        """Whether it values points, and not shares of the win."""
        return bool(self.card["by_points"])

    def weights(self, state: State, warmth: float = 0.0, temper: int = NONE) -> tuple[Floats, ...]:
        """What the kernels take, for games with the options and the board of a state."""
        traits = len(self.game.senses)
        terms = [traits + term for term in self.game.terms_of(state)]
        rows, bias, *rest = (self._tiled[name] for name in _LAYERS)
        folded = bias + rows[terms].sum(axis=0, dtype=np.float32)
        # Who minds differences less is swayed by a temper all the more, or nobody would notice it.
        sway = self.card.get("spread", 0.0) + warmth / 2
        manner = np.array([warmth, temper, sway, np.inf], np.float32)
        return (self._trait_rows, folded, *rest, manner)

    @cached_property
    def _trait_rows(self) -> Floats:
        return np.ascontiguousarray(self._tiled["rows"][: len(self.game.senses)])

    @cached_property
    def _tiled(self) -> dict[str, Floats]:
        """Its layers with whole tiles of units; those that are added say nothing."""
        first, second = (-len(self.layers[name]) % _TILE for name in ("bias", "middle_bias"))
        missing = {
            "rows": [(0, 0), (0, first)], "bias": [(0, first)],
            "middle": [(0, first), (0, second)], "middle_bias": [(0, second)],
            "last": [(0, second), (0, 0)], "last_bias": [(0, 0)],
        }  # fmt: skip
        return {name: _padded(self.layers[name], missing[name]) for name in _LAYERS}

    def policy(
        self, options: Options | None = None, *, warmth: float = 0.0, temper: int = NONE
    ) -> Weighted:
        """The brain as a policy for games with these options; the same one for the same."""
        if not 0 <= warmth < math.inf:
            raise BadOption(f"warmth is a number, 0 or more, not {warmth!r}")
        state = self.game.new(options)
        terms = tuple(self.game.terms_of(state))
        key = (*terms, warmth, temper)
        if key not in self._policies:
            weights = self.weights(state, warmth, temper)
            made_for = (self.game.id, terms)
            self._policies[key] = Weighted(self.kernel(best), weights, NAME, made_for)
        return self._policies[key]

    @cached_property
    def _policies(self) -> dict[tuple[float, ...], Weighted]:
        return {}

    def kernel(self, template: Kernel) -> Kernel:
        """A kernel of this module for this brain's game and sizes."""
        sizes = (len(self._tiled["bias"]), len(self._tiled["middle_bias"]))
        return _kernel(self.game, template, sizes, self.by_points)

    def choose(
        self, board: States, seat: int, seed: int = 0, warmth: float = 0.0, temper: int = NONE
    ) -> int:
        """The action that it plays for a seat, at sight."""
        moves = np.zeros(self.game.rules.ACTIONS, np.uint16)
        weights = self.weights(board[0], warmth * self.card["spread"], temper)
        with np.errstate(over="ignore"):  # interpreted, the generator's words wrap loudly
            chosen = runnable(self.kernel(pick))(board, seat, moves, seed, chance.new(), weights)
        return int(chosen)

    def prospects(self, board: States, seat: int) -> tuple[list[int], Floats]:
        """A seat's legal moves, and what each seat can expect after each, a row a move.

        Of games for points only the first column has a meaning.
        """
        moves = np.zeros(self.game.rules.ACTIONS, np.uint16)
        found = np.zeros((len(moves), max(self.game.seat_counts)), np.float32)
        weights = self.weights(board[0])
        count = runnable(self.kernel(weigh_moves))(board, seat, moves, weights, found)
        seats = int(board[0]["seats"])
        shares = np.roll(found[:count, :seats], seat, axis=1)
        return moves[:count].tolist(), shares


def _padded(layer: Floats, missing: list[tuple[int, int]]) -> Floats:
    """A layer with zeros at its ends; itself where there are none to add: it may be large."""
    return np.pad(layer, missing) if np.any(missing) else layer


_WRONG = {"game": "rules", "edition": "rules", "traits": "traits"}


def brain_of(game: Game) -> Brain:
    """The brain in a game's folder; BadBrain where there is none that fits."""
    return _loaded(game)


@cache
def _loaded(game: Game) -> Brain:
    return Brain.load(game)


@cache
def _kernel(game: Game, template: Kernel, sizes: tuple[int, int], by_points: bool) -> Kernel:
    seats = max(game.seat_counts)
    values = {
        "_STATE": game.dtype,
        "_TRAITS": game.senses.most(seats),
        "_SEATS": seats,
        "_FIRST": sizes[0],
        "_SECOND": sizes[1],
        "_BY_POINTS": by_points,
        "_ACTIONS": int(game.rules.ACTIONS),
    }
    name = f"{game.id}.{sizes[0]}x{sizes[1]}"
    strongest = game.policy(list(game.all_policies)[-1])
    parts = {**game.kernels, "observe": game.sense, "lean": game.lean, "choose": strongest}
    return bind(_with_values(template, values, name), parts, name)


def _with_values(template: Kernel, values: Mapping[str, Any], name: str) -> Kernel:
    """A copy of a kernel that sees these values, and so do those that it calls, where they ask."""
    inner = {
        key: _with_values(each, values, name)
        for key, each in called(template).items()
        if "_STATE" in each.__globals__
    }
    return with_globals(template, {**values, **inner}, f".{name}")


def traits_of(game: Game) -> str:
    """A name for what a game's senses and terms are, to tell that a brain was taught others."""
    groups = [*game.senses.groups, *game.terms.groups]
    told = [f"{group.text} {[len(axis) for axis in group.axes]}" for group in groups]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]


def _packed(layer: Floats) -> tuple[NDArray[np.int8], Floats]:
    scale = np.maximum(np.abs(layer).max(axis=1, keepdims=True), 1e-9).astype(np.float32) / 127
    return np.rint(layer / scale).astype(np.int8), scale


def _expanded(held: Mapping[str, Any], name: str) -> Floats:
    layer = held[name]
    if f"{name}_scale" in held:
        layer = layer * held[f"{name}_scale"]
    return np.ascontiguousarray(layer, np.float32)
