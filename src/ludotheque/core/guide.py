"""A box in a minute: its goal, what its numbers mean, a few pictures with a sentence each.

``guide.toml`` in a game's folder:

```toml
[goose]                                     # the id of a box; a game with one box: its own
goal  = "Menez vos deux pions à la case 63."
score = "Le nombre près d'un nom est la somme de ses cases."

[[goose.panel]]                             # four to six, in the order in which one learns
says  = "Une oie double le pas."
start = { pawns = [[4, 0], [0, 0]] }        # as in illustrations.toml, but for the section
play  = ["roll 3 2"]
moves = true
crop  = [0, 0, 320]

[[goose.panel]]
says   = "Deux pions se gênent."
lesson = "crowd"                            # the position of a lesson of this box, and what
play   = ["roll 1 2"]                       # happens there before it is shown
```

Sentences are French; the game's catalogues have them in the other languages. Without the file the
summary on the box is the goal, and the pictures of the rules page are the panels.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludotheque.core import boxed
from ludotheque.core.errors import BadScenario
from ludotheque.core.game import Box, Game
from ludotheque.core.illustrations import Illustration, illustrations, read_illustration
from ludotheque.core.lessons import lessons_of

FILE = "guide.toml"
_KEYS = {"goal", "score", "panel"}


@dataclass(frozen=True, eq=False)
class Guide:
    """What somebody should know before her first move."""

    goal: str  # French, like all of it
    score: str  # what the number beside a name means; empty: it needs no words
    panels: tuple[Illustration, ...]

    def sentences(self) -> list[str]:
        """Everything in it that wants a translation."""
        return [text for text in (self.goal, self.score) if text] + [
            each.caption for each in self.panels
        ]


def guide_of(game: Game, box: Box) -> Guide:
    """The guide of a box, made from its lid and its rules page where it has none of its own."""
    return guides(game).get(box.id) or Guide(box.summary, "", illustrations(game))


@cache
def guides(game: Game) -> dict[str, Guide]:
    """A game's guides by the ids of its boxes; BadScenario says what is wrong with one."""
    boxes = {box.id: box for box in game.boxes}
    tables = boxed.tables(game, FILE, BadScenario)
    return {id: _read(game, boxes[id], table) for id, table in tables.items()}


def _read(game: Game, box: Box, table: dict[str, Any]) -> Guide:
    where = f"{game.id}: {FILE}: [{box.id}]"
    if unknown := set(table) - _KEYS:
        raise BadScenario(f"{where}: unknown keys {', '.join(sorted(unknown))}")
    if lacking := _KEYS - set(table):
        raise BadScenario(f"{where}: there is no {', '.join(sorted(lacking))}")
    panels = (
        _panel(game, box, f"{where}: panel {number}", each)
        for number, each in enumerate(table["panel"], 1)
    )
    return Guide(table["goal"], table["score"], tuple(panels))


def _panel(game: Game, box: Box, where: str, data: dict[str, Any]) -> Illustration:
    if "says" not in data:
        raise BadScenario(f"{where}: there is no says")
    picture = {key: value for key, value in data.items() if key not in ("says", "lesson")}
    if "lesson" in data:
        place = _place(game, box, where, data["lesson"])
        picture = {**place, **picture, "play": [*place.get("play", ()), *data.get("play", ())]}
    options = {**box.options, **picture.get("options", {})}
    return read_illustration(
        game, where, {**picture, "section": 0, "caption": data["says"], "options": options}
    )


def _place(game: Game, box: Box, where: str, id: str) -> Mapping[str, Any]:
    for lesson in lessons_of(game, box):
        if lesson.id == id:
            return lesson.place
    raise BadScenario(f"{where}: there is no lesson {id!r}")
