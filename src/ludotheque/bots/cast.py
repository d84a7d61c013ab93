"""The cast: twelve characters that bots are, each with a name, a temper and a face.

Logs have a bot by its name alone, so a name stays its character's for ever. The faces are drawn
in ``web/static/faces.svg``, a symbol each.
"""

from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from ludotheque.core.game import Game
from ludotheque.core.tempers import BOLD, CAREFUL, NONE, PATIENT
from ludotheque.core.texts import translator


class Character(NamedTuple):
    """Somebody among the bots."""

    name: str
    face: str  # its symbol
    temper: int
    is_she: bool


# Neighbours at a table are neighbours here, and of different tempers.
CAST = (
    Character("Ambre", "ambre", BOLD, True),
    Character("Basile", "basile", CAREFUL, False),
    Character("Colette", "colette", PATIENT, True),
    Character("Dédale", "dedale", BOLD, False),
    Character("Églantine", "eglantine", CAREFUL, True),
    Character("Fenouil", "fenouil", PATIENT, False),
    Character("Garance", "garance", BOLD, True),
    Character("Hector", "hector", CAREFUL, False),
    Character("Iris", "iris", PATIENT, True),
    Character("Jasmin", "jasmin", BOLD, False),
    Character("Karl", "karl", CAREFUL, False),
    Character("Lison", "lison", PATIENT, True),
)
_BY_NAME = {each.name: each for each in CAST}


def bot_name(seat: int, table: str = "") -> str:
    """The name of the bot in a seat: no two of a table are namesakes, tables differ."""
    return CAST[(crc32(table.encode()) + seat) % len(CAST)].name


def character(name: str) -> Character | None:
    """Who bears a name; None: nobody of the cast."""
    return _BY_NAME.get(name)


def temper_of(name: str) -> int:
    """The temper of whoever bears a name."""
    found = character(name)
    return found.temper if found else NONE


def temper_label(temper: int, language: str = "fr", *, is_she: bool = False) -> str:
    """A temper in a word, as people read it."""
    _ = translator(Path(__file__).parent / "locale", language)
    labels = {
        BOLD: (_("hardi"), _("hardie")),
        CAREFUL: (_("prudent"), _("prudente")),
        PATIENT: (_("patient"), _("patiente")),
    }
    return labels[temper][is_she]


def temper_at(game: Game, name: str, language: str = "fr") -> str:
    """The same of whoever bears a name, in a game where it makes a difference; else empty."""
    who = character(name)
    if not who or not game.has_tempers:
        return ""
    return temper_label(who.temper, language, is_she=who.is_she)
