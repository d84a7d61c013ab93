"""A house that is killed in the middle of everything has lost nothing that it acknowledged."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from services import free_port
from visiting import PATIENCE, LivePage, Visitor
from websockets.exceptions import ConnectionClosed

from ludotheque.table import Store
from ludotheque.table.events import Fell, Moved

TABLES = 6
ENOUGH = 90  # commands acknowledged before the house is killed


class House:
    """``ludotheque serve`` as a process of its own."""

    def __init__(self, database: str, log: Path):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "ludotheque", "serve", "--host", "127.0.0.1"]
        self._log = log.open("a")
        self._process = subprocess.Popen(
            [*command, "--port", str(self.port), "--database", database],
            env={**os.environ, "LUDOTHEQUE_INTERPRETED": "1"},
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,  # its workers die with it
        )

    def wait_until_open(self) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            assert self._process.poll() is None, Path(self._log.name).read_text()
            with suppress(httpx.TransportError):
                if httpx.get(self.url, timeout=PATIENCE).status_code == 200:
                    return
            time.sleep(0.05)
        raise TimeoutError("the house did not open")

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._log.close()


class Players:
    """Two people who play at one table as fast as they can, and note what was acknowledged."""

    def __init__(self, url: str):
        self.people = [Visitor(url, name=name) for name in ("Ann", "Bob")]
        self.table = self.people[0].open_table(**{"option.pawns": "4"})
        self.pages = [person.sit(self.table) for person in self.people]
        self.acknowledged: dict[str, int] = {}  # commands: the number of an event seen after it
        self.pending: tuple[LivePage, dict[str, object]] | None = None
        self.thread = threading.Thread(target=self._play)

    def _play(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                for page in self.pages:
                    page.until("playing")
                    if page.is_mine():
                        self._act(page)
                    else:
                        self._follow(page)

    def _act(self, page: LivePage) -> None:
        seat, before = page.me, page.number
        command: dict[str, object] = {"command": "roll"}
        if not page.may_roll():
            command = {"command": "move", "seat": seat, "move": page.moves()[0]}
        command |= {"id": f"{seat}-{before}", "seen": before}
        self.pending = (page, command)
        page.send(**command)
        while page.number == before:
            if page.receive().get("refused") == "TooSoon":  # as fast as they may
                time.sleep(0.1)
                page.send(**command)
        self.acknowledged[str(command["id"])] = page.number
        self.pending = None

    def _follow(self, page: LivePage) -> None:
        other = self.pages[1 - self.pages.index(page)]
        while page.number < other.number or not (page.is_mine() or other.is_mine()):
            page.update()

    def close(self) -> None:
        for page in self.pages:
            page.socket.close()
        for person in self.people:
            person.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9 there")
def test_every_acknowledged_move_is_found_again_after_kill_9(tmp_path):
    database = f"sqlite:///{tmp_path / 'house.db'}"
    house = House(database, tmp_path / "first.log")
    try:
        house.wait_until_open()
        games = [Players(house.url) for _ in range(TABLES)]
        for game in games:
            game.thread.start()
        end = time.monotonic() + 60
        while sum(len(game.acknowledged) for game in games) < ENOUGH:
            assert time.monotonic() < end
            assert all(game.thread.is_alive() for game in games)
            time.sleep(0.005)
    finally:
        house.kill()
    for game in games:
        game.thread.join(PATIENCE)
        assert not game.thread.is_alive()
    check_logs(database, games)
    check_reopened(database, games, tmp_path / "second.log")


def check_logs(database: str, games: list[Players]) -> None:
    """Each acknowledged command stands in the log, once; no number is missing or twice."""
    with Store(database) as store:
        for game in games:
            entries = store.entries(game.table)
            assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
            deeds = Counter(e.command for e in entries if isinstance(e.event, Fell | Moved))
            for id, number in game.acknowledged.items():
                assert deeds[id] == 1, f"{id} was acknowledged with {number}"
                assert number <= len(entries)


def check_reopened(database: str, games: list[Players], log: Path) -> None:
    """The house goes on where it was: same people, same tables; a command sent again acts once."""
    house = House(database, log)
    try:
        house.wait_until_open()
        for game in games:
            cookies = [person.cookie for person in game.people]
            seen = max(page.number for page in game.pages)
            person = Visitor(house.url)
            with person.watch(game.table, Cookie=cookies[0]) as page:
                assert page.update()["number"] >= seen
                assert page.me == 0
            if game.pending:
                send_again(house, game, cookies)
            person.close()
            game.close()
    finally:
        house.kill()
    check_logs(database, games)


def send_again(house: House, game: Players, cookies: list[str]) -> None:
    """What was under way when the house fell: nobody knows whether it was carried out."""
    assert game.pending is not None
    old, command = game.pending
    person = Visitor(house.url)
    with person.watch(game.table, Cookie=cookies[game.pages.index(old)]) as page:
        page.update()
        page.send(**command)
        page.send(**command)
        page.write("?")
        assert page.refusal()["refused"] == "BadCommand"  # it was taken, then or now
    person.close()
    game.acknowledged[str(command["id"])] = page.number
