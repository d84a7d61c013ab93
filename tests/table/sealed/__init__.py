"""A small game with secrets, for tests: all pick at once and unseen; hands may stay hidden."""

from types import ModuleType

from ludotheque.core.game import Game, Option
from sealed import notation, rules

drawing = ModuleType("drawing")
drawing.draw = lambda state, scene: "<svg xmlns='http://www.w3.org/2000/svg'/>"
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
