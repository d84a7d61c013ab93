"""The score keeper, for people who play on paper: a sheet's points, group by group.

A sheet is typed as five lines of six letters, top to bottom: the initial of what is drawn in
each cell, in French, English or Spanish, and ``.`` for nothing. After the five lines the
points of the rounds played so far may follow, as numbers.
"""

from dataclasses import dataclass
from pathlib import Path

from ludotheque.core.contract import State
from ludotheque.core.errors import BadPosition
from ludotheque.core.texts import Translate, translator
from ludotheque.games.rolling_village.board import (
    CELLS,
    COLUMNS,
    FOREST,
    HOUSE,
    LAKE,
    PARK,
    ROWS,
    SCORING_KINDS,
    cell_at,
    spread,
)
from ludotheque.games.rolling_village.groups import groups_on
from ludotheque.games.rolling_village.record import ROUNDS
from ludotheque.games.rolling_village.scoring import ELECTION, PARK_POINTS, points_under
from ludotheque.games.rolling_village.tables import DEFAULT, empty_village
from ludotheque.games.rolling_village.words import avenue_name, kind_name
from ludotheque.games.rolling_village.writing import cell_name

# House, Maison, Casa; Forest, Forêt, Bosque; Lake, Lac, Lago; Park, Parc, Parque.
KIND_OF = {"H": HOUSE, "M": HOUSE, "C": HOUSE, "F": FOREST, "B": FOREST, "L": LAKE, "P": PARK}
EMPTY = ".-_0"
LOCALE = Path(__file__).parent / "locale"


@dataclass(frozen=True)
class Group:
    """Neighbouring projects of one kind that reach an avenue, and what they bring."""

    kind: int
    cells: tuple[str, ...]
    points: int


@dataclass(frozen=True)
class Avenue:
    """What one avenue would score now (RV-12)."""

    name: str
    groups: tuple[Group, ...]

    @property
    def points(self) -> int:
        """The sum over its groups."""
        return sum(group.points for group in self.groups)


@dataclass(frozen=True)
class Park:
    """A Park, and the kinds beside it (RV-13)."""

    cell: str
    beside: tuple[int, ...]

    @property
    def points(self) -> int:
        """Ten where all three are."""
        return PARK_POINTS if len(self.beside) == SCORING_KINDS else 0


@dataclass(frozen=True)
class Score:
    """Everything a sheet is worth, in detail."""

    avenues: tuple[Avenue, ...]
    parks: tuple[Park, ...]
    rounds: tuple[int, ...]  # the points written down so far

    @property
    def park_points(self) -> int:
        """What the Parks bring at the end."""
        return sum(park.points for park in self.parks)

    @property
    def subtotals(self) -> tuple[int, ...]:
        """After rounds 3, 6 and 9, as far as they are played (RV-14)."""
        return tuple(sum(self.rounds[:n]) for n in (3, 6, 9) if n <= len(self.rounds))

    @property
    def total(self) -> int:
        """The rounds so far, and the Parks once all nine are there (RV-2, RV-13)."""
        return sum(self.rounds) + (self.park_points if self.is_finished else 0)

    @property
    def is_finished(self) -> bool:
        """Whether all nine rounds are written down."""
        return len(self.rounds) == ROUNDS


def score_sheet(text: str, *, sheet: str = DEFAULT) -> Score:
    """What a typed sheet is worth, on our sheet or on a house's own (option ``sheet``).

    >>> score = score_sheet("HH.... F..... F..... ...... ......")
    >>> [(avenue.name, avenue.points) for avenue in score.avenues]
    [('3-4', 3), ('5-6', 2), ('7', 2), ('8-9', 0), ('10-11', 0)]
    """
    state = empty_village(sheet)
    rounds = _read(text, state)
    return Score(tuple(_avenue(state, row) for row in range(ROWS)), _parks(state), rounds)


def score_file(file: Path | str, *, sheet: str = DEFAULT) -> Score:
    """The same from a text file."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise BadPosition(f"{file}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadPosition(f"{file}: is not a text file") from None
    try:
        return score_sheet(text, sheet=sheet)
    except BadPosition as error:
        raise BadPosition(f"{file}: {error}") from None


def _read(text: str, state: State) -> tuple[int, ...]:
    """Write the projects into the record; the points that follow them."""
    words = text.replace("/", " ").replace(",", " ").split()
    letters = ""
    while words and len(letters) < CELLS:
        letters += words.pop(0)
    if len(letters) != CELLS:
        raise BadPosition(f"{ROWS} lines of {COLUMNS} cells are wanted, not {letters!r}")
    for k, letter in enumerate(letters):
        row, column = divmod(k, COLUMNS)
        if letter.upper() in KIND_OF:
            state.built[0, KIND_OF[letter.upper()]] |= 1 << cell_at(column, row)
        elif letter not in EMPTY:
            here = cell_name(cell_at(column, row))
            raise BadPosition(f"{here}: {letter!r} is none of {', '.join(KIND_OF)} and '.'")
    return _rounds(words)


def _rounds(words: list[str]) -> tuple[int, ...]:
    if len(words) > ROUNDS or not all(word.isdecimal() for word in words):
        raise BadPosition(f"after the cells come up to {ROUNDS} points, not {' '.join(words)!r}")
    return tuple(map(int, words))


def _avenue(state: State, row: int) -> Avenue:
    groups = [
        Group(kind, _names(cells), int(points_under(state, cells)))
        for kind, cells in groups_on(state, 0, row)
    ]
    return Avenue(avenue_name(state, row), tuple(groups))


def _names(cells: int) -> tuple[str, ...]:
    return tuple(cell_name(cell) for cell in range(CELLS) if cells >> cell & 1)


def _parks(state: State) -> tuple[Park, ...]:
    parks = []
    for cell in range(CELLS):
        if int(state.built[0, PARK]) >> cell & 1:
            around = spread(1 << cell)
            kinds = (kind for kind in range(SCORING_KINDS) if int(state.built[0, kind]) & around)
            parks.append(Park(cell_name(cell), tuple(kinds)))
    return tuple(parks)


def report(score: Score, language: str = "fr") -> list[str]:
    """A score in lines to read: every avenue with its groups, the Parks, the total."""
    _ = translator(LOCALE, language)
    lines = []
    for avenue in score.avenues:
        lines.append(
            _("Avenue {avenue} : {points}").format(avenue=avenue.name, points=avenue.points)
        )
        lines += [f"  {_group_line(group, _)}" for group in avenue.groups]
    for park in score.parks:
        beside = ", ".join(kind_name(kind, _) for kind in park.beside) or "–"
        lines.append(
            _("Parc en {cell}, à côté de {kinds} : {points}").format(
                cell=park.cell, kinds=beside, points=park.points
            )
        )
    return lines + _totals(score, _)


def _group_line(group: Group, _: Translate) -> str:
    return f"{kind_name(group.kind, _)} {' '.join(group.cells)} : {group.points}"


def _totals(score: Score, _: Translate) -> list[str]:
    if not score.rounds:
        return []
    lines = [
        _("Après {rounds} manches : {points}").format(rounds=3 * third, points=points)
        for third, points in enumerate(score.subtotals, 1)
    ]
    if score.is_finished:
        lines.append(_("Parcs : {points}").format(points=score.park_points))
    lines.append(_("Total : {points}").format(points=score.total))
    if score.is_finished:
        elected = score.total >= ELECTION  # RV-15
        lines.append(_("Seul, on est réélu.") if elected else _("Seul, on n'est pas réélu."))
    return lines
