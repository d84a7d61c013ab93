"""The rules of Ludoville as kernels on one record: see RULES.md for the numbers LV-1 … LV-26.

Here are the turns, the pile, the disasters and the ends. What may stand where is in
``town``, the points are in ``standing``, what a seat sees in ``traits``.
"""

from ludotheque.core.bits import lowest_bit
from ludotheque.core.contract import Moves, State, whole
from ludotheque.core.turns import (
    DESERTED,
    NOBODY,
    depart,
    has_left,
    may_begin,
    open_turns,
    staying,
)
from ludotheque.games.ludoville.board import (
    BITS,
    CELLS,
    CHURCH,
    GATE,
    NOWHERE,
    QUARTER,
    SUBURB,
    WALL,
    WORDS,
    Mask,
)
from ludotheque.games.ludoville.counting import MASKS, can_place, count_legal, nth_legal
from ludotheque.games.ludoville.masks import NONE, size, write_moves
from ludotheque.games.ludoville.reckoning import RECKONED, reckon
from ludotheque.games.ludoville.record import (
    ACTIONS,
    BUILT,
    DESTROY,
    DIE,
    DISASTER_ROUNDS,
    DONE,
    DRAW,
    FIRST_DESTROY,
    GATES,
    LAST_ROUND,
    LOT,
    OVER,
    PASS,
    PLACE,
    QUARTERS,
    QUIET,
    ROLL,
    ROUNDS,
    SEATS,
    SIEGE,
    START_ROUNDS,
    STATE,
    STRIKES,
    SUBURBS,
    TARGET_KINDS,
    TARGETS,
    TILES,
    WALLS,
)
from ludotheque.games.ludoville.standing import rank, score
from ludotheque.games.ludoville.town import (
    complete_suburbs,
    condemned,
    kinds_with_places,
    lay,
    lift,
    places,
    stands,
    starts_town,
    suburb_at,
    survey,
    survey_after,
    target_cells,
)
from ludotheque.games.ludoville.traits import PRINTED, TRAITS, observe, printed

OUTCOMES = DIE
IN_STEP = True  # a turn is a draw and a placement, or a die and losses, in every game
# LV-26: in a turn a die and three losses, or a draw and two tiles; a lot and a founder's draw.
LONGEST = 4 * SEATS * ROUNDS + 3


def setup(state: State) -> None:
    for word in range(WORDS):
        for kind in range(TILES):
            state.tiles[kind, word] = NONE
        state.covered[word] = NONE
    for kind in range(TILES):
        state.pile[kind] = state.counts[kind]
        for seat in range(SEATS):
            state.hands[seat, kind] = 0
    for seat in range(SEATS):
        state.held[seat] = 0
    state.start = NOWHERE
    state.round_number = 1
    state.first = NOBODY
    open_turns(state)  # LV-25: the first is drawn by lot
    state.stage = LOT
    clear(state)
    survey(state)


def clear(state: State) -> None:
    """Nothing is pending."""
    for target in range(TARGETS):
        state.due[target] = 0
    state.disaster = 0
    state.placed_turn = 0
    state.placed_round = 0


def waiting(state: State) -> int:
    if state.stage == PLACE or state.stage == DESTROY:
        return 1 << whole(state.turn)
    return 0


def outcomes(state: State) -> int:
    if state.stage == LOT:
        return whole(state.seats)
    if state.stage == ROLL:
        return DIE
    return TILES


def weight(state: State, outcome: int) -> int:
    if state.stage == LOT:
        return may_begin(state, outcome)
    if state.stage == ROLL:
        return 1
    return whole(state.pile[outcome]) if may_draw(state, outcome) else 0


def may_draw(state: State, kind: int) -> bool:
    """LV-3: after three rounds without a start tile, one of them is taken out of the pile."""
    return state.start != NOWHERE or state.round_number <= START_ROUNDS or starts_town(state, kind)


def total_weight(state: State) -> int:
    if state.stage == LOT:
        return staying(state)
    if state.stage == ROLL:
        return DIE
    total = 0
    for kind in range(TILES):
        total += whole(state.pile[kind]) * may_draw(state, kind)
    return total


def outcome_at(state: State, place: int) -> int:
    if state.stage == LOT:
        seat, left = 0, place
        while left >= may_begin(state, seat):
            left -= may_begin(state, seat)
            seat += 1
        return seat
    if state.stage == ROLL:
        return place
    kind, passed = 0, 0
    for each in range(TILES - 1):
        passed += whole(state.pile[each]) * may_draw(state, each)
        kind += place >= passed
    return kind


def happen(state: State, outcome: int) -> None:
    if state.stage == LOT:
        state.first = outcome
        state.turn = outcome
        state.stage = DRAW
        return
    if state.stage == ROLL:
        strike(state, outcome + 1)
    else:
        state.pile[outcome] -= 1
        state.hands[state.turn, outcome] += 1
        state.held[state.turn] = whole(state.held[state.turn]) | 1 << outcome
        state.stage = PLACE  # before the town only a start tile can be placed, at once (LV-2)
    settle(state)


def strike(state: State, number: int) -> None:
    """LV-7: a disaster, as far as there is something to destroy."""
    due = 0
    if number <= SIEGE:
        for target in range(TARGETS):
            standing = count_targets(state, target)
            if standing > STRIKES[number, target]:
                standing = whole(STRIKES[number, target])
            state.due[target] = standing
            due += standing
    state.disaster = number if due > 0 else 0
    state.stage = DESTROY if due > 0 else DRAW


def count_targets(state: State, target: int) -> int:
    low, high = target_cells(state, target)
    return size(low, high)


def settle(state: State) -> None:
    """Carry out what needs nobody: a draw from an empty pile, automatic passes, ends of turns."""
    while True:
        if state.stage == DONE:
            begin_turn(state)
        if state.stage == DRAW and pile_is_empty(state):
            state.stage = PLACE
        if state.stage != PLACE:
            return
        if can_place(state):
            return
        state.stage = DONE  # LV-25: where nothing can be placed the pass is automatic


def begin_turn(state: State) -> None:
    """The next turn: with a die every third round of a town (LV-7), else with a draw (LV-25)."""
    state.placed_turn = 0
    next_seat(state)
    if state.ended == 0:
        disasters = state.start != NOWHERE and state.round_number % DISASTER_ROUNDS == 0
        state.stage = ROLL if disasters else DRAW


def pile_is_empty(state: State) -> bool:
    some = 0
    for kind in range(TILES):
        some |= state.pile[kind]
    return some == 0


def next_seat(state: State) -> None:
    """The seat whose turn is next; a round ends before whoever began it."""
    seat = whole(state.turn)
    while True:
        seat += 1
        if seat >= state.seats:
            seat = 0
        if seat == state.first:
            end_round(state)
            if state.ended:
                return
        if not has_left(state, seat):
            state.turn = seat
            return


def end_round(state: State) -> None:
    """LV-26: the pile is empty and nothing was placed in the round; or it was the last one."""
    if state.round_number >= ROUNDS:
        finish(state, LAST_ROUND)
    elif not state.placed_round and pile_is_empty(state):
        finish(state, QUIET)
    else:
        state.round_number += 1
        state.placed_round = 0


def finish(state: State, how: int) -> None:
    state.ended = how
    break_off(state)


def break_off(state: State) -> None:
    clear(state)
    state.stage = OVER


def legal(state: State, seat: int, moves: Moves) -> int:
    count = 0
    if state.stage == DESTROY:
        low, high = condemned(state)
        return write_moves(low, high, FIRST_DESTROY, moves, count)
    kinds = whole(state.held[seat]) & kinds_with_places(state)
    while kinds != 0:
        kind = lowest_bit(kinds)
        low, high = places(state, kind)
        count = write_moves(low, high, kind * CELLS, moves, count)
        kinds &= kinds - 1
    if state.start != NOWHERE:  # LV-2: placing the start tile is compulsory
        moves[count] = PASS
        count += 1
    return count


def play(state: State, seat: int, action: int) -> None:
    if action == PASS:
        state.stage = DONE
    elif action >= FIRST_DESTROY:
        destroy(state, action - FIRST_DESTROY)
    else:
        put(state, seat, action // CELLS, action % CELLS)
    settle(state)


def put(state: State, seat: int, kind: int, cell: int) -> None:
    """Place a tile out of the hand, and whatever comes of it."""
    state.hands[seat, kind] -= 1
    if state.hands[seat, kind] == 0:
        state.held[seat] = whole(state.held[seat]) & ~(1 << kind)
    if kind == GATE:  # LV-16: a wall that a gate replaces goes back to the pile
        lift(state, WALL, BITS[cell, 0], BITS[cell, 1])
    lay(state, kind, cell)
    state.placed_round = 1
    is_start = state.start == NOWHERE
    if is_start:
        state.start = cell
        survey(state)
    else:
        survey_after(state, kind)
    if kind >= SUBURB and complete_suburbs(state) >= 2:
        finish(state, BUILT)  # LV-9
        return
    if is_start and state.round_number > START_ROUNDS:
        state.stage = DRAW  # LV-3: it was no turn of his, which only now begins
        return
    state.placed_turn += 1
    if is_start or state.placed_turn >= state.placements:  # LV-2, LV-25
        state.stage = DONE


def destroy(state: State, cell: int) -> None:
    """LV-7: one target; when none is left the turn is lost (LV-8)."""
    if stands(state, WALL, cell):
        target = WALLS
    elif stands(state, QUARTER, cell):
        target = QUARTERS
    elif stands(state, GATE, cell):
        target = GATES
    else:
        target = SUBURBS
    low, high = BITS[cell, 0], BITS[cell, 1]
    if target == SUBURBS:
        low, high = suburb_at(state, cell)
        lift(state, CHURCH, low, high)
    lift(state, TARGET_KINDS[target], low, high)
    survey_after(state, TARGET_KINDS[target])  # LV-24: it may open the ramparts
    state.due[target] -= 1
    for other in range(TARGETS):
        if state.due[other] != 0:
            return
    state.disaster = 0
    state.stage = DONE


def leave(state: State, seat: int) -> None:
    """The seat's tiles go back into the pile; the last one left wins."""
    depart(state, seat)
    for kind in range(TILES):
        state.pile[kind] += state.hands[seat, kind]
        state.hands[seat, kind] = 0
    state.held[seat] = 0
    if state.ended != 0:
        finish(state, DESERTED)
    elif state.turn == seat:
        for target in range(TARGETS):
            state.due[target] = 0
        state.disaster = 0
        state.stage = DONE
        settle(state)
