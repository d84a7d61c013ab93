"""Counting points and standings: RV-2, RV-11 to RV-13 and RV-15, as kernels."""

from ludotheque.core.contract import Numbers, State, whole
from ludotheque.core.turns import rank_points
from ludotheque.games.rolling_village.board import (
    NOT_BOTTOM,
    PARK,
    ROWS,
    SCORING_KINDS,
    avenue_cells,
    joined,
    size,
    spread,
)
from ludotheque.games.rolling_village.projects import avenue_of_dice
from ludotheque.games.rolling_village.record import (
    FINISHED,
    FIRST_AVENUE,
    PLANES,
    ROUNDS,
    STEPS,
)

PARK_POINTS = 10  # RV-13
ELECTION = 60  # RV-15: the points that a mayor alone needs


def avenue_of_seat(state: State, seat: int) -> int:
    """RV-11: the avenue that scores for a seat that has finished its round."""
    avenue = avenue_of_dice(state)
    for k in range(STEPS):
        if state.done[seat, k] > FIRST_AVENUE:
            avenue = whole(state.done[seat, k]) - FIRST_AVENUE - 1
    return avenue


def avenue_points(state: State, seat: int, avenue: int) -> int:
    """RV-12: what the groups that reach an avenue bring, of every kind but the Park."""
    cells, down, across = 0, 0, 0  # a step down or across leads to a cell of the same kind
    for kind in range(SCORING_KINDS):
        built = whole(state.built[seat, kind])
        cells |= built
        down |= built & built >> 1 & NOT_BOTTOM
        across |= built & built >> ROWS
    return points_under(state, joined(cells & avenue_cells(avenue), down, across))


def points_under(state: State, cells: int) -> int:
    """The sum of the points printed on these cells."""
    total = 0
    for plane in range(PLANES):
        total += size(whole(state.points[plane]) & cells) << plane
    return total


def park_points(state: State, seat: int) -> int:
    """RV-13: ten for each Park beside a House, a Forest and a Lake."""
    return PARK_POINTS * size(complete_parks(state, seat))


def complete_parks(state: State, seat: int) -> int:
    """The cells of the Parks that bring points."""
    cells = whole(state.built[seat, PARK])
    for kind in range(SCORING_KINDS):
        cells &= spread(whole(state.built[seat, kind]))
    return cells


def points(state: State, seat: int) -> int:
    """RV-2: the rounds' scores, and the Parks once the ninth is counted (RV-13)."""
    total = park_points(state, seat) if state.ended == FINISHED else 0
    for k in range(ROUNDS):
        total += whole(state.scores[seat, k])
    return total


def is_reelected(state: State) -> bool:
    """RV-15: whether the mayor of a finished solo game is."""
    return points(state, 0) >= ELECTION


def score(state: State, out: Numbers) -> None:
    """Write each seat's points."""
    for seat in range(state.seats):
        out[seat] = points(state, seat)


def rank(state: State, out: Numbers) -> None:
    """RV-2: by points, equal points share."""
    score(state, out)
    rank_points(state, out)
