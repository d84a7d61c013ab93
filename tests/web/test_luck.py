"""The report of a finished game, as its replay asks for it."""

import time
from typing import Any

import pytest
from staging import played
from visiting import Visitor

from ludotheque.web import luck, making

SHORT = {"seats": 2, "pawns": 1}


@pytest.fixture(scope="module")
def over(served) -> str:
    """A game of Ludo that is over."""
    return f"/tables/{served.do(played(served.runner, 'ludo', SHORT))}"


def report_of(visitor: Visitor, table: str, how: str = "") -> dict[str, Any]:
    """Ask until it is there."""
    for _ in range(600):
        answer = visitor.get(f"{table}/luck.json{how}")
        if answer.status_code != 202:
            assert answer.status_code == 200, answer.text
            return answer.json()
        assert set(answer.json()) == {"done", "total"}
        time.sleep(0.2)
    raise TimeoutError


def test_it_is_made_and_told_in_ones_language(ann: Visitor, visitor, over: str) -> None:
    found = report_of(ann, over)
    assert "\u00a0: chance +" in found["html"] or "\u00a0: chance −" in found["html"]
    assert len(found["curves"]) == 2
    assert all(0 <= value <= 1000 for curve in found["curves"] for value in curve)
    assert found["curves"][0][-1] in (0, 1000)
    assert "Luck" in report_of(visitor(language="en"), over)["html"]


def test_a_game_that_goes_on_has_none(ann: Visitor) -> None:
    table = ann.open_table()
    assert ann.get(f"/tables/{table}/luck.json").status_code == 404


def test_no_more_are_made_at_once_than_the_house_can_bear(
    ann: Visitor, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "UNDER_WAY", 0)
    answer = ann.get(f"{over}/luck.json?deep")
    assert answer.status_code == 503
    assert answer.headers["retry-after"]


def test_a_slice_at_a_time_comes_to_the_same(served, monkeypatch: pytest.MonkeyPatch) -> None:
    table = served.do(played(served.runner, "ludo", SHORT))
    file = served.do(served.runner.record(table)).json()
    total = luck.begin(file, False)
    whole = luck.look_on(file, False, 0)
    while len(whole) < total:
        whole += luck.look_on(file, False, len(whole))
    monkeypatch.setattr(luck, "SLICE", 0.0)
    assert [*(luck.look_on(file, False, k)[0] for k in range(total))] == whole
