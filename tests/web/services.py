"""Services that tests start themselves, on ports of their own."""

import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest


@contextmanager
def redis_server(
    folder: Path, port: int | None = None, also: str = ""
) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """A Redis of one's own, on another address ``also``: where it is, and the process."""
    if shutil.which("redis-server") is None:
        pytest.skip("there is no redis-server on this machine")
    port = port or free_port()
    options = ["--port", str(port), "--save", "", "--appendonly", "no", "--protected-mode", "no"]
    options += ["--bind", "127.0.0.1", *([also] if also else [])]
    process = subprocess.Popen(
        ["redis-server", *options, "--dir", folder], stdout=subprocess.DEVNULL
    )
    try:
        end = time.monotonic() + 10
        while time.monotonic() < end:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.01)
        yield f"redis://127.0.0.1:{port}", process
    finally:
        process.kill()
        process.wait()


def free_port() -> int:
    """A port that nobody listens on, and that no connection is given while it is not."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with suppress(OSError), socket.socket() as trial:
            trial.bind(("127.0.0.1", port))
            return port


class Postgres:
    """A PostgreSQL of one's own, which can be stopped, frozen and slowed down."""

    def __init__(self, also: str = ""):
        """``also`` is another address to be found at."""
        if shutil.which("initdb") is None:
            pytest.skip("there is no initdb on this machine")
        self.port = free_port()
        self.url = f"postgresql://house@127.0.0.1:{self.port}/postgres"
        # Not in a folder of pytest's: its next session shuts others out of all of them.
        self._data = Path(tempfile.mkdtemp(prefix="postgres-"))
        self._hosts = f"127.0.0.1,{also}".rstrip(",")
        self._user = "postgres" if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self._data, self._user)
        self._call("initdb", "--username=house", "--auth=trust", "--no-sync", "--encoding=UTF8")
        if also:
            with (self._data / "pg_hba.conf").open("a") as rules:
                rules.write("host all all samenet trust\n")
        self._process = self._started()

    def _call(self, *command: str) -> None:
        subprocess.run(
            [*command, "-D", self._data],
            check=True,
            user=self._user,
            cwd="/",
            stdout=subprocess.DEVNULL,
        )

    def _started(self) -> "subprocess.Popen[bytes]":
        sockets = f"unix_socket_directories={self._data}"
        options = ["-p", str(self.port), "-h", self._hosts, "-c", sockets]
        process = subprocess.Popen(
            ["postgres", "-D", self._data, *options],
            user=self._user,
            cwd="/",
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with suppress(psycopg.OperationalError), psycopg.connect(self.url):
                return process
            time.sleep(0.05)
        raise TimeoutError("PostgreSQL did not start")

    def restart(self) -> None:
        """As after a power cut."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()
        self._process = self._started()

    def freeze(self, seconds: float) -> None:
        """Nobody is answered for so long."""
        stop(self._process.pid, seconds)

    def slow_down(self, milliseconds: int) -> None:
        """Every commit takes so long more, as on a slow disk; 0: none does."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"ALTER SYSTEM SET commit_delay = {1000 * milliseconds}")
            connection.execute("ALTER SYSTEM SET commit_siblings = 0")
            connection.execute("SELECT pg_reload_conf()")

    def close(self) -> None:
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()
        shutil.rmtree(self._data)


class Cable:
    """A cable to a machine of its own, as the kernel makes believe: a network namespace."""

    def __init__(self, name: str, island: str = ""):
        """``island`` is the machine that another cable leads to; left out: a new one."""
        self.island = island or f"{name}-{os.getpid()}"
        self._is_new, self._name = not island, f"{name}{os.getpid()}"
        block = f"10.{random.randrange(1, 255)}.{random.randrange(1, 255)}"
        self.here, self.there = f"{block}.1", f"{block}.2"
        self.around = ("ip", "netns", "exec", self.island)
        far = f"{self._name}x"
        try:
            if self._is_new:
                _ip("netns", "add", self.island)
                _ip("-n", self.island, "link", "set", "lo", "up")
            _ip("link", "add", self._name, "type", "veth", "peer", far, "netns", self.island)
            _ip("address", "add", f"{self.here}/24", "dev", self._name)
            _ip("-n", self.island, "address", "add", f"{self.there}/24", "dev", far)
            _ip("link", "set", self._name, "up")
            _ip("-n", self.island, "link", "set", far, "up")
        except (OSError, subprocess.CalledProcessError) as error:
            self.close()
            pytest.skip(f"no network namespaces here: {getattr(error, 'stderr', error)}")

    def cut(self, seconds: float) -> None:
        """Nothing gets through for so long, and nobody is told."""
        _ip("link", "set", self._name, "down")
        time.sleep(seconds)
        _ip("link", "set", self._name, "up")

    def close(self) -> None:
        with suppress(OSError, subprocess.CalledProcessError):
            _ip("link", "delete", self._name)
        with suppress(OSError, subprocess.CalledProcessError):
            if self._is_new:
                _ip("netns", "delete", self.island)


def _ip(*command: str) -> None:
    subprocess.run(["ip", *command], check=True, capture_output=True, text=True)


def stop(pid: int, seconds: float) -> None:
    """Let a process and all that it started stand still for so long."""
    found = [pid, *offspring(pid)]
    for each in found:
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGSTOP)
    time.sleep(seconds)
    for each in found:
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGCONT)


def children(pid: int) -> list[int]:
    """The processes that one has started itself."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, task.read_text().split())
    return found


def offspring(pid: int) -> list[int]:
    """These, and those that they have started."""
    return [each for child in children(pid) for each in (child, *offspring(child))]
