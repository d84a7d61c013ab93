"""Sentences people read: French in the code, other languages from catalogues beside it.

A catalogue is ``locale/<language>.po`` in the folder of the part that speaks: a game,
the house. Building the package compiles each into a ``.mo`` beside it, which the standard
library reads. A ``.po`` that is newer than its ``.mo``, or has none yet, is compiled here
by Babel. Without Babel the old ``.mo`` is good enough (sentences that it lacks stay
French); where there is none at all, UnreadCatalogue says so.
"""

import gettext
import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from string import Formatter

from ludotheque.core.errors import UnreadCatalogue

Translate = Callable[[str], str]

LANGUAGES = ("fr", "en", "es")  # French first: it is the language of the message ids


def mark(sentence: str) -> str:
    """Mark a French sentence that is translated where it is told; imported as ``_``."""
    return sentence


@cache
def translator(folder: Path, language: str) -> Translate:
    """The function that turns a French sentence into the language's; itself for French."""
    if language == LANGUAGES[0]:
        return str
    return _catalogue(folder, language).gettext


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
