"""A house's database with everything in it, on SQLite and on PostgreSQL in turn."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from ludotheque.house.migrate import migrate
from ludotheque.house.people.guests import Guests
from ludotheque.house.people.members import Members
from ludotheque.table import database

sys.path.insert(0, str(Path(__file__).parent.parent / "table"))  # for houses
sys.path.insert(0, str(Path(__file__).parent))
collect_ignore = ["salon.py", "stakes/under_kill.py"]


@pytest.fixture
def engine(any_url: str) -> Iterator[Engine]:
    engine = database.connect(any_url)
    migrate(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def guests(engine: Engine) -> Guests:
    return Guests(engine)


@pytest.fixture
def members(guests: Guests) -> Members:
    return Members(guests)
