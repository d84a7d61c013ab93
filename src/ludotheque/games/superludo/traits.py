"""What a seat sees in Superludo, trait by trait, as a kernel that lists those that hold.

Seats are told by their corners, clockwise from one's own: with three players the empty corner
lies differently for each. Of two colours on a safe square it counts who arrived last only where
somebody may come out onto them (CA-22): on the exits.
"""

from ludotheque.core.contract import Seen, State, whole
from ludotheque.core.traits import EACH_LANE, Traits, list_bits, list_row
from ludotheque.core.turns import NOBODY
from ludotheque.games.superludo.board import GOAL, PAWNS, POSITIONS, SEATS, SHARED
from ludotheque.games.superludo.record import EATEN, ENOUGH, OUT
from ludotheque.games.superludo.standing import last_in
from ludotheque.games.superludo.ways import corner

PLACES = ("home", *range(1, GOAL), "goal")
CORNERS = ("mine", "1 corner on", "2 corners on", "3 corners on")
HIGHEST = 7  # CA-8, CA-13: what a die may count
EXIT_OFFSET = 0  # of a quarter's squares

TRAITS = Traits()
OWN = TRAITS.group("my pawn {} at {}", range(1, PAWNS + 1), PLACES, most=PAWNS)
OTHERS = TRAITS.group(
    "{} at {}: {} or more", CORNERS[1:], PLACES, range(1, PAWNS + 1),
    most=lambda seats: (seats - 1) * PAWNS,
)  # fmt: skip
ARRIVED = TRAITS.group("exit {}: last came {}", CORNERS, CORNERS, most=SEATS)
TURN = TRAITS.group("turn: {}", CORNERS)
SEAT = TRAITS.group("lot: I am seat {}", range(1, SEATS + 1))
LOT = TRAITS.group(
    "lot, {}: {}", CORNERS, (*range(1, OUT), "out"), most=lambda seats: seats
)  # fmt: skip
HAND = TRAITS.group("die {}: {}", ("one", "two"), range(1, HIGHEST + 1), most=2)
BONUS = TRAITS.group("bonus: {}", (10, EATEN))
STREAK = TRAITS.group("sixes or doubles in a row: {} or more", range(1, ENOUGH), most=ENOUGH - 1)
MOVED = TRAITS.group("moved last: my pawn {}", range(1, PAWNS + 1))
MOVED_AT = TRAITS.group("moved last: theirs at {}", PLACES)
BARRED = TRAITS.group("may not move: my pawn {}", range(1, PAWNS + 1))
BARRED_AT = TRAITS.group("may not move: theirs at {}", PLACES)
STOOD = TRAITS.group("to be broken: the barrier at {}", PLACES)
GONE = TRAITS.group("left: {}", CORNERS, most=lambda seats: seats)
ENDED = TRAITS.group("ended: {}", ("agreed", "deserted", "won"))


def observe(state: State, seat: int, traits: Seen) -> int:
    """Pawns, own ones by number, the turn and what is in hand, then what is rare."""
    count = 0
    for pawn in range(PAWNS):
        traits[count] = OWN + POSITIONS * pawn + whole(state.pawns[seat, pawn])
        count += 1
    gone = 0
    for other in range(state.seats):
        ahead = corner(state, other - seat) & 3
        if state.gone >> other & 1:
            gone |= 1 << ahead
        elif ahead != 0:
            first = OTHERS + PAWNS * POSITIONS * (ahead - 1)
            count = list_row(whole(state.rows[other]), first * EACH_LANE, traits, count)
    count = list_arrivals(state, seat, traits, list_bits(gone, GONE, traits, count))
    if state.ended != 0:
        traits[count] = ENDED + whole(state.ended) - 1
        count += 1
    elif state.turn == NOBODY:
        return list_lot(state, seat, traits, count)
    if state.turn != NOBODY:
        traits[count] = TURN + (corner(state, whole(state.turn) - seat) & 3)
        count = list_hand(state, traits, count + 1)
        count = list_memories(state, seat, traits, count)
    return count


def list_arrivals(state: State, seat: int, traits: Seen, count: int) -> int:
    """Who arrived last on an exit that two colours share."""
    for quarter in range(SEATS):
        if state.crowded[quarter] & SHARED << EXIT_OFFSET:
            ahead = quarter - corner(state, seat) & 3
            last = corner(state, last_in(state, quarter, EXIT_OFFSET) - seat) & 3
            traits[count] = ARRIVED + SEATS * ahead + last
            count += 1
    return count


def list_lot(state: State, seat: int, traits: Seen, count: int) -> int:
    """CA-3: what each threw; who throws next, or again, goes by the seats' own numbers."""
    traits[count] = SEAT + seat
    count += 1
    for other in range(state.seats):
        if state.lot[other] != 0:
            ahead = corner(state, other - seat) & 3
            traits[count] = LOT + OUT * ahead + whole(state.lot[other]) - 1
            count += 1
    return count


def list_hand(state: State, traits: Seen, count: int) -> int:
    """What is to be played, and how many sixes or doubles there were."""
    for die in range(2):
        if state.hand[die] != 0:
            traits[count] = HAND + HIGHEST * die + whole(state.hand[die]) - 1
            count += 1
    if state.bonus != 0:
        traits[count] = BONUS + (state.bonus == EATEN)
        count += 1
    for step in range(state.streak):
        traits[count] = STREAK + step
        count += 1
    return count


def list_memories(state: State, seat: int, traits: Seen, count: int) -> int:
    """What the turn remembers of pawns: one's own by number, another's by its position."""
    is_own = state.turn == seat
    if state.moved != 0:
        pawn = whole(state.moved) - 1
        position = whole(state.pawns[state.turn, pawn])
        traits[count] = MOVED + pawn if is_own else MOVED_AT + position
        count += 1
    if state.barred != 0:
        pawn = whole(state.barred) - 1
        position = whole(state.pawns[state.turn, pawn])
        traits[count] = BARRED + pawn if is_own else BARRED_AT + position
        count += 1
    if state.stood != 0:
        traits[count] = STOOD + whole(state.stood)
        count += 1
    return count
