"""Counting what people played on paper: what a sheet asks for, and what it is worth, as plain data.

A filled sheet is a text for each of its fields: what is drawn in a cell, a number that was written
down. The game says what each may be, draws the sheet, and explains every point.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ludotheque.core.errors import BadPosition
from ludotheque.core.texts import mark as _
from ludotheque.core.texts import translator

_LOCALE = Path(__file__).parent / "locale"

Filled = Mapping[str, str]  # what stands in each field; empty, or left out: nothing


class Mark(NamedTuple):
    """What may be drawn in a cell."""

    value: str  # a letter
    label: str
    picture: str  # a small SVG


class Cell(NamedTuple):
    """A place on the sheet to draw in."""

    field: str
    label: str


class Row(NamedTuple):
    """Cells side by side."""

    label: str
    cells: tuple[Cell, ...]


class Number(NamedTuple):
    """A place on the sheet for a number."""

    field: str
    label: str


class Form(NamedTuple):
    """A sheet to fill in, as it stands.

    In the picture, whatever carries ``data-field`` is a cell, and in it each ``data-value`` what
    may be drawn there; the one that is drawn has the class ``on``.
    """

    picture: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    marks: tuple[Mark, ...]
    numbers: tuple[Number, ...]
    drawn: dict[str, str]  # the mark in each cell that has one


class Item(NamedTuple):
    """Points, and where they come from."""

    title: str
    points: int
    lines: tuple[str, ...] = ()
    picture: str = ""  # an SVG that uses what the form's picture defines


class Account(NamedTuple):
    """What a sheet is worth, every point explained."""

    items: tuple[Item, ...]  # what it would bring now
    sums: tuple[Item, ...]  # what is written down, added up; the last is the total
    verdict: str = ""  # what the total means
    doubts: tuple[str, ...] = ()  # what does not seem to fit, though it can be counted


class Problem(NamedTuple):
    """What is wrong in a field, as a sentence of a game's catalogue and what it names."""

    field: str  # empty: the sheet as a whole
    sentence: str
    values: dict[str, Any]


class BadSheet(BadPosition):
    """A sheet that cannot be counted: what is wrong in each field, in any language."""

    def __init__(self, problems: tuple[Problem, ...], locale: Path):
        super().__init__(problems, locale)
        self.problems, self.locale = problems, locale

    def tell(self, language: str) -> dict[str, str]:
        """What is wrong, by field."""
        translate = translator(self.locale, language)
        return {
            each.field: translate(each.sentence).format(**each.values) for each in self.problems
        }

    def __str__(self) -> str:
        return "; ".join(self.tell("en").values())


def report(account: Account, language: str) -> Iterator[str]:
    """An account in lines to read."""
    frame = translator(_LOCALE, language)(_("{what} : {points}"))
    for item in (*account.items, *account.sums):
        yield frame.format(what=item.title, points=item.points)
        yield from (f"  {line}" for line in item.lines)
    if account.verdict:
        yield account.verdict
    yield from account.doubts
