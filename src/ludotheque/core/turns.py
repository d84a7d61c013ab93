"""The frame that games share: whose turn it is, who left, how the game ended, who ranks where.

A game with ordinary turns puts :data:`FIELDS` into its record, has the kernels in
:data:`DEFAULTS` without writing them, and imports from here what its own kernels call; one that
needs something else writes that one function. Every record has ``seats``, ``gone`` and
``ended``; where all play at once there is no ``turn``.

The first half are kernels, the second half reads and writes positions.
"""

from typing import Any

from ludotheque.core.contract import Kernel, Numbers, State, whole
from ludotheque.core.errors import BadPosition
from ludotheque.core.positions import Reader

FIELDS: list[tuple[Any, ...]] = [
    ("turn", "u1"),  # the seat that rolls or moves; NOBODY before the lot
    ("gone", "u1"),  # bit mask of the seats that left
    ("ended", "u1"),  # how the game ended, 0 while it lasts
]

NOBODY = 255  # no seat
# How a game can end, in ``ended``. A game may number more of its own from WON on.
AGREED, DESERTED, WON = 1, 2, 3

_RANK_BITS = 4  # room for a rank below the points
LAST = -(1 << 26)  # what counts for the points of a seat that left: fewer than anybody has


def open_turns(state: State) -> None:
    """Nobody has begun, nobody has left."""
    state.turn = NOBODY
    state.gone = 0
    state.ended = 0


def is_over(state: State) -> bool:
    """Whether the game has ended."""
    return state.ended != 0


def has_left(state: State, seat: int) -> bool:
    """Whether the seat was taken out of the game."""
    return state.gone >> seat & 1 != 0


def roller(state: State) -> int:
    """The seat whose turn it is; −1 before the lot."""
    return -1 if state.turn == NOBODY else whole(state.turn)


def conceal(state: State, seat: int) -> None:
    """Nothing is hidden."""


# Kernels of the contract that a game need not write itself: these are its own then.
DEFAULTS: dict[str, Kernel] = {
    kernel.__name__: kernel for kernel in (is_over, has_left, roller, conceal)
}


def may_begin(state: State, seat: int) -> int:
    """The weight of a seat in the lot that names who begins: 1, or 0 where it has left."""
    return 1 - (whole(state.gone) >> seat & 1)


def pass_on(state: State) -> None:
    """The turn goes to the next seat that has not left."""
    seat = state.turn + 1
    if seat >= state.seats:
        seat = 0
    while state.gone >> seat & 1:
        seat += 1
        if seat >= state.seats:
            seat = 0
    state.turn = seat


def staying(state: State) -> int:
    """How many seats have not left."""
    count = 0
    for seat in range(state.seats):
        count += not has_left(state, seat)
    return count


def depart(state: State, seat: int) -> None:
    """A seat leaves; the last one left wins."""
    state.gone = whole(state.gone) | 1 << seat
    if staying(state) == 1:
        state.ended = DESERTED


def winner(state: State) -> int:
    """Who has won a game that is over: whose turn it is, or the last one left."""
    if state.ended != DESERTED:
        return whole(state.turn)
    seat = 0
    while has_left(state, seat):
        seat += 1
    return seat


def rank_points(state: State, out: Numbers) -> None:
    """Turn the points in ``out``, the more the better, into ranks from 1.

    Equal points share the better rank; those who left come after everybody else.
    """
    for seat in range(state.seats):
        points = LAST if has_left(state, seat) else whole(out[seat])
        out[seat] = points << _RANK_BITS
    for seat in range(state.seats):
        for other in range(state.seats):
            out[seat] += (out[other] >> _RANK_BITS) > (out[seat] >> _RANK_BITS)
    for seat in range(state.seats):
        out[seat] = 1 + (out[seat] & (1 << _RANK_BITS) - 1)


def turn_number(state: State) -> int:
    """Whose turn a position names: a seat from 1, 0 before the lot."""
    return 0 if state.turn == NOBODY else int(state.turn) + 1


def departures(state: State) -> dict[str, Any]:
    """The key ``left`` of a position: the seats that have left, where there are any."""
    left = [seat + 1 for seat in range(int(state.seats)) if has_left(state, seat)]
    return {"left": left} if left else {}


def read_turns(state: State, reader: Reader) -> None:
    """Read ``turn`` and ``left``; somebody must have stayed, and has won if nobody else did."""
    seats = int(state.seats)
    turn = reader.whole("turn", 1, seats, default=1, zero="before the lot")
    state.turn = turn - 1 if turn else NOBODY
    for seat in reader.seats("left", seats):
        state.gone |= 1 << (seat - 1)
    if staying(state) < 1:
        raise BadPosition("left: somebody must have stayed")
    if staying(state) == 1:
        state.ended = DESERTED


def judge_turn(state: State) -> None:
    """Refuse the turn of a seat that has left, in a game that goes on."""
    if not state.ended and state.turn != NOBODY and has_left(state, int(state.turn)):
        raise BadPosition(f"turn: seat {state.turn + 1} has left")
