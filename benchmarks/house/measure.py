"""One run of the load: ours and boardgame.io's in turn, every load, several rounds.

Servers and clients are child processes on loopback, ended with each measurement; databases lie
in a temporary folder. Nothing of it stays behind.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from benchmarks import scratch
from benchmarks.house import node
from benchmarks.house.figures import share_within, spread
from benchmarks.house.loads import LEAD, OURS, ROUNDS, SOON, TABLES, THEIRS, WINDOW, Load
from benchmarks.house.processes import answers, free_port, running, two_cores
from benchmarks.house.report import HouseReport, HouseRow

HERE = Path(__file__).parent
PEER_PACKAGES = ("boardgame.io", "socket.io-client", "node-persist@3")
OWN_PACKAGES = ("starlette", "uvicorn", "uvloop", "websockets", "msgspec", "sqlalchemy", "jinja2")
STORAGES = ("memory", "files")
_LIMIT = 480  # seconds for one measurement beside its window

console = Console(stderr=True)
Result = dict[str, Any]


def measure(
    *, seconds: float = WINDOW, repeat: int = ROUNDS, tables: int = TABLES, fresh: bool = False
) -> HouseReport:
    """Fill every row, in turn, ``repeat`` times."""
    peer, versions, missing = install(PEER_PACKAGES, fresh=fresh)
    ours = [HouseRow("Ludothèque", load, is_ours=True) for load in OURS]
    theirs = [
        HouseRow(f"boardgame.io, {storage}", load, is_ours=False, missing=missing)
        for storage in STORAGES
        for load in THEIRS
    ]
    busy = os.getloadavg()[0]
    report = HouseReport([*ours, *theirs], tables, seconds, versions, date.today(), busy)
    with two_cores():
        start_to_page()  # leaves bytecode and compiled rules behind, as on a machine in daily use
        for number in range(1, repeat + 1):
            report.starts.append(start_to_page())
            for row in report.rows:
                with told(f"house, round {number} of {repeat}: {row.name}, {row.load.name}"):
                    row.fill(partial(one, row, peer, tables, seconds))
    return report


def install(
    packages: tuple[str, ...], *, fresh: bool
) -> tuple[Path | None, dict[str, dict[str, str]], str]:
    """boardgame.io in its scratch folder; what each side runs with; why there is no peer."""
    import ludotheque

    ours = scratch.versions(sys.executable)
    lowered = {name.lower(): version for name, version in ours.items()}
    versions = {"ours": {"ludotheque": ludotheque.__version__}}
    versions["ours"] |= {name: lowered[name] for name in OWN_PACKAGES if name in lowered}
    try:
        home = node.installed("-".join(packages[:1] + packages[3:]), packages, fresh=fresh)
    except scratch.Unavailable as error:
        return None, versions, str(error)
    versions["boardgame.io"] = node.versions(home, packages)
    return home, versions, ""


def one(row: HouseRow, peer: Path | None, tables: int, seconds: float) -> Result:
    """One measurement of one row."""
    with TemporaryDirectory(prefix="ludotheque-bench-") as folder:
        if row.is_ours:
            return our_load(row.load, Path(folder), tables, seconds)
        assert peer is not None
        return their_load(row.name.split()[-1], row.load, peer, Path(folder), tables, seconds)


def our_load(load: Load, folder: Path, tables: int, seconds: float) -> Result:
    """A house with our people in it."""
    port, url = free_port(), f"sqlite:///{folder / 'house.db'}"
    pace = "paced" if load.is_paced else "full"
    server = [sys.executable, HERE / "server.py", str(port), url, pace]
    with running(server, scratch.variables()) as process:
        answers(port, process)
        return our_people([port], url, load, tables, seconds, {"server": [process.pid]})


def our_people(
    ports: Sequence[int],
    database: str,
    load: Load,
    tables: int,
    seconds: float,
    noted: Mapping[str, Sequence[int]],
) -> Result:
    """People in a house that is open; of which processes the use is noted, by name."""
    where = ",".join(map(str, ports))
    people = ["-m", "benchmarks.house.play", where, database, load.name, tables, LEAD, seconds]
    people += [f"{name}={','.join(map(str, pids))}" for name, pids in noted.items()]
    return child([sys.executable, *people], our_path(), HERE.parent.parent, seconds)


def our_path() -> dict[str, str]:
    """The environment of our clients: the house's packages, and this one."""
    more = scratch.variables()
    return {**more, "PYTHONPATH": f"{HERE.parent.parent}:{more['PYTHONPATH']}"}


def their_load(
    storage: str, load: Load, peer: Path, folder: Path, tables: int, seconds: float
) -> Result:
    """boardgame.io's server with people who speak its protocol."""
    return their_people(peer, ("server.cjs", storage, folder), load, tables, seconds, {})


def their_people(
    peer: Path,
    script: tuple[object, ...],
    load: Load,
    tables: int,
    seconds: float,
    noted: Mapping[str, int],
) -> Result:
    """A server of theirs, a script and what it is told beside its port, and people there."""
    for each in (HERE / "peer").glob("*.cjs"):  # beside node_modules, where they find it
        (peer / each.name).write_bytes(each.read_bytes())
    port, program = free_port(), node.program()
    name, *more = script
    command = [program, name, port, *more]
    with running(command, node.variables(), peer, stderr=subprocess.DEVNULL) as server:
        answers(port, server)
        numbers = (port, load.tables or tables, LEAD, seconds, *(load.think or (0, 0)))
        used = [f"{name}={pid}" for name, pid in {"server": server.pid, **noted}.items()]
        people = [program, "people.cjs", *numbers, *used]
        found = child(people, node.variables(), peer, seconds)
    delays = [float("inf") if delay is None else delay for delay in found.pop("delays")]
    return {
        **found,
        "moves": len(delays),
        "moves_per_s": len(delays) / found["seconds"],
        "by_people": len(delays),
        "within": share_within(delays, SOON),
        "delay": spread(delays),
        "unseen": sum(delay == float("inf") for delay in delays),
    }


def child(
    command: list[Any], environment: Mapping[str, str], folder: Path, seconds: float
) -> Result:
    """The JSON that a child process prints last."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            env=dict(environment),
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=seconds + _LIMIT,
        )
        result: Result = json.loads(done.stdout.splitlines()[-1])
    except (subprocess.SubprocessError, OSError, ValueError, IndexError) as error:
        raise scratch.Unavailable("its people ended with an error") from error
    return result


def start_to_page() -> dict[str, float]:
    """Seconds from ``ludotheque serve`` to the first page: on a new file, and on one in use."""
    with TemporaryDirectory(prefix="ludotheque-bench-") as folder:
        database = f"sqlite:///{Path(folder) / 'house.db'}"
        return {name: _start(database) for name in ("new database", "database in use")}


def _start(database: str) -> float:
    port = free_port()
    options = ("--host", "127.0.0.1", "--port", port, "--database", database)
    command = [sys.executable, "-m", "ludotheque", "serve", *options]
    start = time.perf_counter()
    with running(command, scratch.variables()) as process:
        return answers(port, process) - start


@contextmanager
def told(what: str) -> Iterator[None]:
    """Say what is going on, and how long it took."""
    start = time.monotonic()
    with console.status(what):
        yield
    console.print(f"{what}: {time.monotonic() - start:.0f} s")
