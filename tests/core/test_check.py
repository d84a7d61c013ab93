import dataclasses
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ludotheque.core.check import check_game
from ludotheque.core.discovery import game
from ludotheque.core.errors import BrokenPromise
from ludotheque.core.game import Game

LUDO = game("ludo")


def broken(part: str, **replaced: Any) -> Game:
    """Ludo with some functions of one of its modules replaced."""
    module = getattr(LUDO, part)
    public = {name: getattr(module, name) for name in dir(module) if not name.startswith("__")}
    namespace = SimpleNamespace(**{**public, "__file__": module.__file__, **replaced})
    return dataclasses.replace(LUDO, **{part: namespace})


def no_moves(state: Any, seat: int, moves: Any) -> int:
    return 0


def falling(state: Any, seat: int, moves: Any) -> int:
    moves[0], moves[1] = 1, 0
    return 2


def all_last(state: Any, out: Any) -> None:
    out[:] = 4


def nothing(state: Any, seat: int, out: Any) -> None:
    pass


def never(state: Any, outcome: int) -> int:
    return 0


@pytest.mark.parametrize(
    ("broken_game", "words"),
    [
        (broken("rules", legal=no_moves), "has no move"),
        (broken("rules", legal=falling), "do not rise"),
        (broken("rules", rank=all_last), "ranks do not run from 1"),
        (broken("rules", observe=nothing), "leaves numbers unwritten"),
        (broken("rules", weight=never), "nothing can happen"),
        (broken("rules", leave=None), "lack a kernel: leave"),
        (broken("rules", roller=lambda state: 3), "roller is not whose turn it is"),
        (broken("notation", move=lambda state, seat, action: "same"), "two moves read the same"),
        (broken("notation", position=lambda state: {"turn": 2}), "read back differs"),
        (broken("drawing", draw=lambda state, scene: "<svg>"), "not well-formed"),
        (broken("words", tell=lambda step, names, _: []), "a step is not told"),
        (broken("words", label=lambda state, seat, action, _: ""), "no label"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_broken_promise_is_found(broken_game: Game, words: str) -> None:
    with pytest.raises(BrokenPromise, match=words):
        check_game(broken_game)


def test_a_policy_that_differs_when_compiled_is_found() -> None:
    def wraps(state: Any, seat: int, moves: Any, count: int, random: Any) -> int:
        return moves[0 if np.uint8(count) * 200 > 255 else count - 1]  # type: ignore[no-any-return]

    uneven = dataclasses.replace(LUDO, policies={"wraps": wraps})
    with pytest.raises(BrokenPromise, match="runs differ: wraps"):
        check_game(uneven)
