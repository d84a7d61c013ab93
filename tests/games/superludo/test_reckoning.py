"""What a brain is told beside what a seat sees, against the rules: whom a roll would eat."""

import pytest

from ludotheque.core.discovery import games
from ludotheque.games.superludo.board import CORNERS, HOME, MOUTH, PAWNS, SAFE, SIDE, square_of
from ludotheque.games.superludo.reckoning import REACH
from ludotheque.games.superludo.rules import captured


def pairs(state, hunter, prey):
    """Whom each pawn could eat, and how far off that is."""
    for start in state.pawns[hunter].tolist():
        for gap in range(1, REACH + 1):
            end = start + gap
            if start != HOME and end <= MOUTH and not SAFE[end]:
                victim = captured(state, hunter, start, end)
                if victim // PAWNS == prey and is_free(state, hunter, start, end):
                    yield gap, (int(state.pawns[prey, victim % PAWNS]) - 1) // SIDE


def is_free(state, seat, start, end) -> bool:
    """Whether nothing stops a pawn on its way (CA-14, CA-16)."""
    corner, pawns = CORNERS[int(state.seats)][seat], standing(state)
    for position in range(start + 1, end + 1):
        there = pawns.get(square_of(corner, position), [])
        if len(there) == 2 and (there[0] == there[1] or state.mixed_barriers):
            return False
    return True


def standing(state) -> dict[int, list[int]]:
    """The seats of the pawns on each common square."""
    found: dict[int, list[int]] = {}
    for seat, corner in enumerate(CORNERS[int(state.seats)]):
        for position in state.pawns[seat].tolist():
            if HOME < position <= MOUTH:
                found.setdefault(square_of(corner, position), []).append(seat)
    return found


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 2},
        {"seats": 3, "mixed_barriers": True},
        {"seats": 4, "couples": True},
        {"seats": 4, "dice": 1},
    ],
)
def test_who_is_within_reach_is_whom_the_rules_would_eat(options, examine_reach) -> None:
    assert examine_reach(games()["superludo"], options, CORNERS, pairs) > 50
