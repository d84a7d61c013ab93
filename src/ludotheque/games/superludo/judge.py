"""Which positions a game can reach: reading one ends here, in a state or in a BadPosition."""

from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.errors import BadPosition
from ludotheque.core.turns import DESERTED, WON, has_left, judge_turn
from ludotheque.games.superludo.board import (
    BARRIER,
    CORNERS,
    EXIT,
    GOAL,
    HOME,
    LATE,
    MOUTH,
    SAFE,
    SAFE_SQUARES,
    square_of,
)
from ludotheque.games.superludo.lot import open_lot
from ludotheque.games.superludo.record import OUT
from ludotheque.games.superludo.rules import has_won, quarter_of, settle
from ludotheque.games.superludo.ways import find_playable, pawns_at

Pawn = tuple[int, int]  # a seat and a position


def mark_crowds(state: State, arrivals: Any) -> None:
    """Write down which squares hold two pawns, and who arrived last where they differ."""
    if not isinstance(arrivals, dict):
        raise BadPosition(f"last_in: a table of squares is wanted, not {arrivals!r}")
    left = dict(arrivals)
    for square, pawns in _squares(state).items():
        if len(pawns) > 2:
            raise BadPosition(f"pawns: {len(pawns)} on square {square}, which holds two (CA-15)")
        if len(pawns) == 2:
            last = left.pop(str(square), None) if pawns[0][0] != pawns[1][0] else None
            _mark(state, square, pawns, last)
    for square in left:
        raise BadPosition(f"last_in: no two colours share square {square!r}")
    _judge_corridors(state)


def _squares(state: State) -> dict[int, list[Pawn]]:
    """The pawns on each common square, lower seats first."""
    found: dict[int, list[Pawn]] = {}
    for seat, corner in enumerate(CORNERS[int(state.seats)]):
        for position in state.pawns[seat].tolist():
            if EXIT <= position <= MOUTH:
                found.setdefault(square_of(corner, position), []).append((seat, position))
    return found


def _mark(state: State, square: int, pawns: list[Pawn], last: Any) -> None:
    (lower, _), (higher, position) = pawns
    quarter = quarter_of(state, higher, position)
    if lower == higher:
        state.crowded[quarter] |= BARRIER[position]
        return
    if square not in SAFE_SQUARES:
        raise BadPosition(f"pawns: two colours on square {square}, which is not safe (CA-20)")
    if last is not None and last not in (lower + 1, higher + 1):
        raise BadPosition(f"last_in: seat {last!r} does not stand on square {square}")
    state.crowded[quarter] |= SAFE[position]
    if last == lower + 1:
        state.crowded[quarter] |= SAFE[position] << LATE


def _judge_corridors(state: State) -> None:
    for seat, row in enumerate(state.pawns.tolist(), 1):
        for position in range(MOUTH + 1, GOAL):
            if row.count(position) > 2:
                raise BadPosition(f"pawns: more than two of seat {seat} on {position} (CA-15)")


def mark_end(state: State) -> None:
    """Set how the game ended, where the position is a finished one."""
    winners = [seat + 1 for seat in range(int(state.seats)) if has_won(state, seat)]
    if len(winners) > 1:
        raise BadPosition(f"pawns: seats {winners} cannot all have won (CA-27)")
    has_two_sides = state.couples or state.seats == 2
    if winners:
        state.ended = WON
    elif state.gone and has_two_sides:
        state.ended = DESERTED
    if state.gone and not has_two_sides:
        _judge_gone(state)


def _judge_gone(state: State) -> None:
    for seat in range(int(state.seats)):
        if has_left(state, seat) and state.pawns[seat].any():
            raise BadPosition(f"left: the pawns of seat {seat + 1} were taken off, so all are 0")


def judge_lot(state: State, opening: State, lot: list[Any]) -> None:
    """Before the first turn: nothing has moved, and somebody is still to throw."""
    for seat in range(int(state.seats)):
        if not has_left(state, seat) and state.rows[seat] != opening.rows[seat]:
            raise BadPosition(f"turn: 0 is the lot of CA-3, and seat {seat + 1} has moved")
    if state.hand[0] or state.bonus or state.streak or state.moved or state.barred:
        raise BadPosition("turn: 0 is the lot of CA-3, before anybody's turn")
    if not state.ended:
        open_lot(state)
        if lot:
            _read_lot(state, lot)


def _read_lot(state: State, lot: list[Any]) -> None:
    if len(lot) != state.seats or any(die not in range(-1, 7) for die in lot):
        raise BadPosition(f"lot: what each seat threw, 0 not yet, -1 out of it, not {lot!r}")
    if 0 not in lot or sum(die >= 0 for die in lot) < 2:
        raise BadPosition(f"lot: {lot!r} is decided, so turn is the seat that begins (CA-3)")
    for seat, die in enumerate(lot):
        state.lot[seat] = OUT if die < 0 else die


def judge(state: State, stood: Any) -> None:
    """Within a turn: what is in hand must fit, and must leave a choice."""
    if state.ended:
        if state.hand[0] or state.bonus:
            raise BadPosition("dice, bonus: nothing is to be played, the game is over")
        settle(state)
        return
    seat = int(state.turn) + 1
    judge_turn(state)
    _judge_dice(state)
    _judge_memory(state, stood)
    state.playable = find_playable(state) if state.hand[0] or state.bonus else 0
    if state.bonus and not state.playable:
        raise BadPosition(f"bonus: seat {seat} cannot move {state.bonus}, so it has been lost")
    if state.hand[0] and not state.playable:
        raise BadPosition(f"dice: seat {seat} can move none of them, so they have been lost")


def _judge_dice(state: State) -> None:
    first, second, streak = int(state.hand[0]), int(state.hand[1]), int(state.streak)
    has_home = pawns_at(state, state.turn, HOME)
    if 7 in (first, second) and (has_home or not state.six_counts_seven):
        raise BadPosition("dice: a 6 counts 7 only by option and with no pawn at home (CA-8)")
    is_whole = first and (second or state.dice == 1)  # else one die may have been played
    is_streak = first >= 6 if state.dice == 1 else first == second
    if is_whole and is_streak != (streak > 0):
        dice = [first, second][: int(state.dice)]
        raise BadPosition(f"streak: {streak} does not fit the dice {dice}, which it counts")


def _judge_memory(state: State, stood: Any) -> None:
    """What is remembered of the turn."""
    row = state.pawns[state.turn].tolist()
    if state.moved and row[state.moved - 1] == HOME:
        raise BadPosition(f"moved: pawn {state.moved} is at home")
    is_second = state.dice == 2 and state.streak and state.hand[0] and not state.hand[1]
    if state.barred and (not is_second or row[state.barred - 1] == HOME):
        raise BadPosition("barred: only a pawn on its way, for the second die of a double (CA-18)")
    if stood and (not is_second or row.count(stood) != 2 or not EXIT < stood < GOAL):
        raise BadPosition("stood: own position of a barrier, for the second 5 of 5-5 (CA-19)")
    state.stood = stood
