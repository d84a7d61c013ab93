"""A house's database with everything in it, on SQLite and on PostgreSQL in turn."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from ludotheque.house import clock
from ludotheque.house.migrate import migrate
from ludotheque.house.people.members import Members
from ludotheque.house.people.visitors import Visitors
from ludotheque.table.keeping import database

sys.path.insert(0, str(Path(__file__).parent.parent / "table"))  # for houses and hand_clock
sys.path.insert(0, str(Path(__file__).parent))
collect_ignore = ["salon.py", "stakes/under_kill.py"]


@pytest.fixture
def engine(any_url: str) -> Iterator[Engine]:
    engine = database.connect(any_url)
    migrate(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def visitors(engine: Engine) -> Visitors:
    return Visitors(engine)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets so many seconds pass in the house."""
    from hand_clock import HandClock

    hand = HandClock(time.time())
    monkeypatch.setattr(clock, "CLOCK", hand)
    return hand.advance


@pytest.fixture
def members(visitors: Visitors) -> Members:
    return Members(visitors)
