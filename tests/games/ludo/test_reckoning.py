"""What a brain is told beside what a seat sees, against the rules: whom a count would capture."""

import pytest

from ludotheque.core.discovery import games
from ludotheque.games.ludo.board import BASE, CORNERS, LAST_COMMON, PAWNS
from ludotheque.games.ludo.reckoning import GAP, GAPS, LAP, REACH
from ludotheque.games.ludo.rules import captured


def pairs(state, hunter, prey):
    """Whom each pawn could capture, and how far off that is."""
    for behind in state.pawns[hunter].tolist():
        for gap in range(1, REACH + 1):
            if behind != BASE and behind + gap <= LAST_COMMON:
                victim = captured(state, hunter, behind + gap)
                if victim // PAWNS == prey:
                    yield GAPS[GAP[gap]], (int(state.pawns[prey, victim % PAWNS]) - 1) // LAP


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_is_within_reach_is_whom_the_rules_would_capture(seats, examine_reach) -> None:
    assert examine_reach(games()["ludo"], {"seats": seats}, CORNERS, pairs) > 50
