"""Asking those one played with to one's next table."""

import re

import pytest
from queueing import person_id
from serving import Served
from visiting import Visitor

from ludotheque.house.people.allowance import Allowance


def played(*people: Visitor) -> str:
    table = people[0].open_table(**{"option.seats": str(len(people))})
    pages = [each.sit(table) for each in people]
    for page in pages:
        page.until("playing")
        page.__exit__()
    return table


def opened(host: Visitor, **form: str) -> str:
    table = host.open_table(**{"option.seats": "4", **form})
    with host.sit(table):
        pass
    return table


def place(host: Visitor, table: str, name: str) -> str:
    """How the host's page names somebody."""
    page = host.get(f"/tables/{table}").text
    found = re.search(rf'name="place" value="([^"]+)">\s*<span class="who">{name}<', page)
    assert found, page
    return found[1]


def ask(host: Visitor, table: str, whom: str, deed: str = "ask") -> int:
    return host.post(f"/tables/{table}/asks", place=whom, deed=deed).status_code


def is_asked(somebody: Visitor, table: str) -> bool:
    return f'href="/tables/{table}#sit=1"' in somebody.get("/").text


def calls(page: str) -> str:
    found = re.search(r'data-calls="(\d+)"', page)
    assert found
    return found[1]


def test_one_click_asks_and_another_takes_it_back(ann: Visitor, bob: Visitor) -> None:
    played(ann, bob)
    table = opened(ann)
    before = int(calls(bob.get("/me/tables").text))
    bobs = place(ann, table, "Bob")
    assert ask(ann, table, bobs) == 303
    assert is_asked(bob, table)
    assert "Ann vous invite" in bob.get("/me/tables").text
    assert int(calls(bob.get("/me/tables").text)) == before + 1
    assert "invitation envoyée" in ann.get(f"/tables/{table}").text
    assert ask(ann, table, bobs, "withdraw") == 303
    assert not is_asked(bob, table)


def test_who_sits_down_or_says_no_is_asked_no_more(ann: Visitor, bob: Visitor) -> None:
    played(ann, bob)
    table, other = opened(ann), opened(ann)
    for each in (table, other):
        assert ask(ann, each, place(ann, each, "Bob")) == 303
    with bob.sit(table):
        pass
    assert not is_asked(bob, table)
    assert 'name="place"' not in ann.get(f"/tables/{table}").text  # he sits there
    assert bob.post("/me/asks", table=other).status_code == 303
    assert not is_asked(bob, other)
    assert ask(ann, other, place(ann, other, "Bob")) == 429
    assert bob.post("/me/asks", table="nowhere").status_code == 303


def test_an_invitation_to_a_table_that_began_or_is_full_is_gone(
    ann: Visitor, bob: Visitor, eve: Visitor
) -> None:
    played(ann, bob)
    table = ann.open_table(**{"option.seats": "2"})
    with ann.sit(table):
        bobs = place(ann, table, "Bob")
        assert ask(ann, table, bobs) == 303
        assert is_asked(bob, table)
        with eve.sit(table):
            pass
    assert not is_asked(bob, table)
    assert ask(ann, table, bobs) == 403


def test_another_persons_table_and_strangers_are_out_of_reach(
    ann: Visitor, bob: Visitor, eve: Visitor, served: Served
) -> None:
    earlier = played(ann, bob)
    table = opened(ann)
    assert ask(eve, table, f"{earlier} 1") == 403  # not her table
    assert ask(bob, table, f"{earlier} 0") == 403
    hers = opened(eve)
    assert ask(eve, hers, f"{earlier} 1") == 404  # she was not there
    for wrong in ("", "x", f"{earlier} 9", f"{earlier} -1", f"{earlier} 1' OR 1=1", "é 1"):
        assert ask(ann, table, wrong) in (400, 404)
    assert ask(ann, "nowhere", f"{earlier} 1") == 404
    assert not is_asked(bob, table)
    assert person_id(bob) not in ann.get(f"/tables/{table}").text


@pytest.mark.parametrize("deed", ["mute", "block"])
def test_blocked_and_muted_people_ask_nothing(ann: Visitor, bob: Visitor, deed: str) -> None:
    earlier = played(ann, bob)
    table = opened(ann)
    bobs = place(ann, table, "Bob")
    assert ask(ann, table, bobs) == 303
    assert bob.post(f"/tables/{earlier}/company", seat="0", deed=deed).status_code == 303
    assert not is_asked(bob, table)
    assert 'name="place"' not in ann.get(f"/tables/{table}").text
    assert ask(ann, table, bobs) == 404


def test_nobody_asks_without_end(
    ann: Visitor, bob: Visitor, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served.house.asking, "pairs", Allowance(1, 0.001))
    played(ann, bob)
    table = opened(ann)
    bobs = place(ann, table, "Bob")
    assert [ask(ann, table, bobs, deed) for deed in ("ask", "withdraw", "ask")] == [303, 303, 429]


def test_a_name_on_the_card_is_text(ann: Visitor, bob: Visitor) -> None:
    ann.post("/name", name="<i>Ann</i>")
    played(ann, bob)
    table = opened(ann)
    assert ask(ann, table, place(ann, table, "Bob")) == 303
    assert "&lt;i&gt;Ann&lt;/i&gt; vous invite" in bob.get("/").text


def test_who_left_the_house_asks_no_more(ann: Visitor, bob: Visitor) -> None:
    played(ann, bob)
    table = opened(ann)
    assert ask(ann, table, place(ann, table, "Bob")) == 303
    assert ann.post("/me/delete", sure="on").status_code == 303
    assert not is_asked(bob, table)
