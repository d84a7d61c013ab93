"""What those who keep a house running look at: signs of life, numbers, the log."""

import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from services import free_port
from serving import Served
from sqlalchemy import text
from visiting import PATIENCE, Visitor

from ludotheque.cli.logs import Json
from ludotheque.core.errors import BadOption
from ludotheque.web.metrics import Histogram, host_and_port

_SAMPLE = re.compile(r'[a-z_]+(\{[a-z]+="[^"]*"\})? \S+')


def test_a_house_is_alive_and_ready(served: Served) -> None:
    for path, said in (("/healthz", "alive"), ("/readyz", "ready")):
        answer = httpx.get(served.url + path)
        assert (answer.status_code, answer.text) == (200, said)
        assert "set-cookie" not in answer.headers


def test_a_house_without_its_database_is_alive_but_not_ready(any_url: str) -> None:
    house = Served(any_url)
    engine = house.runner.store.engine
    house.do(house.runner.idle())  # it has read what it begins with
    try:
        _rename(engine, "house_version", "elsewhere")
        answer = httpx.get(house.url + "/readyz")
        assert (answer.status_code, answer.text) == (503, "the database wants migrating")
        _rename(engine, "elsewhere", "house_version")
        _rename(engine, "tables", "away")
        answer = httpx.get(house.url + "/readyz")
        assert (answer.status_code, answer.text) == (503, "the database does not answer")
        assert httpx.get(house.url + "/healthz").status_code == 200
        _rename(engine, "away", "tables")
        assert httpx.get(house.url + "/readyz").status_code == 200
    finally:
        house.close()


def _rename(engine, old: str, new: str) -> None:
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(text(f"ALTER TABLE {old} RENAME TO {new}"))


def test_a_histogram_counts_up_to_each_step() -> None:
    histogram = Histogram("x_seconds", "How long")
    for seconds in (0.0005, 0.001, 0.3, 99.0):
        histogram.add(seconds)
    lines = list(histogram.lines())
    assert lines[:3] == [
        "# HELP x_seconds How long",
        "# TYPE x_seconds histogram",
        'x_seconds_bucket{le="0.001"} 2',
    ]
    assert 'x_seconds_bucket{le="0.5"} 3' in lines
    assert lines[-3:] == [
        'x_seconds_bucket{le="+Inf"} 4',
        "x_seconds_sum 99.301500",
        "x_seconds_count 4",
    ]


def test_an_address_for_numbers_is_read() -> None:
    assert host_and_port("127.0.0.1:9100") == ("127.0.0.1", 9100)
    assert host_and_port("[::1]:9100") == ("::1", 9100)
    for wrong in ("9100", "localhost", "localhost:", ":9100", "localhost:x", "localhost:70000"):
        with pytest.raises(BadOption, match="--metrics"):
            host_and_port(wrong)


class Process:
    """``ludotheque serve`` with its numbers and its log."""

    def __init__(self, folder: Path):
        port, self.metrics = free_port(), free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.log = folder / "log"
        arguments = ["--host", "127.0.0.1", "--port", str(port), "--log-format", "json"]
        arguments += ["--metrics", f"127.0.0.1:{self.metrics}"]
        arguments += ["--database", f"sqlite:///{folder / 'house.db'}"]
        with self.log.open("w") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "ludotheque", "serve", *arguments],
                env={**os.environ, "LUDOTHEQUE_INTERPRETED": "1"},
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )
        end = time.monotonic() + 60
        while not self._is_ready():
            assert time.monotonic() < end
            assert self._process.poll() is None, self.log.read_text()
            time.sleep(0.05)

    def _is_ready(self) -> bool:
        with suppress(httpx.TransportError):
            return httpx.get(f"{self.url}/readyz", timeout=PATIENCE).status_code == 200
        return False

    def numbers(self) -> dict[str, float]:
        told = httpx.get(f"http://127.0.0.1:{self.metrics}/metrics", timeout=PATIENCE)
        assert told.headers["content-type"].startswith("text/plain; version=0.0.4")
        lines = [line for line in told.text.splitlines() if not line.startswith("#")]
        assert all(_SAMPLE.fullmatch(line) for line in lines), told.text
        pairs = (line.rsplit(" ", 1) for line in lines)
        return {name: float(value) for name, value in pairs}

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(30)


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = Process(tmp_path_factory.mktemp("house"))
    yield process
    process.close()


@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
def test_numbers_and_the_log_tell_how_it_goes_and_nothing_of_anybody(process: Process) -> None:
    ann = Visitor(process.url, name="Annabella", address="192.0.2.77")
    table = ann.open_table()
    with ann.sit(table) as page:
        page.send("emote", seat=0, emote="hello")
        page.until("salue la table")
        numbers = process.numbers()
        assert numbers['ludotheque_under_way{what="connection"}'] == 1
    assert numbers['ludotheque_tables{phase="open"}'] == 1
    assert numbers['ludotheque_commands_total{result="Done"}'] == 2
    assert numbers['ludotheque_events_total{event="emoted"}'] == 1
    assert numbers["ludotheque_command_seconds_count"] == 2
    assert numbers["ludotheque_append_seconds_count"] >= 3
    assert numbers['ludotheque_queue{for="quick match"}'] == 0
    assert numbers['ludotheque_under_way{what="append"}'] == 0
    assert numbers['ludotheque_bot_workers{of="all"}'] >= 1
    assert numbers['ludotheque_requests_total{status="200"}'] >= 1
    assert httpx.get(f"http://127.0.0.1:{process.metrics}/tables").status_code == 404
    assert httpx.get(f"{process.url}/metrics").status_code == 404

    said = process.log.read_text()
    lines = [json.loads(line) for line in said.splitlines()]
    assert {"time", "level", "method", "answered_by", "status", "milliseconds"} <= set(lines[0])
    assert "pages.create" in {line.get("answered_by") for line in lines}
    cookies = [cookie.value for cookie in ann.http.cookies.jar]
    for secret in ("Annabella", "192.0.2.77", "127.0.0.1", table, *cookies):
        assert secret
        assert secret not in said
    ann.close()


def test_an_exception_is_told_by_its_kind_and_place_without_its_words() -> None:
    try:
        raise ValueError("Annabella from 192.0.2.77")
    except ValueError:
        error = sys.exc_info()
    record = logging.LogRecord("ludotheque", logging.ERROR, "", 0, "it %s", ("broke",), error)
    said = Json().format(record)
    assert "Annabella" not in said
    assert json.loads(said)["message"] == "it broke"
    assert json.loads(said)["error"] == "ValueError"
    assert json.loads(said)["at"][0].startswith("web/test_running.py:")
