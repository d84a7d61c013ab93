"""Who is ahead, and who arrived last, as kernels on the record."""

from ludotheque.core.contract import Numbers, State, whole
from ludotheque.core.turns import LAST, NOBODY, has_left, rank_points
from ludotheque.games.superludo.board import (
    GOAL,
    LATE,
    PAWNS,
    QUARTERS,
    SAFE,
    SEATS,
    SHARED,
)
from ludotheque.games.superludo.ways import corner


def in_goal(state: State, seat: int) -> int:
    """How many pawns of the seat have arrived."""
    count = 0
    for pawn in range(PAWNS):
        count += state.pawns[seat, pawn] == GOAL
    return count


def score(state: State, out: Numbers) -> None:
    """CA-28: the pawns in the goal."""
    for seat in range(state.seats):
        out[seat] = in_goal(state, seat)


def rank(state: State, out: Numbers) -> None:
    """CA-28: equal standings share the better rank; in a draw (CA-31) all do, by the engine."""
    for seat in range(state.seats):
        out[seat] = standing(state, seat)
    rank_points(state, out)


def standing(state: State, seat: int) -> int:
    """The more the better; a couple stands where its better half does (CA-27)."""
    if state.couples == 0:
        return merit(state, seat)
    partner = seat ^ 2
    if has_left(state, seat) or has_left(state, partner):
        return LAST  # CA-32: the leaver's partner loses as well
    return max(merit(state, seat), merit(state, partner))


def merit(state: State, seat: int) -> int:
    """CA-28: pawns in the goal, then the way gone."""
    way = 0
    for pawn in range(PAWNS):
        way += whole(state.pawns[seat, pawn])
    return in_goal(state, seat) * PAWNS * GOAL + way


def last_in(state: State, quarter: int, offset: int) -> int:
    """Who arrived last on a safe square of a quarter; NOBODY where no two colours share it."""
    shared, word = SHARED << offset, whole(state.crowded[quarter])
    if word & shared == 0:
        return NOBODY
    lower, higher = NOBODY, NOBODY
    for seat in range(SEATS):
        for pawn in range(PAWNS):
            position = state.pawns[seat, pawn]
            is_there = QUARTERS[corner(state, seat) & 3, position] == quarter
            if is_there and SAFE[position] == shared:
                lower = seat if lower == NOBODY else lower
                higher = seat
    return lower if word & shared << LATE != 0 else higher
