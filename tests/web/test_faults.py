"""A house of two workers on services of its own, while these fail one after the other.

After each fault: every acknowledged command is in the log once, every chip where it belongs, all
pages catch up and go on by themselves. ``pytest -m slow -s`` prints how soon; docs/faults.md keeps
the results.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from evening import CALM, Evening, Process, seeded
from services import Cable, Postgres, redis_server, stop

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc"),
]


class Scene:
    """The house, its services, and those who play there."""

    def __init__(self, postgres: Postgres, redis: tuple[str, int], house: Process):
        self.postgres, (self.redis, self.redis_pid), self.house = postgres, redis, house
        self.chance = seeded()
        self.evening = Evening([house.url], self.chance)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("faults")
    with ExitStack() as life:
        postgres = life.enter_context(closing(Postgres()))
        redis, process = life.enter_context(redis_server(folder))
        house = Process(postgres.url, redis, folder / "house.log", "--workers", "2")
        life.enter_context(closing(house))
        life.callback(lambda: print(house.told()))
        house.wait_until_open()
        made = Scene(postgres, (redis, process.pid), house)
        life.callback(made.evening.stop)
        yield made


def kill_workers(scene: Scene) -> None:
    """One of those that live with −9 every second, for a minute."""
    for _ in range(60):
        if alive := scene.house.workers():  # on a busy machine both may be on their way back
            os.kill(scene.chance.choice(alive), signal.SIGKILL)
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
    stop(scene.house.workers()[0], 8)


def slow_down(scene: Scene) -> None:
    scene.postgres.slow_down(100)
    time.sleep(10)
    scene.postgres.slow_down(0)


FAULTS: dict[str, Callable[[Scene], None]] = {
    "a worker stands still for 8 s, and its leases expire": freeze_worker,
    "Redis cuts all connections": drop_redis,
    "Redis stands still for 10 s": stop_redis,
    "PostgreSQL is restarted as after a power cut": lambda scene: scene.postgres.restart(),
    "PostgreSQL stands still for 10 s": lambda scene: scene.postgres.freeze(10),
    "every commit takes 100 ms more, for 10 s": slow_down,
    "a worker is killed every second for a minute": kill_workers,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_nothing_is_lost_and_all_go_on(scene: Scene, fault: str) -> None:
    evening = scene.evening
    evening.until_all_went_on()
    time.sleep(CALM)
    before = sum(evening.progress())
    FAULTS[fault](scene)
    evening.recover(scene.postgres.url, fault, before)


def test_a_worker_cut_off_from_the_database(tmp_path: Path) -> None:
    """One of two machines; Redis and its people still reach it."""
    with ExitStack() as life:
        people = life.enter_context(closing(Cable("people")))
        wire = life.enter_context(closing(Cable("wire", people.island)))
        postgres = life.enter_context(closing(Postgres(wire.here)))
        redis, _ = life.enter_context(redis_server(tmp_path, also=people.here))
        port = redis.rpartition(":")[2]
        mainland = Process(postgres.url, redis, tmp_path / "mainland.log")
        life.enter_context(closing(mainland))
        mainland.wait_until_open()
        island = Process(
            postgres.url.replace("127.0.0.1", wire.here),
            f"redis://{people.here}:{port}",
            tmp_path / "island.log",
            host=people.there,
            trusts=people.here,
            around=people.around,
        )
        life.enter_context(closing(island))
        island.wait_until_open()
        evening = Evening([mainland.url, island.url], seeded())
        life.callback(evening.stop)
        life.callback(lambda: print(island.told()))
        for seconds in (10, 18):  # by itself TCP would try again after 13 and after 26
            evening.until_all_went_on()
            time.sleep(CALM)
            before = sum(evening.progress())
            wire.cut(seconds)
            fault = f"the network is cut between a worker and PostgreSQL for {seconds} s"
            evening.recover(postgres.url, fault, before)
