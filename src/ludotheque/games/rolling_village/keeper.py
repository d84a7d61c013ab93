"""The score keeper, for people who play on paper: a sheet's points, group by group.

A sheet has a field for each cell, ``1a`` to ``6e``, with the initial of what is drawn there in
French, English or Spanish, and one for the points of each round, ``r1`` to ``r9``. It can also be
typed as five lines of six letters, top to bottom, with ``.`` for nothing, and the points of the
rounds after them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from ludotheque.core.contract import State
from ludotheque.core.keeping import (
    Account,
    BadSheet,
    Cell,
    Filled,
    Form,
    Item,
    Mark,
    Number,
    Problem,
    Row,
)
from ludotheque.core.texts import Translate, in_points, translator
from ludotheque.core.texts import mark as _
from ludotheque.games.rolling_village.board import (
    CELLS,
    COLUMNS,
    FOREST,
    HOUSE,
    KIND_LETTERS,
    LAKE,
    PARK,
    ROWS,
    SCORING_KINDS,
    cell_at,
    spread,
)
from ludotheque.games.rolling_village.drawing import scored
from ludotheque.games.rolling_village.groups import groups_on
from ludotheque.games.rolling_village.names import avenue_name, kind_name
from ludotheque.games.rolling_village.record import ROUNDS
from ludotheque.games.rolling_village.scoring import ELECTION, PARK_POINTS, points_under
from ludotheque.games.rolling_village.writing import cell_name, kinds_of

# House, Maison, Casa; Forest, Forêt, Bosque; Lake, Lac, Lago; Park, Parc, Parque.
KIND_OF = {"H": HOUSE, "M": HOUSE, "C": HOUSE, "F": FOREST, "B": FOREST, "L": LAKE, "P": PARK}
EMPTY = ".-_0"
CELL_OF = {cell_name(cell): cell for cell in range(CELLS)}
ROUND_FIELDS = tuple(f"r{number}" for number in range(1, ROUNDS + 1))
MOST_POINTS = 270  # of a round: thirty cells with nine points each
FIRST_PROJECTS = 2  # RV-3
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


def read(text: str) -> dict[str, str]:
    """The fields of a typed sheet, whatever stands in them."""
    words = text.replace("/", " ").replace(",", " ").split()
    letters = ""
    while words and len(letters) < CELLS:
        letters += words.pop(0)
    if len(letters) != CELLS:
        wanted = _("Il faut {rows} lignes de {columns} cases, pas {found}.")
        found = letters[: 2 * CELLS] or "–"
        _refuse(Problem("", wanted, {"rows": ROWS, "columns": COLUMNS, "found": found}))
    if len(words) > ROUNDS:
        wanted = _("Après les cases viennent les points de {rounds} manches au plus, pas {found}.")
        _refuse(Problem("", wanted, {"rounds": ROUNDS, "found": len(words)}))
    cells = {_field(k): letter for k, letter in enumerate(letters) if letter not in EMPTY}
    return cells | dict(zip(ROUND_FIELDS, words, strict=False))


def _field(k: int) -> str:
    """The cells in the order in which they are read."""
    row, column = divmod(k, COLUMNS)
    return cell_name(cell_at(column, row))


def _refuse(*problems: Problem) -> NoReturn:
    raise BadSheet(problems, LOCALE)


def score(state: State, filled: Filled) -> Score:
    """What a filled sheet is worth, with the options of a state; BadSheet names what is wrong."""
    village, problems = _drawn(state, filled)
    rounds, more = _rounds(filled)
    if problems or more:
        _refuse(*problems, *more)
    avenues = tuple(_avenue(village, row) for row in range(ROWS))
    return Score(avenues, _parks(village), rounds)


def _drawn(state: State, filled: Filled) -> tuple[State, list[Problem]]:
    """One village with what the fields say, and what they say that cannot be."""
    village = state.copy()
    village.built[:] = 0
    problems = []
    for k in range(CELLS):
        field = _field(k)
        letter = filled.get(field, "").strip().upper()
        if letter in KIND_OF:
            village.built[0, KIND_OF[letter]] |= 1 << CELL_OF[field]
        elif letter and letter not in EMPTY:
            wanted = _("{cell} : {found} n'est rien de connu ; M, F, L, P ou . sont possibles.")
            problems.append(Problem(field, wanted, {"cell": field, "found": letter[:10]}))
    return village, problems


def _rounds(filled: Filled) -> tuple[tuple[int, ...], list[Problem]]:
    """The points written down: whole numbers, without a gap."""
    texts = [filled.get(field, "").strip() for field in ROUND_FIELDS]
    last = max((number for number, text in enumerate(texts, 1) if text), default=0)
    problems = []
    for number, text in enumerate(texts[:last], 1):
        if not text:
            wanted = _(
                "Manche {round} : il manque ses points, alors que la manche {last} a les siens."
            )
            problems.append(Problem(f"r{number}", wanted, {"round": number, "last": last}))
        elif not (text.isascii() and text.isdecimal() and int(text[:4]) <= MOST_POINTS):
            wanted = _("Manche {round} : un nombre entier de 0 à {most}, pas {found}.")
            values = {"round": number, "most": MOST_POINTS, "found": text[:10]}
            problems.append(Problem(f"r{number}", wanted, values))
    return () if problems else tuple(map(int, texts[:last])), problems


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


def form(state: State, filled: Filled, language: str) -> Form:
    """The sheet to fill in, as it stands."""
    _ = translator(LOCALE, language)
    village, _problems = _drawn(state, filled)
    names = [avenue_name(state, row) for row in range(ROWS)]
    return Form(
        scored.fillable(village, [filled.get(each, "").strip() for each in ROUND_FIELDS], language),
        tuple(str(column) for column in range(1, COLUMNS + 1)),
        tuple(_row(row, names[row], _) for row in range(ROWS)),
        tuple(
            Mark(letter, kind_name(kind, _), scored.pencil(kind))
            for kind, letter in enumerate(KIND_LETTERS)
        ),
        tuple(
            Number(field, _("Manche {round}").format(round=number))
            for number, field in enumerate(ROUND_FIELDS, 1)
        ),
        {
            cell_name(c): KIND_LETTERS[kind]
            for c, kind in enumerate(kinds_of(village, 0))
            if kind >= 0
        },
    )


def _row(row: int, avenue: str, _: Translate) -> Row:
    cells = [cell_name(cell_at(column, row)) for column in range(COLUMNS)]
    label = _("Avenue {avenue}").format(avenue=avenue)
    return Row(label, tuple(Cell(cell, f"{cell} ({label})") for cell in cells))


def account(state: State, filled: Filled, language: str) -> Account:
    """What a filled sheet is worth: every avenue with its groups, the Parks, the total."""
    _ = translator(LOCALE, language)
    found, (village, _problems) = score(state, filled), _drawn(state, filled)
    avenues = [
        Item(
            _("Avenue {avenue}").format(avenue=avenue.name),
            avenue.points,
            tuple(_group_line(group, _) for group in avenue.groups),
            scored.avenue(village, row),
        )
        for row, avenue in enumerate(found.avenues)
    ]
    parks = Item(_("Parcs"), found.park_points, tuple(_park_lines(found, _)), scored.parks(village))
    return Account(
        (*avenues, parks),
        tuple(_sums(found, _)),
        _verdict(found, _),
        tuple(_doubts(found, village, _)),
    )


def _group_line(group: Group, _: Translate) -> str:
    return _("{kind} {cells} : {points}").format(
        kind=kind_name(group.kind, _), cells=" ".join(group.cells), points=group.points
    )


def _park_lines(found: Score, _: Translate) -> Iterator[str]:
    for park in found.parks:
        beside = ", ".join(kind_name(kind, _) for kind in park.beside) or "–"
        yield _("Parc en {cell}, à côté de {kinds} : {points}").format(
            cell=park.cell, kinds=beside, points=park.points
        )


def _sums(found: Score, _: Translate) -> Iterator[Item]:
    if not found.rounds:
        return
    for third, points in enumerate(found.subtotals, 1):
        yield Item(_("Après {rounds} manches").format(rounds=3 * third), points)
    if found.is_finished:
        yield Item(_("Parcs"), found.park_points)
    yield Item(_("Total"), found.total)


def _verdict(found: Score, _: Translate) -> str:
    if not found.is_finished:
        return ""
    elected = found.total >= ELECTION  # RV-15
    return _("Seul, on est réélu.") if elected else _("Seul, on n'est pas réélu.")


def _doubts(found: Score, village: State, _: Translate) -> Iterator[str]:
    """What cannot have been played so: somebody may have misread a cell or a number."""
    played, best = len(found.rounds), max(avenue.points for avenue in found.avenues)
    for number, points in enumerate(found.rounds, 1):
        if points > best:  # groups only grow, so no avenue ever brought more than it does now
            yield _(
                "Manche {round} : {points}, mais aucune avenue n'en rapporte plus de {best}."
            ).format(round=number, points=in_points(points, _), best=best)
    if not played:
        return
    drawn = sum(int(cells).bit_count() for cells in village.built[0])
    wanted = FIRST_PROJECTS + 2 * played + played // 3  # RV-3, RV-5, RV-9
    if drawn != wanted:
        yield _(
            "Après {rounds} manches il y a {wanted} dessins ; cette feuille en a {drawn}."
        ).format(rounds=played, wanted=wanted, drawn=drawn)
    elif found.rounds[-1] not in {avenue.points for avenue in found.avenues}:
        yield _("Manche {round} : aucune avenue ne rapporte {points}.").format(
            round=played, points=in_points(found.rounds[-1], _)
        )
