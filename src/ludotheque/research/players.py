"""Who plays in an experiment: policies, which run compiled, and thinkers, which do not.

A policy is one of the game's, by name, or a function of one's own; a thinker is a bot, or anything
with ``think(board, seat, seats, seed)``. This is the only place that knows the difference.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from ludotheque.bots import LEVELS, Bot, level, warm_policies, warm_search
from ludotheque.core import chance
from ludotheque.core.chance import CHOICES, start
from ludotheque.core.compile import bind, is_interpreted, runnable
from ludotheque.core.contract import Moves, Random, States, decide, legal
from ludotheque.core.errors import BadPolicy, UnknownPolicy
from ludotheque.core.game import Game, Options
from ludotheque.core.match import Match
from ludotheque.core.plain import chosen_plainly
from ludotheque.core.policies import Policy, checked, decider, is_plain, label, name_of, weights_of


@runtime_checkable
class Thinker(Protocol):
    """Somebody who chooses an action on a board that shows what the seat may see."""

    def think(self, board: States, seat: int, seats: int, seed: int | None = None) -> int:
        """A legal action; the same seed should give the same one."""


Player: TypeAlias = Policy | Thinker


@dataclass(frozen=True, eq=False)
class Contestant:
    """A player under the name that results have it by."""

    name: str
    policy: Policy | None  # None: a thinker
    thinker: Thinker | None = None  # how it is asked one decision at a time, where it has a way


def contestants(
    game: Game, options: Options, players: Sequence[Player], field: Player | None = None
) -> list[Contestant]:
    """The players of an experiment, each with a name of its own; UnknownPolicy, BadPolicy.

    The field that each of them meets comes last.
    """
    found = [_contestant(game, options, each) for each in players]
    taken = Counter[str]()
    named = []
    for each in found:
        taken[each.name] += 1
        name = f"{each.name} ({taken[each.name]})" if taken[each.name] > 1 else each.name
        named.append(Contestant(name, each.policy, each.thinker))
    if field is not None:
        met = _contestant(game, options, field)
        name = f"{met.name} (field)" if taken[met.name] else met.name
        named.append(Contestant(name, met.policy, met.thinker))
    return named


def _contestant(game: Game, options: Options, player: Player) -> Contestant:
    if isinstance(player, str):
        return _named(game, options, player)
    if isinstance(player, Thinker):
        return Contestant(_name(player), None, player)
    checked(game, player, options)
    if is_plain(player):
        return Contestant(name_of(player), player, PlainThinker(game, options, player))
    return Contestant(name_of(player), player)


def _named(game: Game, options: Options, name: str) -> Contestant:
    if name in game.policy_names:
        return Contestant(name, checked(game, name, options))
    if name not in LEVELS:
        raise UnknownPolicy(
            f"{game.id} has no policy {name!r}; it has {', '.join(game.policy_names)}, "
            f"and bots: {', '.join(LEVELS)}"
        )
    player = Bot(game, level(name))
    policy = None if is_interpreted() else player.policy(options)
    return Contestant(name, policy, None if policy else player)


def _name(thinker: Thinker) -> str:
    if isinstance(thinker, Bot):
        return thinker.level.id
    return str(getattr(thinker, "name", type(thinker).__name__))


def policies_of(game: Game, players: Sequence[Contestant]) -> list[Policy]:
    """Their policies; BadPolicy names one who has none."""
    for each in players:
        if each.policy is None:
            raise BadPolicy(f"{each.name} is a bot: here only policies of {game.id} can play")
    return [each.policy for each in players if each.policy is not None]


# One by one: for thinkers, and for policies that play with them.


def pick(board: States, seat: int, moves: Moves, seed: int, random: Random, weights: Any) -> int:
    """What a policy chooses on a board."""
    start(random, seed, 0, CHOICES)
    count = legal(board[0], seat, moves)
    return decide(0, board[0], seat, moves, count, random, weights)


class PolicyThinker:
    """A policy that is asked one decision at a time."""

    def __init__(self, game: Game, policy: Policy):
        parts = {**game.kernels, "decide": decider(game, [policy], is_interpreted())}
        self._pick = runnable(bind(pick, parts, label(game, [policy])))
        self._policy = policy
        self._moves = int(game.rules.ACTIONS)

    def think(self, board: States, seat: int, seats: int, seed: int | None = None) -> int:
        """What the policy chooses."""
        moves = np.zeros(self._moves, np.uint16)
        weights = weights_of([self._policy])
        return int(self._pick(board, seat, moves, seed or 0, chance.new(), weights))


class PlainThinker:
    """A plain Python function that is asked one decision at a time."""

    def __init__(self, game: Game, options: Options, policy: Policy):
        self.game, self.options, self.policy = game, options, policy

    def think(self, board: States, seat: int, seats: int, seed: int | None = None) -> int:
        """What the function chooses, as long as it is its seat's turn to choose."""
        return chosen_plainly(self.policy, Match(self.game, self.options, board[0]))


def thinkers(game: Game, players: Sequence[Contestant]) -> list[Thinker]:
    """Everybody as a thinker, bots warm: one that is not plays worse than it can."""
    if any(isinstance(each.thinker, Bot) and not each.thinker.level.is_quick for each in players):
        warm_search(game)
    elif any(isinstance(each.thinker, Bot) for each in players):
        warm_policies(game)
    elif any(each.thinker for each in players):
        game.engine.warm()
    return [each.thinker or PolicyThinker(game, _policy_of(each)) for each in players]


def _policy_of(player: Contestant) -> Any:
    return player.policy
