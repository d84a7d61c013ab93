"""What a member prefers: with every page, on all devices, in her file, gone with her account."""

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from joining import join, sign_in
from serving import Served
from sqlalchemy import select
from visiting import Visitor

from ludotheque.house.people.preferences import LONGEST, MOST
from ludotheque.house.schema import persons

Come = Callable[..., Visitor]


def prefer(visitor: Visitor, **change: Any) -> int:
    return visitor.http.post("/me/preferences", json=change).status_code


def told(visitor: Visitor, path: str = "/") -> Any:
    """What a page brings along; None: nothing was ever said. KeyError: not even that."""
    found = re.search(r'data-preferences="([^"]*)"', visitor.get(path).text)
    if found is None:
        raise KeyError(path)
    return json.loads(html.unescape(found[1]))


@pytest.fixture
def zoe(visitor: Come) -> Visitor:
    made = visitor(name="Zoé")
    join(made)
    return made


def test_what_is_settled_on_one_device_holds_on_another(visitor: Come) -> None:
    here, there = visitor(), visitor()
    name = join(here)
    assert told(here) is None
    assert prefer(here, pace="fast", theme="dark", tips={"ludo/roll": True}) == 204
    assert prefer(here, lessons={"ludo/out": True}) == 204
    sign_in(there, name)
    lists = {"tips": {"ludo/roll": True}, "lessons": {"ludo/out": True}}
    assert told(there) == {"pace": "fast", "theme": "dark", **lists}
    for path in ("/me", "/rooms", "/games/ludo"):
        assert told(there, path) == told(there)


def test_the_last_to_speak_is_heard_about_each_thing_apart(visitor: Come) -> None:
    here, there = visitor(), visitor()
    sign_in(there, join(here))
    prefer(here, pace="fast", sound=True, tips={"ludo/roll": True})
    prefer(there, pace="calm", tips={"ludo/out": True})
    prefer(here, buzz=False, tips={"ludo/roll": False})  # to be shown again
    expected = {"pace": "calm", "sound": True, "buzz": False, "tips": {"ludo/out": True}}
    assert told(here) == told(there) == expected


def test_guests_keep_theirs_in_the_browser(ann: Visitor) -> None:
    with pytest.raises(KeyError):
        told(ann)
    answer = ann.http.post("/me/preferences", json={"pace": "fast"})
    assert answer.status_code == 403
    assert "Seuls les membres emportent leurs réglages." in answer.text


def test_nobody_has_none(visitor: Come) -> None:
    assert prefer(visitor(), pace="fast") == 404


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"{", b"\xff", b'{"pace": "warp"}', b'{"sound": 1}', b'{"colour": "red"}',
        b'{"tips": {"<b>": true}}', b'{"tips": {"ludo/roll": "yes"}}',
        b'{"pace": "fast"' + b" " * LONGEST + b"}",
        json.dumps({"tips": {f"ludo/{k}": True for k in range(MOST + 1)}}).encode(),
    ],
)  # fmt: skip
def test_nonsense_is_refused_in_a_sentence_and_changes_nothing(zoe: Visitor, body: bytes) -> None:
    prefer(zoe, pace="calm")
    answer = zoe.http.post("/me/preferences", content=body)
    assert answer.status_code == 400
    assert "Ces réglages ne se lisent pas, ou sont trop longs" in html.unescape(answer.text)
    assert told(zoe) == {"pace": "calm", "tips": {}}


def test_the_file_has_them_and_they_go_with_the_account(served: Served, zoe: Visitor) -> None:
    prefer(zoe, theme="dark", tips={"goose/roll": True})
    account = zoe.get("/me/export.json").json()["account"]
    assert account["preferences"] == {"theme": "dark", "tips": {"goose/roll": True}}
    assert zoe.post("/me/delete", sure="on").status_code == 303
    with served.house.visitors.engine.connect() as connection:
        query = select(persons.c.preferences).where(persons.c.id == account["person"])
        assert connection.execute(query).scalar_one() is None


def test_the_page_on_privacy_tells_of_them(ann: Visitor) -> None:
    page = html.unescape(ann.get("/privacy").text)
    assert "les conseils que vous avez déjà lus" in page
    assert "persons.preferences" in page
