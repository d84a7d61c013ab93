"""Killed with −9 again and again while people play, over the wire, on each database.

Every command that a page was told is done is in the log, once; every chip is where it belongs.
"""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from queueing import matched, member, seated
from services import free_port
from sqlalchemy import func, select
from visiting import PATIENCE, VALUE, LivePage, Visitor
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ludotheque.house.migrate import migrate
from ludotheque.house.schema import matches, stakes
from ludotheque.house.stakes.ledger import audit
from ludotheque.table import Store

KILLS = 300
LIVES = (0, 1, 5, 10, 20, 40)  # commands acknowledged before the kill
MINUTES = 15  # for so long at most
FRIENDLY, STAKED = 3, 2  # tables
DRAWS = 0.05  # how often somebody offers one: then all play again, at another table
GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError, httpx.TransportError)
REMATCH = re.compile(r'class="button primary" href="/tables/([^"]+)"')


class Mortal:
    """The process that opens the house again and again."""

    def __init__(self, database: str, log: Path):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        here = Path(__file__).parent
        self._log = log.open("w")
        self._process = subprocess.Popen(
            [sys.executable, "-W", "ignore", str(here / "mortal.py"), database, str(self.port)],
            env={**os.environ, "LUDOTHEQUE_INTERPRETED": "1"},
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            start_new_session=True,
        )
        self._life = 0

    def wait_until_open(self) -> None:
        assert self._process.stdout is not None
        self._life = int(self._process.stdout.readline())
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/rules", timeout=20).status_code < 500:
                    return
            time.sleep(0.01)
        raise TimeoutError("the house did not open")

    def kill(self) -> None:
        os.kill(self._life, signal.SIGKILL)

    def close(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._log.close()


class Game:
    """Two people who play on and on, and note what they were told is done."""

    def __init__(self, table: str, people: list[Visitor], chance: random.Random):
        self.table, self.people, self.chance = table, people, chance
        self.pages: list[LivePage] = []
        self.pending: tuple[int, dict[str, Any]] | None = None
        self.done: list[tuple[str, str, str]] = []  # table, command, its kind
        self.refused: set[str] = set()
        self.error: BaseException | None = None

    def live(self) -> None:
        """Play until the house is gone."""
        try:
            self._watch()
            if self.pending is not None:
                self._send()  # nobody knows whether it was carried out
            while True:
                self._step()
        except TimeoutError as error:  # one of OSError's, and no sign of a house that is gone
            self.error = error
        except GONE:
            pass
        except BaseException as error:
            self.error = error
        finally:
            self._close()

    def _watch(self) -> None:
        self._close()
        for person in self.people:
            self.pages.append(person.watch(self.table))
            self.pages[-1].receive()

    def _close(self) -> None:
        for page in self.pages:
            with suppress(*GONE):
                page.__exit__()
        self.pages = []

    def _step(self) -> None:
        first, second = self.pages
        if first.number != second.number:
            min(self.pages, key=lambda page: page.number).receive()
        elif new := REMATCH.search(first.part("ending")):
            self.table = new[1]
            self._watch()
        elif asking := self._showing("answerdraw"):
            self._act(asking, command="answerdraw", seat=asking.me, agrees=True)
        elif first.is_over():
            again = self._showing('"rematch"') or first
            self._act(again, command="rematch", values=[VALUE])
        elif self.chance.random() < DRAWS and (offering := self._showing("offerdraw")):
            self._act(offering, command="offerdraw", seat=offering.me)
        elif mine := next((page for page in self.pages if page.is_mine()), None):
            self._play(mine)
        else:
            first.receive()  # dice that are nobody's fall by themselves

    def _showing(self, sign: str) -> LivePage | None:
        return next((page for page in self.pages if sign in page.markup), None)

    def _play(self, page: LivePage) -> None:
        if page.may_roll():
            self._act(page, command="roll")
        else:
            move = self.chance.choice(page.moves())
            self._act(page, command="move", seat=page.me, move=move)

    def _act(self, page: LivePage, **command: Any) -> None:
        id = f"{self.chance.getrandbits(64):x}"
        self.pending = (self.pages.index(page), {**command, "id": id, "seen": page.number})
        self._send()

    def _send(self) -> None:
        assert self.pending is not None
        who, command = self.pending
        page = self.pages[who]
        page.send(**command)
        while True:
            message = page.receive()
            if command["id"] in page.done:
                self.done.append((self.table, command["id"], command["command"]))
                break
            if message.get("id") == command["id"]:
                self.refused.add(message["refused"])
                break
        self.pending = None


class Books:
    """Reads the database beside the house that writes it."""

    def __init__(self, store: Store):
        self.store = store
        self.checked = 0

    def check(self, games: list[Game]) -> None:
        """What was acknowledged since the last time, and all chips."""
        for game in games:
            if game.error is not None:
                raise game.error
            assert "Unavailable" not in game.refused
            for table in {table for table, _, _ in game.done}:
                self._log(table, [each for each in game.done if each[0] == table])
            self.checked += len(game.done)
            game.done = []
        with self.store.engine.connect() as connection:
            found = audit(connection)
            assert found.problems == ()
            query = select(func.coalesce(func.sum(stakes.c.stake * 2), 0)).join(
                matches, matches.c.table_id == stakes.c.table_id
            )
            lying = connection.execute(query.where(matches.c.ended.is_(None))).scalar_one()
            assert found.escrow == lying

    def _log(self, table: str, done: list[tuple[str, str, str]]) -> None:
        entries = self.store.entries(table)
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        for _, command, kind in done:
            own = [entry.number for entry in entries if entry.command == command]
            assert own or kind == "rematch", f"{kind} {command} was acknowledged and is gone"
            if own:  # its events lie together: it was carried out once
                assert own == list(range(own[0], own[0] + len(own)))


@contextmanager
def games(url: str, chance: random.Random) -> Iterator[list[Game]]:
    """Tables with two people each, some of them for chips."""
    people = [Visitor(url, name=f"Person {n}") for n in range(2 * FRIENDLY)]
    found = []
    for n in range(FRIENDLY):
        pair = people[2 * n : 2 * n + 2]
        found.append((pair[0].open_table(**{"option.pawns": "4"}), pair))
    for n in range(STAKED):
        addresses = (f"192.0.2.{20 + 2 * n}", f"192.0.2.{21 + 2 * n}")
        pair = [member(lambda **more: Visitor(url, **more), each) for each in addresses]
        found.append((matched(*pair), pair))
        people += pair
    for table, pair in found:
        for page in seated(table, *pair):
            page.__exit__()
    yield [Game(table, pair, random.Random(chance.getrandbits(32))) for table, pair in found]
    for person in people:
        person.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9 there")
@pytest.mark.slow
def test_killed_again_and_again(any_url: str, tmp_path: Path) -> None:
    seed = int(os.environ.get("LUDOTHEQUE_SEED", time.time_ns() % 10**9))
    print(f"LUDOTHEQUE_SEED={seed} begins the same way again")
    chance, end, killed = random.Random(seed), time.monotonic() + 60 * MINUTES, 0
    with Store(any_url) as store:
        migrate(store.engine)
        books = Books(store)
        house = Mortal(any_url, tmp_path / "house.log")
        try:
            house.wait_until_open()
            with games(house.url, chance) as playing:
                while killed < KILLS and time.monotonic() < end:
                    one_life(house, playing, chance.choice(LIVES))
                    killed += 1
                    books.check(playing)
                    house.wait_until_open()
        finally:
            house.close()
    print(f"{killed} kills, {books.checked} commands acknowledged and found")
    assert killed >= KILLS // 3, "too slow to tell"
    assert books.checked > 5 * killed


def one_life(house: Mortal, playing: list[Game], wanted: int) -> None:
    """All play until the house is killed, once so many commands were acknowledged."""
    threads = [threading.Thread(target=game.live) for game in playing]
    for thread in threads:
        thread.start()
    end = time.monotonic() + PATIENCE
    while sum(len(game.done) for game in playing) < wanted and time.monotonic() < end:
        time.sleep(0.001)
    house.kill()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
