"""What seats see: well-formed, silent about what is hidden, and enough to go on by.

States are looked at that were reached by chance, and positions that differ from such a one in a
single value, which another one had. Two that look alike to a seat, or to two seats from their
own sides, must go on alike: what lies ahead is compared one step deep, which is as deep as it
goes, since what is reached looks alike again.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ludotheque.core.check.promise import require
from ludotheque.core.compile import is_interpreted
from ludotheque.core.contract import State, States
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.step import Step

_MATCHES = 150  # begun for each set of options
_PLIES = 30  # of most of them
_TO_THE_END = 30  # one in so many
_VIEWERS = 2  # seats that look at a state
_PAIRS = 200  # compared for each set of options
_STOPS = 0.01  # how often somebody leaves, or all agree to stop
_DONORS = 600  # states whose values are put into others,
_GRAFTED = 60  # and those others
_INTERPRETED = 10  # so much less of it where nothing is compiled
_UNWRITTEN = 65535

Future: TypeAlias = list[Any]
Traits: TypeAlias = tuple[int, ...]


class Look(NamedTuple):
    """A board with only what a seat may see, and that seat."""

    board: States
    seat: int

    @property
    def key(self) -> tuple[bytes, int]:
        """What tells it from others."""
        return self.board.tobytes(), self.seat


Pair: TypeAlias = tuple[Look, Look]


def check_names(game: Game) -> None:
    """A trait is known by its name, and there are no more than fit into two bytes."""
    for traits in (game.senses, game.terms):
        names = Counter(traits.names(range(len(traits))))
        double = [name for name, times in names.items() if times > 1]
        require(not double, "two traits have one name", double[:3])
        require(len(names) < _UNWRITTEN, "there are too many traits", len(names))


def check_traits(game: Game, state: State, seats: int, where: str) -> None:
    """Each seat's list has traits of the game, none twice, and stays within its bound."""
    looks = {"observe": (game.kernels["observe"], game.traits), "reckon": (game.sense, game.senses)}
    for name, (kernel, layout) in looks.items():
        most, every = layout.most(seats), len(layout)
        for seat in range(seats):
            traits = np.full(2 * most, _UNWRITTEN, np.uint16)
            count = int(kernel(state, seat, traits))
            listed = traits[:count].tolist()
            require(count <= most, f"{name} lists more traits than hold at most", where)
            is_clean = bool((traits[count:] == _UNWRITTEN).all())
            require(is_clean, f"{name} writes beyond the traits that it lists", where)
            require(all(each < every for each in listed), f"{name} lists what is no trait", where)
            require(len(set(listed)) == count, f"{name} lists a trait twice", where)


def check_alike(game: Game, options: dict[str, Any], chooser: np.random.Generator) -> None:
    """States that look alike go on alike, and a look tells nothing that is hidden."""
    game.engine.warm()
    boards = list(_wander(game, options, chooser))
    pairs = list(_met(game, boards, chooser))
    chooser.shuffle(pairs)
    for one, other in [*pairs[: _PAIRS // _less()], *_grafted(game, options, boards, chooser)]:
        if _future(game, *one) != _future(game, *other):
            told = f"{_written(game, one)} and {_written(game, other)}"
            require(False, "two states look alike and go on differently", told)


def _met(game: Game, boards: list[States], chooser: np.random.Generator) -> Iterator[Pair]:
    """Pairs of states that were reached and that look alike to a seat each."""
    first: dict[Traits, Look] = {}
    second: dict[Traits, Look] = {}
    for board in boards:
        for seat in _viewers(board, chooser):
            traits, look = _look(game, board, seat)
            if first.setdefault(traits, look).key != look.key:
                second[traits] = look
    yield from ((first[traits], look) for traits, look in second.items())


def _grafted(
    game: Game, options: dict[str, Any], boards: list[States], chooser: np.random.Generator
) -> Iterator[Pair]:
    """Pairs of a state and one with another value in it that look alike to a seat."""
    values: dict[str, dict[str, Any]] = {}
    for number in chooser.integers(len(boards), size=_DONORS):
        for key, value in game.position(boards[number][0]).items():
            values.setdefault(key, {"": None})[repr(value)] = value
    for number in chooser.integers(len(boards), size=_GRAFTED):
        board = boards[number]
        for key, known in values.items():
            value = [*known.values()][chooser.integers(len(known))]
            other = _with(game, options, board, key, value)
            if other is not None and other.tobytes() != board.tobytes():
                yield from _pairs(game, board, other, chooser)


def _with(
    game: Game, options: dict[str, Any], board: States, key: str, value: Any
) -> States | None:
    """The board with another value in its position; None where that is impossible, or over.

    Of a game that is over positions may tell more than anybody could have played.
    """
    position = game.position(board[0]) | {key: value}
    if value is None:
        del position[key]
    try:
        other = game.engine.board(game.read(position, options))
    except LudothequeError:
        return None
    return None if other["ended"][0] else other


def _pairs(game: Game, one: States, other: States, chooser: np.random.Generator) -> Iterator[Pair]:
    """The looks of two boards that are alike to a seat."""
    for seat in _viewers(one, chooser):
        (traits, look), (others, view) = _look(game, one, seat), _look(game, other, seat)
        if traits == others and look.key != view.key:
            yield look, view


def _viewers(board: States, chooser: np.random.Generator) -> list[int]:
    """Some of the seats, by chance."""
    seats = int(board["seats"][0])
    return chooser.choice(seats, min(seats, _VIEWERS), replace=False).tolist()


def _look(game: Game, board: States, seat: int) -> tuple[Traits, Look]:
    """What a seat sees: as traits, and as a board, which must come to the same."""
    engine = game.engine
    traits = tuple(engine.observe(board, seat))
    if not game.has_secrets:
        return traits, Look(board, seat)
    look = Look(engine.seen(board, seat), seat)
    if traits != tuple(engine.observe(look.board, seat)):
        require(False, "observe tells what is hidden", _written(game, look))
    return traits, look


def _written(game: Game, look: Look) -> str:
    return f"{game.position(look.board[0])} to seat {look.seat + 1}"


def _less() -> int:
    return _INTERPRETED if is_interpreted() else 1


def _wander(game: Game, options: dict[str, Any], chooser: np.random.Generator) -> Iterator[States]:
    """Boards of matches at random, at each of their steps; sometimes somebody leaves."""
    engine = game.engine
    for number in range(_MATCHES // _less()):
        board, plies = engine.new(options), 0
        while plies < (_PLIES if number % _TO_THE_END else game.rules.LONGEST):
            yield engine.copy(board)
            look = engine.look(board)
            if look.is_over:
                break
            plies += 1
            staying = [s for s in range(int(board["seats"][0])) if not engine.has_left(board, s)]
            if (lot := chooser.random()) < _STOPS:
                is_draw = lot < _STOPS / 3
                engine.do(
                    board, Step("draw") if is_draw else Step("leave", chooser.choice(staying))
                )
            elif look.waiting:
                seat = int(chooser.choice(look.waiting))
                engine.do(board, Step("move", seat, int(chooser.choice(engine.moves(board, seat)))))
            else:
                weights = np.array(engine.weights(board), float)
                outcome = int(chooser.choice(len(weights), p=weights / weights.sum()))
                engine.do(board, Step("chance", code=outcome))


def _future(game: Game, board: States, seat: int) -> Future:
    """What can come next, as the seat sees it: its own actions by their codes.

    Chance and others have codes that mean another seat from another side, so that of these only
    what they lead to is told, and how likely it is.
    """
    engine = game.engine
    look = engine.look(board)
    if look.is_over:
        standing = engine.standing(board, int(board["seats"][0]))
        return [np.roll(each, -seat).tolist() for each in standing]
    if seat in look.waiting:
        return [
            (action, _after(game, board, Step("move", seat, action), seat))
            for action in engine.moves(board, seat)
        ]
    other = min(look.waiting, key=lambda each: (each - seat) % 16, default=None)
    steps = [
        (1, Step("move", other, action))
        for action in ([] if other is None else engine.moves(board, other))
    ] or [(weight, Step("chance", code=code)) for code, weight in enumerate(engine.weights(board))]
    return sorted((weight, _after(game, board, step, seat)) for weight, step in steps if weight)


def _after(game: Game, board: States, step: Step, seat: int) -> list[int]:
    """What a seat sees after a step."""
    then = game.engine.copy(board)
    game.engine.do(then, step)
    return game.engine.observe(then, seat)
