"""A small game with secrets, for tests: all pick at once and unseen; hands may stay hidden."""

from types import ModuleType

from ludotheque.core.drawing import Canvas
from ludotheque.core.game import Game, Option
from sealed import notation, rules

drawing = ModuleType("drawing")
drawing.CANVAS = Canvas("sealed", "Sealed", 100, 100, "")
drawing.board_layer = lambda state, scene: ""
drawing.pieces = lambda state, scene: []
words = ModuleType("words")
words.tell = lambda step, names, _: [step.text]
words.label = lambda state, seat, action, _: f"pick {action}"
words.seat_name = lambda state, seat, names, _: names.get(seat, str(seat + 1))

GAME = Game(
    id="sealed",
    title="Sealed",
    summary="Choisissez en secret.",
    rules=rules,
    notation=notation,
    drawing=drawing,
    words=words,
    options=(
        Option("seats", 2, (1, 2, 3, 4), "Joueurs"),
        Option("deal", False, (False, True), "Mains cachées"),
    ),
)
