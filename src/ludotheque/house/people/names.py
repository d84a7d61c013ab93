"""Names of people: what may be shown, and which two are too alike to tell apart.

A member's name is hers alone, whatever its case, accents and signs; a guest may share
a name with another guest, never with a member.
"""

import unicodedata

from ludotheque.house.errors import BadName

MAX_NAME = 24
_LEAST = 2  # letters or digits of a member's name
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK")  # with letters that look the same


def clean_name(name: str) -> str:
    """A name fit to show: no control or invisible characters, single spaces, not too long."""
    visible = "".join(
        " " if letter.isspace() else letter
        for letter in unicodedata.normalize("NFC", name)
        if letter.isspace() or unicodedata.category(letter)[0] != "C"
    )
    return " ".join(visible.split())[:MAX_NAME].strip()


def fold(name: str) -> str:
    """What two names share that people would take for one another: its letters and digits,
    without case, accents, spaces and signs.

    >>> fold("Élise D.") == fold("elise-d")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(letter for letter in plain if letter.isalnum())


# Names that would speak for the house, or for people who left it.
RESERVED = frozenset(
    map(
        fold,
        (
            "Ludothèque", "la maison", "the house", "la casa", "un ancien joueur", "ancien joueur",
            "a former player", "former player", "alguien que se fue",
        ),
    )
)  # fmt: skip


def member_name(name: str) -> str:
    """A member's name, cleaned; BadName where it will not do."""
    clean = clean_name(name)
    if len(fold(clean)) < _LEAST or fold(clean) in RESERVED or _mixes_alphabets(clean):
        raise BadName(clean)
    return clean


def _mixes_alphabets(name: str) -> bool:
    """Whether letters of several alphabets stand together: a Cyrillic а passes for a Latin a."""
    words = (unicodedata.name(letter, "") for letter in name if letter.isalpha())
    return len({word.split()[0] for word in words} & set(_ALPHABETS)) > 1
