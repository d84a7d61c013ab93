"""What is bound into a loop over games so that it finds and takes decisions."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.chance import any_move, any_noted
from ludotheque.core.compile import Kernel, bind
from ludotheque.core.game import Game
from ludotheque.core.policies import Policy, decider, function_of, label


class Choosing(NamedTuple):
    """The kernels, and the scratch in which they find what is legal."""

    parts: Mapping[str, Kernel]  # ``legal`` and ``decide`` among them
    name: str  # tells copies of a loop apart on disk
    room: int  # how many values the scratch has,
    kind: type[Any]  # and of what type


def from_lists(game: Game, players: Sequence[Policy], is_interpreted: bool = False) -> Choosing:
    """Each player chooses from the list of what is legal, by its own policy."""
    parts = {**game.kernels, "decide": decider(game, players, is_interpreted)}
    return Choosing(parts, label(game, players), int(game.rules.ACTIONS), np.uint16)


def without_lists(game: Game, players: Sequence[Policy]) -> Choosing:
    """The same choices without lists, where all play at random and the game counts its actions."""
    if not game.counts_legal or any(function_of(game, each) is not any_move for each in players):
        return from_lists(game, players)
    rules: Any = game.rules
    parts = {
        **game.kernels,
        "legal": rules.count_legal,
        "decide": bind(any_noted, {"nth_legal": rules.nth_legal}, game.id),
    }
    return Choosing(parts, f"{game.id}-noted", int(rules.MASKS), np.uint64)
