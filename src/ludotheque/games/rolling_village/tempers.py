"""What being bold, careful or patient means in Rolling Village."""

from ludotheque.core.contract import State, whole
from ludotheque.core.tempers import BOLD, CAREFUL
from ludotheque.core.texts import Translate
from ludotheque.games.rolling_village.board import (
    CELLS,
    PARK,
    ROWS,
    SCORING_KINDS,
    grown,
    size,
    spread,
)
from ludotheque.games.rolling_village.projects import vacant
from ludotheque.games.rolling_village.record import FIRST_AVENUE
from ludotheque.games.rolling_village.scoring import avenue_points


def lean(before: State, after: State, seat: int, action: int, temper: int) -> float:
    if action >= FIRST_AVENUE:
        return 0.0
    if temper == BOLD:
        return 0.08 * group_size(after, seat, action)
    if temper == CAREFUL:
        return 0.2 * poorest_avenue(after, seat)
    return 0.05 * room_to_grow(after, seat)


def group_size(state: State, seat: int, action: int) -> int:
    """How large the group is that a project belongs to; a Park belongs to none."""
    kind, cell = action // CELLS, action % CELLS
    return 0 if kind == PARK else size(grown(whole(state.built[seat, kind]), 1 << cell))


def poorest_avenue(state: State, seat: int) -> int:
    """What the avenue that brings least would bring (RV-12)."""
    least = avenue_points(state, seat, 0)
    for row in range(1, ROWS):
        least = min(least, avenue_points(state, seat, row))
    return least


def room_to_grow(state: State, seat: int) -> int:
    """How many empty cells lie beside a group."""
    built = 0
    for kind in range(SCORING_KINDS):
        built |= whole(state.built[seat, kind])
    return size(spread(built) & vacant(state, seat))


def told(temper: int, _: Translate) -> str:
    if temper == BOLD:
        return _("mise sur un seul grand groupe")
    if temper == CAREFUL:
        return _("veille à ce que chaque avenue rapporte")
    return _("se garde de la place pour plus tard")
