"""The pages of a table meet in one worker of several, at whichever they knocked."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from serving import Served
from visiting import Visitor

from ludotheque.web.meeting import Box, Meeting, box

pytestmark = pytest.mark.skipif(not hasattr(socket, "send_fds"), reason="sockets stay here")

HEAD = b"GET /tables/one/live HTTP/1.1\r\n\r\n"


class Place:
    """A worker's, where somebody is or is not."""

    def __init__(self) -> None:
        self.box: Box | None = box()
        self.has_opened = True


@pytest.fixture
def places() -> Iterator[list[Place]]:
    made = [Place(), Place()]
    yield made
    for place in made:
        for end in place.box or ():
            end.close()


@pytest.fixture
def workers(places: list[Place], sqlite_url: str) -> Iterator[list[Served]]:
    with ExitStack() as life:
        houses = [Served(sqlite_url, meeting=Meeting(number, places)) for number in (0, 1)]
        for house in houses:
            life.enter_context(closing(house))
        yield houses


def has(house: Served, table: str) -> bool:
    return table in house.house.hubs


def test_all_pages_of_a_table_are_served_by_one_worker(workers: list[Served]) -> None:
    ann, bob = Visitor(workers[0].url, name="Ann"), Visitor(workers[1].url, name="Bob")
    homes = set()
    while homes != {0, 1}:
        table = ann.open_table()
        with ann.sit(table) as hers, bob.sit(table) as his:
            hers.until("Bob")
            his.until("Ann")
            [home] = [number for number, each in enumerate(workers) if has(each, table)]
            roller, other = (hers, his) if hers.is_mine() else (his, hers)
            before = other.number
            roller.send("roll")
            while other.number == before:
                other.receive()
        homes.add(home)
    ann.close()
    bob.close()
    assert not workers[0].faults.seen
    assert not workers[1].faults.seen


def test_a_page_stays_where_nobody_would_take_it(
    workers: list[Served], places: list[Place]
) -> None:
    places[1].has_opened = False
    ann = Visitor(workers[0].url, name="Ann")
    for _ in range(6):  # whatever their ids
        table = ann.open_table()
        with ann.sit(table):
            assert has(workers[0], table)
    ann.close()


def test_a_table_falls_to_the_worker_that_opens_it(workers: list[Served], places) -> None:
    """Which moves its bots and clocks, too."""
    for number, house in enumerate(workers):
        meeting = Meeting(number, places)
        house.runner.meets_here = meeting.is_here
        ann = Visitor(house.url, name="Ann")
        tables = [ann.open_table() for _ in range(6)]
        ann.close()
        assert all(map(meeting.is_here, tables))
        assert not any(map(Meeting(1 - number, places).is_here, tables))


def test_what_is_handed_on_and_what_is_not(places: list[Place]) -> None:
    here, there = socket.socketpair()
    with here, there:
        meetings = [Meeting(number, places) for number in (0, 1)]
        target = b"/tables/one/live?seen=3"
        [away] = [each for each in meetings if each.hand_on(target, HEAD, here)]
        assert not away.hand_on(b"/tables/one", HEAD, here)
        assert not away.hand_on(b"/quick/live", HEAD, here)
        assert not away.hand_on(target, bytes(10_000_000), here)  # too long
        home = places[1 - meetings.index(away)]
        assert home.box is not None
        head, numbers, _, _ = socket.recv_fds(home.box.inside, 1000, 1)
        assert head == HEAD
        with socket.socket(fileno=numbers[0]) as taken:
            here.close()
            taken.send(b"welcome")
        assert there.recv(100) == b"welcome"  # the connection itself, not a copy of its words
