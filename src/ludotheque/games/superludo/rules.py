"""The rules of Superludo as kernels on one record: see RULES.md for the numbers CA-1 … CA-32."""

from ludotheque.core.contract import Moves, State, whole
from ludotheque.core.turns import (
    DESERTED,
    NOBODY,
    WON,
    depart,
    open_turns,
    pass_on,
)
from ludotheque.games.superludo.board import (
    BARRIER,
    EXIT,
    GOAL,
    HOME,
    LATE,
    MARKS,
    MOUTH,
    PAWNS,
    QUARTERS,
    SAFE,
    SEATS,
)
from ludotheque.games.superludo.lot import close_lot, draw_lot, leave_lot, open_lot
from ludotheque.games.superludo.reckoning import RECKONED, reckon
from ludotheque.games.superludo.record import (
    ACTIONS,
    ARRIVED,
    COMING_OUT,
    EATEN,
    ENOUGH,
    NO_PAWN,
    SECOND,
    STATE,
)
from ludotheque.games.superludo.standing import rank, score
from ludotheque.games.superludo.traits import TRAITS, observe
from ludotheque.games.superludo.ways import (
    EACH_BYTE,
    corner,
    find_playable,
    is_barrier,
    pawns_at,
    standing_barrier,
    strangers,
)

OUTCOMES = 36  # two dice, in order
LONGEST = 10_000  # steps; ten times what has been seen
NOT_OURS = ("CA-29", "CA-30")  # rooms and points: the house's


def setup(state: State) -> None:
    for seat in range(SEATS):
        for pawn in range(PAWNS):
            is_out = pawn == 0 and seat < state.seats and state.initial_pawn != 0  # CA-4
            state.pawns[seat, pawn] = EXIT if is_out else HOME
        state.crowded[seat] = 0
    open_turns(state)
    open_lot(state)
    settle(state)


def settle(state: State) -> None:
    """Nothing is in hand or remembered of a turn."""
    state.hand[0] = 0
    state.hand[1] = 0
    state.bonus = 0
    state.streak = 0
    state.moved = 0
    state.barred = 0
    state.stood = 0
    state.playable = 0


def waiting(state: State) -> int:
    return whole(state.playable != 0) << (whole(state.turn) & 3)


def outcomes(state: State) -> int:
    return 6 if state.dice == 1 or state.turn == NOBODY else 36  # CA-12


def weight(state: State, outcome: int) -> int:
    return 1


def happen(state: State, outcome: int) -> None:
    if state.turn == NOBODY:
        draw_lot(state, outcome + 1)
    elif state.dice == 1:
        roll(state, outcome + 1, 0, outcome + 1 == 6)  # CA-7
    else:
        first, second = outcome // 6 + 1, outcome % 6 + 1
        roll(state, first, second, first == second)  # CA-11


def roll(state: State, first: int, second: int, again: bool) -> None:
    state.streak = state.streak + 1 if again else 0
    if state.streak == ENOUGH:
        turn_back(state)
        pass_turn(state)
        return
    # CA-8, CA-13: judged now, whatever comes out of home in this roll.
    home = pawns_at(state, state.turn, HOME)
    six = 6 + whole((home == 0) & (state.six_counts_seven != 0))
    state.hand[0] = first if first != 6 else six
    state.hand[1] = second if second != 6 else six
    go_on(state)


def turn_back(state: State) -> None:
    """CA-9: the pawn last moved goes home, unless it is in its corridor or goal."""
    if state.moved != 0 and state.pawns[state.turn, state.moved - 1] <= MOUTH:
        send_home(state, state.turn, state.moved - 1)


def send_home(state: State, seat: int, pawn: int) -> None:
    forget(state, seat, state.pawns[seat, pawn])
    put(state, seat, pawn, HOME)


def put(state: State, seat: int, pawn: int, position: int) -> None:
    """A pawn's byte of its seat's word: written alone, it would hold up whoever reads the word."""
    shift = 8 * whole(pawn)
    state.rows[seat] = whole(state.rows[seat]) & ~(0xFF << shift) | position << shift


def forget(state: State, seat: int, position: int) -> None:
    """A pawn goes from there: nobody shares that square any longer."""
    state.crowded[quarter_of(state, seat, position)] &= ~MARKS[position]


def quarter_of(state: State, seat: int, position: int) -> int:
    """The word of ``crowded`` that speaks of the square of a seat's position."""
    return QUARTERS[corner(state, whole(seat)), position]


def go_on(state: State) -> None:
    """Wait for a choice where there is one; what cannot be played is lost (CA-6, CA-20)."""
    playable = 0
    while playable == 0 and (state.bonus != 0 or state.hand[0] != 0):
        playable = find_playable(state)
        if playable == 0:
            lose(state)
    state.playable = playable
    if playable == 0:
        if state.streak == 0:  # CA-7, CA-11: else the same seat rolls again
            pass_turn(state)


def lose(state: State) -> None:
    """The bonus, or else what is left of the roll."""
    if state.bonus != 0:
        state.bonus = 0
    else:
        state.hand[0] = 0
        state.hand[1] = 0
        state.barred = 0
        state.stood = 0


def pass_turn(state: State) -> None:
    """CA-5: to the next seat that has not left."""
    settle(state)
    pass_on(state)


def legal(state: State, seat: int, moves: Moves) -> int:
    playable = whole(state.playable)
    count = 0
    for action in range(ACTIONS):
        moves[count] = action
        count += playable >> action & 1
    return count


def play(state: State, seat: int, action: int) -> None:
    pawn = whole(action) % PAWNS
    start = whole(state.pawns[seat, pawn])
    end = destination(state, seat, action)
    spend(state, seat, action, start)
    forget(state, seat, start)
    there = strangers(state, seat, end)
    if there != 0:
        meet(state, seat, start, end, there)
    if pawns_at(state, seat, end) != 0:
        state.crowded[quarter_of(state, seat, end)] |= BARRIER[end]  # CA-14
    put(state, seat, pawn, end)
    state.moved = pawn + 1
    if end == GOAL:
        state.bonus = ARRIVED  # CA-25
        if has_won(state, seat):
            finish(state, WON)  # CA-27; CA-25: no bonus then
            return
    go_on(state)


def meet(state: State, seat: int, start: int, end: int, there: int) -> None:
    """A pawn comes to a square with foreign ones: it eats one, or shares the square."""
    victim = prey(state, seat, start, end, there)
    if victim != NO_PAWN:
        send_home(state, victim // PAWNS, victim % PAWNS)
        state.bonus = EATEN  # CA-20
    remember(state, seat, end)


def destination(state: State, seat: int, action: int) -> int:
    """Where an action takes its pawn: to the exit, or on by the bonus or by a die."""
    position = whole(state.pawns[seat, action % PAWNS])
    bonus, die = whole(state.bonus), whole(state.hand[action // SECOND])
    count = bonus if bonus != 0 else die
    return EXIT if position == HOME else position + count


def captured(state: State, seat: int, start: int, end: int) -> int:
    """The pawn that a move of the seat would eat, as 4·seat + pawn; NO_PAWN if none."""
    return prey(state, seat, start, end, strangers(state, seat, end))


def prey(state: State, seat: int, start: int, end: int, there: int) -> int:
    """Which of the foreign pawns on the square is eaten."""
    if SAFE[end] != 0:
        own = pawns_at(state, seat, EXIT)
        # CA-22: only by coming out onto two pawns; CA-23: one foreign pawn stays.
        if start != HOME or (own == 0 and there & there - 1 == 0):
            return NO_PAWN
    late = state.crowded[quarter_of(state, seat, end)] & SAFE[end] << LATE
    return last_arrived(there, late)


def last_arrived(there: int, late: int) -> int:
    """Of the foreign pawns on a square the one that arrived last, as 4·seat + pawn."""
    last = NO_PAWN
    for other in range(SEATS):
        for pawn in range(PAWNS - 1, -1, -1):
            if there >> 8 * pawn + 7 - other & 1:
                # The higher seat, unless it is marked; of one colour the lowest number.
                if last == NO_PAWN or last // PAWNS == other or late == 0:
                    last = PAWNS * other + pawn
    return last


def spend(state: State, seat: int, action: int, start: int) -> None:
    """The bonus or the die is used up; the first die of a double ties the second."""
    if state.bonus != 0:
        state.bonus = 0
        if start == state.stood:
            state.stood = 0  # CA-19: that barrier stands no longer
        return
    first, second = whole(state.hand[0]), whole(state.hand[1])
    state.barred = 0
    state.stood = 0
    if state.streak != 0 and second != 0:
        tie(state, seat, action % PAWNS)
    both = start == HOME and first + second == COMING_OUT  # CA-12
    state.hand[0] = 0 if both else second if action < SECOND else first
    state.hand[1] = 0


def tie(state: State, seat: int, pawn: int) -> None:
    """What the first die of a double does to the second."""
    if state.pawns[seat, pawn] == HOME:
        state.stood = standing_barrier(state, seat)  # CA-19
        return
    for other in range(PAWNS):
        if other != pawn and is_barrier(state, seat, other, pawn):
            state.barred = other + 1  # CA-18


def remember(state: State, seat: int, end: int) -> None:
    """Note who arrived last where two colours share a square."""
    there = strangers(state, seat, end)
    if there == 0:
        return
    quarter = quarter_of(state, seat, end)
    state.crowded[quarter] |= SAFE[end]  # CA-23
    seats = there | there >> 8 | there >> 16 | there >> 24
    if seats & (1 << 7 - seat) - 1:  # a bit 7 − other: that seat is above the arriving one
        state.crowded[quarter] |= SAFE[end] << LATE


def has_won(state: State, seat: int) -> bool:
    """CA-27: all four pawns in the goal."""
    return whole(state.rows[seat]) == GOAL * EACH_BYTE


def leave(state: State, seat: int) -> None:
    """CA-32: with two sides the other one has won, else the seat's pawns are taken off."""
    depart(state, seat)
    if state.seats == 2 or state.couples != 0:
        finish(state, DESERTED)
        return
    for pawn in range(PAWNS):
        send_home(state, seat, pawn)
    if state.ended != 0:
        finish(state, DESERTED)
    elif state.turn == NOBODY:
        leave_lot(state, seat)
    elif state.turn == seat:
        pass_turn(state)
    elif state.playable != 0:
        state.playable = find_playable(state)  # what stood in the way may be gone


def finish(state: State, how: int) -> None:
    state.ended = how
    break_off(state)


def break_off(state: State) -> None:
    close_lot(state)
    settle(state)
