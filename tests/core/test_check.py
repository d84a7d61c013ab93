import dataclasses
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ludotheque.core.check import check_game, findings, machine
from ludotheque.core.check.pictures import check_picture
from ludotheque.core.discovery import game
from ludotheque.core.drawing import Choice, Piece, Scene
from ludotheque.core.errors import BrokenPromise
from ludotheque.core.game import Game

LUDO = game("ludo")
DRAWING: Any = LUDO.drawing


def broken(part: str, **replaced: Any) -> Game:
    """Ludo with some functions of one of its modules replaced."""
    module = getattr(LUDO, part)
    public = {name: getattr(module, name) for name in dir(module) if not name.startswith("__")}
    namespace = SimpleNamespace(**{**public, "__file__": module.__file__, **replaced})
    return dataclasses.replace(LUDO, **{part: namespace})


def no_moves(state: Any, seat: int, moves: Any) -> int:
    return 0


def die(state: Any) -> int:
    return 6


def falling(state: Any, seat: int, moves: Any) -> int:
    moves[0], moves[1] = 1, 0
    return 2


def all_last(state: Any, out: Any) -> None:
    out[:] = 4


def twice(state: Any, seat: int, traits: Any) -> int:
    traits[:2] = 5
    return 2


def no_trait(state: Any, seat: int, traits: Any) -> int:
    traits[0] = 50_000
    return 1


def too_many(state: Any, seat: int, traits: Any) -> int:
    traits[:40] = np.arange(40)
    return 40


def blot(state: Any, seat: int) -> None:
    state.die = 0


def everybody(state: Any) -> int:
    return 15 if state.die else 0


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


def unescaped(state: Any, scene: Any) -> str:
    return f"<text>{scene.names.get(0, '')}</text>"


def more(*pieces: Piece) -> Game:
    """Ludo with more pieces on its board."""
    return broken("drawing", pieces=lambda state, scene: [*pieces, *DRAWING.pieces(state, scene)])


def turning(state: Any, scene: Any) -> list[Piece]:
    """Whoever has the turn comes first."""
    return sorted(DRAWING.pieces(state, scene), key=lambda piece: piece.id[:3] != f"p-{state.turn}")


def offering(state: Any, scene: Any) -> list[Piece]:
    return [*DRAWING.pieces(state, scene), *(Piece(f"may-{move}") for move in scene.moves)]


def looking(state: Any, scene: Any) -> list[Piece]:
    return [*DRAWING.pieces(state, scene), Piece("eyes", text=str(scene.seat))]


def growing(state: Any, scene: Any) -> str:
    return DRAWING.board_layer(state, scene) + "<g/>" * int(state.pawns.sum())


def choosing(change: Callable[[list[Choice]], list[Choice]]) -> Game:
    """Ludo with its choices changed."""
    return broken("drawing", choices=lambda state, scene: change(DRAWING.choices(state, scene)))


def changed(**fields: Any) -> Game:
    """Ludo with every choice changed."""
    return choosing(lambda choices: [choice._replace(**fields) for choice in choices])


@pytest.mark.parametrize(
    ("broken_game", "words"),
    [
        (broken("rules", legal=no_moves), "has no move"),
        (broken("rules", legal=falling), "do not rise"),
        (broken("rules", rank=all_last), "ranks do not run from 1"),
        (broken("rules", observe=twice), "observe lists a trait twice"),
        (broken("rules", observe=no_trait), "observe lists what is no trait"),
        (broken("rules", observe=too_many), "observe lists more traits than hold at most"),
        (broken("rules", TRAITS=None), "rules do not lay out what a seat sees"),
        (broken("rules", OUTCOMES=5), "chance has more outcomes than OUTCOMES"),
        (broken("rules", total_weight=die), "rules draw by one of two kernels"),
        (broken("rules", total_weight=die, outcome_at=no_moves), "total_weight is not the sum"),
        (broken("rules", count_legal=no_moves), "rules count legal actions, and lack: nth_legal"),
        (
            broken("rules", count_legal=no_moves, nth_legal=no_moves, MASKS=1),
            "count_legal is not how many legal lists",
        ),
        (broken("rules", LONGEST=40), "a game played at random does not end: LONGEST is 40"),
        (broken("rules", conceal=blot), "something is hidden, and HIDDEN does not say so"),
        (broken("rules", waiting=everybody), "several seats wait, and AT_ONCE does not say so"),
        (broken("rules", weight=never), "nothing can happen"),
        (broken("rules", leave=None), "rules lack kernels: leave"),
        (broken("rules", happen=endless, LONGEST=2000), "a game played at random does not end"),
        (broken("rules", leave=stays), "has_left does not know that a seat left"),
        (broken("rules", leave=stalls), "a game goes on with one seat"),
        (broken("rules", leave=crashes), "ValueError in test_check.py"),
        (broken("rules", weight=always), "the game waits for a seat that left"),
        (broken("notation", chance=lambda state, outcome: "roll"), "two outcomes read the same"),
        (broken("words", label=lambda state, seat, action, _: "Jouer"), "two moves have one label"),
        (dataclasses.replace(LUDO, id="petits-chevaux"), "the id is not its folder's name"),
        (dataclasses.replace(LUDO, options=LUDO.options[1:]), "an option is missing: seats"),
        (
            dataclasses.replace(
                LUDO,
                options=(
                    *LUDO.options[:1],
                    dataclasses.replace(LUDO.options[1], modality="Moins de pions."),
                ),
            ),
            "a modality is False or True, and False by default: pawns",
        ),
        (broken("drawing", board_layer=unescaped), "not well-formed"),
        (broken("drawing", pieces=None), "modules lack: drawing.pieces"),
        (more(Piece("extra", "", -40, 20)), "a piece lies outside the canvas"),
        (more(Piece("extra", "", 3, 20)), "an x that CANVAS.xs lacks"),
        (more(Piece("extra", "", 4, 20, 33)), "a size is not in CANVAS.scales"),
        (more(Piece("extra", "die-6 unheard-of")), "a symbol is not defined: unheard-of"),
        (more(Piece("extra", "", np.int64(4), 20)), "not plain text and numbers"),
        (more(Piece('ex"tra')), "an id is not a word"),
        (more(Piece("extra", text="L&amp;a")), "a text is escaped before it is drawn"),
        (more(Piece("die")), "two pieces have one id: {'die'}"),
        (broken("drawing", pieces=turning), "the order of pieces changes"),
        (broken("drawing", pieces=offering), "pieces depend on the moves on offer"),
        (broken("drawing", pieces=looking), "pieces differ by viewer"),
        (broken("drawing", board_layer=growing), "the board layer changes"),
        (choosing(lambda choices: choices[:-1]), "not the moves, each once"),
        (changed(on=("p-9-9",)), "a choice names a piece that is not there: {'p-9-9'}"),
        (changed(pick="hand"), "a choice names a piece that is not there: {'hand'}"),
        (changed(on=("p-0-0",)), "a click means two moves"),
        (changed(ring="hoop"), "a ring is not defined"),
        (changed(shown=(Piece("p-0-0"),)), "two pieces have one id"),
        (broken("drawing", ways=lambda step: {"p-9-9": [(2, 2)]}), "a way is that of no piece"),
        (broken("drawing", ways=lambda step: {"p-0-0": [(2, 999)]}), "a way leads off the canvas"),
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


def test_what_stands_for_a_seat_and_its_side_are_looked_at() -> None:
    for drawing, words in (
        ({"emblem": lambda state, seat: "hat"}, "an emblem is not defined: 'hat'"),
        ({"hue": lambda state, seat: "mauve"}, "a hue that charts do not have: 'mauve'"),
        ({"is_across": lambda state, seat: seat}, "neither True nor False"),
    ):
        with pytest.raises(BrokenPromise, match=words):
            check_picture(broken("drawing", **drawing), LUDO.start().state, Scene(), "")


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
