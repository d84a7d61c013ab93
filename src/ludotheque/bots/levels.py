"""How strong a bot is: five levels, made for every game from what can play it."""

from dataclasses import dataclass
from pathlib import Path

from ludotheque.core.errors import LudothequeError
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

STANDBY = "medium"  # the level of the bot that moves for somebody absent


def level(id: str) -> Level:
    """The level of that id; UnknownLevel names those there are."""
    if id not in LEVELS:
        raise UnknownLevel(f"no level {id!r}; there are {', '.join(LEVELS)}")
    return LEVELS[id]


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
