"""A house of two workers on services of its own, while these fail one after the other.

After each fault: every acknowledged command is in the log once, every chip where it belongs, all
pages catch up and go on by themselves. ``pytest -m slow -s`` prints how soon; docs/faults.md keeps
the results.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from queueing import matched, member, seated
from services import Postgres, children, free_port, redis_server, stop
from test_many_kills import Books, Game
from visiting import LivePage, Visitor

from ludotheque.house.stakes.ledger import audit
from ludotheque.table import Store

FRIENDLY, STAKED, WITH_BOTS = 3, 2, 2  # tables
THOUGHT = 0.05  # seconds before a command: it is faults that are tried here, not loads
CALM = 3.0  # seconds of play before a fault, and after it
PROMPT = 3.0  # seconds in which all pages have caught up after it, where nobody else computes
SOON = 15.0  # seconds in which all tables have gone on, at the latest
MOVED = {None, 1000, 1005, 1006, 1012}  # closed so, a page comes back without a word

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc"),
]


class Workers:
    """``serve --workers 2`` as a process of its own."""

    def __init__(self, database: str, redis: str, log: Path, *more: str):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = log.open("w")
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--behind-proxy", "127.0.0.1"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludotheque", "serve", "--workers", "2", *where, *more],
            env={
                **os.environ,
                "LUDOTHEQUE_INTERPRETED": "1",
                "LUDOTHEQUE_DATABASE": database,
                "LUDOTHEQUE_REDIS": redis,
            },
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )
        end = time.monotonic() + 90
        while time.monotonic() < end:
            with suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/readyz", timeout=20).status_code == 200:
                    return
            time.sleep(0.1)
        raise TimeoutError("the house did not open")

    def pids(self) -> list[int]:
        """Those of the two workers."""
        return [each for each in children(self.process.pid) if "serve" in _command(each)]

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
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

    def __init__(self, *args: Any):
        super().__init__(*args)
        self.told: set[str] = set()  # all refusals
        self.ends: set[int | None] = set()  # of connections

    def _act(self, page: LivePage, **command: Any) -> None:
        time.sleep(0.5 if "Unavailable" in self.refused else THOUGHT)
        self.told |= self.refused
        self.refused.clear()
        super()._act(page, **command)

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

    def __init__(self, url: str, chance: random.Random):
        self.people: list[Visitor] = []
        found = [self._friendly(url, n) for n in range(FRIENDLY)]
        found += [self._staked(url, n) for n in range(STAKED)]
        for table, pair in found:
            for page in seated(table, *pair):
                page.__exit__()
        found += [self._with_bots(url, n) for n in range(WITH_BOTS)]
        self.games = [Player(*each, random.Random(chance.getrandbits(32))) for each in found]
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
            assert time.monotonic() - began < SOON, (before, self.progress())
            time.sleep(0.02)
        return time.monotonic() - began

    def until_all_caught_up(self, store: Store) -> float:
        """Seconds until every page shows what its log holds now."""
        began = time.monotonic()
        latest = [(game, game.table, store.entries(game.table)[-1].number) for game in self.games]
        allowed = PROMPT * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        while late := [game for game, *known in latest if not game.has_seen(*known)]:
            self.progress()
            assert time.monotonic() - began < allowed, [each.table for each in late]
            time.sleep(0.005)
        return time.monotonic() - began

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


class Scene:
    """The house, its services, and those who play there."""

    def __init__(self, folder: Path, postgres: Postgres, redis: tuple[str, int]):
        self.postgres, (self.redis, self.redis_pid) = postgres, redis
        self.house = Workers(postgres.url, self.redis, folder / "house.log")
        seed = int(os.environ.get("LUDOTHEQUE_SEED", time.time_ns() % 10**9))
        print(f"LUDOTHEQUE_SEED={seed}")
        self.chance = random.Random(seed)
        self.evening = Evening(self.house.url, self.chance)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("faults")
    postgres = Postgres(folder)
    try:
        with redis_server(folder) as (url, process):
            made = Scene(folder, postgres, (url, process.pid))
            try:
                yield made
            finally:
                try:
                    made.evening.stop()
                finally:
                    made.house.close()
                    print((folder / "house.log").read_text()[-3000:])
    finally:
        postgres.close()


def kill_workers(scene: Scene) -> None:
    """One of those that live with −9 every second, for a minute."""
    for _ in range(60):
        os.kill(scene.chance.choice(scene.house.pids()), signal.SIGKILL)
        time.sleep(1)


def stop_redis(scene: Scene) -> None:
    """Frozen: connections stay, and nothing is said on them."""
    stop(scene.redis_pid, 10)


def drop_redis(scene: Scene) -> None:
    """All of its connections are cut."""
    port = scene.redis.rpartition(":")[2]
    for kind in ("pubsub", "normal"):
        subprocess.run(["redis-cli", "-p", port, "client", "kill", "type", kind], check=True)


def freeze_worker(scene: Scene) -> None:
    """Its leases expire in the middle of what it does; then it goes on."""
    stop(scene.house.pids()[0], 8)


FAULTS: dict[str, Callable[[Scene], None]] = {
    "a worker stands still for 8 s, and its leases expire": freeze_worker,
    "Redis cuts all connections": drop_redis,
    "Redis stands still for 10 s": stop_redis,
    "PostgreSQL is restarted as after a power cut": lambda scene: scene.postgres.restart(),
    "PostgreSQL stands still for 10 s": lambda scene: scene.postgres.freeze(10),
    "every commit takes 100 ms more": lambda scene: _slow(scene),
    "a worker is killed every second for a minute": kill_workers,
}


def _slow(scene: Scene) -> None:
    scene.postgres.slow_down(100)
    time.sleep(10)
    scene.postgres.slow_down(0)


@pytest.mark.parametrize("fault", FAULTS)
def test_nothing_is_lost_and_all_go_on(scene: Scene, fault: str) -> None:
    evening = scene.evening
    evening.until_all_went_on()
    time.sleep(CALM)
    before = sum(evening.progress())
    FAULTS[fault](scene)
    with Store(scene.postgres.url) as store:
        caught_up = evening.until_all_caught_up(store)
        went_on = evening.until_all_went_on()
        time.sleep(CALM)
        done = sum(evening.progress())
        check(store, evening.games)
    refused = sorted(set().union(*(game.told for game in evening.games)))
    print(
        f"| {fault} | {done - before} | 0 | {caught_up:.1f} s | {went_on:.1f} s |",
        *refused,
        f"(load {os.getloadavg()[0]:.1f})",
    )


def check(store: Store, games: list[Player]) -> None:
    """What was acknowledged is in the logs once; no chip was made or lost, nobody sent away."""
    books = Books(store)
    for game in games:
        done = list(game.done)
        for table in {table for table, _, _ in done}:
            books._log(table, [each for each in done if each[0] == table])
        assert game.ends <= MOVED
    with store.engine.connect().execution_options(isolation_level="REPEATABLE READ") as one_moment:
        assert audit(one_moment).problems == ()
