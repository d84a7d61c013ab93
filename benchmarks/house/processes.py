"""Servers as child processes, what they use, and their end. Reads /proc: Linux only."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

PROC = Path("/proc")
_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_CALM = 0.05  # of a core: less counts as idle
_QUESTION = "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"


@contextmanager
def two_cores() -> Iterator[None]:
    """This process and its children on two cores at most, whatever the machine has."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(allowed)[:2])
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


POOL = b"spawn_main"  # in the command of a process that thinks for bots, and compiles rules first


class Usage:
    """What a server's processes use, together with all that they started.

    ``but`` leaves out those with these words in their command: where only people play, bots' pools
    do nothing but compile rules, for minutes on a busy machine where the sources are new.
    """

    def __init__(self, *pids: int, but: bytes = b""):
        self._pids, self._but = pids, but

    def _everybody(self) -> list[int]:
        found = [each for pid in self._pids for each in _family(pid)]
        return [each for each in found if not self._but or self._but not in _command(each)]

    def cpu(self) -> float:
        """CPU seconds so far of those that live."""
        return sum(map(_cpu, self._everybody()))

    def memory(self) -> int:
        """Bytes in memory; what several share is counted in each."""
        return sum(map(_memory, self._everybody()))

    def settle(self, patience: float = 90.0, calm: float = 3.0) -> None:
        """Wait until they have been idle for a moment: rules are compiled, files read."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            before = self.cpu()
            time.sleep(calm)
            if self.cpu() - before < _CALM * calm:
                return


def _cpu(pid: int) -> float:
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICK


def _memory(pid: int) -> int:
    try:
        lines = (PROC / str(pid) / "status").read_text().splitlines()
    except OSError:
        return 0
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def _command(pid: int) -> bytes:
    try:
        return (PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return b""


def _family(pid: int) -> list[int]:
    """A process, and all that it and those have started."""
    found = [pid]
    for task in (PROC / str(pid) / "task").glob("*/children"):
        with suppress(OSError):
            for child in task.read_text().split():
                found += _family(int(child))
    return found


@contextmanager
def running(
    command: Sequence[object],
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    user: str | None = None,
    stderr: int | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """A child process for as long as the block lasts, and all that it started."""
    process = subprocess.Popen(
        [str(part) for part in command],
        env=env,
        cwd=cwd,
        user=user,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        _end(process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Ask it to end, then make it; then whatever it left behind in its group."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(8)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)  # a session of its own: nobody else is in there
    process.wait(5)


def answers(port: int, process: "subprocess.Popen[bytes]", patience: float = 60.0) -> float:
    """Ask for the first page until it comes; the moment (perf_counter) when it did."""
    until = time.perf_counter() + patience
    while time.perf_counter() < until and process.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port), 5) as connection:
                connection.settimeout(30)
                connection.sendall(_QUESTION.format(port=port).encode())
                if connection.recv(64).startswith(b"HTTP/1.1"):
                    while connection.recv(65536):
                        pass
                    return time.perf_counter()
        except OSError:
            time.sleep(0.01)
    raise TimeoutError(f"no answer on port {port}")
