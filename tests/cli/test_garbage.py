"""Collecting garbage: when the process has little to do, and else in the end all the same."""

import gc
import threading
import time

from ludotheque.cli import garbage


def test_a_quiet_process_is_found_at_once_and_a_busy_one_not(monkeypatch):
    spent = iter(range(1000))
    assert garbage.wait_for_quiet(60) is True
    monkeypatch.setattr(garbage, "_MOMENT", 0.01)
    monkeypatch.setattr(time, "process_time", lambda: next(spent))
    assert garbage.wait_for_quiet(0.1) is False


def test_a_process_that_others_keep_from_running_is_not_quiet(monkeypatch, tmp_path):
    spent = iter(range(0, 10**12, 10**9))  # it would have run, had it been let

    class Scheduled:
        def read_text(self):
            return f"0 {next(spent)} 1"

    monkeypatch.setattr(garbage, "_MOMENT", 0.01)
    monkeypatch.setattr(garbage, "_SCHEDULED", Scheduled())
    assert garbage.wait_for_quiet(0.1) is False
    monkeypatch.setattr(garbage, "_SCHEDULED", tmp_path / "another system has no such file")
    assert garbage.wait_for_quiet(60) is True


def test_what_took_long_is_not_done_again_soon(monkeypatch):
    waits = []

    class Ended:
        def wait(self, seconds):
            waits.append(seconds)
            return len(waits) > 3

    took = iter([0.0, 0.1, 0.1, 0.2, 0.2, 1.2])
    monkeypatch.setattr(time, "thread_time", lambda: next(took))
    monkeypatch.setattr(garbage, "wait_for_quiet", lambda latest: True)
    monkeypatch.setattr(gc, "collect", lambda: 0)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    garbage._sweep(Ended())
    assert waits[0] == garbage._SETTLED
    assert [round(each) for each in waits[1:]] == [100, 100, 1000]


def test_what_a_house_begins_with_is_looked_through_once_and_never_while_it_is_busy(monkeypatch):
    done = []
    monkeypatch.setattr(garbage, "_SETTLED", 0.0)
    monkeypatch.setattr(garbage, "_BETWEEN", 0.0)
    monkeypatch.setattr(gc, "set_threshold", lambda *given: done.append(given))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("freeze"))
    enough = threading.Event()

    def collect():
        done.append("collect")
        if done.count("collect") == 3:
            enough.set()

    monkeypatch.setattr(gc, "collect", collect)
    monkeypatch.setattr(garbage, "wait_for_quiet", lambda latest: done.append("quiet"))
    ended = garbage.collect_quietly()
    assert enough.wait(10)
    ended.set()
    assert done[:6] == [garbage.YOUNG, "quiet", "collect", "freeze", "quiet", "collect"]
