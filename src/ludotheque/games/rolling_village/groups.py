"""The groups of a sheet one by one, for those who show or explain how it scores."""

from collections.abc import Iterator

from ludotheque.core.contract import State
from ludotheque.games.rolling_village.board import SCORING_KINDS, avenue_cells, grown


def groups_on(state: State, seat: int, row: int) -> Iterator[tuple[int, int]]:
    """RV-12: the groups that reach an avenue, each as its kind and its cells."""
    for kind in range(SCORING_KINDS):
        cells = int(state.built[seat, kind])
        rest = cells & avenue_cells(row)
        while rest:
            group = grown(cells, rest & -rest)
            rest &= ~group
            yield kind, group
