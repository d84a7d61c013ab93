"""Puzzles: those that come with the games can be solved, those that are mined lead clearly."""

import json
from itertools import islice

import pytest

from ludotheque.analysis import Evaluator, depths
from ludotheque.analysis.puzzles import SOLVER, mine, of_day, puzzles_of, written
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import boxes, games
from ludotheque.core.match import Match

SHELF = {id: (game, box) for id, (game, box) in boxes().items() if puzzles_of(game, box)}
LUDO = games()["ludo"]
SHIPPED = 200  # a box


def match_of(game, puzzle) -> Match:
    return Match(game, puzzle.options, game.read(puzzle.start, puzzle.options))


@pytest.mark.parametrize("id", SHELF)
def test_each_that_comes_with_a_box_has_one_best_move(id: str) -> None:
    game, box = SHELF[id]
    own = puzzles_of(game, box)
    assert len(own) >= SHIPPED
    assert len({each.id for each in own}) == len(own)
    for puzzle in own:
        match = match_of(game, puzzle)
        assert SOLVER in match.waiting
        assert set(match.moves(SOLVER)) == set(puzzle.values)
        assert puzzle.best == max(puzzle.values, key=lambda move: puzzle.values[move])
        assert puzzle.lead > 0
        assert all(match.options[name] == value for name, value in box.options.items())


@pytest.mark.slow  # most of it compiles what looks so far ahead
@pytest.mark.parametrize("id", SHELF)
def test_looking_deeper_finds_the_same(id: str) -> None:
    """A few of each box, hard and easy: the brain that judges now agrees with what was kept."""
    game, box = SHELF[id]
    with interpreted(False):
        for puzzle in puzzles_of(game, box)[:: SHIPPED // 4]:
            match = match_of(game, puzzle)
            values = Evaluator(game, match.board, depths(game)[1]).moves(match.board, SOLVER)
            best = max(values, key=lambda action: values[action][SOLVER])
            assert game.notation.move(match.state, SOLVER, best) == puzzle.best


def test_mined_ones_can_be_written_and_are_the_same_for_a_seed() -> None:
    with interpreted(False):
        found = [each for each in islice(mine(LUDO, {"seats": 2}, 3), 12) if each]
        again = [each for each in islice(mine(LUDO, {"seats": 2}, 3), 12) if each]
    assert found
    assert found == again
    assert len(json.loads(written({"ludo": found}))["ludo"]) == len(found)
    assert all(each.lead >= 30_000 and len(each.values) > 2 for each in found)


def test_every_day_has_its_own_until_all_have_come() -> None:
    own = tuple(range(7))
    weeks = [[of_day(own, 7 * week + day) for day in range(7)] for week in range(20)]
    assert all(sorted(week) == [1, 2, 3, 4, 5, 6, 7] for week in weeks)
    assert len({tuple(week) for week in weeks}) > 1
