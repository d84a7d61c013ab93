"""Policies: who chooses for each seat of a simulation.

A policy is one of the game's, by name; a function of the caller's own in the Python that Numba
compiles; such a function with weights (:class:`Weighted`); or a plain Python function, slow and
simple (:mod:`ludotheque.core.plain`). What comes from outside this package is watched: an action
that is not legal is told, never played.
"""

import hashlib
import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from traceback import walk_tb
from types import FunctionType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.compile import Kernel, is_interpreted, with_globals
from ludotheque.core.contract import Moves, Random, State, choose, decide
from ludotheque.core.errors import BadOption, BadPolicy, IllegalMove
from ludotheque.core.game import Game, Options

Weights: TypeAlias = NDArray[Any] | tuple[NDArray[Any], ...]

ILLEGAL = -1  # what a watched policy's choice becomes where it is not legal
_ARGUMENTS = ("state", "seat", "moves", "count", "random")
_PLAIN = ("match", "batch")  # what a plain Python function is given: the name of its one argument
_MOST = 62  # players that a word has a bit for
_SHOWN = 10  # legal actions that an error lists
# Numba's errors begin with such a line for each function on the way, and name some of ours.
_STAGE, _OURS = "Failed in ", str(Path("ludotheque", "core"))
_RIGHT = (
    f"a policy is a plain function of a module, choose({', '.join(_ARGUMENTS)}), in the Python "
    "that Numba compiles (with weights after these, in ludotheque.Weighted), or any function of "
    "one argument called match or batch; with ludotheque.interpreted() any callable will do"
)


@dataclass(frozen=True, eq=False)
class Weighted:
    """A policy with parameters: ``choose(state, seat, moves, count, random, weights)``.

    ``weights`` is an array, or a tuple of arrays. They are an argument of the compiled kernel,
    never part of it: change them in place and the next call plays with what they are then.
    """

    choose: Kernel
    weights: Weights
    name: str = ""  # that results have it by; empty: where the function is found
    made_for: tuple[str, tuple[int, ...]] | None = None  # a game and its terms; None: any

    def __repr__(self) -> str:
        arrays = self.weights if isinstance(self.weights, tuple) else (self.weights,)
        told = ", ".join(f"{each.dtype} {each.shape}" for each in arrays)
        return f"<Weighted {name_of(self)}: {told}>"

    def __post_init__(self) -> None:
        arrays = self.weights if isinstance(self.weights, tuple) else (self.weights,)
        if not arrays or not all(isinstance(each, np.ndarray) for each in arrays):
            raise BadPolicy("weights are a NumPy array, or a tuple of some")


Policy: TypeAlias = str | Kernel | Weighted

_PLAYERS = 0  # the names that the copies of the kernels below see other values under
_INDEX = 0
_NAME = ""
_policy: Kernel = choose
_others = decide


def decide_alike(
    player: int, state: State, seat: int, moves: Moves, count: int, random: Random, weights: Any
) -> int:
    """One policy, whoever plays."""
    return _policy(state, seat, moves, count, random, weights)


def decide_by_player(
    player: int, state: State, seat: int, moves: Moves, count: int, random: Random, weights: Any
) -> int:
    """One policy for some players, the others' for the rest."""
    if _PLAYERS >> player & 1:
        return _policy(state, seat, moves, count, random, weights)
    return _others(player, state, seat, moves, count, random, weights)


def choose_without(
    state: State, seat: int, moves: Moves, count: int, random: Random, weights: Any
) -> int:
    """What a policy without weights chooses."""
    return _policy(state, seat, moves, count, random)


def choose_with(
    state: State, seat: int, moves: Moves, count: int, random: Random, weights: Any
) -> int:
    """What a policy chooses by its own of all players' weights."""
    return _policy(state, seat, moves, count, random, weights[_INDEX])


def choose_watched(
    state: State, seat: int, moves: Moves, count: int, random: Random, weights: Any
) -> int:
    """What a policy chooses if it is legal, else ILLEGAL."""
    action = _policy(state, seat, moves, count, random, weights)
    for k in range(count):
        if moves[k] == action:
            return moves[k]
    return ILLEGAL


def choose_guarded(
    state: State, seat: int, moves: Moves, count: int, random: Random, weights: Any
) -> int:
    """What a policy chooses as ordinary Python; BadPolicy where it wrote into the state."""
    before = state.tobytes()
    action = _policy(state, seat, moves, count, random, weights)
    if state.tobytes() != before:
        raise altered(_NAME, seat)
    return action


def altered(policy: str, seat: int) -> BadPolicy:
    """What tells of a policy that changed the game instead of choosing."""
    return BadPolicy(
        f"policy {policy} wrote into the state when it chose for seat {seat + 1}: the state is the "
        "game itself, and is copied before anything is tried on it"
    )


def seated(
    game: Game, policies: Policy | Sequence[Policy] | NDArray[Any], options: Options
) -> tuple[Policy, ...]:
    """One policy a seat, from one for all or one a seat; refuses what cannot be one.

    A game's brain is called by name here, and comes back with its weights for these options.
    """
    seats = int(options["seats"])
    given: Any = policies.tolist() if isinstance(policies, np.ndarray) else policies
    if isinstance(given, str) or not isinstance(given, Sequence):
        given = [given] * seats
    if len(given) != seats:
        raise BadOption(f"{len(given)} policies for {seats} seats: give one, or one a seat")
    return tuple(checked(game, policy, options) for policy in given)


def checked(game: Game, policy: Policy, options: Options) -> Policy:
    """A policy that can play games with these options; BadPolicy or UnknownPolicy."""
    if isinstance(policy, str) and policy == "brain" and game.has_brain:
        from ludotheque.core.brains import brain_of

        return brain_of(game).policy(options)
    if isinstance(policy, str):
        game.policy(policy)
    else:
        _check(policy)
    if isinstance(policy, Weighted) and policy.made_for is not None:
        _check_fit(game, policy, options)
    return policy


def _check_fit(game: Game, policy: Weighted, options: Options) -> None:
    """Refuse a policy whose weights are for another game, or for other options."""
    made_for, terms = policy.made_for or ("", ())
    if made_for != game.id:
        raise BadPolicy(f"policy {name_of(policy)} was made for {made_for}, not for {game.id}")
    if told := game.told_apart(terms, _terms(game, tuple(options.items()))):
        raise BadPolicy(
            f"policy {name_of(policy)} was made for games with {told[0]}, and these have "
            f"{told[1]}: policy(options) of its brain makes one for them"
        )


@lru_cache(64)  # a batch asks at every call
def _terms(game: Game, options: tuple[tuple[str, Any], ...]) -> tuple[int, ...]:
    return tuple(game.terms_of(game.new(dict(options))))


def name_of(policy: Policy) -> str:
    """The policy's name in the game, or where a function of one's own is found."""
    if isinstance(policy, str):
        return policy
    if isinstance(policy, Weighted):
        return policy.name or name_of(policy.choose)
    named = policy if hasattr(policy, "__qualname__") else type(policy)
    return f"{named.__module__}.{named.__qualname__}"


def function_of(game: Game, policy: Policy) -> Kernel:
    """The plain function behind a policy, one that the caller compiled already included."""
    if isinstance(policy, Weighted):
        policy = policy.choose
    function = game.policy(policy) if isinstance(policy, str) else policy
    return getattr(function, "py_func", function)


def asked(game: Game, policy: Policy) -> Kernel:
    """A policy to be asked interpreted, its weights with it: a function of five arguments."""
    function = function_of(game, policy)
    if not isinstance(policy, Weighted):
        return function
    weights = policy.weights
    return lambda *situation: function(*situation, weights)


def weights_of(policies: Sequence[Policy]) -> tuple[Weights, ...]:
    """The weights that :func:`decider`'s function is given with these policies."""
    return tuple(
        each.weights if isinstance(each.weights, np.ndarray) else tuple(each.weights)
        for each in _weighted(policies)
    )


def _weighted(policies: Sequence[Policy]) -> list[Weighted]:
    return [*dict.fromkeys(each for each in policies if isinstance(each, Weighted))]


def decider(game: Game, policies: Sequence[Policy], is_interpreted: bool = False) -> Kernel:
    """One function that chooses for each player by its own policy; the kernel ``decide``.

    With ``is_interpreted`` it can only run as ordinary Python, where more of a policy is watched.
    """
    if len(policies) > _MOST:
        raise BadOption(f"at most {_MOST} policies play together, not {len(policies)}")
    name, weighted = label(game, policies), _weighted(policies)
    *some, (last, _) = _shared_out(game, policies).items()
    last_one = _chooser(game, last, weighted, is_interpreted)
    chosen = with_globals(decide_alike, {"_policy": last_one}, f".{name}")
    for policy, players in reversed(some):
        parts = {"_policy": _chooser(game, policy, weighted, is_interpreted), "_others": chosen}
        chosen = with_globals(
            decide_by_player, {**parts, "_PLAYERS": players}, f".{name}.{players}"
        )
    return chosen


def _shared_out(game: Game, policies: Sequence[Policy]) -> dict[Any, int]:
    """Each policy once, with a bit for each player who plays by it."""
    found: dict[Any, int] = {}
    for player, each in enumerate(policies):
        key = each if isinstance(each, Weighted) else function_of(game, each)
        found[key] = found.get(key, 0) | 1 << player
    return found


def label(game: Game, policies: Sequence[Policy]) -> str:
    """What tells the kernels of this game with these policies apart on disk: never long.

    Whoever is not named plays by the last policy, so that a kernel serves any number of seats.
    """
    weighted = _weighted(policies)
    shared = _shared_out(game, policies)
    names = [
        f"{name_of(each.choose)}#{weighted.index(each)}"
        if isinstance(each, Weighted)
        else name_of(each)
        for each in shared
    ]
    players = [*shared.values()][:-1]
    told = "-".join([*map("{}:{}".format, names, players), names[-1]])
    return f"{game.id}-{hashlib.sha256(told.encode()).hexdigest()[:16]}"


def _chooser(
    game: Game, policy: Policy, weighted: Sequence[Weighted], is_interpreted: bool
) -> Kernel:
    """A policy as a function that is given all players' weights."""
    function = function_of(game, policy)
    parts: dict[str, Any] = {"_policy": function}
    if isinstance(policy, Weighted):
        parts["_INDEX"] = weighted.index(policy)
        chosen = with_globals(choose_with, parts, f".{name_of(function)}.{parts['_INDEX']}")
    else:
        chosen = with_globals(choose_without, parts, f".{name_of(function)}")
    if _is_ours(function):
        return chosen
    suffix = chosen.__qualname__.removeprefix(chosen.__name__)
    if is_interpreted:
        parts = {"_policy": chosen, "_NAME": name_of(policy)}
        chosen = with_globals(choose_guarded, parts, suffix)
    return with_globals(choose_watched, {"_policy": chosen}, suffix)


def _is_ours(policy: Kernel) -> bool:
    """Whether this package brings the policy: its tests watch it, and watching takes time."""
    return name_of(policy).startswith("ludotheque.")


def _check(policy: Policy) -> None:
    wanted = len(_ARGUMENTS) + isinstance(policy, Weighted)
    function = policy.choose if isinstance(policy, Weighted) else policy
    function = getattr(function, "py_func", function)
    if not callable(function):
        raise BadPolicy(f"{policy!r} is no policy: {_RIGHT}")
    if is_plain(policy):
        return
    if (count := _takes(function, wanted)) != wanted:
        raise BadPolicy(f"policy {name_of(policy)} takes {count} arguments: {_RIGHT}")
    if is_interpreted():
        return
    if not isinstance(function, FunctionType):
        kind = type(function).__name__
        raise BadPolicy(f"policy {name_of(policy)} is no plain function but a {kind}: {_RIGHT}")
    if captured := function.__code__.co_freevars:
        named = ", ".join(captured)
        raise BadPolicy(f"policy {name_of(policy)} captures variables ({named}): {_RIGHT}")


def is_plain(policy: Policy) -> bool:
    """Whether a policy is a plain Python function, of a match or of a batch."""
    return not isinstance(policy, str | Weighted) and _parameters(policy) in [
        (name,) for name in _PLAIN
    ]


def must_compile(policies: tuple[Policy, ...]) -> tuple[Policy, ...]:
    """The same policies; BadPolicy where one is plain Python, which nothing here can ask."""
    for policy in policies:
        if is_plain(policy):
            raise BadPolicy(
                f"policy {name_of(policy)} is plain Python, which plays in simulate, tournament "
                "and Batch.choose, on a CPU; what plays here is compiled: "
                f"choose({', '.join(_ARGUMENTS)})"
            )
    return policies


def takes_batch(policy: Policy) -> bool:
    """Whether a plain function is given a batch, and chooses for all its games at once."""
    return not isinstance(policy, str | Weighted) and _parameters(policy) == ("batch",)


def _parameters(function: Kernel) -> tuple[str, ...] | None:
    """The names of what a function takes; None where Python cannot tell, or it takes any number."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(each.kind is each.VAR_POSITIONAL for each in parameters):
        return None
    return tuple(each.name for each in parameters)


def _takes(function: Kernel, wanted: int) -> int:
    """How many arguments a policy takes; as many as it should where Python cannot tell."""
    parameters = _parameters(function)
    return wanted if parameters is None else len(parameters)


@contextmanager
def compiling(game: Game, policies: Sequence[Policy]) -> Iterator[None]:
    """Say so where Numba refuses a policy of the caller's own."""
    try:
        yield
    except Exception as error:
        compiled = [each for each in policies if not is_plain(each)]
        foreign = [each for each in compiled if not _is_ours(function_of(game, each))]
        reason = _reason(game, error)
        if not foreign or reason is None:
            raise
        names = " or ".join(dict.fromkeys(map(name_of, foreign)))
        raise BadPolicy(
            f"policy {names} cannot be compiled by Numba: {reason}; inside "
            "ludotheque.interpreted() it runs as ordinary Python"
        ) from error


def _reason(game: Game, error: Exception) -> str | None:
    """What Numba found wrong, and where, in a line; None where it was not Numba that refused."""
    *_, (frame, _) = walk_tb(error.__traceback__)
    if isinstance(error, KeyError) and frame.f_globals["__name__"].startswith("numba."):
        fields = ", ".join(game.dtype.names or ())
        return f"a state of {game.id} has no field {error.args[0]!r}; it has {fields}"
    if not type(error).__module__.startswith("numba."):
        return None
    told = [each for each in str(error).split("\n") if each and not each.startswith(_STAGE)]
    told = [each.rstrip(".: ") for each in told if _OURS not in each]
    where = [f"({each})" for each in told if each.startswith("File ")]
    return " ".join(told[:1] + where[:1])


def illegal_choice(
    game: Game, policy: Policy, seat: int, number: int, steps: int, chosen: object,
    legal: Sequence[object],
) -> IllegalMove:  # fmt: skip
    """What tells of a policy that chose what is not legal."""
    shown = [str(each) for each in legal[:_SHOWN]] + ["…"] * (len(legal) > _SHOWN)
    what = chosen if isinstance(chosen, int | np.integer) else repr(chosen)
    return IllegalMove(
        f"policy {name_of(policy)} chose action {what} for seat {seat + 1} in game {number} of "
        f"{game.id}, after {steps} steps; legal are {', '.join(shown)}"
    )
