"""The chat of private tables: only where it was wanted, read and written by whom it is for."""

import json
from contextlib import suppress
from typing import Any

import pytest
from serving import Served
from sqlalchemy import select
from test_company import host  # noqa: F401 -- a fixture
from visiting import LivePage, Visitor
from websockets.exceptions import ConnectionClosed

from ludotheque.house.people.allowance import Allowance
from ludotheque.house.schema import talk


def line(page: LivePage) -> list[Any]:
    """Take in letters until somebody writes; the last line."""
    while "chat" not in (message := page.receive()):
        pass
    told: list[Any] = message["chat"][-1]
    return told


def heard(page: LivePage) -> str:
    return "".join(text for text in page.texts if '"chat"' in text)


def test_there_is_none_unless_the_host_of_the_table_wants_it(ann: Visitor) -> None:
    assert 'name="chat"' in ann.get("/games/ludo/new").text
    for form, has_chat in (
        ({}, False),
        ({"chat": "on"}, True),
        ({"chat": "on", "public": "on"}, False),
    ):
        table = ann.open_table(**form)
        assert ('id="chat"' in ann.get(f"/tables/{table}").text) is has_chat
        with ann.sit(table) as page:
            page.send("say", words="hello")
            if has_chat:
                assert line(page)[2:] == ["Ann", "hello"]
            else:
                assert page.refusal()["refused"] == "NoChat"


def test_a_house_may_have_none(
    ann: Visitor, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.open_table(chat="on")
    monkeypatch.setattr(served.house, "has_chat", False)
    assert 'name="chat"' not in ann.get("/games/ludo/new").text
    for each in (table, ann.open_table(chat="on")):
        assert 'id="chat"' not in ann.get(f"/tables/{each}").text
        with ann.sit(each) as page:
            page.send("say", words="hello")
            assert page.refusal()["refused"] == "NoChat"


def test_words_are_text_and_in_no_log(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table(chat="on")
    with ann.sit(table) as hers, bob.sit(table) as his:
        his.send("say", words="<img src=x onerror=alert(1)> \u202e secret words ")
        assert line(hers)[1:] == [1, "Bob", "<img src=x onerror=alert(1)> secret words"]
        his.send("say", words=" \u200b ")  # nothing at all
        his.send("say", words="y" * 400)
        assert line(hers)[3] == "y" * 300
    for path in ("record.json", "frames.json", ""):
        assert "secret words" not in ann.get(f"/tables/{table}/{path}".rstrip("/")).text
    assert "secret words" in bob.get("/me/export.json").text
    assert "secret words" not in ann.get("/me/export.json").text


def test_who_comes_later_reads_what_was_said(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table(chat="on")
    with ann.sit(table) as hers:
        hers.send("say", words="one")
        hers.send("say", words="two")
        while line(hers)[3] != "two":
            pass
        with bob.watch(table) as his:
            assert line(his)[1:] == [0, "Ann", "two"]
            assert json.loads(his.texts[-1])["chat"][0][3] == "one"


def test_strangers_do_not_write_and_read_only_where_they_may_watch(
    ann: Visitor, bob: Visitor, eve: Visitor, served: Served
) -> None:
    open_table, closed = ann.open_table(chat="on"), ann.open_table(chat="on", spectators="off")
    for table, may_read in ((open_table, True), (closed, False)):
        with ann.sit(table) as hers, eve.watch(table) as others:  # it has not begun: she may look
            others.send("say", words="let me in")
            assert others.refusal()["refused"] == "Stranger"
            hers.send("say", words="for friends")
            line(hers)
            hers.send("place", seat=1, level="easy")
            if may_read:
                assert line(others)[3] == "for friends"
            else:
                assert others.refusal()["refused"] == "NoSpectators"
        assert ("for friends" in heard(others)) is may_read
        assert ('id="chat"' in eve.get(f"/tables/{table}").text) is may_read
        assert "let me in" not in heard(hers)


def test_without_a_cookie_nobody_writes(ann: Visitor, served: Served) -> None:
    table = ann.open_table(chat="on")
    nobody = Visitor(served.url)
    with nobody.watch(table) as page:
        page.send("say", words="hello")
        assert page.refusal()["refused"] == "Stranger"
    nobody.close()


def test_muted_people_are_not_read(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table(chat="on", **{"option.seats": "3"})
    with ann.sit(table) as hers, bob.sit(table) as his:
        his.send("say", words="before")
        assert line(hers)[3] == "before"
        assert ann.post(f"/tables/{table}/company", seat="1", deed="mute").status_code == 303
        his.send("say", words="after")
        line(his)
        hers.send("say", words="mine")
        assert line(hers)[3] == "mine"
        assert "after" not in heard(hers)
        with ann.watch(table) as again:  # nor are the old lines
            assert line(again)[3] == "mine"
            assert "before" not in heard(again)


def test_nobody_floods_it(ann: Visitor, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served.house, "lines", Allowance(3, 0.001))
    table = ann.open_table(chat="on")
    with ann.sit(table) as page:
        for number in range(3):
            page.send("say", words=f"{number}")
            line(page)
        page.send("say", words="more")
        assert page.refusal()["refused"] == "TooSoon"
    with ann.watch(table) as page:
        assert line(page)[3] == "2"


def test_who_left_the_game_or_was_suspended_is_silent(
    ann: Visitor, bob: Visitor, served: Served
) -> None:
    table = ann.open_table(chat="on", **{"option.seats": "3"})
    with ann.sit(table) as hers, bob.sit(table) as his:
        hers.send("place", seat=2, level="easy")
        his.until("playing")
        his.send("leave", seat=1)
        hers.until("parti")
        his.send("say", words="one more thing")
        assert his.refusal()["refused"] == "Stranger"
        served.house.people.suspend(ann.get("/me/export.json").json()["account"]["person"], "")
        with suppress(ConnectionClosed):  # she may be shown out before she has said it
            hers.send("say", words="I too")
            assert hers.refusal()["refused"] == "Suspended"
    said = select(talk.c.words).where(talk.c.table_id == table)
    assert served.do(served.house.read(lambda connection: connection.execute(said).all())) == []


def test_the_host_of_the_house_reads_what_was_reported(
    ann: Visitor,
    bob: Visitor,
    host: Visitor,  # noqa: F811
) -> None:
    table = ann.open_table(chat="on")
    with ann.sit(table) as hers, bob.sit(table) as his:
        hers.send("say", words="friendly words")
        his.send("say", words="<b>rude words</b>")
        while line(hers)[3] != "<b>rude words</b>":
            pass
    report = {"seat": "1", "deed": "report", "reason": "insults", "words": "lisez"}
    assert ann.post(f"/tables/{table}/company", **report).status_code == 303
    page = host.get("/host").text
    assert "&lt;b&gt;rude words&lt;/b&gt;" in page
    assert "friendly words" not in page  # of the person it is about alone
