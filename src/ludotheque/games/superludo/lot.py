"""The lot that names the first player (CA-3), as kernels on the record."""

from ludotheque.core.contract import State, whole
from ludotheque.core.turns import has_left
from ludotheque.games.superludo.board import SEATS
from ludotheque.games.superludo.record import OUT


def open_lot(state: State) -> None:
    """Everybody who plays and has not left is to throw."""
    for seat in range(SEATS):
        is_playing = seat < state.seats and not has_left(state, seat)
        state.lot[seat] = 0 if is_playing else OUT


def close_lot(state: State) -> None:
    """Nothing is left of the lot."""
    for seat in range(SEATS):
        state.lot[seat] = 0


def draw_lot(state: State, die: int) -> None:
    """The next seat throws, in seat order."""
    seat = 0
    while state.lot[seat] != 0:
        seat += 1
    state.lot[seat] = die
    decide_lot(state)


def leave_lot(state: State, seat: int) -> None:
    """The lot goes on without a seat."""
    state.lot[seat] = OUT
    decide_lot(state)


def decide_lot(state: State) -> None:
    """When all have thrown the highest begins, or those tied throw again.

    Nobody throws alone: who is the only one left in the lot begins.
    """
    best, running, owing = 0, 0, 0
    for seat in range(SEATS):
        if state.lot[seat] != OUT:
            best = max(best, whole(state.lot[seat]))
            running += 1
            owing += state.lot[seat] == 0
    if owing != 0 and running > 1:
        return
    first, tied = 0, 0
    for seat in range(SEATS):
        is_tied = state.lot[seat] == best
        state.lot[seat] = 0 if is_tied else OUT
        first = seat if is_tied else first
        tied += is_tied
    if tied == 1:
        close_lot(state)
        state.turn = first
