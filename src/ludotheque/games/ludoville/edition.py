"""Editions: a board's terrain, how many tiles of each kind, and what they are worth.

The text of the game leaves all three open, so they are data: ours is ``editions/maison.toml``,
and a house that owns a printed copy writes another file like it. A mistake in one is a
:class:`BadOption` that names the file, the line and what would be right.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

from ludotheque.core.contract import State
from ludotheque.core.errors import BadOption
from ludotheque.games.ludoville.board import (
    CELL_NAMES,
    CELL_NUMBERS,
    CELLS,
    COLUMNS,
    EDGE,
    KINDS,
    ROWS,
    mask_of,
    words,
)

DEFAULT = "maison"
FOLDER = Path(__file__).parent / "editions"
MOST = 99  # tiles of a kind, points of a tile
LAND, RIVER, SEA = ".", "~", "#"
_TERRAIN = {LAND: "land", RIVER: "river", SEA: "sea"}
_KEYS = ("name", "map", "centre", "coast", "harbours", "tiles")
_OPTIONAL = ("harbours",)
_CELL = re.compile(r"([a-m][1-9])(?:-([a-m][1-9]))?")


@dataclass(frozen=True)
class Edition:
    """Everything of a game that its edition decides."""

    name: str
    terrain: str  # a letter a cell
    centre: tuple[int, ...]
    coast: tuple[int, ...]
    harbours: tuple[int, ...]  # coast cells where a port may start the town
    counts: tuple[int, ...]  # by kind
    points: tuple[int, ...]

    def cells(self, letter: str) -> list[int]:
        """The cells of one terrain."""
        return [cell for cell in range(CELLS) if self.terrain[cell] == letter]


def names() -> list[str]:
    """The editions that come with the game."""
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


def load(edition: Any) -> Edition:
    """An edition by the name of one that comes with the game, or by its own file's path."""
    if not isinstance(edition, str):
        raise BadOption(f"option edition takes a name or the path of a file, not {edition!r}")
    file = Path(edition) if edition.endswith(".toml") else FOLDER / f"{edition}.toml"
    if file.parent == FOLDER and file.stem not in names():
        known = ", ".join(names())
        raise BadOption(f"option edition takes {known} or a .toml file's path, not {edition!r}")
    try:
        return _load(file, file.stat().st_mtime_ns)
    except OSError as error:
        raise BadOption(f"edition {edition}: cannot be read ({error.strerror})") from None


@lru_cache(maxsize=16)
def _load(file: Path, changed: int) -> Edition:  # noqa: ARG001 (a changed file is read anew)
    try:
        text = file.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadOption(f"edition {file}: is not TOML: {error}") from None
    return _Reader(file, text, data).edition()


def write(state: State, edition: Edition) -> None:
    """Put an edition's tables into a record."""
    land, river = edition.cells(LAND), edition.cells(RIVER)
    state.land = words(mask_of(land))
    state.river = words(mask_of(river))
    state.coast = words(mask_of(list(edition.coast)))
    state.centre = words(mask_of(list(edition.centre)))
    state.harbours = words(mask_of(list(edition.harbours)))
    state.exits = words(mask_of([cell for cell in (*land, *river) if cell in EDGE]))
    state.counts = edition.counts
    state.points = edition.points


class _Reader:
    """Checks one file key by key."""

    def __init__(self, file: Path, text: str, data: Mapping[str, Any]):
        self.file, self.lines, self.data = file, text.splitlines(), data

    def edition(self) -> Edition:
        for key in self.data:
            if key not in _KEYS:
                self.refuse(key, f"no such key; an edition has {', '.join(_KEYS)}")
        for key in _KEYS:
            if key not in self.data and key not in _OPTIONAL:
                self.refuse(None, f"{key} is missing; an edition has {', '.join(_KEYS)}")
        terrain = self.terrain()
        coast = tuple(self.cells("coast", terrain))
        counts, points = self.tiles()
        edition = Edition(
            self.name(),
            terrain,
            tuple(self.cells("centre", terrain)),
            coast,
            self.harbours(coast, terrain),
            counts,
            points,
        )
        self.judge(edition)
        return edition

    def refuse(self, key: str | None, what: str, line: int | None = None) -> NoReturn:
        line = line or (self.line(key) if key else 1)
        where = f"{key}: " if key else ""
        raise BadOption(f"edition {self.file}, line {line}: {where}{what}")

    def line(self, key: str) -> int:
        """The line where a key stands; "tiles.castle" is castle in the table [tiles]."""
        table, _, name = key.rpartition(".")
        here = ""
        for number, line in enumerate(self.lines, 1):
            head = re.match(r"\s*\[\s*([\w.-]+)\s*\]", line)
            here = head[1] if head else here
            if re.match(rf"\s*(\"?){re.escape(name)}\1\s*=", line) and here == table:
                return number
            if head and here == key:
                return number
        return self.line(table) if table else 1

    def name(self) -> str:
        name = self.data["name"]
        if not isinstance(name, str) or not name.strip():
            self.refuse("name", f"what people call the edition, not {name!r}")
        return name

    def terrain(self) -> str:
        drawn = self.data["map"]
        if not isinstance(drawn, str):
            self.refuse("map", f'{ROWS} rows of {COLUMNS} letters in """ … """, not {drawn!r}')
        rows = drawn.strip("\n").split("\n")
        if len(rows) != ROWS:
            self.refuse("map", f"{ROWS} rows are wanted, north first, not {len(rows)}")
        first = next(
            number
            for number, line in enumerate(self.lines, 1)
            if number >= self.line("map") and rows[0] in line
        )
        for number, row in enumerate(rows):
            self.row(row, number + 1, first + number)
        return "".join(rows)

    def row(self, row: str, number: int, line: int) -> None:
        if len(row) != COLUMNS:
            what = f"row {number} wants {COLUMNS} cells, a to m, and has {len(row)}"
            self.refuse("map", what, line)
        for column, letter in enumerate(row):
            if letter not in _TERRAIN:
                known = ", ".join(f"{sign} {name}" for sign, name in _TERRAIN.items())
                cell = CELL_NAMES[(number - 1) * COLUMNS + column]
                self.refuse("map", f"{cell} is {letter!r}; there are {known}", line)

    def cells(self, key: str, terrain: str) -> Iterator[int]:
        listed = self.data[key]
        if not isinstance(listed, list):
            self.refuse(key, f'a list of cells such as ["f4", "l1-l9"], not {listed!r}')
        seen = set()
        for item in listed:
            for cell in self.span(key, item):
                if terrain[cell] == SEA:
                    self.refuse(key, f"{CELL_NAMES[cell]} lies in the sea")
                if cell not in seen:
                    yield cell
                seen.add(cell)

    def harbours(self, coast: tuple[int, ...], terrain: str) -> tuple[int, ...]:
        """LV-13: as named, else the coast but for the board's edge, where no ring could close."""
        if "harbours" in self.data:
            return tuple(self.cells("harbours", terrain))
        return tuple(cell for cell in coast if cell not in EDGE)

    def span(self, key: str, item: Any) -> list[int]:
        """The cells of "f4", or of the rectangle "f4-h6"."""
        found = _CELL.fullmatch(item) if isinstance(item, str) else None
        if not found:
            self.refuse(key, f'a cell from a1 to m9, or a rectangle "f4-h6", not {item!r}')
        first, last = CELL_NUMBERS[found[1]], CELL_NUMBERS[found[2] or found[1]]
        rows = range(first // COLUMNS, last // COLUMNS + 1)
        columns = range(first % COLUMNS, last % COLUMNS + 1)
        if not rows or not columns:
            self.refuse(key, f"{item!r} runs backwards: the north-western corner comes first")
        return [row * COLUMNS + column for row in rows for column in columns]

    def tiles(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        table = self.data["tiles"]
        if not isinstance(table, dict):
            self.refuse("tiles", "a table [tiles] with a line a kind is wanted")
        for kind in table:
            if kind not in KINDS:
                self.refuse(f"tiles.{kind}", f"no such kind; there are {', '.join(KINDS)}")
        for kind in KINDS:
            if kind not in table:
                self.refuse("tiles", f"{kind} is missing (count = 0 leaves it out)")
        numbers = [self.tile(kind, table[kind]) for kind in KINDS]
        return tuple(count for count, _ in numbers), tuple(points for _, points in numbers)

    def tile(self, kind: str, entry: Any) -> tuple[int, int]:
        key = f"tiles.{kind}"
        if not isinstance(entry, dict) or set(entry) != {"count", "points"}:
            self.refuse(key, f"{{ count = …, points = … }} is wanted, not {entry!r}")
        for what in ("count", "points"):
            value = entry[what]
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
                self.refuse(key, f"{what} is a whole number from 0 to {MOST}, not {value!r}")
        return entry["count"], entry["points"]

    def judge(self, edition: Edition) -> None:
        """Refuse an edition whose games could not be played."""
        sea = set(edition.cells(SEA))
        for cell in edition.coast:
            if not sea & set(_sides(cell)):
                self.refuse("coast", f"{CELL_NAMES[cell]} does not lie beside the sea")
        for cell in edition.harbours:
            if cell not in edition.coast:
                self.refuse("harbours", f"{CELL_NAMES[cell]} is not a cell of the coast")
        count = dict(zip(KINDS, edition.counts, strict=True))
        if not count["castle"] + count["bridge"] + count["port"]:
            self.refuse("tiles", "no castle, bridge or port, so no town could start (LV-2)")
        letters = {edition.terrain[cell] for cell in edition.centre}
        for kind in ("castle", "cathedral"):
            if count[kind] and LAND not in letters:
                self.refuse("centre", f"has no land cell where a {kind} could start (LV-11)")
        if count["bridge"] and RIVER not in letters:
            self.refuse("centre", "has no river cell where a bridge could start (LV-12)")
        if count["port"] and RIVER not in letters and not edition.harbours:
            self.refuse("harbours", "no cell where a port could start the town (LV-13)")


def _sides(cell: int) -> list[int]:
    row, column = divmod(cell, COLUMNS)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * COLUMNS + c for r, c in steps if 0 <= r < ROWS and 0 <= c < COLUMNS]
