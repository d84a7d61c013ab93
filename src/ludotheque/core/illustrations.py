"""The drawings of a rules page: positions in a game's ``illustrations.toml``, each with a caption.

```toml
[[picture]]
section  = 3                               # of RULES.md, the first being 1
caption  = "Un 5 : il faut sortir."        # French; other languages in the game's catalogues
options  = { dice = 1 }                    # as in a scenario, like start and play
start    = { pawns = [[0, 0, 8, 0], …] }
play     = ["roll 5"]
moves    = true                            # mark what may be done now
crop     = [0, 320, 300]                   # only a square of the board: left, top, side
```
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludotheque.core.drawing import Scene
from ludotheque.core.errors import BadScenario, LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.match import Match

FILE = "illustrations.toml"
_KEYS = {"section", "caption", "options", "start", "play", "moves", "crop"}
_WHOLE = re.compile(r'viewBox="[^"]*"')


@dataclass(frozen=True, eq=False)
class Illustration:
    """A position to show beside a section of the rules."""

    section: int
    caption: str  # French
    match: Match
    marks_moves: bool
    crop: tuple[int, int, int] | None = None  # left, top, side; None: the whole board

    def draw(self, language: str) -> str:
        """The picture, as the seat to move sees it."""
        drawn = self.match.game.draw(self.match.state, self.scene(language))
        if self.crop is None:
            return drawn
        left, top, side = self.crop
        return _WHOLE.sub(f'viewBox="{left} {top} {side} {side}"', drawn, count=1)

    def scene(self, language: str) -> Scene:
        """The circumstances in which it is drawn."""
        match = self.match
        seat = match.waiting[0] if match.waiting else None
        moves = {} if seat is None or not self.marks_moves else match.moves(seat)
        last = match.steps[-1] if match.steps else None
        marked = {action: text for text, action in moves.items()}
        return Scene(seat, marked, last, language=language)


@cache
def illustrations(game: Game) -> tuple[Illustration, ...]:
    """A game's illustrations; none where it has no file of them."""
    file = game.folder / FILE
    if not file.exists():
        return ()
    pictures = tomllib.loads(file.read_text(encoding="utf-8"))["picture"]
    return tuple(
        read_illustration(game, f"{game.id}: {FILE}: picture {number}", each)
        for number, each in enumerate(pictures, 1)
    )


def read_illustration(game: Game, where: str, data: dict[str, Any]) -> Illustration:
    """One picture, wherever it is written; BadScenario says what is wrong with it."""
    if unknown := set(data) - _KEYS:
        raise BadScenario(f"{where}: unknown keys {', '.join(sorted(unknown))}")
    options = data.get("options", {})
    try:
        match = Match(game, options, game.read(data.get("start", {}), options))
        match.do(*data.get("play", []))
    except LudothequeError as error:
        raise BadScenario(f"{where}: {error}") from None
    crop = tuple(data["crop"]) if "crop" in data else None
    return Illustration(data["section"], data["caption"], match, data.get("moves", False), crop)
