"""Names of people: what may be shown, and which two are too alike to tell apart."""

import unicodedata

MAX_NAME = 24


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
