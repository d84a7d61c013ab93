"""Editions: a board's terrain, how many tiles of each kind, and what they are worth.

The text of the game leaves all three open, so they are data: ours is ``editions/maison.toml``,
and a house that owns a printed copy writes another document like it. A mistake in one is a
:class:`BadDocument` that names the line and says what would be right.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

from ludotheque.core.contract import State
from ludotheque.core.documents import BadDocument, Documents, parsed, shown
from ludotheque.core.texts import mark as _
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
LONGEST_NAME = 40
MOST = 99  # tiles of a kind, points of a tile
LAND, RIVER, SEA = ".", "~", "#"
_TERRAIN = (LAND, RIVER, SEA)
_LOCALE = Path(__file__).parent / "locale"
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


def load(edition: str) -> Edition:
    """The edition of a value of the option ``edition``."""
    return read_edition(EDITIONS.text(edition))


@lru_cache(maxsize=16)
def read_edition(text: str) -> Edition:
    """The edition of a document."""
    return _Reader(text, parsed(text)).edition()


EDITIONS = Documents(FOLDER, read_edition)


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
    """Checks one document key by key."""

    def __init__(self, text: str, data: Mapping[str, Any]):
        self.lines, self.data = text.splitlines(), data

    def edition(self) -> Edition:
        keys = ", ".join(_KEYS)
        for key in self.data:
            if key not in _KEYS:
                self.refuse(
                    key, _("{key} : cette clé n'existe pas ; une édition a {keys}"), keys=keys
                )
        for key in _KEYS:
            if key not in self.data and key not in _OPTIONAL:
                problem = _("{key} manque ; une édition a {keys}")
                self.refuse(key, problem, line=1, keys=keys)
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

    def refuse(
        self, key: str, sentence: str, *, line: int | None = None, **values: Any
    ) -> NoReturn:
        line = line or self.line(key)
        raise BadDocument(sentence, {"key": key, **values}, line, _LOCALE)

    def line(self, key: str) -> int:
        """The line where a key stands; "tiles.castle" is castle in the table [tiles]."""
        table, __, name = key.rpartition(".")
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
            wanted = _("{key} : comment les gens appellent l'édition, pas {found}")
            self.refuse("name", wanted, found=shown(name))
        if len(name) > LONGEST_NAME:
            self.refuse("name", _("{key} : {most} lettres au plus"), most=LONGEST_NAME)
        return name.strip()

    def terrain(self) -> str:
        drawn = self.data["map"]
        if not isinstance(drawn, str):
            wanted = _('{key} : {rows} lignes de {columns} signes entre """ et """, pas {found}')
            self.refuse("map", wanted, rows=ROWS, columns=COLUMNS, found=shown(drawn))
        rows = drawn.strip("\n").split("\n")
        if len(rows) != ROWS:
            wanted = _("{key} : il faut {rows} lignes, le nord d'abord, pas {found}")
            self.refuse("map", wanted, rows=ROWS, found=len(rows))
        here = self.line("map")
        found = (n for n, line in enumerate(self.lines, 1) if n >= here and rows[0] in line)
        first = next(found, here)  # rows may be written with escapes
        for number, row in enumerate(rows):
            self.row(row, number + 1, first + number)
        return "".join(rows)

    def row(self, row: str, number: int, line: int) -> None:
        if len(row) != COLUMNS:
            wanted = _("{key} : la ligne {row} veut {columns} cases, de a à m, et en a {found}")
            self.refuse("map", wanted, line=line, row=number, columns=COLUMNS, found=len(row))
        for column, letter in enumerate(row):
            if letter not in _TERRAIN:
                cell = CELL_NAMES[(number - 1) * COLUMNS + column]
                wanted = _("{key} : {cell} est {found} ; il y a . terre, ~ rivière, # mer")
                self.refuse("map", wanted, line=line, cell=cell, found=shown(letter))

    def cells(self, key: str, terrain: str) -> Iterator[int]:
        listed = self.data[key]
        if not isinstance(listed, list):
            wanted = _('{key} : une liste de cases comme ["f4", "l1-l9"], pas {found}')
            self.refuse(key, wanted, found=shown(listed))
        seen = set()
        for item in listed:
            for cell in self.span(key, item):
                if terrain[cell] == SEA:
                    self.refuse(key, _("{key} : {cell} est en mer"), cell=CELL_NAMES[cell])
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
            wanted = _('{key} : une case de a1 à m9, ou un rectangle "f4-h6", pas {found}')
            self.refuse(key, wanted, found=shown(item))
        first, last = CELL_NUMBERS[found[1]], CELL_NUMBERS[found[2] or found[1]]
        rows = range(first // COLUMNS, last // COLUMNS + 1)
        columns = range(first % COLUMNS, last % COLUMNS + 1)
        if not rows or not columns:
            wanted = _("{key} : {found} va à rebours ; le coin nord-ouest vient d'abord")
            self.refuse(key, wanted, found=shown(item))
        return [row * COLUMNS + column for row in rows for column in columns]

    def tiles(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        table = self.data["tiles"]
        if not isinstance(table, dict):
            self.refuse("tiles", _("il faut une table [tiles], avec une ligne par type"))
        for kind in table:
            if kind not in KINDS:
                wanted = _("{key} : ce type n'existe pas ; il y a {kinds}")
                self.refuse(f"tiles.{kind}", wanted, kinds=", ".join(KINDS))
        for kind in KINDS:
            if kind not in table:
                missing = _("{key} : {kind} manque (count = 0 s'en passe)")
                self.refuse("tiles", missing, kind=kind)
        numbers = [self.tile(kind, table[kind]) for kind in KINDS]
        return tuple(count for count, __ in numbers), tuple(points for __, points in numbers)

    def tile(self, kind: str, entry: Any) -> tuple[int, int]:
        key = f"tiles.{kind}"
        if not isinstance(entry, dict) or set(entry) != {"count", "points"}:
            wanted = _("{key} : il faut {{ count = …, points = … }}, pas {found}")
            self.refuse(key, wanted, found=shown(entry))
        for what in ("count", "points"):
            value = entry[what]
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
                wanted = _("{key} : {what} est un nombre entier de 0 à {most}, pas {found}")
                self.refuse(key, wanted, what=what, most=MOST, found=shown(value))
        return entry["count"], entry["points"]

    def judge(self, edition: Edition) -> None:
        """Refuse an edition whose games could not be played."""
        sea = set(edition.cells(SEA))
        for cell in edition.coast:
            if not sea & set(_sides(cell)):
                self.refuse(
                    "coast", _("{key} : {cell} n'est pas au bord de la mer"), cell=CELL_NAMES[cell]
                )
        for cell in edition.harbours:
            if cell not in edition.coast:
                wanted = _("{key} : {cell} n'est pas une case de la côte")
                self.refuse("harbours", wanted, cell=CELL_NAMES[cell])
        count = dict(zip(KINDS, edition.counts, strict=True))
        if not count["castle"] + count["bridge"] + count["port"]:
            problem = _("{key} : sans castle, bridge ni port, aucune ville ne peut naître (LV-2)")
            self.refuse("tiles", problem)
        letters = {edition.terrain[cell] for cell in edition.centre}
        for kind in ("castle", "cathedral"):
            if count[kind] and LAND not in letters:
                problem = _(
                    "{key} : aucune case de terre où {kind} pourrait fonder la ville (LV-11)"
                )
                self.refuse("centre", problem, kind=kind)
        if count["bridge"] and RIVER not in letters:
            problem = _("{key} : aucune case de rivière où un pont pourrait la fonder (LV-12)")
            self.refuse("centre", problem)
        if count["port"] and RIVER not in letters and not edition.harbours:
            self.refuse("harbours", _("{key} : aucune case où un port pourrait la fonder (LV-13)"))


def _sides(cell: int) -> list[int]:
    row, column = divmod(cell, COLUMNS)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * COLUMNS + c for r, c in steps if 0 <= r < ROWS and 0 <= c < COLUMNS]
