"""Puzzles and who solves them: the first try counts, for solver and puzzle as between players.

It knows no game: a puzzle has a box and an id of its own.
"""

from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from ludotheque.house.schema import puzzle_ratings, puzzle_tries

MIDDLE = 1200  # what somebody begins with
_SPREAD = 400  # points of rating for ten times the odds
_SOLVER, _PUZZLE = 32, 8  # how far one try moves either


class Solved(NamedTuple):
    """How somebody stands after a try."""

    rating: int
    change: int  # by this try; 0 where it was not her first at this puzzle
    streak: int  # days in a row on which she found the day's puzzle


def attempt(
    connection: Connection, person: str, box: str, puzzle: str, starting: int,
    is_right: bool, day: int | None, at: int,
) -> Solved:  # fmt: skip
    """Note a try; ``day`` where it is that day's puzzle, ``starting`` a new puzzle's rating."""
    mine = and_(
        puzzle_tries.c.person == person, puzzle_tries.c.box == box, puzzle_tries.c.puzzle == puzzle
    )
    before = rating_of(connection, person, box)
    known = connection.execute(select(puzzle_tries.c.is_found).where(mine)).first()
    change = 0
    if known is None:
        change = _rate(connection, box, puzzle, starting, before, is_right)
        row = {
            "person": person, "box": box, "puzzle": puzzle, "at": at, "day": day,
            "is_first": is_right, "is_found": is_right, "rating": before + change,
        }  # fmt: skip
        connection.execute(insert(puzzle_tries).values(row))
    elif is_right and not known.is_found:
        connection.execute(update(puzzle_tries).where(mine).values(is_found=True))
    return Solved(before + change, change, streak(connection, person, box, day))


def _rate(
    connection: Connection, box: str, puzzle: str, starting: int, solver: int, is_right: bool
) -> int:
    """Move the puzzle's rating; what the solver's changes by."""
    its = and_(puzzle_ratings.c.box == box, puzzle_ratings.c.puzzle == puzzle)
    row = connection.execute(select(puzzle_ratings).where(its)).first()
    rating = starting if row is None else row.rating
    surplus = is_right - 1 / (1 + 10 ** ((rating - solver) / _SPREAD))
    values = {"rating": rating - round(_PUZZLE * surplus), "tries": 1}
    if row is None:
        connection.execute(insert(puzzle_ratings).values(box=box, puzzle=puzzle, **values))
    else:
        values["tries"] = row.tries + 1
        connection.execute(update(puzzle_ratings).where(its).values(values))
    return round(_SOLVER * surplus)


def rating_of(connection: Connection, person: str, box: str) -> int:
    """What somebody's rating is by now."""
    query = (
        select(puzzle_tries.c.rating)
        .where(puzzle_tries.c.person == person, puzzle_tries.c.box == box)
        .order_by(puzzle_tries.c.at.desc())
        .limit(1)
    )
    found = connection.execute(query).scalar()
    return MIDDLE if found is None else int(found)


def tried(connection: Connection, person: str, box: str) -> int:
    """How many puzzles of a box somebody has tried."""
    query = select(func.count()).where(puzzle_tries.c.person == person, puzzle_tries.c.box == box)
    return int(connection.execute(query).scalar_one())


def streak(connection: Connection, person: str, box: str, today: int | None) -> int:
    """How many days in a row, up to today or yesterday, she found the day's puzzle."""
    query = (
        select(puzzle_tries.c.day)
        .where(
            puzzle_tries.c.person == person, puzzle_tries.c.box == box,
            puzzle_tries.c.is_found, puzzle_tries.c.day.is_not(None),
        )
        .order_by(puzzle_tries.c.day.desc())
    )  # fmt: skip
    days = [int(day) for day in connection.execute(query).scalars()]
    if not days or (today is not None and days[0] < today - 1):
        return 0
    return next((k for k, day in enumerate(days) if day != days[0] - k), len(days))


def forget(connection: Connection, person: str) -> None:
    """Nobody knows any more what she tried."""
    connection.execute(delete(puzzle_tries).where(puzzle_tries.c.person == person))
