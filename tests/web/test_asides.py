"""What people tell each other beside the game: heard by whom it should be, written down nowhere."""

from collections.abc import Callable
from typing import Any

import pytest
from serving import Served
from visiting import LivePage, Visitor

from ludotheque.house.people.allowance import Allowance


def said(page: LivePage) -> list[Any]:
    """Take in letters until somebody says something."""
    while "said" not in (message := page.receive()):
        pass
    told: list[Any] = message["said"][0]
    return told


def test_everybody_reads_a_phrase_in_her_own_language(
    ann: Visitor, visitor: Callable[..., Visitor]
) -> None:
    table = ann.open_table()
    bob, eve = visitor(name="Bob", language="es"), visitor(name="Eve", language="en")
    with ann.sit(table) as hers, bob.sit(table) as his, eve.watch(table) as others:
        hers.send("phrase", seat=0, phrase="well-played")
        assert said(hers) == [0, "Bien joué\u00a0!", "Ann\u00a0: Bien joué\u00a0!"]
        assert said(his) == [0, "¡Bien jugado!", "Ann: ¡Bien jugado!"]
        assert said(others)[1] == "Well played!"
    log = ann.get(f"/tables/{table}/record.json").text
    assert "well-played" not in log
    assert "Bien joué" not in log


def test_only_those_who_sit_there_speak_and_only_for_themselves(
    ann: Visitor, bob: Visitor, eve: Visitor
) -> None:
    table = ann.open_table(**{"option.seats": "3"})
    with ann.sit(table), bob.sit(table) as his, eve.watch(table) as hers:
        hers.send("phrase", seat=0, phrase="thanks")
        assert hers.refusal()["refused"] == "Stranger"
        his.send("phrase", seat=0, phrase="thanks")
        assert his.refusal()["refused"] == "NotYourSeat"
        for seat in (-1, 99):
            his.send("phrase", seat=seat, phrase="thanks")
            assert his.refusal()["refused"] == "NoSuchSeat"
        his.send("phrase", seat=1, phrase="<b>words of my own</b>")
        assert his.refusal()["refused"] == "BadCommand"


def test_who_is_muted_is_not_heard(ann: Visitor, bob: Visitor, eve: Visitor) -> None:
    table = ann.open_table()
    with ann.sit(table) as hers, bob.sit(table) as his, eve.watch(table) as others:
        his.until("playing")
        assert ann.post(f"/tables/{table}/company", seat="1", deed="mute").status_code == 303
        his.send("phrase", seat=1, phrase="lucky")
        assert said(others)[0] == 1
        hers.send("phrase", seat=0, phrase="oops")
        assert said(hers)[0] == 0  # her own, and nothing before it
        assert not any("Quelle veine" in text for text in hers.texts)


def test_nobody_floods_a_table(
    ann: Visitor, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served.house, "phrases", Allowance(2, 0.001))
    table = ann.open_table()
    with ann.sit(table) as hers:
        for _ in range(2):
            hers.send("phrase", seat=0, phrase="thanks")
            said(hers)
        hers.send("phrase", seat=0, phrase="thanks")
        assert hers.refusal()["refused"] == "TooSoon"
