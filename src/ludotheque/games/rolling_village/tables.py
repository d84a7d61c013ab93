"""The sheet as data: points, avenues and legend, ours or a house's own file.

A sheet is a TOML file; ``sheets/default.toml`` is ours and shows the form. Whoever offers
the option ``sheet`` to strangers should offer names of known files: a path is opened.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.contract import State
from ludotheque.core.errors import BadOption
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

_FILE = Path(__file__).parent / "sheets" / f"{DEFAULT}.toml"
_KEYS = ("points", "avenues", "legend")


@dataclass(frozen=True)
class Tables:
    """What is printed on a sheet."""

    points: tuple[tuple[int, ...], ...]  # a row an avenue
    avenues: tuple[tuple[int, ...], ...]  # the sums that select each avenue
    legend: tuple[tuple[int, ...], ...]  # the faces of House, Forest, Lake


def check_sheet(options: Mapping[str, Any]) -> None:
    """Raise BadOption, saying what is wrong, where the option ``sheet`` names no good sheet."""
    read_sheet(options["sheet"])


def write_sheet(state: State, options: Mapping[str, Any]) -> None:
    """Write the tables of the option ``sheet`` into the record."""
    tables = read_sheet(options["sheet"])
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


def read_sheet(name: Any) -> Tables:
    """The tables of "default", or of a file by its path."""
    if name == DEFAULT:
        return _default()
    if not isinstance(name, str) or not name:
        raise BadOption(f"option sheet takes {DEFAULT!r} or the path of a TOML file, not {name!r}")
    return _read(Path(name))


@cache
def _default() -> Tables:
    return _read(_FILE)


def _read(file: Path) -> Tables:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadOption(f"option sheet: {file} cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadOption(f"option sheet: {file} is not TOML: {error}") from None
    try:
        return _tables(data)
    except BadOption as error:
        raise BadOption(f"option sheet: {file}: {error}") from None


def _tables(data: dict[str, Any]) -> Tables:
    for key in (*data, *_KEYS):
        if key not in data or key not in _KEYS:
            problem = "is missing" if key in _KEYS else "is no such key"
            raise BadOption(f"{key} {problem}; a sheet has {', '.join(_KEYS)}")
    kinds = KIND_NAMES[:SCORING_KINDS]
    tables = Tables(
        _points(data["points"]),
        tuple(_lists("avenues", data["avenues"], tuple(ROW_LETTERS), 2, SUMS - 1)),
        tuple(_lists("legend", data["legend"], kinds, 1, FACES)),
    )
    for face in range(1, FACES + 1):
        if not any(face in faces for faces in tables.legend):
            raise BadOption(f"legend: no kind has face {face}; each face stands for one")
    return tables


def _points(rows: Any) -> tuple[tuple[int, ...], ...]:
    if not isinstance(rows, list) or len(rows) != ROWS:
        raise BadOption(f"points: {ROWS} rows are wanted, a to e, not {rows!r}")
    for letter, row in zip(ROW_LETTERS, rows, strict=True):
        if not isinstance(row, list) or len(row) != COLUMNS:
            raise BadOption(f"points: row {letter} wants {COLUMNS} numbers, not {row!r}")
        for worth in row:
            _whole(f"points: row {letter}", worth, 0, HIGHEST_POINTS)
    return tuple(tuple(row) for row in rows)


def _lists(
    key: str, table: Any, names: tuple[str, ...], low: int, high: int
) -> Iterator[tuple[int, ...]]:
    """The numbers under each name of a table, none of them twice."""
    if not isinstance(table, dict) or sorted(table) != sorted(names):
        raise BadOption(f"{key}: a table with {', '.join(names)} is wanted, not {table!r}")
    owner: dict[int, str] = {}
    for name in names:
        if not isinstance(table[name], list):
            raise BadOption(f"{key}: {name} wants a list of numbers, not {table[name]!r}")
        for number in table[name]:
            _whole(f"{key}: {name}", number, low, high)
            if number in owner:
                raise BadOption(f"{key}: {number} stands under {owner[number]} and {name}")
            owner[number] = name
        yield tuple(table[name])


def _whole(where: str, value: Any, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadOption(f"{where}: whole numbers from {low} to {high} are wanted, not {value!r}")
