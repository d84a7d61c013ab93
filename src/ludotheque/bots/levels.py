"""How strong a bot is: three levels, made for every game from the policies it offers."""

from dataclasses import dataclass
from pathlib import Path

from ludotheque.core.errors import LudothequeError
from ludotheque.core.texts import translator


class UnknownLevel(LudothequeError):
    """No bot plays at that level."""


@dataclass(frozen=True)
class Level:
    """One strength: how often it errs, and how many games it tries before a move."""

    id: str
    blunders: float  # how often it plays just anything
    games: int  # tried games a decision; 0: it plays a policy as it is
    seconds: float | None = None  # the most a decision takes

    @property
    def is_quick(self) -> bool:
        """Whether a decision is one call of a policy."""
        return not self.games


LEVELS = {
    level.id: level
    for level in (
        Level("easy", blunders=0.5, games=0),
        Level("medium", blunders=0.0, games=0),
        Level("hard", blunders=0.0, games=3000, seconds=0.1),
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
    return {"easy": _("Facile"), "medium": _("Moyen"), "hard": _("Difficile")}[level(id).id]


# Given to bots by seat, so that no two of a table are namesakes.
NAMES = (
    "Ambre", "Basile", "Colette", "Dédale", "Églantine", "Fenouil",
    "Garance", "Hector", "Iris", "Jasmin", "Karl", "Lison",
)  # fmt: skip


def bot_name(seat: int) -> str:
    """The name of the bot in a seat."""
    return NAMES[seat % len(NAMES)]
