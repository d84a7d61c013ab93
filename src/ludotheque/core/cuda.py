"""Games on a GPU: one a thread, by the same kernels, with the same results to the byte.

A kernel is written against the contract and bound to one game. :mod:`ludotheque.core.gpu` makes
PTX of it, CuPy loads and launches that. Records are bytes there, since CuPy has no records.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import cycle
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import gpu
from ludotheque.core.chance import CHOICES, DICE, WORDS, outcome, start
from ludotheque.core.choosing import Choosing
from ludotheque.core.compile import Kernel, bind, with_globals
from ludotheque.core.contract import (
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
from ludotheque.core.errors import NoDevice
from ludotheque.core.gpu import Kind, Target, program
from ludotheque.core.lanes import TOGETHER
from ludotheque.core.masks import first_seat

AT_ONCE = 3  # parts of a simulation that are played while the one before them is fetched
_BLOCK = 128  # threads that are launched together,
_IN_STEP = 512  # and where they wait for each other: all that a multiprocessor has registers for
_HELD = 2048  # threads that a multiprocessor can hold
_CHANCES = 2  # outcomes that may come before a decision: given at launch, or it is unrolled

Words: TypeAlias = NDArray[Any]  # records, a row of words each

cuda: Any = None  # names that the compiled copies see other values under: Numba's CUDA,
RECORD: Any = None  # the type of the game's records,
WORD: Any = None  # the largest words that these are made of,
WORDS_EACH = 0  # and how many each;
KIND: Any = None  # the scratch in which what is legal is found: its type
ROOM = 0  # and how many values it has;
IN_STEP = False  # whether the threads of a block wait for each other, and for second outcomes


def let_happen(state: State, dice: Random, most: int) -> int:
    """Let chance happen, as long as it is awaited and so many times at most; how many it were."""
    times = 0
    while times < most and waiting(state) == 0 and not is_over(state):
        happen(state, outcome(state, dice))
        times += 1
    return times


def copy_words(source: Words, target: Words, count: int) -> None:
    """A record, taken as words."""
    for word in range(count):
        target[word] = source[word]


def play_games(
    openings: Words,
    seed: int,
    first: int,
    chances: int,
    weights: Any,
    states: Words,
    ranks: Numbers,
    scores: Numbers,
    counts: Numbers,
) -> None:
    """Play the games number first, first + 1, …, a row of results each.

    A thread's record and lists are its own: in its own memory what the threads of a warp read
    together lies together. Where there are more games than threads it begins the next one as soon
    as its game is over; each round is chance, so many times at most, and then a decision. Those
    that play in step begin each round together: then they ask for the same instructions, which a
    multiprocessor has little room for.
    """
    words = cuda.local.array(WORDS_EACH, WORD)
    own = words.view(RECORD)
    moves = cuda.local.array(ROOM, KIND)
    dice = cuda.local.array(WORDS, np.uint64)
    choices = cuda.local.array(WORDS, np.uint64)
    k = cuda.grid(1) // TOGETHER
    plies = 0
    free = 0
    rolls = 0
    is_running = False
    while cuda.syncthreads_or(whole(k < len(counts))) if IN_STEP else k < len(counts):
        if k < len(counts):  # else others of the block still play
            if not is_running:
                copy_words(openings[(first + k) % len(openings)], words, WORDS_EACH)
                start(dice, seed, first + k, DICE)
                start(choices, seed, first + k, CHOICES)
                plies = 0
                free = 0
                rolls = 0
            state = own[0]
            is_running = not is_over(state)
            if is_running:
                rolls += let_happen(state, dice, chances if IN_STEP else 1)
                mask = waiting(state)
                if mask != 0:
                    seat = first_seat(mask)
                    count = legal(state, seat, moves)
                    action = decide(whole(seat), state, seat, moves, count, choices, weights)
                    if action < 0:
                        plies = -1 - whole(seat)
                        is_running = False
                    else:
                        play(state, seat, action)
                        plies += 1
                        free += count > 1
            if not is_running:
                rank(state, ranks[k])
                score(state, scores[k])
                counts[k, 0] = plies
                counts[k, 1] = free
                counts[k, 2] = rolls
                if len(states) > 0:
                    copy_words(words, states[k], WORDS_EACH)
                k += cuda.gridsize(1) // TOGETHER


_many: Any = None  # what copies of the next one see a kernel on rows first … last − 1 under


def each_row(rows: int, arguments: tuple[Any, ...]) -> None:
    """A kernel on arrays with a row a game, a thread for each row, or a warp."""
    k = cuda.grid(1) // TOGETHER
    if k < rows:
        _many(k, k + 1, *arguments)


@dataclass(frozen=True)
class Records:
    """Records of a game on the GPU, a row of bytes each."""

    data: Any  # a CuPy array of bytes, a row a record
    dtype: np.dtype[Any]

    @classmethod
    def of(cls, states: States) -> "Records":
        """A copy of records on the GPU."""
        data = np.frombuffer(states.tobytes(), np.uint8).reshape(len(states), -1)
        return cls(arrays().asarray(data), states.dtype)

    @classmethod
    def room(cls, n: int, dtype: np.dtype[Any]) -> "Records":
        """Room for some records."""
        return cls(arrays().zeros((n, dtype.itemsize), np.uint8), dtype)

    @property
    def words(self) -> Any:
        """The same memory, a row of the largest words that records are made of."""
        return self.data.view(word_of(self.dtype))

    def fetched(self) -> States:
        """A copy of the records here."""
        return np.frombuffer(bytearray(self.data.get().tobytes()), self.dtype)


@cache
def arrays() -> Any:
    """CuPy, where there is a GPU for it; NoDevice says what is missing."""
    if find_spec("cupy") is None:
        raise NoDevice("a GPU takes CuPy and Numba's CUDA: pip install 'ludotheque[gpu]'")
    import cupy

    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise NoDevice(f"no GPU can be used here: {error}; device='cpu' plays the same") from None
    if not count:
        raise NoDevice("there is no GPU here; device='cpu' plays the same")
    return cupy


def target() -> Target:
    """What the GPU here and its driver can take."""
    cupy = arrays()
    able = cupy.cuda.Device().compute_capability  # "90" is 9.0, "120" is 12.0
    driver = cupy.cuda.runtime.driverGetVersion()  # 13020 is CUDA 13.2, which reads PTX 9.2
    return Target((int(able[:-1]), int(able[-1])), (driver // 1000 - 4, driver % 1000 // 10))


def word_of(record: np.dtype[Any]) -> np.dtype[Any]:
    """The largest words that records are made of: to copy them takes fewest."""
    size = next(each for each in (8, 4, 2, 1) if record.itemsize % each == 0)
    return np.dtype(f"u{size}")


class Launcher:
    """A kernel of one game, ready for the GPU: compiled at the first call, or read from disk."""

    def __init__(
        self, kernel: Kernel, record: np.dtype[Any], block: int = _BLOCK, **constants: Any
    ):
        self.kernel, self.record = kernel, record
        self.block, self.constants = block, constants
        self.lanes = gpu.lanes_of(kernel)
        self._made: dict[tuple[Kind, ...], Any] = {}

    @classmethod
    def of_rows(cls, kernel: Kernel, record: np.dtype[Any]) -> "Launcher":
        """A kernel on rows first … last − 1, called without these two: all rows, a thread each."""
        name = kernel.__qualname__
        return cls(with_globals(each_row, {"_many": kernel}, f".{name}"), record)

    @classmethod
    def of_games(cls, how: Choosing, record: np.dtype[Any], in_step: bool) -> "Launcher":
        """The kernel that plays games."""
        word = word_of(record)
        return cls(
            bind(play_games, how.parts, how.name), record, _IN_STEP if in_step else _BLOCK,
            ROOM=how.room, KIND=how.kind, WORD=word.type,
            WORDS_EACH=record.itemsize // word.itemsize, IN_STEP=in_step,
        )  # fmt: skip

    def text(self, kinds: tuple[Kind, ...], target: Target) -> str:
        """The kernel as PTX."""
        return program(self.kernel, kinds, self.record, self.constants, target)

    def run(self, rows: int, *arguments: Any, stream: Any = None) -> None:
        """Launch the kernel, for so many rows at once; it is done when the stream's later work
        begins."""
        kinds = tuple(kind_of(each) for each in arguments)
        if kinds not in self._made:
            self._made[kinds] = _loaded(self.text(kinds, target()))
        blocks = -(-rows * self.lanes // self.block)
        flat = tuple(np.int64(each) for each in _flat(arguments))
        self._made[kinds]((blocks,), (self.block,), flat, stream=stream)


def most_threads() -> int:
    """As many threads as the GPU can hold at once; more would only wait."""
    return _HELD * int(arrays().cuda.Device().attributes["MultiProcessorCount"])


def _loaded(text: str) -> Any:
    module = arrays().cuda.function.Module()
    module.load(text.encode())
    name = text.split(".visible .entry ", 1)[1].split("(", 1)[0].strip()
    return module.get_function(name)


def kind_of(argument: Any) -> Kind:
    """What :mod:`gpu` calls an argument."""
    if isinstance(argument, Records):
        return gpu.RECORD
    if isinstance(argument, tuple):
        return tuple(kind_of(each) for each in argument)
    if isinstance(argument, int | np.integer):
        return "i8"
    return f"{argument.dtype.str[1:]}.{argument.ndim}"


def _flat(arguments: Any) -> Iterator[int]:
    """Arguments as Numba's kernels take them: numbers, arrays taken apart."""
    for each in arguments:
        if isinstance(each, Records):
            count, size = each.data.shape
            yield from (0, 0, count, size, each.data.data.ptr, count, size)
        elif isinstance(each, tuple):
            yield from _flat(each)
        elif isinstance(each, int | np.integer):
            yield int(each)
        else:
            yield from (0, 0, each.size, each.itemsize, each.data.ptr, *each.shape, *each.strides)


def on_device(weights: Any) -> Any:
    """Weights, tuples of arrays, on the GPU."""
    if isinstance(weights, tuple):
        return tuple(on_device(each) for each in weights)
    return arrays().ascontiguousarray(arrays().asarray(weights))


def kinds_of_games(record: np.dtype[Any]) -> tuple[Kind, ...]:
    """What the kernel that plays games is given, where no policy has weights."""
    words = f"{word_of(record).str[1:]}.2"
    return (words, "i8", "i8", "i8", (), words, "i4.2", "i4.2", "i4.2")


Results = tuple[NDArray[np.int32], ...]  # ranks, scores, counts


class Player:
    """Plays games of one kind on the GPU, results a row a game.

    ``in_step``: these games go through the same phases side by side. Then each has a thread of its
    own (``a_thread_each``) and waits for the longest game of its block; else there are as many
    threads as the GPU can hold, and each plays one game after the other.
    """

    def __init__(
        self, how: Choosing, openings: States, seats: int, seed: int, weights: Any,
        in_step: bool,
    ):  # fmt: skip
        self.openings, self.seats, self.seed = Records.of(openings), seats, seed
        self.weights = on_device(weights)
        self.launcher = Launcher.of_games(how, openings.dtype, in_step)
        self.a_thread_each = in_step
        stream = arrays().cuda.Stream
        self.streams = cycle([stream(non_blocking=True) for _ in range(AT_ONCE + 1)])

    def begin(self, first: int, n: int, with_states: bool) -> tuple[Any, ...]:
        """Begin to play some games; what is to be fetched of them."""
        cupy, stream = arrays(), next(self.streams)
        with stream:
            ranks, scores = cupy.zeros((2, n, self.seats), np.int32)
            counts = cupy.zeros((n, 3), np.int32)
            states = Records.room(n if with_states else 0, self.openings.dtype)
            most = most_threads() // self.launcher.lanes
            at_once = n if self.a_thread_each else min(n, most)
            self.launcher.run(
                at_once, self.openings.words, self.seed, first, _CHANCES, self.weights,
                states.words, ranks, scores, counts, stream=stream,
            )  # fmt: skip
        return stream, states, ranks, scores, counts

    @staticmethod
    def fetch(begun: tuple[Any, ...], states: States | None, results: Results) -> None:
        """Wait for games that were begun, and copy what came of them here."""
        stream, records, *found = begun
        for array, room in zip(found, results, strict=True):
            array.get(stream=stream, out=room)
        stream.synchronize()
        if states is not None:
            states[:] = records.fetched()
