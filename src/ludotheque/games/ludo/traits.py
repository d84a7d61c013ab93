"""What a seat sees in Ludo, trait by trait, as a kernel that lists those that hold.

Seats are told by their corners, clockwise from one's own: with three players the empty corner
lies differently for each, and captures depend on it.
"""

from ludotheque.core.contract import Seen, State, whole
from ludotheque.core.traits import Traits, list_bits, list_pieces
from ludotheque.core.turns import NOBODY
from ludotheque.games.ludo.board import FINAL, PAWNS, POSITIONS, SEATS

PLACES = ("base", *range(1, FINAL), "final")
CORNERS = ("mine", "1 corner on", "2 corners on", "3 corners on")
MOST_EXTRA = SEATS * PAWNS  # a turn captures every pawn of the others, and one's own arrive

TRAITS = Traits()
OWN = TRAITS.group("my pawn {} at {}", range(1, PAWNS + 1), PLACES, most=PAWNS)
OTHERS = TRAITS.group(
    "{} at {}: {} or more", CORNERS[1:], PLACES, range(1, PAWNS + 1),
    most=lambda seats: (seats - 1) * PAWNS,
)  # fmt: skip
TURN = TRAITS.group("turn: {}", CORNERS)
DIE = TRAITS.group("die: {}", range(1, 7))
SIXES = TRAITS.group("sixes in a row: at least {}", range(1, 3), most=2)
EXTRA = TRAITS.group("extra turns: {}", range(1, MOST_EXTRA + 1))
GONE = TRAITS.group("left: {}", CORNERS, most=lambda seats: seats)
ENDED = TRAITS.group("ended: {}", ("agreed", "deserted", "won"))


def observe(state: State, seat: int, traits: Seen) -> int:
    """Pawns, own ones by number, then the turn and what is on the table."""
    seats, used = whole(state.seats), whole(state.each)
    count = used
    for pawn in range(PAWNS):
        if pawn < used:
            traits[pawn] = OWN + POSITIONS * pawn + whole(state.pawns[seat, pawn])
    corners = 2 if seats == 2 else 1  # LC-1: between one seat and the next
    gone = whole(state.gone) >> seat & 1
    for turns in range(1, seats):
        other = seat + turns if seat + turns < seats else seat + turns - seats
        ahead = (other - seat) * corners & 3
        if state.gone >> other & 1:
            gone |= 1 << ahead
        else:
            first = OTHERS + PAWNS * POSITIONS * (ahead - 1)
            count = list_pieces(state.pawns, other, used, PAWNS, first, traits, count)
    if state.turn != NOBODY:
        traits[count] = TURN + ((whole(state.turn) - seat) * corners & 3)
        count += 1
    return list_table(state, traits, list_bits(gone, GONE, traits, count))


def list_table(state: State, traits: Seen, count: int) -> int:
    """What is pending, and how the game ended."""
    if state.die != 0:
        traits[count] = DIE + whole(state.die) - 1
        count += 1
    for step in range(state.sixes):
        traits[count] = SIXES + step
        count += 1
    if state.extra != 0:
        traits[count] = EXTRA + whole(state.extra) - 1
        count += 1
    if state.ended != 0:
        traits[count] = ENDED + whole(state.ended) - 1
        count += 1
    return count
