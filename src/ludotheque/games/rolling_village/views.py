"""Work that is not finished yet: taking it back, hiding it (RV-1), and what a seat sees."""

from ludotheque.core.contract import Numbers, State, whole
from ludotheque.core.turns import has_left
from ludotheque.games.rolling_village.board import CELLS, KINDS
from ludotheque.games.rolling_village.projects import may_be_bonus
from ludotheque.games.rolling_village.record import BONUS, BONUSES, FIRST_AVENUE, SEATS, STEPS
from ludotheque.games.rolling_village.scoring import points

SEEN = CELLS + KINDS + 2  # the numbers that observe() writes of each seat
OBSERVED = SEATS * SEEN + STEPS + 4


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


def observe(state: State, seat: int, out: Numbers) -> None:
    """Each seat from one's own on; then one's steps to take, the round, the dice, the seats.

    Of a seat: the kind on each cell (−1 none), the kinds that may still be a bonus, its
    points, whether it plays. What the others did since the roll is left out.
    """
    for ahead in range(SEATS):
        owner = (seat + ahead) % whole(state.seats)
        observe_sheet(state, owner, ahead, out)
        observe_standing(state, owner, ahead, out)
    at = SEATS * SEEN
    for step in range(STEPS):
        out[at + step] = whole(state.todo[seat]) >> step & 1
    out[at + STEPS] = state.stage
    out[at + STEPS + 1] = state.dice[0]
    out[at + STEPS + 2] = state.dice[1]
    out[at + STEPS + 3] = state.seats


def observe_sheet(state: State, owner: int, ahead: int, out: Numbers) -> None:
    """The kinds on a seat's cells."""
    at = ahead * SEEN
    for cell in range(CELLS):
        out[at + cell] = -1
    for kind in range(KINDS):
        cells = seen_cells(state, owner, kind, ahead == 0) if ahead < state.seats else 0
        for cell in range(CELLS):
            if cells >> cell & 1:
                out[at + cell] = kind


def observe_standing(state: State, owner: int, ahead: int, out: Numbers) -> None:
    """A seat's bonuses and points."""
    at = ahead * SEEN + CELLS
    plays = ahead < state.seats and not has_left(state, owner)
    hidden = hidden_bonus(state, owner) if ahead > 0 else -1
    for kind in range(KINDS):
        free = may_be_bonus(state, owner, kind)
        if hidden >= 0 and state.bonus[owner, hidden] == kind + 1:
            free = True
        out[at + kind] = plays and free
    out[at + KINDS] = points(state, owner) if ahead < state.seats else 0
    out[at + KINDS + 1] = plays


def seen_cells(state: State, owner: int, kind: int, own: bool) -> int:
    """The cells with a kind that a seat sees on its own sheet or on another's."""
    cells = whole(state.built[owner, kind])
    if not own:
        for k in range(STEPS):
            action = whole(state.done[owner, k]) - 1
            if 0 <= action < FIRST_AVENUE and action // CELLS == kind:
                cells &= ~(1 << action % CELLS)
    return cells
