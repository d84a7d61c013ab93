"""Options that are a whole document: those that come with a game by name, any other as its text.

A log holds the values of the options, and so a document whole: nothing that changes or disappears
later changes a game. What a document says is the game's business, which reads it.
"""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from ludotheque.core.errors import BadOption
from ludotheque.core.texts import mark as _
from ludotheque.core.texts import translator

MOST = 16_000  # letters of a document: ten times the longest of ours

_QUOTED = 60  # letters of a wrong value
_LOCALE = Path(__file__).parent / "locale"
_WHERE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


class BadDocument(BadOption):
    """A document that cannot be used: where, why, and what would be right, in any language.

    The sentence is a French one of the catalogues in ``locale``, the values what it names.
    """

    def __init__(
        self, sentence: str, values: dict[str, Any], line: int | None = None, locale: Path = _LOCALE
    ):
        super().__init__(sentence, values, line, locale)
        self.sentence, self.values, self.line, self.locale = sentence, values, line, locale

    def tell(self, language: str) -> str:
        """What is wrong, in a sentence."""
        told = translator(self.locale, language)(self.sentence).format(**self.values)
        if self.line is None:
            return told
        frame = translator(_LOCALE, language)(_("ligne {line} : {problem}"))
        return frame.format(line=self.line, problem=told)

    def __str__(self) -> str:
        return self.tell("en")


class Named(Protocol):
    """What a game makes of a document."""

    @property
    def name(self) -> str:
        """What people call it; empty where it does not say."""


@dataclass(frozen=True)
class Documents:
    """What an option takes that is written down in a file."""

    folder: Path  # those that come with the game: ``<name>.toml``
    read: Callable[[str], Named]  # a document's text; BadDocument says what is wrong with it

    @cached_property
    def own(self) -> dict[str, str]:
        """The texts of those that come with the game, by name."""
        files = sorted(self.folder.glob("*.toml"))
        return {file.stem: file.read_text(encoding="utf-8") for file in files}

    def text(self, value: str) -> str:
        """The text of a value of the option."""
        return self.own.get(value, value)

    def load(self, value: str) -> Named:
        """What the game makes of a value of the option."""
        return self.read(self.text(value))

    def is_file(self, value: Any) -> bool:
        """Whether a value is a path on this machine, rather than a name of ours or a text."""
        return not isinstance(value, str) or (value not in self.own and "\n" not in value)

    def value(self, option: str, given: Any) -> str:
        """The option's value of a name, a text, or a file's path: a name of ours or a text."""
        if not isinstance(given, str) or not given.strip():
            raise BadOption(f"option {option} takes {self.takes}, not {given!r}")
        if given in self.own:
            return given
        if not self.is_file(given):
            return self.checked(given)
        if not given.endswith(".toml"):
            raise BadOption(f"option {option} takes {self.takes}, not {given!r}")
        return self._of_file(option, Path(given))

    @property
    def takes(self) -> str:
        """What the option takes, in words."""
        return f"{', '.join(self.own)} or a .toml file's path"

    def checked(self, text: str) -> str:
        """A text as it is kept, which the game can read; BadDocument says why it cannot."""
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip() + "\n"
        if len(text) > MOST:
            raise BadDocument(_("{most} signes au plus, pas {found}"), _lengths(text))
        self.read(text)
        return text

    def _of_file(self, option: str, file: Path) -> str:
        try:
            return self.checked(file.read_text(encoding="utf-8"))
        except OSError as error:
            raise BadOption(f"option {option}: {file} cannot be read ({error.strerror})") from None
        except UnicodeDecodeError:
            raise BadOption(f"option {option}: {file} is not a text file (UTF-8)") from None
        except BadDocument as error:
            raise BadOption(f"option {option}: {file}, {error}") from None


def shown(value: Any) -> str:
    """A wrong value as a sentence quotes it: as Python writes it, and not at any length."""
    text = repr(value)
    return text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…"


def _lengths(text: str) -> dict[str, Any]:
    return {"most": MOST, "found": len(text)}


def parsed(text: str) -> dict[str, Any]:
    """The data of a TOML text; BadDocument says where it is none."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadDocument(_("ce TOML est imbriqué trop profondément"), {}) from None
    except ValueError as error:  # also a number of thousands of digits
        where = _WHERE.search(str(error))
        line = int(where[1]) if where and where[1] else None
        problem = _WHERE.sub("", str(error))
        raise BadDocument(
            _("ce n'est pas du TOML : {problem}"), {"problem": problem}, line
        ) from None
