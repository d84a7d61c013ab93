"""Sentences people read: French in the code, other languages from catalogues beside it.

A catalogue is ``locale/<language>.po`` in the folder of the part that speaks: a game,
the house. Building the package compiles each into a ``.mo`` beside it, which the standard
library reads. A ``.po`` that is newer than its ``.mo``, or has none yet, is compiled here
by Babel. Without Babel the old ``.mo`` is good enough (sentences that it lacks stay
French); where there is none at all, UnreadCatalogue says so.
"""

import gettext
import io
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter

from ludotheque.core.errors import UnreadCatalogue

Translate = Callable[[str], str]

BRIEF = 120  # letters that can be read on a board in passing
LANGUAGES = ("fr", "en", "es")  # French first: it is the language of the message ids
SHARED = Path(__file__).parent / "locale"  # what is said alike everywhere


def mark(sentence: str) -> str:
    """Mark a French sentence that is translated where it is told; imported as ``_``."""
    return sentence


@cache
def translator(folder: Path, language: str) -> Translate:
    """The function that turns a French sentence into the language's; itself for French."""
    if language == LANGUAGES[0]:
        return str
    catalogue = _catalogue(folder, language)
    if folder != SHARED:
        with suppress(
            UnreadCatalogue
        ):  # who has no Babel has built catalogues, or speaks for itself
            catalogue.add_fallback(_catalogue(SHARED, language))
    return catalogue.gettext


def listed(names: Sequence[str], _: Translate) -> str:
    """Names one after the other: "Ada", "Ada et Bob", "Ada, Bob et Chloé"; with any translator.

    >>> listed(["Ada", "Bob", "Chloé"], str)
    'Ada, Bob et Chloé'
    """
    if len(names) < 2:
        return "".join(names)
    joined = _("{names} et {last}")
    if _AS_I.match(names[-1]):  # Spanish: "Ada e Inés", "Ada y Bob"
        joined = joined.replace(" y {last}", " e {last}")
    return joined.format(names=", ".join(names[:-1]), last=names[-1])


def in_points(points: int, _: Translate) -> str:
    """A number of points: "1 point", "12 points"; with any translator.

    >>> in_points(1, str), in_points(-2, str)
    ('1 point', '-2 points')
    """
    return _("1 point") if points == 1 else _("{points} points").format(points=points)


_AS_I = re.compile("h?(í|i(?![aeo]))", re.IGNORECASE)  # begins with the sound of an i


def either(names: Sequence[str], _: Translate) -> str:
    """One of several: "un 2", "un 2 ou un 6", "un 1, un 2 ou un 6"; with any translator.

    >>> either(["un 1", "un 2", "un 6"], str)
    'un 1, un 2 ou un 6'
    """
    if len(names) < 2:
        return "".join(names)
    return _("{names} ou {last}").format(names=", ".join(names[:-1]), last=names[-1])


def _catalogue(folder: Path, language: str) -> gettext.NullTranslations:
    source, built = folder / f"{language}.po", folder / f"{language}.mo"
    if source.exists() and not _is_fresh(built, source):
        try:
            return gettext.GNUTranslations(io.BytesIO(_compiled(source)))
        except ImportError:
            if not built.exists():
                raise UnreadCatalogue(f"{source} is not compiled: pip install babel") from None
    if not built.exists():
        return gettext.NullTranslations()
    with built.open("rb") as file:
        return gettext.GNUTranslations(file)


def _is_fresh(built: Path, source: Path) -> bool:
    return built.exists() and built.stat().st_mtime >= source.stat().st_mtime


def _compiled(source: Path) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    binary = io.BytesIO()
    with source.open("rb") as lines:
        write_mo(binary, read_po(lines))
    return binary.getvalue()


@lru_cache(8192)  # what a table says, it says again and again
def typeset(text: str, language: str) -> str:
    """A text as it is printed: French keeps a space before some signs, never broken at, and
    says *d'Ada*, not *de Ada*.

    >>> typeset("Au tour de Ada", "fr"), typeset("le bord de A4", "fr")
    ("Au tour d'Ada", 'le bord de A4')
    >>> typeset("Au tour de Hector", "fr"), typeset("Au tour de Hérisson 61", "fr")
    ("Au tour d'Hector", 'Au tour de Hérisson 61')
    """
    if language != LANGUAGES[0]:
        return text
    return _ELIDED.sub(r"\1'", _AT_SIGNS.sub("\u00a0", text))


@lru_cache(4096)
def with_whole_names(text: str) -> str:
    """A text for a narrow place, where a name keeps the number behind it.

    >>> with_whole_names("Hérisson 33 +3 avance de 4")
    'Hérisson\\xa033\\xa0+3 avance de 4'
    """
    return _NUMBERED.sub(_kept, text)


def _kept(found: re.Match[str]) -> str:
    word = found[1] or ""
    return found[0] if word and word == word.lower() else f"{word}\u00a0"


_NUMBERED = re.compile(r"(\S+) (?=\d)| (?=\+\d)")
_AT_SIGNS = re.compile(r" (?=[:;!?»])|(?<=«) ")
# An h is taken for aspirate, but for these: names whose first sound is the vowel after it.
_MUTE = "H(?:ector|ermine|élène|éloïse|enri|enriette|ippolyte|onoré|onorine|ortense|ubert)\\b"
_ELIDED = re.compile(  # before a name
    rf"\b([Dd]|[Qq]u)e (?=[AEIOUÀÂÉÈÊËÎÏÔÛŒ][a-zà-ÿœ]|{_MUTE})"
)


def missing(folder: Path, *more: str) -> list[str]:
    """What the catalogues of a folder lack: a sentence, a language, a {placeholder}.

    ``more`` are sentences that the folder's code holds as plain data.
    """
    from babel.messages.extract import extract_from_dir

    sentences = {
        message
        for _, _, message, _, _ in extract_from_dir(str(folder), [("**.py", "python")], {})
        if isinstance(message, str)
    }
    sentences.update(more)
    problems = []
    for language in LANGUAGES[1:]:
        catalogue = _catalogue(folder / "locale", language)
        catalogue.add_fallback(_Nothing())
        for sentence in sorted(sentences):
            told = catalogue.gettext(sentence)
            if not told:
                problems.append(f"{language}: {sentence!r} is not translated")
            elif _placeholders(told) != _placeholders(sentence):
                problems.append(f"{language}: {sentence!r} and {told!r} name other placeholders")
    return problems


class _Nothing(gettext.NullTranslations):
    """Tells a sentence that a catalogue lacks from one that reads the same in its language."""

    def gettext(self, message: str) -> str:  # noqa: ARG002
        """No sentence."""
        return ""


def _placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def brief(sentences: Sequence[str]) -> str:
    """The first sentences, as many as can be read on a board in passing; one at least."""
    text = ""
    for sentence in sentences:
        if text and len(text) + 1 + len(sentence) > BRIEF:
            break
        text = f"{text} {sentence}".strip()
    return text
