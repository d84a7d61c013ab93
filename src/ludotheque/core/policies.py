"""Policies: who chooses for each seat of a simulation.

A policy is one of the game's, by name, or a function of the caller's own. What comes from
outside this package is watched: an action that is not legal is told, never played.
"""

import hashlib
import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import TypeAlias

from ludotheque.core.compile import Kernel, is_interpreted, with_globals
from ludotheque.core.contract import Moves, Random, State, choose
from ludotheque.core.errors import BadOption, BadPolicy
from ludotheque.core.game import Game

Policy: TypeAlias = str | Kernel

ILLEGAL = -1  # what a watched policy's choice becomes where it is not legal
_ARGUMENTS = ("state", "seat", "moves", "count", "random")
_RIGHT = (
    f"a policy is a plain function of a module, choose({', '.join(_ARGUMENTS)}), in the Python "
    "that Numba compiles; with ludotheque.interpreted() any callable will do"
)

_SEATS = 0  # the three names that the copies of the kernels below see other values under
_policy = choose
_others = choose


def choose_by_seat(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """One policy for some seats, the others' for the rest."""
    if _SEATS >> seat & 1:
        return _policy(state, seat, moves, count, random)
    return _others(state, seat, moves, count, random)


def choose_watched(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """What a policy chooses if it is legal, else ILLEGAL."""
    action = _policy(state, seat, moves, count, random)
    for k in range(count):
        if moves[k] == action:
            return moves[k]
    return ILLEGAL


def seated(game: Game, policies: Policy | Sequence[Policy], seats: int) -> tuple[Policy, ...]:
    """One policy a seat, from one for all or one a seat; refuses what cannot be one."""
    if isinstance(policies, str) or not isinstance(policies, Sequence):
        policies = [policies] * seats
    if len(policies) != seats:
        raise BadOption(f"{len(policies)} policies for {seats} seats: give one, or one a seat")
    for policy in policies:
        if isinstance(policy, str):
            game.policy(policy)
        else:
            _check(policy)
    return tuple(policies)


def name_of(policy: Policy) -> str:
    """The policy's name in the game, or where a function of one's own is found."""
    if isinstance(policy, str):
        return policy
    named = policy if hasattr(policy, "__qualname__") else type(policy)
    return f"{named.__module__}.{named.__qualname__}"


def function_of(game: Game, policy: Policy) -> Kernel:
    """The plain function behind a policy, one that the caller compiled already included."""
    function = game.policy(policy) if isinstance(policy, str) else policy
    return getattr(function, "py_func", function)


def chooser(game: Game, policies: Sequence[Policy]) -> Kernel:
    """One policy that plays each seat by its own."""
    name = label(game, policies)
    functions = [function_of(game, policy) for policy in policies]
    *some, last = {id(each): each for each in functions}.values()
    chosen = _watched(last)
    for policy in reversed(some):
        seats = sum(1 << seat for seat, one in enumerate(functions) if one is policy)
        parts = {"_SEATS": seats, "_policy": _watched(policy), "_others": chosen}
        chosen = with_globals(choose_by_seat, parts, f".{name}.{seats}")
    return chosen


def label(game: Game, policies: Sequence[Policy]) -> str:
    """What tells the kernels of this game with these policies apart on disk: never long."""
    names = "-".join(map(name_of, policies))
    return f"{game.id}-{hashlib.sha256(names.encode()).hexdigest()[:16]}"


def _watched(policy: Kernel) -> Kernel:
    if _is_ours(policy):
        return policy
    return with_globals(choose_watched, {"_policy": policy}, f".{name_of(policy)}")


def _is_ours(policy: Kernel) -> bool:
    """Whether this package brings the policy: its tests watch it, and watching takes time."""
    return name_of(policy).startswith("ludotheque.")


def _check(policy: Kernel) -> None:
    function = getattr(policy, "py_func", policy)
    if not callable(function):
        raise BadPolicy(f"{policy!r} is no policy: {_RIGHT}")
    if (count := _takes(function)) != len(_ARGUMENTS):
        raise BadPolicy(f"policy {name_of(policy)} takes {count} arguments: {_RIGHT}")
    if is_interpreted():
        return
    if not isinstance(function, FunctionType):
        kind = type(function).__name__
        raise BadPolicy(f"policy {name_of(policy)} is no plain function but a {kind}: {_RIGHT}")
    if captured := function.__code__.co_freevars:
        named = ", ".join(captured)
        raise BadPolicy(f"policy {name_of(policy)} captures variables ({named}): {_RIGHT}")


def _takes(function: Kernel) -> int:
    """How many arguments a policy takes; as many as it should where Python cannot tell."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return len(_ARGUMENTS)
    if any(each.kind is each.VAR_POSITIONAL for each in parameters):
        return len(_ARGUMENTS)
    return len(parameters)


@contextmanager
def compiling(game: Game, policies: Sequence[Policy]) -> Iterator[None]:
    """Say so where Numba refuses a policy of the caller's own."""
    try:
        yield
    except Exception as error:
        foreign = [each for each in policies if not _is_ours(function_of(game, each))]
        if not foreign or not type(error).__module__.startswith("numba."):
            raise
        names = " or ".join(dict.fromkeys(map(name_of, foreign)))
        raise BadPolicy(f"policy {names} cannot be compiled: {_RIGHT}") from error
