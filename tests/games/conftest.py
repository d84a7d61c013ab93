"""What several games are examined with."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from ludotheque.core.batch import Batch
from ludotheque.core.game import Game, Options

CALLED = ("mine", "1 corner on", "2 corners on", "3 corners on")
LAPS = ("first", "second", "third", "last")

# Of a state, a hunting seat and its prey: how far apart two pawns are of whom one could send the
# other home, as it is called, and in which quarter of its way that other one is.
Pairs = Callable[[Any, int, int], Iterable[tuple[Any, int]]]


def reckoned(game: Game, state: Any, seat: int) -> list[str]:
    """The names of what a brain is told beyond what the seat sees."""
    seen = np.zeros(game.senses.most(int(state.seats)), np.uint16)
    count = int(game.sense(state, seat, seen))
    assert len(set(seen[:count].tolist())) == count
    return sorted(game.senses.names(each for each in seen[:count] if each >= len(game.traits)))


def by_the_rules(state: Any, seat: int, corners: tuple[int, ...], pairs: Pairs) -> list[str]:
    """The same from pairs of pawns."""
    found = []
    for other in set(range(int(state.seats))) - {seat}:
        who = CALLED[(corners[other] - corners[seat]) % 4]
        for hunter, prey, where in ((other, seat, "behind my"), (seat, other, "ahead of my")):
            whose = "its" if prey == seat else "its own"
            told = Counter(
                f"{who}, {gap} {where} pawn in {whose} {LAPS[lap]} quarter"
                for gap, lap in pairs(state, hunter, prey)
            )
            found += [f"{each}: 1 or more" for each in told]
            found += [f"{each}: 2 or more" for each, count in told.items() if count > 1]
    return sorted(found)


@pytest.fixture
def examine_reach() -> Callable[..., int]:
    """Compares what is reckoned with the rules, all through some games; how much was told."""

    def examine(game: Game, options: Options, corners: dict[int, tuple[int, ...]], pairs: Pairs):
        batch = Batch(game, 12, options=options, seed=1)
        seats, told = batch.options["seats"], 0
        for _ in range(8):
            for _ in range(15):
                batch.step(batch.choose("mixed"))
            for state in batch.states:
                for seat in range(seats):
                    found = reckoned(game, state, seat)
                    assert found == by_the_rules(state, seat, corners[seats], pairs)
                    told += len(found)
        return told

    return examine
