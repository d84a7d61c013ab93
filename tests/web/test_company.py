"""Fair company at a table: muting, blocking, reporting; suspended people; the host's page."""

import re
from collections.abc import Callable

import pytest
from joining import SECRET, codes_on, is_in, join, new_name
from queueing import person_id
from serving import Served
from sqlalchemy import update
from visiting import SHORT, VALUE, Visitor, table_of
from websockets.exceptions import ConnectionClosed

from ludotheque.house.clock import now
from ludotheque.house.people.sessions import PROOF_LIFE
from ludotheque.house.schema import sessions

Come = Callable[..., Visitor]


@pytest.fixture
def host(visitor: Come, served: Served) -> Visitor:
    """Somebody whom the command line made a host."""
    gael = visitor(address="198.51.100.60")
    name = join(gael)
    served.house.people.make_host(name)
    return gael


def two_at_a_table(ann: Visitor, bob: Visitor) -> str:
    table = ann.open_table(**{"option.seats": "2"})
    for each in (ann, bob):
        with each.sit(table):
            pass
    return table


def deed(visitor: Visitor, table: str, seat: int, deed: str, **more: str) -> int:
    answer = visitor.post(f"/tables/{table}/company", seat=str(seat), deed=deed, **more)
    return answer.status_code


# Mute


def test_a_muted_persons_gestures_are_not_shown(ann: Visitor, bob: Visitor, eve: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    assert deed(ann, table, 1, "mute") == 303
    with ann.watch(table) as hers, bob.watch(table) as his, eve.watch(table) as others:
        for page in (hers, his, others):
            page.update()
        before = hers.number
        his.send("emote", seat=1, emote="mock")
        his.until("se moque")
        assert others.until("se moque")
        while hers.number == before:
            hers.update()
        assert "emotes" not in "".join(hers.texts)
        assert "se moque" not in hers.lines
    assert "se moque" not in ann.get(f"/tables/{table}").text
    assert "se moque" in eve.get(f"/tables/{table}").text
    assert deed(ann, table, 1, "hear") == 303
    assert "se moque" in ann.get(f"/tables/{table}").text


# Block


def test_who_is_blocked_does_not_sit_at_ones_tables(ann: Visitor, eve: Visitor) -> None:
    table = two_at_a_table(ann, eve)
    assert deed(ann, table, 1, "block") == 303
    next_table = ann.open_table()
    with eve.watch(next_table) as page:
        page.update()
        page.send("sit", value=VALUE)
        assert page.refusal()["refused"] == "NotWelcome"
    with ann.sit(eve.open_table()):  # who blocks may still sit where she likes
        pass
    assert "bloqué" in ann.get("/me").text
    other = re.search(r'name="other" value="([^"]+)"', ann.get("/me").text)
    assert other
    ann.post("/me/company", other=other[1], kind="block")
    with eve.sit(next_table):
        pass


def test_nobody_blocks_for_somebody_else(ann: Visitor, bob: Visitor, eve: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    assert deed(eve, table, 1, "block") == 303  # for herself
    with bob.sit(ann.open_table()):
        pass
    assert deed(bob, table, 1, "block") == 400  # oneself
    assert deed(bob, table, 7, "block") == 400
    assert deed(bob, table, 0, "nonsense") == 400
    assert deed(bob, "nowhere", 0, "block") == 404


def test_nobodys_id_stands_on_the_page(ann: Visitor, bob: Visitor, served: Served) -> None:
    table = two_at_a_table(ann, bob)
    persons = served.do(served.runner.persons(table))
    text = ann.get(f"/tables/{table}/company").text
    assert "Bob" in text
    assert not any(person in text for person in persons if person)


# Report


def test_a_report_reaches_the_host(ann: Visitor, bob: Visitor, eve: Visitor, host: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    assert deed(ann, table, 1, "report", reason="insults", words="<b>il se moque</b>") == 303
    assert deed(ann, table, 1, "report", reason="nonsense") == 400
    assert deed(eve, table, 1, "report", reason="insults", words="I only watch") == 403
    page = host.get("/host").text
    assert "&lt;b&gt;il se moque&lt;/b&gt;" in page
    assert "I only watch" not in page
    assert f"/tables/{table}/replay" in page
    reports = re.findall(r'action="/host/reports".*?name="id" value="(\d+)"', page, re.DOTALL)
    for id in reports:
        assert host.post("/host/reports", id=id, words="réglé").status_code == 303
    assert "Rien à signaler" in host.get("/host").text
    assert host.post("/host/reports", id="9" * 40).status_code == 400


# The host's page


def test_the_hosts_page_is_there_for_hosts_alone(ann: Visitor, visitor: Come) -> None:
    member, nobody = visitor(), visitor()
    join(member)
    for somebody in (ann, member, nobody):
        assert somebody.get("/host").status_code == 404
        for path in ("/host/people", "/host/reports"):
            assert somebody.post(path, person="x", id="1", deed="suspend").status_code == 404
    assert "/host" not in member.get("/").text


def test_a_suspended_person_may_look_and_leave_but_not_play(
    visitor: Come, host: Visitor, served: Served
) -> None:
    eve = visitor(name="Eve")
    name = join(eve)
    table = eve.open_table()
    with eve.sit(table) as page:
        id = re.search(r'value="([^"]+)"', host.get(f"/host?name={name}").text.split(name)[2])
        assert id
        host.post("/host/people", person=id[1], deed="suspend", reason="Trop de <moqueries>.")
        assert page.refusal()["refused"] == "Suspended"
        with pytest.raises(ConnectionClosed) as closed:
            page.receive()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 4403
    with eve.watch(table) as page:  # she may look
        page.update()
        page.send("leave")
        assert page.refusal()["refused"] == "Suspended"
    for path in ("/games/ludo/play", "/games/ludo/tables"):
        answer = eve.post(path, **SHORT)
        assert answer.status_code == 403
        assert "Trop de &lt;moqueries&gt;." in answer.text
    assert eve.get("/").status_code == 200
    assert eve.get("/me/export.json").status_code == 200
    again = visitor(address="198.51.100.61")
    again.post("/signin", name=name, password=SECRET)
    assert is_in(again, name)  # to take her data with her
    assert again.post("/games/ludo/play").status_code == 403
    assert name in host.get("/host").text.split('id="suspended"')[1]
    host.post("/host/people", person=id[1], deed="lift")
    assert table_of(eve.post("/games/ludo/play").headers["location"])


def test_a_host_renames_and_helps_back_in(visitor: Come, host: Visitor) -> None:
    zoe = visitor()
    name = join(zoe)
    person = zoe.get("/me/export.json").json()["account"]["person"]
    (code,) = codes_on(host.post("/host/people", person=person, deed="code"))
    there = visitor(address="198.51.100.62")
    answer = there.post("/signin/code", name=name, code=code, password="pile correcte cheval")
    assert answer.status_code == 303
    other = new_name()
    host.post("/host/people", person=person, deed="rename", name=other)
    assert is_in(there, other)
    assert host.post("/host/people", person=person, deed="rename", name="x").status_code == 400
    assert host.post("/host/people", person=person, deed="nonsense").status_code == 400
    assert host.post("/host/people", person="nobody", deed="suspend").status_code == 400


def test_a_browser_left_open_takes_no_account_over(
    visitor: Come, host: Visitor, served: Served
) -> None:
    """Codes, names and suspensions want a proof that is a few minutes old at most."""
    zoe = visitor()
    name = join(zoe)
    person = person_id(zoe)
    assert 'action="/me/confirm"' not in host.get("/host").text
    proof = update(sessions).where(sessions.c.person == person_id(host))
    old = proof.values(proved=now() - PROOF_LIFE - 1)
    served.do(served.house.write(lambda connection: connection.execute(old)))
    for deed in ("code", "rename", "suspend", "lift"):
        answer = host.post("/host/people", person=person, deed=deed, name="Autre", reason="x")
        assert answer.status_code == 400
        assert "Confirmez d&#39;abord" in answer.text
        assert not codes_on(answer)
    assert is_in(zoe, name)
    assert zoe.post("/games/ludo/play").status_code == 303
    assert 'action="/me/confirm"' in host.get("/host").text
    assert host.post("/me/confirm", password="wrong, all wrong", back="/host").status_code == 400
    answer = host.post("/me/confirm", password=SECRET, back="/host")
    assert answer.headers["location"] == "/host"
    assert codes_on(host.post("/host/people", person=person, deed="code"))


def test_figures_are_on_the_hosts_page(ann: Visitor, host: Visitor) -> None:
    two_at_a_table(ann, host)
    page = host.get("/host").text
    assert page.count('class="tables-bar"') == 30
    assert re.search(r"<td>Ludo \d+", page)


@pytest.mark.parametrize("seats", [1, 2])
def test_who_plays_alone_has_nobody_to_speak_to(ann: Visitor, seats: int) -> None:
    table = ann.open_table("rolling-village", **{"option.seats": str(seats)})
    assert ("data-phrase" in ann.get(f"/tables/{table}").text) is (seats > 1)
