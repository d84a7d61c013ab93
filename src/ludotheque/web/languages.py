"""Which language a visitor reads: her own choice, else what her browser asks for."""

from functools import cache, partial
from pathlib import Path

from starlette.requests import HTTPConnection

from ludotheque.core.texts import LANGUAGES, Translate, translator
from ludotheque.core.texts import typeset as typeset  # pages print by it

COOKIE = "language"
NAMES = {"fr": "Français", "en": "English", "es": "Español"}
FOLDER = Path(__file__).parent / "locale"


def language_of(request: HTTPConnection) -> str:
    """The visitor's language: by cookie, by Accept-Language, French."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    wanted = request.headers.get("accept-language", "")
    for _, code in sorted(_weighed(wanted), reverse=True):
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


def _weighed(header: str) -> list[tuple[float, str]]:
    """The languages of an Accept-Language header with their weights; nonsense counts nothing."""
    found = []
    for place, part in enumerate(header.split(",")):
        code, _, quality = part.replace(" ", "").partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if 0 < weight <= 1:  # q=0: not acceptable
            found.append((weight - place / 1000, code[:2].lower()))
    return found


@cache
def words(language: str) -> Translate:
    """The function that puts the house's French sentences into a language."""
    if language == LANGUAGES[0]:
        return partial(typeset, language=language)
    return translator(FOLDER, language)
