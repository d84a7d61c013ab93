"""The one engine: a game's kernels on one board, interpreted at first, compiled when ready.

A *board* is an array of one state: compiled kernels take arrays of any record, while a lone
record with overlapping fields cannot be handed to them. Matches, bots and tables all let
things happen here. Nothing here knows who plays, or why.
"""

import threading
from collections.abc import Iterable
from functools import cache
from random import Random as Lot
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import chance, turns
from ludotheque.core.compile import Kernel, bind, compiled, is_forced, is_interpreted, with_globals
from ludotheque.core.contract import (
    Moves,
    Numbers,
    Random,
    Seen,
    State,
    States,
    choose,
    conceal,
    happen,
    has_left,
    is_over,
    leave,
    legal,
    observe,
    outcomes,
    play,
    rank,
    roller,
    score,
    waiting,
    weight,
)
from ludotheque.core.step import Step
from ludotheque.core.turns import AGREED

if TYPE_CHECKING:
    from ludotheque.core.game import Game, Options

Bytes = NDArray[np.uint8]

ONLOOKER = -1  # the seat of somebody who only watches
_HEAD = 4  # numbers of a look before the ranks


def _play(board: States, seat: int, code: int) -> None:
    play(board[0], seat, code)


def _happen(board: States, code: int) -> None:
    happen(board[0], code)


def _leave(board: States, seat: int) -> None:
    leave(board[0], seat)


def _look(board: States, out: Numbers) -> None:
    """Over or not, who waits, how many outcomes, whose roll; ranks and scores where they fit in."""
    state = board[0]
    out[0] = is_over(state)
    out[1] = 0
    out[2] = 0
    out[3] = -1
    if out[0] == 0:
        out[1] = waiting(state)
        if out[1] == 0:
            out[2] = outcomes(state)
            out[3] = roller(state)
    seats = (len(out) - _HEAD) // 2
    if seats > 0:
        rank(state, out[_HEAD : _HEAD + seats])
        score(state, out[_HEAD + seats :])
        if state.ended == AGREED:
            _share_first(board, seats, out)


def _share_first(board: States, seats: int, out: Numbers) -> None:
    """In a draw all who stayed share the first rank."""
    staying = 0
    for seat in range(seats):
        staying += not has_left(board[0], seat)
    for seat in range(seats):
        out[_HEAD + seat] = 1 + staying if has_left(board[0], seat) else 1


def _weights(board: States, out: Numbers) -> None:
    for outcome in range(len(out)):
        out[outcome] = weight(board[0], outcome)


def _legal(board: States, seat: int, moves: Moves) -> int:
    return legal(board[0], seat, moves)


def _conceal(board: States, seat: int) -> None:
    conceal(board[0], seat)


def _observe(board: States, seat: int, traits: Seen) -> int:
    return observe(board[0], seat, traits)


def _has_left(board: States, seat: int) -> bool:
    return has_left(board[0], seat)


def _open_to(
    board: States, plain: Bytes, scratch: States, shown: Bytes, seats: int, out: Numbers
) -> None:
    """Whether each viewer, ONLOOKER first, sees all; the bytes are those of the two boards."""
    for viewer in range(ONLOOKER, seats):
        scratch[0] = board[0]
        conceal(scratch[0], viewer)
        same = 1
        for k in range(len(plain)):
            if plain[k] != shown[k]:
                same = 0
        out[viewer + 1] = same


def _pick(board: States, seat: int, moves: Moves, random: Random) -> int:
    """What a policy plays; the moves it had to choose from are left in ``moves``."""
    count = legal(board[0], seat, moves)
    return choose(board[0], seat, moves, count, random)


def _none(*_: object) -> int:
    return 0


_optional = _none  # the name that copies of the next two see a game's own kernel under


def _of_seat(board: States, seat: int) -> int:
    return _optional(board[0], seat)


def _of_table(board: States) -> int:
    return _optional(board[0])


# Kernels that a game may have beside those of the contract.
_OPTIONAL: dict[str, Kernel] = {"undo": _of_seat, "can_undo": _of_seat, "break_off": _of_table}

_TEMPLATES = (
    _play, _happen, _leave, _look, _weights, _legal, _conceal, _observe, _has_left, _open_to,
)  # fmt: skip


class Look(NamedTuple):
    """What a board waits for: seats, or one of some chance outcomes, or nothing any more."""

    is_over: bool = False
    waiting: tuple[int, ...] = ()
    outcomes: int = 0
    roller: int | None = None  # whose turn owns the outcome awaited; None: nobody's, or everybody's
    ranks: tuple[int, ...] = ()  # as it stands, where that was asked for
    scores: tuple[int, ...] = ()


class Engine:
    """The rules of one game on boards; every call leaves other boards alone.

    Nothing is checked: callers ask what is possible, then let it happen.
    """

    def __init__(self, game: "Game"):
        self.game = game
        self.is_compiled = False
        self.hides = game.kernels["conceal"] is not turns.conceal  # whether anything is ever hidden
        self.has_undo = hasattr(game.rules, "undo")  # whether the game itself lets anybody undo
        self._plain = {each.__name__: bind(each, game.kernels, game.id) for each in _TEMPLATES}
        self._plain |= {
            name: with_globals(
                template, {"_optional": getattr(game.rules, name)}, f".{game.id}.{name}"
            )
            for name, template in _OPTIONAL.items()
            if hasattr(game.rules, name)
        }
        self._choosers: dict[str, Kernel] = {}  # compiled policies, where they are ready
        self._interpreted = SimpleNamespace(**self._plain)
        self._ready = self._interpreted
        self._warming = threading.Lock()
        # Scratch would be shared between threads, so each call makes its own.
        self._actions = int(game.rules.ACTIONS)
        self._most: dict[int, int] = {}  # traits that hold at once, by the number of seats

    @property
    def _run(self) -> SimpleNamespace:
        """The kernels in the form that runs now."""
        return self._interpreted if is_forced() else self._ready

    # Boards

    def new(self, options: "Options | None" = None) -> States:
        """A board at the opening."""
        return self.board(self.game.new(options))

    def board(self, state: State | bytes) -> States:
        """A board of its own with that state, or with the state whose bytes these are."""
        data = state if isinstance(state, bytes) else state.tobytes()
        return np.ndarray(1, self.game.dtype, bytearray(data))

    def copy(self, board: States) -> States:
        """A board like this one, by its bytes: NumPy copies records field by field."""
        return np.ndarray(1, self.game.dtype, bytearray(board.tobytes()))

    # What is possible

    def look(self, board: States, seats: int = 0) -> Look:
        """What the board waits for; with how it stands, where the number of seats is given."""
        return self._look(self._run, board, seats)

    def _look(self, run: SimpleNamespace, board: States, seats: int = 0) -> Look:
        out = np.zeros(_HEAD + 2 * seats, np.int32)
        run._look(board, out)
        over, mask, count, turn, *standing = out.tolist()
        roller = turn if count and turn >= 0 else None
        ranks, scores = tuple(standing[:seats]), tuple(standing[seats:])
        return Look(over != 0, _seats_in(mask), count, roller, ranks, scores)

    def moves(self, board: States, seat: int) -> list[int]:
        """The legal actions of a seat that waits."""
        return self._list(self._run, board, seat)

    def _list(self, run: SimpleNamespace, board: States, seat: int) -> list[int]:
        moves = np.zeros(self._actions, np.uint16)
        count = int(run._legal(board, seat, moves))
        return moves[:count].tolist()

    def weights(self, board: States, count: int | None = None) -> list[int]:
        """The weight of each chance outcome, those that cannot happen included as 0.

        ``count`` is how many there are, where a look has told already.
        """
        return self._weigh(self._run, board, self.look(board).outcomes if count is None else count)

    def _weigh(self, run: SimpleNamespace, board: States, count: int) -> list[int]:
        weights = np.zeros(count, np.int32)
        run._weights(board, weights)
        return weights.tolist()

    def allows(self, board: States, step: Step) -> bool:
        """Whether a step can happen now."""
        look = self.look(board)
        if step.kind == "chance":
            return step.code < look.outcomes and self.weights(board, look.outcomes)[step.code] > 0
        if step.kind == "move":
            return step.seat in look.waiting and step.code in self.moves(board, step.seat)
        return not look.is_over

    def can_undo(self, board: States, seat: int) -> bool:
        """Whether the game itself lets the seat take back what nobody has seen yet."""
        return "undo" in self._plain and bool(self._run.can_undo(board, seat))

    def has_left(self, board: States, seat: int) -> bool:
        """Whether the seat was taken out of the game."""
        return bool(self._run._has_left(board, seat))

    # What happens

    def do(self, board: States, step: Step) -> None:
        """Let a step happen on the board."""
        run, seat = self._run, -1 if step.seat is None else step.seat
        if step.kind == "chance":
            run._happen(board, step.code)
        elif step.kind == "move":
            run._play(board, seat, step.code)
        elif step.kind == "leave":
            run._leave(board, seat)
        elif step.kind == "undo":
            run.undo(board, seat)
        else:
            board["ended"] = AGREED  # the same in every game
            if "break_off" in self._plain:
                run.break_off(board)

    def after(self, board: States, step: Step) -> States:
        """The board that a step leads to; the one it happens on stays as it is."""
        board = self.copy(board)
        self.do(board, step)
        return board

    # What is seen

    def seen(self, board: States, seat: int) -> States:
        """A copy with only what the seat may see; the board itself where nothing is ever hidden."""
        if not self.hides:
            return board
        view = self.copy(board)
        self._run._conceal(view, seat)
        return view

    def open_to(self, board: States, seats: int) -> list[bool]:
        """Whether nothing is hidden: from an onlooker, then from each seat."""
        if not self.hides:
            return [True] * (seats + 1)
        run = self._run
        if run is self._interpreted:
            whole = board.tobytes()
            return [self.seen(board, each).tobytes() == whole for each in range(ONLOOKER, seats)]
        scratch, out = np.empty_like(board), np.zeros(seats + 1, np.int32)
        run._open_to(board, board.view("u1"), scratch, scratch.view("u1"), seats, out)
        return [flag == 1 for flag in out.tolist()]

    def observe(self, board: States, seat: int) -> list[int]:
        """What the seat sees: the traits that hold, in rising order."""
        traits = self._room(board)
        count = int(self._run._observe(board, seat, traits))
        return sorted(traits[:count].tolist())

    def _room(self, board: States) -> Seen:
        """Room for what a seat sees of a board."""
        seats = int(board["seats"][0])
        if seats not in self._most:
            self._most[seats] = self.game.traits.most(seats)
        return np.zeros(self._most[seats], np.uint16)

    def standing(self, board: States, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Ranks and scores as they stand; in a draw all who stayed share the first rank."""
        look = self.look(board, seats)
        return look.ranks, look.scores

    # Policies

    def pick(self, policy: str, board: States, seat: int, seed: int) -> int:
        """The action that one of the game's policies plays."""
        compiled = None if is_forced() else self._choosers.get(policy)
        chooser = compiled or self._chooser(policy)
        return _call(chooser, board, seat, np.zeros(self._actions, np.uint16), seed)

    def _chooser(self, policy: str) -> Kernel:
        parts = {**self.game.kernels, "choose": self.game.policy(policy)}
        return bind(_pick, parts, f"{self.game.id}.{policy}")

    # Getting ready

    def warm(self, policies: Iterable[str] = ()) -> None:
        """Compile the kernels and these policies, or read them from the disk cache.

        Slow, and safe in any thread.
        """
        if is_interpreted():
            return
        with self._warming:
            if not self.is_compiled:
                fast = {name: compiled(each, is_brief=True) for name, each in self._plain.items()}
                self._try(SimpleNamespace(**fast))
                self._ready = SimpleNamespace(**fast)
                self.is_compiled = True
            self._choosers |= {
                name: self._tried_chooser(name) for name in {*policies} - {*self._choosers}
            }

    def _try(self, run: SimpleNamespace) -> None:
        """Call each kernel on a few states, since it is a first call that compiles."""
        board = self.new()
        run._look(board, np.zeros(_HEAD + 2 * 16, np.int32))
        run._conceal(self.copy(board), 0)
        run._observe(board, 0, self._room(board))
        run._has_left(board, 0)
        scratch = self.copy(board)
        run._open_to(board, board.view("u1"), scratch, scratch.view("u1"), 1, np.zeros(2, np.int32))
        run._leave(self.copy(board), 0)
        for name in _OPTIONAL.keys() & self._plain:
            getattr(run, name)(self.copy(board), *([0] if _OPTIONAL[name] is _of_seat else []))
        board, seat = self._opening(run)
        run._play(board, seat, self._list(run, board, seat)[0])

    def _tried_chooser(self, policy: str) -> Kernel:
        chooser = compiled(self._chooser(policy))
        board, seat = self.opening()
        _call(chooser, board, seat, np.zeros(self._actions, np.uint16), 0)
        return chooser

    def opening(self) -> tuple[States, int]:
        """A board early in a game where a seat has a choice to make, and that seat."""
        return self._opening(self._run)

    def _opening(self, run: SimpleNamespace) -> tuple[States, int]:
        board, lot = self.new(), Lot(0)
        while not (look := self._look(run, board)).waiting:
            weights = self._weigh(run, board, look.outcomes)
            run._happen(board, lot.choices(range(look.outcomes), weights)[0])
        return board, look.waiting[0]


@cache
def _seats_in(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def _call(chooser: Kernel, board: States, seat: int, moves: Moves, seed: int) -> int:
    random = chance.new()
    with np.errstate(over="ignore"):  # interpreted, the generator's words wrap loudly
        chance.start(random, seed, 0, chance.CHOICES)
        return int(chooser(board, seat, moves, random))
