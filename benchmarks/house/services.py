"""A PostgreSQL and a Redis for one measurement, on ports of their own, ended with it."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import psycopg

from benchmarks.house.processes import free_port, running
from benchmarks.scratch import Unavailable

_ROOT = "postgres"  # whom PostgreSQL runs as where we are root, whom it refuses
_CONNECTIONS = 300


class Service(NamedTuple):
    """Where it is, and the process that it is, with all that it starts."""

    url: str
    pid: int


@contextmanager
def postgres(folder: Path) -> Iterator[Service]:
    """An empty database; every commit waits for the disk, as it does by default."""
    _require("initdb", "postgres")
    port, data = free_port(), folder / "postgres"
    data.mkdir()
    user = _ROOT if os.geteuid() == 0 else None
    if user is not None:
        folder.chmod(0o711)
        shutil.chown(data, user)
    make = ["initdb", "--username=house", "--auth=trust", "--encoding=UTF8", "-D", data]
    subprocess.run(make, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL)
    options = {"unix_socket_directories": data, "max_connections": _CONNECTIONS}
    command = ["postgres", "-D", data, "-p", port, "-h", "127.0.0.1"]
    for name, value in options.items():
        command += ["-c", f"{name}={value}"]
    url = f"postgresql://house@127.0.0.1:{port}/postgres"
    quiet = subprocess.DEVNULL
    with running(command, cwd=Path("/"), user=user, stderr=quiet) as process:
        _wait(lambda: psycopg.connect(url).close(), psycopg.OperationalError)
        yield Service(url, process.pid)


@contextmanager
def redis(folder: Path) -> Iterator[Service]:
    """One that keeps nothing."""
    _require("redis-server")
    port = free_port()
    command = ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", folder]
    with running(command) as process:
        yield Service(f"redis://127.0.0.1:{port}", process.pid)


def _require(*programs: str) -> None:
    for each in programs:
        if shutil.which(each) is None:
            raise Unavailable(f"there is no {each} on this machine")


def _wait(attempt: Callable[[], None], error: type[Exception], patience: float = 30.0) -> None:
    end = time.monotonic() + patience
    while time.monotonic() < end:
        with suppress(error):
            attempt()
            return
        time.sleep(0.05)
    raise Unavailable("PostgreSQL did not start")
