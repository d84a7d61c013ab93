"""Who plays the seats that a learner does not: policies, bots, or functions of its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from ludotheque.bots import LEVELS, Bot, Level, bot, warm_policies, warm_search
from ludotheque.core.errors import BadOption, IllegalMove
from ludotheque.core.game import Game
from ludotheque.research.course import Course

# The name of a policy, the level of a bot, or a function that is given what the seat sees, as a
# learner is (``observation`` and ``action_mask``), and returns an action.
Other: TypeAlias = str | Callable[[Mapping[str, Any]], int]
Player: TypeAlias = Callable[[Course, int], int]  # chooses for a seat that waits

_RIGHT = "others are the name of a policy, the level of a bot or a function"


def players(game: Game, others: Other | Sequence[Other], count: int) -> list[Player]:
    """So many players, from one for all or one for each."""
    if isinstance(others, str) or callable(others):
        others = [others] * count
    if not isinstance(others, Sequence):
        raise BadOption(f"{_RIGHT}, or a list of these, not {others!r}")
    if len(others) != count:
        raise BadOption(f"{len(others)} others for {count} seats: give one, or one a seat")
    return [_Somebody(game, other) for other in others]


class _Somebody:
    """Who chooses; pickled it is its name, and gets ready again where it is read."""

    def __init__(self, game: Game, other: Other):
        self._made_of = game, other
        self._choose = _player(game, other)

    def __reduce__(self) -> tuple[type, tuple[Game, Other]]:
        return _Somebody, self._made_of

    def __call__(self, course: Course, seat: int) -> int:
        return self._choose(course, seat)


def _player(game: Game, other: Other) -> Player:
    if callable(other):
        return _function(other)
    if not isinstance(other, str):
        raise BadOption(f"{_RIGHT}, not {other!r}")
    if other in game.all_policies:
        return _policy(game, other)
    if other in game.policy_names:
        return _bot(Bot(game, Level("brain", warmth=0.0, blunders=0.0)))
    if other in LEVELS:
        return _bot(bot(game, other))
    known = ", ".join([*game.policy_names, *LEVELS])
    raise BadOption(f"{game.id} has no policy and no bot {other!r}; it has {known}")


def _policy(game: Game, name: str) -> Player:
    game.engine.warm((name,))

    def choose(course: Course, seat: int) -> int:
        view = game.engine.seen(course.board, seat)
        return game.engine.pick(name, view, seat, course.lot.getrandbits(62))

    return choose


def _bot(thinker: Bot) -> Player:
    game = thinker.game
    (warm_policies if thinker.level.is_quick else warm_search)(game)

    def choose(course: Course, seat: int) -> int:
        view = game.engine.seen(course.board, seat)
        return thinker.think(view, seat, course.seats, course.lot.getrandbits(62))

    return choose


def _function(function: Callable[[Mapping[str, Any]], int]) -> Player:
    def choose(course: Course, seat: int) -> int:
        action = function(course.look(seat))
        if not course.allows(seat, action):
            raise IllegalMove(
                f"{function!r} chose action {action} for seat {seat}; "
                f"legal are {', '.join(map(str, course.moves(seat)))}"
            )
        return int(action)

    return choose
