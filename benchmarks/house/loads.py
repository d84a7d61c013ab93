"""What is measured: how many tables, who sits there, how fast they play, what is aimed at.

This is data. Who plays is in :mod:`benchmarks.house.people`, how it is run in
:mod:`benchmarks.house.measure`.
"""

from dataclasses import dataclass

SEATS = 4
TABLES = 200
WINDOW = 12.0  # seconds that count, of each measurement
LEAD = 3.0  # seconds of play before them
ROUNDS = 3  # times that every contestant plays every load, in turn


@dataclass(frozen=True)
class Load:
    """How a house is kept busy."""

    name: str
    people: tuple[int, ...]  # persons at the first table, the second, …, over and over
    think: (
        tuple[float, float] | None
    )  # seconds before a person answers, evenly spread; None: at once
    is_paced: bool  # whether our bots wait so that people can follow; else they answer at once
    tables: int | None = None  # where it is not as many as in the other loads
    onlookers: int = 0  # at the first table


MIXED = (1, 2, 3, 4)  # bots have the seats that are left
THOUGHT = (0.25, 0.75)
LONG_THOUGHT = (1.0, 3.0)

MIXED_PACED = Load("mixed, bots at people's pace", MIXED, THOUGHT, is_paced=True)
MIXED_FULL = Load("mixed, bots at full pace", MIXED, THOUGHT, is_paced=False)
MIXED_RUSH = Load("mixed, nobody waits", MIXED, None, is_paced=False)
PEOPLE = Load("four people", (4,), THOUGHT, is_paced=True)
PEOPLE_RUSH = Load("four people, nobody waits", (4,), None, is_paced=False)

CITY = Load("a thousand tables, four people think", (4,), LONG_THOUGHT, is_paced=True, tables=1000)
ARENA = Load("one table, 500 look on", (4,), None, is_paced=False, tables=1, onlookers=500)

OURS = (MIXED_PACED, MIXED_FULL, MIXED_RUSH, PEOPLE, PEOPLE_RUSH, CITY, ARENA)
THEIRS = (PEOPLE, PEOPLE_RUSH)  # boardgame.io's server has no bots of its own

SOON = 0.100  # seconds within which all seats should have seen a move
SOON_SHARE = 0.99  # of the moves
START_AIM = 1.5  # seconds from the command to the first page
BOARD_AIM = 0.100  # seconds to a table's page with its board
PAGES = 20  # tables whose pages are fetched for that
