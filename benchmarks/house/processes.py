"""Servers as child processes, what they use, and their end. Reads /proc: Linux only."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_CALM = 0.05  # of a core: less counts as idle
_QUESTION = "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
_LISTEN = "0A"  # the state of a listening socket in /proc/net/tcp


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


@dataclass(frozen=True)
class Usage:
    """What a server's process uses, its own child processes included where it says so."""

    pid: int

    @classmethod
    def of_listener(cls, port: int) -> "Usage":
        """The process that listens on a port."""
        inode = _listening(port)
        for process in PROC.glob("[0-9]*"):
            try:
                links = [str(link.readlink()) for link in (process / "fd").iterdir()]
            except OSError:
                continue
            if f"socket:[{inode}]" in links:
                return cls(int(process.name))
        raise LookupError(f"nobody listens on port {port}")

    def cpu(self) -> float:
        """CPU seconds so far of the process and its living children."""
        return sum(_cpu(pid) for pid in (self.pid, *_children(self.pid)))

    def memory(self) -> int:
        """Bytes of the process itself in memory."""
        for line in (PROC / str(self.pid) / "status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        return 0

    def settle(self, patience: float = 90.0, calm: float = 3.0) -> None:
        """Wait until the process has been idle for a moment: rules are compiled, files read."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            before = self.cpu()
            time.sleep(calm)
            if self.cpu() - before < _CALM * calm:
                return


def _listening(port: int) -> str:
    ending = f":{port:04X}"
    for line in (PROC / "net" / "tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[1].endswith(ending) and fields[3] == _LISTEN:
            return fields[9]
    raise LookupError(f"nobody listens on port {port}")


def _cpu(pid: int) -> float:
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICK


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for task in (PROC / str(pid) / "task").glob("*/children"):
        try:
            found += [int(child) for child in task.read_text().split()]
        except OSError:
            continue
    return found


@contextmanager
def running(
    command: Sequence[str | Path], env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A child process for as long as the block lasts, and all that it started."""
    process = subprocess.Popen(
        [str(part) for part in command],
        env=env,
        cwd=cwd,
        stdout=subprocess.DEVNULL,
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
