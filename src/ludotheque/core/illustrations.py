"""The drawings of a rules page: positions in a game's ``illustrations.toml``, each with a caption.

```toml
[[picture]]
section  = 3                               # of RULES.md, the first being 1
caption  = "Un 5 : il faut sortir."        # French; other languages in the game's catalogues
options  = { dice = 1 }                    # as in a scenario, like start and play
start    = { pawns = [[0, 0, 8, 0], …] }
play     = ["roll 5"]
moves    = true                            # mark what may be done now
```
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludotheque.core.drawing import Scene
from ludotheque.core.errors import BadScenario, LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.match import Match

FILE = "illustrations.toml"
_KEYS = {"section", "caption", "options", "start", "play", "moves"}


@dataclass(frozen=True, eq=False)
class Illustration:
    """A position to show beside a section of the rules."""

    section: int
    caption: str  # French
    match: Match
    marks_moves: bool

    def draw(self, language: str) -> str:
        """The picture, as the seat to move sees it."""
        match = self.match
        seat = match.waiting[0] if match.waiting else None
        moves = {} if seat is None or not self.marks_moves else match.moves(seat)
        last = match.steps[-1] if match.steps else None
        marked = {action: text for text, action in moves.items()}
        return match.game.draw(match.state, Scene(seat, marked, last, language=language))


@cache
def illustrations(game: Game) -> tuple[Illustration, ...]:
    """A game's illustrations; none where it has no file of them."""
    file = game.folder / FILE
    if not file.exists():
        return ()
    pictures = tomllib.loads(file.read_text(encoding="utf-8"))["picture"]
    return tuple(_read(game, number, each) for number, each in enumerate(pictures, 1))


def _read(game: Game, number: int, data: dict[str, Any]) -> Illustration:
    where = f"{game.id}: {FILE}: picture {number}"
    if unknown := set(data) - _KEYS:
        raise BadScenario(f"{where}: unknown keys {', '.join(sorted(unknown))}")
    options = data.get("options", {})
    try:
        match = Match(game, options, game.read(data.get("start", {}), options))
        match.do(*data.get("play", []))
    except LudothequeError as error:
        raise BadScenario(f"{where}: {error}") from None
    return Illustration(data["section"], data["caption"], match, data.get("moves", False))
