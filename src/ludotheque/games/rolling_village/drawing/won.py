"""Points just won, on the groups that won them, and the winner's laurels."""

from ludotheque.core.contract import State
from ludotheque.core.drawing import LAURELS, place
from ludotheque.games.rolling_village.board import CELLS, lowest_cell
from ludotheque.games.rolling_village.drawing import marks, neighbours
from ludotheque.games.rolling_village.groups import groups_on
from ludotheque.games.rolling_village.record import FINISHED
from ludotheque.games.rolling_village.scoring import PARK_POINTS, complete_parks, points_under

LAURELS_PLACE = (692, 570)

STYLE = """
& .past{opacity:.55}
"""


def groups(state: State, seat: int) -> str:
    """The groups that scored in the last round, until the seat draws again; Parks at the end."""
    if not state.scored[seat] or state.done[seat, 0]:
        return ""
    scoring = groups_on(state, seat, int(state.scored[seat]) - 1)
    parts = [_group(state, cells, not state.dice[0]) for _, cells in scoring]
    if state.ended == FINISHED:
        parks = int(complete_parks(state, seat))
        parts += [marks.cell_badge(cell, PARK_POINTS) for cell in range(CELLS) if parks >> cell & 1]
    style = "past" if state.dice[0] else "just"
    return f'<g id="rv-won" class="{style}">{"".join(parts)}</g>'


def _group(state: State, group: int, outlined: bool) -> str:
    worth = int(points_under(state, group))
    if not worth:
        return ""
    line = f'<path class="won" d="{marks.outline(group)}"/>' if outlined else ""
    return line + marks.cell_badge(int(lowest_cell(group)), worth)


def laurels(state: State, seat: int) -> str:
    """Laurels on a sheet that nobody surpassed."""
    several = state.seats > 1 and state.ended == FINISHED
    if not several or not neighbours.is_first(state, seat):
        return ""
    return f'<g id="laurels" class="{place(*LAURELS_PLACE, 60)}">{LAURELS}</g>'
