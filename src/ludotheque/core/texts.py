"""Sentences people read: French in the code, other languages from catalogues beside it.

A catalogue is ``locale/<language>.po`` in the folder of whoever speaks: a game, the
house. They are read as they are; nothing has to be built.
"""

import gettext
import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from string import Formatter

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
    return _catalogue(folder / f"{language}.po").gettext


def _catalogue(file: Path) -> gettext.NullTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    if not file.exists():
        return gettext.NullTranslations()
    binary = io.BytesIO()
    with file.open("rb") as lines:
        write_mo(binary, read_po(lines))
    binary.seek(0)
    return gettext.GNUTranslations(binary)


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
        translate = translator(folder / "locale", language)
        for sentence in sorted(sentences):
            told = translate(sentence)
            if told == sentence and not _is_name(sentence, folder, language):
                problems.append(f"{language}: {sentence!r} is not translated")
            elif _placeholders(told) != _placeholders(sentence):
                problems.append(f"{language}: {sentence!r} and {told!r} name other placeholders")
    return problems


def _is_name(sentence: str, folder: Path, language: str) -> bool:
    """Whether the catalogue says that the sentence reads the same in this language."""
    text = (folder / "locale" / f"{language}.po").read_text(encoding="utf-8")
    return f'msgid "{sentence}"\nmsgstr "{sentence}"' in text


def _placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}
