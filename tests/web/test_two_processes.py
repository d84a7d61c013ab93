"""A house of two processes on one PostgreSQL and one Redis: people meet whichever they came to."""

import asyncio
from collections.abc import Iterator
from functools import partial

import pytest
from queueing import eventually, queued, until
from serving import Served
from visiting import LivePage, Visitor, hear, table_of
from websockets.exceptions import ConnectionClosed

Two = tuple[Served, Served]


@pytest.fixture
def two(postgres_url: str, redis_url: str) -> Iterator[Two]:
    houses = Served(postgres_url, redis=redis_url), Served(postgres_url, redis=redis_url)
    yield houses
    for house in houses:
        house.close()
        assert not house.faults.seen


def received(page: LivePage, kind: str) -> str:
    """The next letter of a kind, word for word."""
    while kind not in page.receive():
        pass
    return page.texts[-1]


def ending(page: LivePage) -> int:
    """Why a page is closed, once it is."""
    try:
        while True:
            page.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def play(*pages: LivePage, turns: int) -> None:
    for _ in range(turns):
        while not (page := next((each for each in pages if each.is_mine()), None)):
            hear(*pages)
        if page.moves():
            page.send("move", seat=page.me, move=page.moves()[0])
        else:
            page.send("roll", seat=page.me)
        last = page.number
        while page.number == last:
            hear(*pages)


def test_people_of_two_processes_are_in_one_house(two: Two) -> None:
    """One test, as opening two houses takes most of its time."""
    here, there = two
    ann, bob = Visitor(here.url, name="Ann"), Visitor(there.url, name="Bob")

    # They sit at one table, see each other there, talk, and play.
    table = ann.open_table(chat="on")
    with ann.sit(table) as first, bob.sit(table) as second:
        first.until("playing")
        second.until("playing")
        while '"here"' not in received(first, "present") or '"gone"' in first.texts[-1]:
            pass
        first.send("say", words="bonjour")
        assert "bonjour" in received(second, "chat")
        second.send("phrase", seat=second.me, phrase="thanks")
        assert "Merci" in received(first, "said")
        play(first, second, turns=4)
        for house in two:
            is_here = partial(house.runner.is_here, table, str(persons(here, table)[0]))
            eventually(is_here)
    for somebody in (ann, bob):
        assert table in somebody.get("/").text

    # What is open to everybody is listed in both, and what was brought is found in both.
    public = ann.open_table(public="on")
    assert public in bob.get("/").text
    here.do(asyncio.to_thread(here.house.brought.put, "file-0", b"a game"))
    assert there.do(there.house.upload("file-0")) == b"a game"

    # One queue.
    with queued(ann, room="") as one, queued(bob, room="") as other:
        assert table_of(until(one, "table")) == table_of(until(other, "table"))
    for house in two:
        eventually(lambda house=house: not house.house.matchmaker.queue.tickets)  # type: ignore[misc]

    # Sessions that are ended in one are over in the other.
    with ann.watch(public) as page:
        page.update()
        person = str(persons(here, table)[0])
        there.do(asyncio.to_thread(there.house.visitors.sessions.end_all, person))
        assert ending(page) == 4401
    for each in (ann, bob):
        each.close()


def persons(house: Served, table: str) -> tuple[str | None, ...]:
    return house.do(house.runner.persons(table))
