"""A live connection ends with what it stands on: the session, the account, the good company."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from joining import SECRET, join, sign_in
from queueing import eventually, person_id, queued
from serving import Served
from sqlalchemy import delete, update
from sqlalchemy.exc import OperationalError
from visiting import VALUE, LivePage, Visitor
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from ludotheque.house.schema import persons, sessions
from ludotheque.web import tenure

Come = Callable[..., Visitor]
SOON = 5.0  # seconds


def close_code(socket: ClientConnection, within: float = SOON) -> int:
    """How a connection ended, soon and by itself."""
    end = time.monotonic() + within
    try:
        while True:
            socket.recv(end - time.monotonic())
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


@contextmanager
def watching(visitor: Visitor) -> Iterator[LivePage]:
    """A page of a table of hers, that has been sent the table."""
    with visitor.sit(visitor.open_table()) as page:
        yield page


def sign_out(ann: Visitor) -> None:
    assert ann.post("/signout").status_code == 303


def change_password(ann: Visitor) -> None:
    assert ann.post("/me/password", password="pile correcte cheval").status_code == 303


def delete_account(ann: Visitor) -> None:
    assert ann.post("/me/delete", sure="on").status_code == 303


@pytest.mark.parametrize("deed", [sign_out, change_password, delete_account])
def test_the_end_of_a_session_is_the_end_of_its_pages(
    visitor: Come, deed: Callable[[Visitor], None]
) -> None:
    ann = visitor()
    join(ann)
    with watching(ann) as page:
        deed(ann)
        assert close_code(page.socket) == 4401


def test_a_database_that_does_not_answer_is_the_end_of_no_page(
    served: Served, visitor: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tenure, "AGAIN", 0.01)
    ann = visitor()
    join(ann)
    with watching(ann) as page:
        visitors, person = served.house.visitors, person_id(ann)
        asked: list[str] = []

        async def fails(token: str) -> None:
            asked.append(token)
            raise OperationalError("", {}, OSError("the line is cut"))

        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(visitors, "find", fails)
            visitors.sessions.heard(person)
            eventually(lambda: len(asked) > 2)
            page.send("emote", seat=page.me, emote="hello")
            assert page.refusal()["refused"] == "Unavailable"
        assert page.is_alive()
        sign_out(ann)
        assert close_code(page.socket) == 4401


def test_signing_out_everywhere_else_spares_the_page_at_hand(visitor: Come) -> None:
    ann, elsewhere = visitor(), visitor(address="198.51.100.70")
    name = join(ann)
    assert sign_in(elsewhere, name).status_code == 303
    with watching(ann) as here, elsewhere.watch(elsewhere.open_table()) as there:
        there.update()
        ann.post("/me/sessions", which="others")
        assert close_code(there.socket) == 4401
        assert here.is_alive()


def test_one_session_ended_from_a_list_ends_its_pages_alone(visitor: Come) -> None:
    ann, elsewhere = visitor(), visitor(address="198.51.100.71")
    name = join(ann)
    sign_in(elsewhere, name)
    with watching(ann) as here, watching(elsewhere) as there:
        others = re.findall(r'name="which" value="([0-9a-f]{64})"', ann.get("/me").text)
        for id in others:
            ann.post("/me/sessions", which=id)
        assert close_code(there.socket) == 4401
        assert here.is_alive()


def test_a_guest_who_signs_in_leaves_no_page_behind(visitor: Come) -> None:
    member, guest = visitor(), visitor(name="Guest")
    name = join(member)
    with watching(guest) as page:
        sign_in(guest, name, SECRET)
        assert close_code(page.socket) == 4401


def test_a_suspended_persons_pages_are_closed(visitor: Come, served: Served) -> None:
    ann = visitor(name="Ann")
    with watching(ann) as page:
        served.house.people.suspend(person_id(ann), "pour voir")
        assert close_code(page.socket) == 4403
    with ann.watch(ann_table(ann)) as page:  # she may look
        page.update()
        assert page.is_alive()


def ann_table(ann: Visitor) -> str:
    found = re.search(r'href="/tables/([^"/#]+)"', ann.get("/").text)
    assert found
    return found[1]


def test_who_is_suspended_waits_no_longer(visitor: Come, served: Served) -> None:
    ann = visitor(name="Ann", address="198.51.100.72")
    with queued(ann, room="") as socket:
        socket.recv(SOON)
        served.house.people.suspend(person_id(ann), "pour voir")
        assert close_code(socket) == 4401
    assert person_id(ann) not in [
        ticket.person.id for ticket in served.house.matchmaker.queue.tickets
    ]


def test_a_block_sends_to_the_door_who_watches_and_frees_her_seat(
    ann: Visitor, eve: Visitor
) -> None:
    table = ann.open_table()
    with ann.watch(table) as hers, eve.sit(table) as page:
        hers.until("Eve")
        answer = ann.post(f"/tables/{table}/company", seat="0", deed="block")
        assert answer.status_code == 303
        assert close_code(page.socket) == 4401
        hers.until("est de nouveau libre")
    with eve.watch(table) as page:  # as the door says: she may look, and not sit down
        page.update()
        page.send("sit", value=VALUE)
        assert page.refusal()["refused"] == "NotWelcome"
        assert page.is_alive()


def test_a_block_takes_nobody_out_of_a_game_under_way(ann: Visitor, eve: Visitor) -> None:
    table = ann.open_table()
    with ann.sit(table) as hers, eve.sit(table) as page:
        hers.until("playing")
        ann.post(f"/tables/{table}/company", seat="1", deed="block")
        assert close_code(page.socket) == 4401
    with eve.watch(table) as page:
        page.until("yours")


@pytest.mark.parametrize("what", ["session", "suspension"])
def test_what_is_changed_elsewhere_is_noticed_by_looking(
    visitor: Come, served: Served, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """By the command line, or another process: no notice comes of it."""
    monkeypatch.setattr(tenure, "LOOK", 0.5)
    ann = visitor(name="Ann")
    me = person_id(ann)
    ended = delete(sessions).where(sessions.c.person == me)
    suspended = update(persons).where(persons.c.id == me).values(suspended=1)
    change, code = (ended, 4401) if what == "session" else (suspended, 4403)
    with watching(ann) as page:
        served.do(served.house.write(lambda connection: connection.execute(change)))
        # A session is kept at hand for a few seconds.
        assert close_code(page.socket, 4 * SOON) == code


def test_nothing_is_left_of_a_page_that_went_away(ann: Visitor, served: Served) -> None:
    hearers = served.house.visitors.sessions.notices._hearers
    with watching(ann):
        assert person_id(ann) in hearers
    end = time.monotonic() + SOON
    while person_id(ann) in hearers and time.monotonic() < end:
        time.sleep(0.02)
    assert person_id(ann) not in hearers
