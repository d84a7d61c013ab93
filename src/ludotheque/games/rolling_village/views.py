"""Work that is not finished yet: taking it back, and hiding it (RV-1)."""

from ludotheque.core.contract import State, whole
from ludotheque.games.rolling_village.board import CELLS
from ludotheque.games.rolling_village.record import BONUS, BONUSES, FIRST_AVENUE, STEPS


def can_undo(state: State, seat: int) -> bool:
    """Whether the seat has done anything since the roll, in a round that is not scored yet."""
    return state.done[seat, 0] != 0


def undo(state: State, seat: int) -> None:
    """Take back all that the seat did since the roll; nothing where it did nothing.

    Nobody has seen it and no die has fallen since, so that a seat may do so at any time
    until the last one finishes the round, even when it has finished itself.
    """
    for k in range(STEPS):
        action = whole(state.done[seat, k]) - 1
        if 0 <= action < FIRST_AVENUE:
            kind, bit = action // CELLS, 1 << action % CELLS
            state.built[seat, kind] = whole(state.built[seat, kind]) & ~bit
        state.done[seat, k] = 0
    hidden = hidden_bonus(state, seat)
    if hidden >= 0:
        state.bonus[seat, hidden] = 0
    state.todo[seat] = state.owed[seat]


def hidden_bonus(state: State, seat: int) -> int:
    """Which of the seat's bonuses was taken since the roll; −1: none was."""
    if whole(state.owed[seat]) & ~whole(state.todo[seat]) & BONUS == 0:
        return -1
    last = BONUSES - 1
    while state.bonus[seat, last] == 0:
        last -= 1
    return last


def conceal(state: State, seat: int) -> None:
    """RV-1: what the others did since the roll is as if it had not happened yet."""
    for other in range(state.seats):
        if other != seat:
            undo(state, other)
