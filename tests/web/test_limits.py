"""Too much at once: of frames, of connections, of visits; others notice nothing of it."""

import time
from collections import Counter
from collections.abc import Iterator

import pytest
from serving import Served
from visiting import Visitor
from websockets.exceptions import InvalidStatus

from ludotheque.house.people.allowance import Allowance


@pytest.fixture(scope="module")
def limited(tmp_path_factory) -> Iterator[Served]:
    """A house with the limits that every house has."""
    house = Served(f"sqlite:///{tmp_path_factory.mktemp('limits') / 'house.db'}", has_limits=True)
    yield house
    house.close()
    assert not house.faults.seen


@pytest.fixture
def come(limited, visitor):
    """People of this house, each test from addresses of its own."""
    return lambda address, name="": visitor(limited, name=name, address=address)


def test_a_flood_of_frames_is_slowed_down_and_the_connection_survives(come):
    eve, bob = come("198.51.100.1", "Eve"), come("198.51.100.2", "Bob")
    table = eve.open_table()
    with eve.sit(table) as flood, bob.watch(table) as calm:
        calm.until("Eve")
        for _ in range(400):
            flood.write("?")
        answers = Counter(flood.refusal()["refused"] for _ in range(400))
        assert answers["TooSoon"] > 300
        began = time.monotonic()
        calm.send("sit")
        calm.until("yours")
        assert time.monotonic() - began < 5
        flood.until("playing")


def test_a_flood_of_long_frames_is_slowed_down_too(come):
    eve = come("198.51.100.3", "Eve")
    with eve.sit(eve.open_table()) as flood:
        for _ in range(100):
            flood.write("x" * 30_000)
        answers = Counter(flood.refusal()["refused"] for _ in range(100))
        assert answers["TooSoon"] > 50


def test_a_flood_of_commands_leaves_no_more_than_a_few_traces(come, limited):
    eve = come("198.51.100.4", "Eve")
    table = eve.open_table()
    with eve.sit(table) as flood:
        for _ in range(300):
            flood.send("emote", seat=0, emote="mock")
        answers = Counter(flood.refusal()["refused"] for _ in range(295))
        assert answers["TooSoon"] > 250
        log = limited.do(limited.runner.record(table)).log
        assert sum(type(line.event).__name__ == "Emoted" for line in log) <= 40


def knock(visitor: Visitor, table: str) -> int:
    """Connect and go away again; the status of the answer."""
    try:
        with visitor.watch(table):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_one_address_cannot_take_all_connections(come):
    eve, bob = come("198.51.100.5", "Eve"), come("198.51.100.6", "Bob")
    table = eve.open_table()
    answers = Counter(knock(eve, table) for _ in range(90))
    assert answers[101] >= 60
    assert answers[403] > 5
    with bob.watch(table) as page:
        assert page.update()["number"]


def test_one_address_cannot_fill_the_house_with_strangers(come):
    answers = [come("198.51.100.7").post("/games/ludo/play") for _ in range(80)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert Counter(answer.status_code for answer in answers)[303] >= 60
    assert len(refused) >= 5
    assert not any("set-cookie" in answer.headers for answer in refused)
    assert come("198.51.100.8").post("/games/ludo/play").status_code == 303


def test_one_person_cannot_open_tables_without_end(come):
    eve, bob = come("198.51.100.9", "Eve"), come("198.51.100.9", "Bob")
    answers = [eve.post("/games/ludo/play") for _ in range(70)]
    codes = Counter(answer.status_code for answer in answers)
    assert codes[303] >= 30
    assert codes[429] >= 5
    late = next(answer for answer in answers if answer.status_code == 429)
    assert "patientez" in late.text
    assert late.headers["content-security-policy"]
    assert bob.post("/games/ludo/play").status_code == 303


def test_unknown_addresses_make_no_guests(come, limited):
    """Visits to tables that are not there must not fill the database with people."""
    from sqlalchemy import func, select

    from ludotheque.house.schema import persons

    def count() -> int:
        with limited.runner.store.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(persons)).scalar_one())

    before = count()
    stranger: Visitor = come("198.51.100.10")
    for number in range(10):
        assert stranger.get(f"/tables/none-{number}").status_code == 404
    assert count() == before


def test_an_allowance_refills_and_forgets():
    allowance = Allowance(burst=2, per_second=1, remembered=2)
    assert [allowance.take("a", now=0) for _ in range(3)] == [True, True, False]
    assert allowance.take("b", now=0)
    assert not allowance.take("a", now=0.5)
    assert allowance.take("a", now=1.6)
    assert not allowance.take("a", now=1.6)
    assert [allowance.take(who, now=1.6) for who in "cd"] == [True, True]
    assert allowance.take("a", now=1.6)  # forgotten, and so new
