"""What a move would do, found from plain numbers, is what the rules make of it."""

from random import Random

import pytest

from ludotheque.games.ludo import GAME
from ludotheque.games.ludo.board import PAWNS
from ludotheque.games.ludo.plainly import captive, end_of
from ludotheque.games.ludo.rules import NO_PAWN, captured, destination


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plain_numbers_give_what_the_rules_do(seats: int) -> None:
    random, state = Random(seats), GAME.new({"seats": seats})
    for _ in range(400):
        for seat in range(seats):
            for pawn in range(PAWNS):
                state.pawns[seat, pawn] = random.choice((0, 57, *range(1, 57)))
        state.die = random.randint(1, 6)
        rows, seat, pawn = state.pawns.tolist(), random.randrange(seats), random.randrange(PAWNS)
        end = destination(state, seat, pawn)
        assert end_of(rows[seat][pawn], int(state.die)) == end
        if end <= 57:
            taken = captured(state, seat, end)
            assert captive(rows, seats, seat, end) == (None if taken == NO_PAWN else taken // PAWNS)
