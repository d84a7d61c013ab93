"""A way to play."""

from ludotheque.core.contract import Moves, Random, State, whole
from ludotheque_goose.board import WAIT
from ludotheque_goose.rules import destination


def wary(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """The pawn that gets furthest on, but not where it would have to wait."""
    best, most = moves[0], -999
    for k in range(count):
        start = whole(state.pawns[seat, moves[k]])
        end = destination(start, whole(state.dice[0]), whole(state.dice[1]))
        gain = end - start - 20 * (WAIT[end] != 0)
        if gain > most:
            best, most = moves[k], gain
    return best
