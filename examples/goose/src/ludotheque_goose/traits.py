"""What a seat sees of the Goose, trait by trait: seats are told from one's own on."""

from ludotheque.core.contract import Seen, State, whole
from ludotheque.core.traits import Traits, list_bits
from ludotheque.core.turns import NOBODY
from ludotheque_goose.board import END, PAWNS, WAITS

HELD = 1 + max(WAITS.values())  # a pawn has to wait 0 … 3 turns
PLACES = tuple(
    f"{square}, {held} turns to wait" for square in range(END + 1) for held in range(HELD)
)
SPOTS = len(PLACES)
NAMES = ("mine", "next seat", "2 seats on", "3 seats on")

TRAITS = Traits()
OWN = TRAITS.group("my pawn {} on {}", range(1, PAWNS + 1), PLACES, most=PAWNS)
OTHERS = TRAITS.group(
    "{} on {}: {} or more", NAMES[1:], PLACES, range(1, PAWNS + 1),
    most=lambda seats: (seats - 1) * PAWNS,
)  # fmt: skip
DICE = TRAITS.group("die {}: {}", ("one", "two"), range(1, 7), most=2)
TURN = TRAITS.group("turn: {}", NAMES)
GONE = TRAITS.group("left: {}", NAMES, most=lambda seats: seats)
ENDED = TRAITS.group("ended: {}", ("agreed", "deserted", "won"))


def observe(state: State, seat: int, traits: Seen) -> int:
    """One's own pawns by number, since actions are numbers; those of others by count."""
    count, gone, seats = 0, 0, whole(state.seats)
    for ahead in range(seats):
        owner = (seat + ahead) % seats
        gone |= (whole(state.gone) >> owner & 1) << ahead
        one, other = place(state, owner, 0), place(state, owner, 1)
        if ahead == 0:
            traits[0] = OWN + one
            traits[1] = OWN + SPOTS + other
        else:
            first = OTHERS + SPOTS * PAWNS * (ahead - 1)
            traits[count] = first + PAWNS * one
            traits[count + 1] = first + PAWNS * other + (one == other)
        count += PAWNS
    return list_table(state, seat, traits, list_bits(gone, GONE, traits, count))


def place(state: State, seat: int, pawn: int) -> int:
    """Where a pawn stands and how long, as one number."""
    return HELD * whole(state.pawns[seat, pawn]) + whole(state.held[seat, pawn])


def list_table(state: State, seat: int, traits: Seen, count: int) -> int:
    """The dice, the turn, the end."""
    for die in range(2):
        if state.dice[die] != 0:
            traits[count] = DICE + 6 * die + whole(state.dice[die]) - 1
            count += 1
    if state.turn != NOBODY:
        traits[count] = TURN + (whole(state.turn) - seat) % whole(state.seats)
        count += 1
    if state.ended != 0:
        traits[count] = ENDED + whole(state.ended) - 1
        count += 1
    return count
