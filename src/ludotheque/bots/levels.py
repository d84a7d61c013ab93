"""How strong a bot is: five levels, made for every game from what can play it.

What the same warmth does to a player differs from game to game. One whose levels would lie too
close together, or too far apart, says in ``warmth.json`` in its folder how warm each is there.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.texts import translator


class UnknownLevel(LudothequeError):
    """No bot plays at that level."""


@dataclass(frozen=True)
class Level:
    """One strength, by how it weighs what a brain says; by how it errs where there is none."""

    id: str
    warmth: float  # how little it minds the difference between moves, as a brain counts warmth
    blunders: float  # without a brain: how often it plays just anything
    seconds: float = 0.0  # the most that a decision thinks ahead; 0: it plays at sight

    @property
    def is_quick(self) -> bool:
        """Whether a decision is one call of a compiled policy."""
        return not self.seconds


LEVELS = {
    level.id: level
    for level in (
        Level("beginner", warmth=3.0, blunders=0.7),
        Level("easy", warmth=1.5, blunders=0.45),
        Level("medium", warmth=0.8, blunders=0.2),
        Level("hard", warmth=0.3, blunders=0.0),
        Level("master", warmth=0.0, blunders=0.0, seconds=0.1),
    )
}

FILE = "warmth.json"
STANDBY = "medium"  # the level of the bot that moves for somebody absent


def level(id: str) -> Level:
    """The level of that id; UnknownLevel names those there are."""
    if id not in LEVELS:
        raise UnknownLevel(f"no level {id!r}; there are {', '.join(LEVELS)}")
    return LEVELS[id]


def warmth_of(game: Game, level: Level) -> float:
    """How warm a level is in a game: as its folder says, else as everywhere."""
    return _warmths(game).get(level.id, level.warmth)


@cache
def _warmths(game: Game) -> dict[str, float]:
    file = game.folder / FILE
    held: dict[str, float] = json.loads(file.read_bytes()) if file.is_file() else {}
    return held


def label(id: str, language: str = "fr") -> str:
    """A level as people read it."""
    _ = translator(Path(__file__).parent / "locale", language)
    return {
        "beginner": _("Débutant"),
        "easy": _("Facile"),
        "medium": _("Moyen"),
        "hard": _("Difficile"),
        "master": _("Maître"),
    }[level(id).id]
