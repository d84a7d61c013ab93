"""Where games begin: at the opening, at a position of one's own, or at several in turn."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from ludotheque.core.contract import State, States
from ludotheque.core.errors import BadPosition
from ludotheque.core.game import Game, Options

Start: TypeAlias = Mapping[str, Any] | State | Sequence[Any] | None


def openings(game: Game, options: Options, start: Start = None) -> States:
    """The states that games begin at; BadPosition where one is none of this game's."""
    if _are_states(game, options, start):
        return np.array(start).ravel()
    found: list[Any] = list(start) if isinstance(start, list | tuple | np.ndarray) else [start]
    if not found:
        raise BadPosition("no position to begin at: leave start out for the opening")
    data = b"".join(_state(game, options, each).tobytes() for each in found)
    return np.frombuffer(bytearray(data), game.dtype)


def opening_of(openings: States, number: Any) -> Any:
    """The state that the game of a number begins at, or a copy of those of an array of numbers."""
    wanted = number % len(openings)
    if np.ndim(wanted) == 0:
        return openings[wanted]
    whole = openings.view(np.dtype((np.void, openings.dtype.itemsize)))  # else field by field
    return whole[wanted].view(openings.dtype)


def _are_states(game: Game, options: Options, start: Any) -> bool:
    """Whether it is an array of states for these games: perhaps a million of them."""
    if not isinstance(start, np.ndarray) or start.dtype != game.dtype or not start.size:
        return False
    return bool((start["seats"] == options["seats"]).all())


def _state(game: Game, options: Options, start: Any) -> State:
    if start is None:
        return game.new(options)
    if isinstance(start, Mapping):
        return game.read(start, options)
    if getattr(start, "dtype", None) != game.dtype:
        what = "one of another game" if isinstance(start, np.void) else repr(start)
        raise BadPosition(f"a game begins at a position or a state of {game.id}, not at {what}")
    if start["seats"] != options["seats"]:
        raise BadPosition(f"a state for {start['seats']} seats, not {options['seats']}")
    return start
