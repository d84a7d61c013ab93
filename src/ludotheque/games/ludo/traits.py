"""What a seat sees in Ludo, trait by trait, as a kernel that lists those that hold.

Seats are told by their corners, clockwise from one's own: with three players the empty corner
lies differently for each, and captures depend on it.
"""

from ludotheque.core.contract import Seen, State, whole
from ludotheque.core.traits import (
    EACH_LANE,
    LANE,
    Traits,
    in_lanes,
    list_bits,
    list_lanes,
    list_pieces,
    list_row,
)
from ludotheque.core.turns import NOBODY, has_left
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


# The first trait of each of one's own pawns, a lane each.
OWN_LANES = sum(OWN + POSITIONS * pawn << LANE * pawn for pawn in range(PAWNS))


def observe(state: State, seat: int, traits: Seen) -> int:
    """Pawns, own ones by number, then the turn and what is on the table."""
    if state.seats == SEATS and state.each == PAWNS and state.gone == 0 and state.turn != NOBODY:
        count = list_full_board(state, seat, traits)
    else:
        count = list_pawns(state, seat, traits)
    return list_table(state, traits, count)


def list_full_board(state: State, seat: int, traits: Seen) -> int:
    """Pawns and turn where nothing is missing, as in most games: each seat's four at once."""
    count = list_lanes(in_lanes(whole(state.rows[seat])) + OWN_LANES, traits, 0)
    for ahead in range(1, SEATS):
        row = whole(state.rows[seat + ahead & 3])
        count = list_row(row, first_of(ahead) * EACH_LANE, traits, count)
    traits[count] = TURN + (whole(state.turn) - seat & 3)
    return count + 1


def list_pawns(state: State, seat: int, traits: Seen) -> int:
    """The pawns of however many players, but for those who left."""
    seats, used = whole(state.seats), whole(state.each)
    for pawn in range(used):
        traits[pawn] = OWN + POSITIONS * pawn + whole(state.pawns[seat, pawn])
    count = used
    for turns in range(1, seats):
        other = seat + turns if seat + turns < seats else seat + turns - seats
        if not has_left(state, other):
            first = first_of(corners_ahead(state, seat, other))
            count = list_pieces(state.pawns, other, used, PAWNS, first, traits, count)
    if state.turn != NOBODY:
        traits[count] = TURN + corners_ahead(state, seat, whole(state.turn))
        count += 1
    return list_gone(state, seat, traits, count)


def first_of(ahead: int) -> int:
    """The first trait of the pawns of a seat so many corners on."""
    return OTHERS + PAWNS * POSITIONS * (ahead - 1)


def corners_ahead(state: State, seat: int, other: int) -> int:
    """How many corners clockwise of a seat another one sits (LC-1)."""
    return (other - seat) * (2 if state.seats == 2 else 1) & 3


def list_gone(state: State, seat: int, traits: Seen, count: int) -> int:
    """Who left, from one's own corner on."""
    gone = 0
    for other in range(state.seats):
        if has_left(state, other):
            gone |= 1 << corners_ahead(state, seat, other)
    return list_bits(gone, GONE, traits, count)


def list_table(state: State, traits: Seen, count: int) -> int:
    """What is pending, and how the game ended."""
    if state.die != 0:
        traits[count] = DIE + whole(state.die) - 1
        count += 1
    if state.sixes > 0:
        traits[count] = SIXES
        count += 1
    if state.sixes > 1:
        traits[count] = SIXES + 1
        count += 1
    if state.extra != 0:
        traits[count] = EXTRA + whole(state.extra) - 1
        count += 1
    if state.ended != 0:
        traits[count] = ENDED + whole(state.ended) - 1
        count += 1
    return count
