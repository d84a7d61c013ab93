"""The sheet as data: points, avenues and legend, ours or a house's own.

A sheet is a TOML document; ``sheets/default.toml`` is ours and shows the form. A mistake in one is
a :class:`BadDocument` that says what would be right.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from ludotheque.core.contract import State
from ludotheque.core.documents import BadDocument, Documents, parsed, shown
from ludotheque.core.texts import mark as _
from ludotheque.games.rolling_village.board import (
    COLUMNS,
    KIND_NAMES,
    ROW_LETTERS,
    ROWS,
    SCORING_KINDS,
    cell_at,
)
from ludotheque.games.rolling_village.record import ANY_AVENUE, FACES, PLANES, STATE, SUMS

DEFAULT = "default"
HIGHEST_POINTS = 9
LONGEST_NAME = 40

_HERE = Path(__file__).parent
_KEYS = ("points", "avenues", "legend")
_OPTIONAL = ("name",)


@dataclass(frozen=True)
class Tables:
    """What is printed on a sheet."""

    points: tuple[tuple[int, ...], ...]  # a row an avenue
    avenues: tuple[tuple[int, ...], ...]  # the sums that select each avenue
    legend: tuple[tuple[int, ...], ...]  # the faces of House, Forest, Lake
    name: str = ""


def write_sheet(state: State, options: Mapping[str, Any]) -> None:
    """Write the tables of the option ``sheet`` into the record."""
    tables = load(options["sheet"])
    for row, points in enumerate(tables.points):
        for column, worth in enumerate(points):
            for plane in range(PLANES):
                state.points[plane] |= (worth >> plane & 1) << cell_at(column, row)
    state.avenues[:] = ANY_AVENUE  # RV-11: sums that no avenue lists
    for row, sums in enumerate(tables.avenues):
        state.avenues[list(sums)] = row
        state.rolls[row] = sum(FACES - abs(FACES + 1 - total) for total in sums)
    state.rolls[ROWS] = FACES * FACES - int(state.rolls[:ROWS].sum())
    for kind, faces in enumerate(tables.legend):
        state.legend[list(faces)] = kind


def empty_village(sheet: str = DEFAULT) -> State:
    """The record of one empty sheet, for those who only want to draw or count it."""
    state = np.zeros(1, STATE)[0]
    state.seats = 1
    write_sheet(state, {"sheet": sheet})
    return state


def load(sheet: str) -> Tables:
    """The tables of a value of the option ``sheet``."""
    return read_sheet(SHEETS.text(sheet))


@lru_cache(maxsize=16)
def read_sheet(text: str) -> Tables:
    """The tables of a document."""
    data = parsed(text)
    for key in (*data, *_KEYS):
        if key not in data:
            _refuse(_("{key} manque ; une feuille a {keys}"), key=key, keys=", ".join(_KEYS))
        if key not in (*_KEYS, *_OPTIONAL):
            keys = ", ".join((*_KEYS, *_OPTIONAL))
            _refuse(_("{key} : cette clé n'existe pas ; une feuille a {keys}"), key=key, keys=keys)
    kinds = KIND_NAMES[:SCORING_KINDS]
    tables = Tables(
        _points(data["points"]),
        tuple(_lists("avenues", data["avenues"], tuple(ROW_LETTERS), 2, SUMS - 1)),
        tuple(_lists("legend", data["legend"], kinds, 1, FACES)),
        _name(data.get("name", "")),
    )
    for face in range(1, FACES + 1):
        if not any(face in faces for faces in tables.legend):
            _refuse(
                _("legend : aucun type n'a la face {face} ; chaque face en désigne un"), face=face
            )
    return tables


SHEETS = Documents(_HERE / "sheets", read_sheet)


def _refuse(sentence: str, **values: Any) -> NoReturn:
    raise BadDocument(sentence, values, locale=_HERE / "locale")


def _name(name: Any) -> str:
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        wanted = _("name : un nom de {most} lettres au plus, pas {found}")
        _refuse(wanted, most=LONGEST_NAME, found=shown(name))
    return name.strip()


def _points(rows: Any) -> tuple[tuple[int, ...], ...]:
    if not isinstance(rows, list) or len(rows) != ROWS:
        wanted = _("points : il faut {rows} lignes, de a à e, pas {found}")
        _refuse(wanted, rows=ROWS, found=shown(rows))
    for letter, row in zip(ROW_LETTERS, rows, strict=True):
        if not isinstance(row, list) or len(row) != COLUMNS:
            wanted = _("points : la ligne {row} veut {columns} nombres, pas {found}")
            _refuse(wanted, row=letter, columns=COLUMNS, found=shown(row))
        for worth in row:
            _require_whole("points", letter, worth, 0, HIGHEST_POINTS)
    return tuple(tuple(row) for row in rows)


def _lists(
    key: str, table: Any, names: tuple[str, ...], low: int, high: int
) -> Iterator[tuple[int, ...]]:
    """The numbers under each name of a table, none of them twice."""
    if not isinstance(table, dict) or sorted(table) != sorted(names):
        wanted = _("{key} : il faut une table avec {names}, pas {found}")
        _refuse(wanted, key=key, names=", ".join(names), found=shown(table))
    owner: dict[int, str] = {}
    for name in names:
        if not isinstance(table[name], list):
            wanted = _("{key} : {name} veut une liste de nombres, pas {found}")
            _refuse(wanted, key=key, name=name, found=shown(table[name]))
        for number in table[name]:
            _require_whole(key, name, number, low, high)
            if number in owner:
                twice = _("{key} : {number} est sous {first} et sous {second}")
                _refuse(twice, key=key, number=number, first=owner[number], second=name)
            owner[number] = name
        yield tuple(table[name])


def _require_whole(key: str, name: str, value: Any, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        wanted = _("{key} : {name} veut des nombres entiers de {low} à {high}, pas {found}")
        _refuse(wanted, key=key, name=name, low=low, high=high, found=shown(value))
