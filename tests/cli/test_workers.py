"""Workers on one port: who dies is started again, sooner or later."""

from types import SimpleNamespace
from typing import Any

import pytest
from services import free_port
from typer.testing import CliRunner

from ludotheque.cli import app, workers


def test_who_dies_before_it_opened_is_started_again_later_and_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    monkeypatch.setattr(workers, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    started: list[float] = []
    process: Any = SimpleNamespace()
    place = workers.Place(0)
    worker = workers.Worker(place, lambda _: started.append(clock[0]) or process)
    pauses = []
    for _ in range(7):
        clock[0] += 1
        worker.note_death()
        pauses.append(round(worker.due - clock[0], 1))
        clock[0] = worker.due
        worker.begin()
    assert pauses == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    place.note_opened()
    worker.note_death()
    assert worker.due == clock[0]  # it had let people in: at once
    worker.begin()
    worker.note_death()
    assert round(worker.due - clock[0], 1) == 0.2
    assert len(started) == 9


def test_on_sqlite_there_is_one(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDOTHEQUE_REDIS", raising=False)
    call = ["serve", "--port", str(free_port()), "--workers", "2", "--database", sqlite_url]
    for more, told in (
        ([], "several workers need PostgreSQL and Redis"),
        (["--redis", "redis://127.0.0.1"], "several processes on one PostgreSQL"),
    ):
        answer = CliRunner().invoke(app, [*call, *more])
        assert told in f"{answer.output} {answer.exception}"
