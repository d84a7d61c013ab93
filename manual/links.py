"""Links of a page: from one file of the repository to another becomes from page to page.

A file that is no page becomes one, as it stands: so every link of the site leads somewhere in it.
"""

import posixpath
import re
from collections.abc import Callable
from pathlib import Path

_LINK = re.compile(r"(!?\[(?:[^\]\[]|\[[^\]]*\])*\])\(([^)\s]+)\)")
_FENCE = re.compile(r"^ *(```|~~~)")
_SPAN = re.compile(r"(`+[^`]*`+)")
_ABROAD = re.compile(r"[a-z]+:|#|/")

SOURCES = "source"  # the folder of the site that has source files as pages


class BrokenLink(Exception):
    """A link to what is not there: names the page and the link."""


class Links:
    """Where every file is found on the site; :attr:`wanted` are those that pages asked for."""

    def __init__(self, root: Path, pages: dict[str, str]):
        self.root, self.pages = root, pages
        self.wanted: dict[str, str] = {}  # files of the repository that became pages

    def rewritten(self, text: str, file: str, page: str) -> str:
        """A page's text with its links as they are on the site; code is left as it is."""
        lines, is_code = [], False
        for line in text.split("\n"):
            if _FENCE.match(line):
                is_code = not is_code
            lines.append(line if is_code else _outside_code(line, self._changer(file, page)))
        return "\n".join(lines)

    def _changer(self, file: str, page: str) -> Callable[[re.Match[str]], str]:
        def change(found: re.Match[str]) -> str:
            shown, target = found.groups()
            if _ABROAD.match(target):
                return found[0]
            path, mark, anchor = target.partition("#")
            there = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
            goal = self._page_of(there, f"{file}: {target}")
            return (
                f"{shown}({posixpath.relpath(goal, posixpath.dirname(page) or '.')}{mark}{anchor})"
            )

        return change

    def _page_of(self, path: str, where: str) -> str:
        """The page of a file or folder of the repository."""
        if path in self.pages:
            return self.pages[path]
        if not (self.root / path).exists():
            raise BrokenLink(f"{where} leads nowhere")
        for index in ("README.md", "index.md"):
            if f"{path}/{index}" in self.pages:
                return self.pages[f"{path}/{index}"]
        return self.wanted.setdefault(path, f"{SOURCES}/{path}.md")


def _outside_code(line: str, change: Callable[[re.Match[str]], str]) -> str:
    """A line with its links changed; what looks like one between backticks is none.

    Names of links may be code: there the whole link is taken at once.
    """
    if not _LINK.search(line):
        return line
    parts, at = [], 0
    for found in _LINK.finditer(line):
        if any(code.start() <= found.start() and found.end() <= code.end()
               for code in _SPAN.finditer(line)):  # fmt: skip
            continue
        parts += [line[at : found.start()], change(found)]
        at = found.end()
    return "".join([*parts, line[at:]])
