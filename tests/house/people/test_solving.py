"""Who solves puzzles: ratings that meet, first tries that count, streaks of days."""

import asyncio

import pytest
from sqlalchemy import Engine, select

from ludotheque.house.people import solving
from ludotheque.house.people.deletion import delete_account
from ludotheque.house.people.export import export
from ludotheque.house.people.visitors import Visitors
from ludotheque.house.schema import puzzle_ratings, puzzle_tries

TODAY = 739_000


@pytest.fixture
def ann(visitors: Visitors) -> str:
    return asyncio.run(visitors.welcome())[0].person


def attempt(
    engine: Engine, person: str, puzzle: str, is_right: bool, day: int | None = None, at: int = 0
) -> solving.Solved:
    with engine.execution_options(writes=True).begin() as connection:
        return solving.attempt(connection, person, "ludo", puzzle, 1200, is_right, day, at)


def test_the_first_try_counts_for_both(engine: Engine, ann: str) -> None:
    assert attempt(engine, ann, "a", True, at=1) == (1216, 16, 0)
    assert attempt(engine, ann, "b", False, at=2).change < -16  # she was the favourite
    later = attempt(engine, ann, "b", True, at=3)
    assert later.change == 0
    with engine.connect() as connection:
        rows = {row.puzzle: row for row in connection.execute(select(puzzle_ratings))}
        tries = {row.puzzle: row for row in connection.execute(select(puzzle_tries))}
        assert solving.tried(connection, ann, "ludo") == 2
        assert solving.rating_of(connection, ann, "superludo") == solving.MIDDLE
    assert rows["a"].rating < 1200 < rows["b"].rating
    assert (rows["b"].tries, tries["b"].is_first, tries["b"].is_found) == (1, False, True)


def test_a_streak_is_of_days_in_a_row(engine: Engine, ann: str) -> None:
    for back in (5, 3, 2):
        attempt(engine, ann, f"day {back}", True, TODAY - back, at=10 - back)
    assert (
        attempt(engine, ann, "day 1", False, TODAY - 1, at=9).streak == 2
    )  # she has till midnight
    assert attempt(engine, ann, "day 1", True, TODAY - 1, at=10).streak == 3
    assert attempt(engine, ann, "today", True, TODAY, at=11).streak == 4
    with engine.connect() as connection:
        assert solving.streak(connection, ann, "ludo", TODAY + 1) == 4
        assert solving.streak(connection, ann, "ludo", TODAY + 2) == 0


def test_it_is_in_the_export_and_goes_with_the_account(
    engine: Engine, visitors: Visitors, ann: str
) -> None:
    attempt(engine, ann, "a", True)
    assert b'"puzzle_tries"' in export(engine, ann)
    delete_account(visitors, ann)
    with engine.connect() as connection:
        assert connection.execute(select(puzzle_tries)).first() is None
        assert connection.execute(select(puzzle_ratings)).one().tries == 1
