import dataclasses
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ludotheque.core.check import check_game, findings, machine, play
from ludotheque.core.discovery import game
from ludotheque.core.drawing import place
from ludotheque.core.errors import BrokenPromise
from ludotheque.core.game import Game

LUDO = game("ludo")


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game of Ludo comes near to that many steps."""
    monkeypatch.setattr(play, "_LONGEST", 2000)


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


def stays(state: Any, seat: int) -> None:
    """A departure that takes the pawns off and forgets who left."""
    state.pawns[seat] = 0


def stalls(state: Any, seat: int) -> None:
    """A departure that leaves the turn with who is no longer there."""
    state.gone |= 1 << seat
    state.pawns[seat] = 0


def crashes(state: Any, seat: int) -> None:
    raise ValueError("not today")


def always(state: Any, outcome: int) -> int:
    """The lot as it was: it could name somebody who had left."""
    return 1


def endless(state: Any, outcome: int) -> None:
    state.turn = 0  # whatever falls, nothing comes of it


def off_the_board(state: Any, scene: Any) -> str:
    return f'<g class="{place(-40, 20)}"/>'


def unescaped(state: Any, scene: Any) -> str:
    return f"<text>{scene.names.get(0, '')}</text>"


def wrong_move(state: Any, scene: Any) -> str:
    return '<g data-move="99&gt;1"/>'


@pytest.mark.parametrize(
    ("broken_game", "words"),
    [
        (broken("rules", legal=no_moves), "has no move"),
        (broken("rules", legal=falling), "do not rise"),
        (broken("rules", rank=all_last), "ranks do not run from 1"),
        (broken("rules", observe=nothing), "leaves numbers unwritten"),
        (broken("rules", weight=never), "nothing can happen"),
        (broken("rules", leave=None), "rules lack kernels: leave"),
        (broken("rules", happen=endless), "a game played at random does not end"),
        (broken("rules", leave=stays), "has_left does not know that a seat left"),
        (broken("rules", leave=stalls), "a game goes on with one seat"),
        (broken("rules", leave=crashes), "ValueError in test_check.py"),
        (broken("rules", weight=always), "the game waits for a seat that left"),
        (broken("notation", chance=lambda state, outcome: "roll"), "two outcomes read the same"),
        (broken("words", label=lambda state, seat, action, _: "Jouer"), "two moves have one label"),
        (dataclasses.replace(LUDO, id="petits-chevaux"), "the id is not its folder's name"),
        (dataclasses.replace(LUDO, options=LUDO.options[1:]), "an option is missing: seats"),
        (broken("drawing", pieces_layer=unescaped), "not well-formed"),
        (broken("drawing", pieces_layer=wrong_move), "marks what is no legal move"),
        (broken("drawing", pieces_layer=off_the_board), "a piece lies outside the canvas"),
        (broken("rules", roller=lambda state: 3), "roller is not whose turn it is"),
        (broken("notation", move=lambda state, seat, action: "same"), "two moves read the same"),
        (broken("notation", position=lambda state: {"turn": 2}), "read back differs"),
        (broken("drawing", board_layer=lambda state, scene: "<g>"), "not well-formed"),
        (broken("words", tell=lambda step, names, _: []), "a step is not told"),
        (broken("words", label=lambda state, seat, action, _: ""), "no label"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_broken_promise_is_found(broken_game: Game, words: str) -> None:
    assert any(words in found for found in findings(broken_game))


def test_every_finding_is_a_line_of_one_error() -> None:
    with pytest.raises(
        BrokenPromise, match=r"lack kernels: leave\nmodules lack: words.tell, words.label"
    ):
        check_game(dataclasses.replace(broken("rules", leave=None), words=SimpleNamespace()))


def test_a_policy_that_differs_when_compiled_is_found() -> None:
    def wraps(state: Any, seat: int, moves: Any, count: int, random: Any) -> int:
        return moves[0 if np.uint8(count) * 200 > 255 else count - 1]  # type: ignore[no-any-return]

    uneven = dataclasses.replace(LUDO, policies={"wraps": wraps})
    with pytest.raises(BrokenPromise, match="runs differ: wraps"):
        machine.check_policy(uneven, "wraps", 0)
