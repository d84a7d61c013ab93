"""People who play on and on, at several tables and through several processes, whatever fails.

They note what they were told is done, come back after a lost connection as a page does, and send
again what was not answered.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from queueing import matched, member, seated
from services import children, free_port
from test_many_kills import Books, Game
from visiting import LivePage, Visitor

from ludotheque.house.stakes.ledger import audit
from ludotheque.table import Store

FRIENDLY, STAKED, WITH_BOTS = 3, 2, 2  # tables
THOUGHT = 0.05  # seconds before a command: it is faults that are tried here, not loads
CALM = 3.0  # seconds of play before a fault, and after it
PROMPT = 3.0  # seconds in which all pages have caught up after it
SOON = 15.0  # seconds in which all tables have gone on: bots take their time
MOVED = {None, 1000, 1005, 1006, 1012, 1013}  # closed so, a page comes back without being told to


def crowd() -> float:
    """How many wait for each processor: everything takes so many times as long."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def seeded() -> random.Random:
    """Chance that can be had again."""
    seed = int(os.environ.get("LUDOTHEQUE_SEED", time.time_ns() % 10**9))
    print(f"LUDOTHEQUE_SEED={seed}")
    return random.Random(seed)


class Process:
    """``ludotheque serve`` as a process of its own."""

    def __init__(
        self,
        database: str,
        redis: str,
        log: Path,
        *more: str,
        host: str = "127.0.0.1",
        trusts: str = "127.0.0.1",
        source: Path | None = None,
        around: tuple[str, ...] = (),
    ):
        """``source`` is where another version lies, ``around`` a command that runs this one."""
        self.port = free_port()
        self.url = f"http://{host}:{self.port}"
        self._log = log.open("w")
        where = ["--host", host, "--port", str(self.port), "--behind-proxy", trusts]
        house = {"LUDOTHEQUE_DATABASE": database, "LUDOTHEQUE_REDIS": redis}
        code = {} if source is None else {"PYTHONPATH": str(source)}
        self.process = subprocess.Popen(
            [*around, sys.executable, "-m", "ludotheque", "serve", *where, *more],
            env={**os.environ, "LUDOTHEQUE_INTERPRETED": "1", **house, **code},
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )

    def wait_until_open(self) -> None:
        end = time.monotonic() + 90
        while time.monotonic() < end and self.process.poll() is None:
            with suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/readyz", timeout=20).status_code == 200:
                    return
            time.sleep(0.1)
        raise TimeoutError(f"the house did not open: {self.told()}")

    def told(self) -> str:
        """The end of its log."""
        return Path(self._log.name).read_text()[-3000:]

    def workers(self) -> list[int]:
        """The processes that serve for it."""
        return [each for each in children(self.process.pid) if "serve" in _command(each)]

    def stop(self) -> float:
        """Ask it to close; how many seconds that took."""
        began = time.monotonic()
        self.process.terminate()
        self.process.wait(30)
        return time.monotonic() - began

    def close(self) -> None:
        try:
            self.stop()
        finally:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self._log.close()


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


class Player(Game):
    """Somebody who takes a moment to think, and a longer one when the house cannot."""

    def __init__(self, doors: list[str], *args: Any):
        super().__init__(*args)
        self.doors = doors  # the addresses of the house, as they are at the moment
        self.told: set[str] = set()  # all refusals
        self.ends: set[int | None] = set()  # of connections

    def _act(self, page: LivePage, **command: Any) -> None:
        time.sleep(0.5 if "Unavailable" in self.refused else THOUGHT)
        self.told |= self.refused
        self.refused.clear()
        super()._act(page, **command)

    def _watch(self) -> None:
        for person in self.people:
            person.url = self.chance.choice(self.doors)
        super()._watch()

    def _close(self) -> None:
        self.ends |= {page.socket.close_code for page in self.pages}
        super()._close()

    def has_seen(self, table: str, number: int) -> bool:
        """Whether all of its pages show what had happened until then."""
        pages = list(self.pages)
        is_there = len(pages) == len(self.people) and all(page.number >= number for page in pages)
        return is_there or self.table != table  # a rematch: they went on


class Evening:
    """All who play, each table in a thread of its own, until the end."""

    def __init__(self, doors: list[str], chance: random.Random):
        self.people: list[Visitor] = []
        url = doors[0]
        found = [self._friendly(url, n) for n in range(FRIENDLY)]
        found += [self._staked(url, n) for n in range(STAKED)]
        for table, pair in found:
            for page in seated(table, *pair):
                page.__exit__()
        found += [self._with_bots(url, n) for n in range(WITH_BOTS)]
        chances = (random.Random(chance.getrandbits(32)) for _ in found)
        self.games = [Player(doors, *each, next(chances)) for each in found]
        self._end = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=(each,)) for each in self.games]
        for thread in self._threads:
            thread.start()

    def _come(self, url: str, **details: str) -> Visitor:
        self.people.append(Visitor(url, **details))
        return self.people[-1]

    def _friendly(self, url: str, n: int) -> tuple[str, list[Visitor]]:
        pair = [
            self._come(url, name=f"Person {n}", address=f"198.51.100.{2 * n + k}") for k in (1, 2)
        ]
        return pair[0].open_table(**{"option.pawns": "4"}), pair

    def _staked(self, url: str, n: int) -> tuple[str, list[Visitor]]:
        pair = [
            member(lambda **more: self._come(url, **more), f"203.0.113.{2 * n + k}") for k in (1, 2)
        ]
        return matched(*pair), pair

    def _with_bots(self, url: str, n: int) -> tuple[str, list[Visitor]]:
        """One person with two pages, and a bot."""
        somebody = self._come(url, name="Solo", address=f"198.51.100.{100 + n}")
        table = somebody.open_table(fill_after="0", **{"option.pawns": "4"})
        somebody.sit(table).__exit__()
        return table, [somebody, somebody]

    def _play(self, game: Player) -> None:
        while not self._end.is_set() and game.error is None:
            game.live()
            time.sleep(0.1)

    def progress(self) -> list[int]:
        """How many commands were acknowledged at each table."""
        for game in self.games:
            if game.error is not None:
                raise game.error
        return [len(game.done) for game in self.games]

    def until_all_went_on(self) -> float:
        """Seconds until something more was acknowledged at every table."""
        began, before = time.monotonic(), self.progress()
        while not all(now > then for now, then in zip(self.progress(), before, strict=True)):
            assert time.monotonic() - began < SOON * crowd(), (before, self.progress())
            time.sleep(0.02)
        return time.monotonic() - began

    def until_all_caught_up(self, store: Store) -> float:
        """Seconds until every page shows what its log holds now."""
        began = time.monotonic()
        latest = [(game, game.table, store.entries(game.table)[-1].number) for game in self.games]
        while late := [game for game, *known in latest if not game.has_seen(*known)]:
            self.progress()
            assert time.monotonic() - began < PROMPT * crowd(), [each.table for each in late]
            time.sleep(0.005)
        return time.monotonic() - began

    def recover(self, database: str, fault: str, before: int) -> None:
        """All catch up and go on after a fault, and nothing is lost; prints a row of results."""
        with Store(database) as store:
            caught_up = self.until_all_caught_up(store)
            went_on = self.until_all_went_on()
            time.sleep(CALM)
            done = sum(self.progress()) - before
            self.check(store)
        refused = sorted(set().union(*(game.told for game in self.games)))
        row = f"| {fault} | {done} | 0 | {caught_up:.1f} s | {went_on:.1f} s |"
        print(row, *refused, f"(load {os.getloadavg()[0]:.1f})")

    def check(self, store: Store) -> None:
        """What was acknowledged is in the logs once; no chip was made or lost, nobody sent away."""
        books = Books(store)
        for game in self.games:
            done = list(game.done)
            for table in {table for table, _, _ in done}:
                books._log(table, [each for each in done if each[0] == table])
            assert game.ends <= MOVED, game.ends
        with store.engine.connect() as connection:
            one_moment = connection.execution_options(isolation_level="REPEATABLE READ")
            assert audit(one_moment).problems == ()

    def stop(self) -> None:
        self._end.set()
        for game in self.games:
            for page in list(game.pages):
                page.socket.close_socket()
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()
        for person in self.people:
            person.close()
