"""Why a step of Rolling Village may be good: what it does to one's sheet, and no opinion."""

from collections.abc import Iterator

from ludotheque.core.contract import State
from ludotheque.core.texts import Translate, in_points, listed
from ludotheque.games.rolling_village.board import (
    CELLS,
    PARK,
    ROWS,
    SCORING_KINDS,
    avenue_cells,
    grown,
    size,
    spread,
)
from ludotheque.games.rolling_village.names import avenue_name, project_name
from ludotheque.games.rolling_village.projects import avenue_of_dice, take_step
from ludotheque.games.rolling_village.record import ANY_AVENUE, FIRST_AVENUE
from ludotheque.games.rolling_village.scoring import (
    PARK_POINTS,
    avenue_points,
    complete_parks,
    points_under,
)


def reasons(state: State, seat: int, action: int, _: Translate) -> list[str]:
    """What speaks for a legal step, in short sentences."""
    if action >= FIRST_AVENUE:
        return list(_avenue(state, seat, action - FIRST_AVENUE, _))
    after = state.copy()
    take_step(after, seat, action)
    kind, cell = divmod(action, CELLS)
    own = _park(after, seat, cell, _) if kind == PARK else _group(state, after, seat, action, _)
    return [*_round(state, after, seat, _), *own, *_parks(state, after, seat, kind, _)]


def _avenue(state: State, seat: int, row: int, _: Translate) -> Iterator[str]:
    """RV-11."""
    points = [int(avenue_points(state, seat, each)) for each in range(ROWS)]
    told = _("L'avenue {avenue} vous rapporte {points}.")
    yield told.format(avenue=avenue_name(state, row), points=in_points(points[row], _))
    if points[row] == max(points) > min(points):
        yield _("Aucune autre avenue n'en rapporte plus.")


def _round(state: State, after: State, seat: int, _: Translate) -> Iterator[str]:
    """What the avenue of this round brings more."""
    if not state.stage:
        return
    row = int(avenue_of_dice(state))
    if row == ANY_AVENUE:
        before, then = (
            max(int(avenue_points(each, seat, row)) for row in range(ROWS))
            for each in (state, after)
        )
        told = _("À cette manche, votre meilleure avenue rapporte {after} au lieu de {before}.")
    else:
        before, then = (int(avenue_points(each, seat, row)) for each in (state, after))
        told = _("À cette manche, l'avenue {avenue} rapporte {after} au lieu de {before}.")
    if then > before:
        after_it = in_points(then, _)
        yield told.format(avenue=avenue_name(state, row), before=before, after=after_it)


def _group(state: State, after: State, seat: int, action: int, _: Translate) -> Iterator[str]:
    """What the group of the project comes to."""
    kind, cell = divmod(action, CELLS)
    group = int(grown(int(after.built[seat, kind]), 1 << cell))
    joined = groups_of(group & ~(1 << cell))
    points = in_points(int(points_under(state, group)), _)
    if not joined:
        yield from _first(state, cell, _)
        return
    if len(joined) > 1:
        yield _("Relie {count} groupes.").format(count=len(joined))
    told = _("Le groupe aura {size} cases : {points} à chaque fois qu'il compte.")
    yield told.format(size=size(group), points=points)
    if len(avenues_of(group)) > max(len(avenues_of(each)) for each in joined):
        yield _("Il touchera {count} avenues.").format(count=len(avenues_of(group)))


def _first(state: State, cell: int, _: Translate) -> Iterator[str]:
    """RV-11: where a group begins, and how often that counts."""
    row = cell % ROWS
    told = _("Commence un groupe sur l'avenue {avenue}, que {rolls} lancers sur 36 font compter.")
    yield told.format(avenue=avenue_name(state, row), rolls=int(state.rolls[row]))
    points = int(points_under(state, 1 << cell))
    if points:
        told = _("Sa case vaut {points} à chaque fois.")
        yield told.format(points=in_points(points, _))


def groups_of(cells: int) -> list[int]:
    """The groups that a set of cells of one kind falls into."""
    found = []
    while cells:
        found.append(int(grown(cells, cells & -cells)))
        cells &= ~found[-1]
    return found


def avenues_of(group: int) -> list[int]:
    """The rows that a group reaches (RV-12)."""
    return [row for row in range(ROWS) if group & avenue_cells(row)]


def _park(after: State, seat: int, cell: int, _: Translate) -> Iterator[str]:
    """RV-13: what the Park has beside it, and what it lacks."""
    lacks = [
        project_name(kind, _)
        for kind in range(SCORING_KINDS)
        if not spread(int(after.built[seat, kind])) >> cell & 1
    ]
    if lacks:
        yield _("Il manque encore à ce Parc : {projects}.").format(projects=listed(lacks, _))


def _parks(state: State, after: State, seat: int, kind: int, _: Translate) -> Iterator[str]:
    """RV-13: Parks that are complete now."""
    count = size(int(complete_parks(after, seat)) & ~int(complete_parks(state, seat)))
    if not count:
        return
    told = _("Ce Parc est complet : {points} à la fin.")
    if kind != PARK:
        told = _("Complète un Parc : {points} à la fin.")
        if count > 1:
            told = _("Complète {count} Parcs : {points} à la fin.")
    yield told.format(count=count, points=in_points(PARK_POINTS * count, _))
