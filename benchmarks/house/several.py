"""Several processes, by turns with one: ``python -m benchmarks.run workers``.

One process on SQLite; one on PostgreSQL without Redis; one, two and four on PostgreSQL with Redis;
boardgame.io in memory, and its own way to several processes. PostgreSQL and Redis are started anew
for each measurement, and what they spend is counted apart.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from benchmarks import scratch
from benchmarks.house.loads import CITY, PEOPLE_RUSH, TABLES, WINDOW, Load
from benchmarks.house.measure import (
    PEER_PACKAGES,
    Result,
    install,
    our_people,
    their_load,
    their_people,
    told,
)
from benchmarks.house.processes import answers, free_port, running, two_cores
from benchmarks.house.report import Cells, HouseRow, milliseconds
from benchmarks.house.services import postgres, redis
from benchmarks.report import keep, machine, markdown_table, print_tables, short

THEIR_PACKAGES = (*PEER_PACKAGES, "bgio-postgres", "redis")
WORKERS = (1, 2, 4)
ROUNDS = 2
TIMES = 1.3  # the CPU of workers a move, beside one process on SQLite
LATE = 0.060  # seconds, p99, a thousand tables across two workers

SQLITE = "one process, SQLite"
LONELY = "one process, PostgreSQL"
TOGETHER = "2 on ports of their own, a table's people together, PostgreSQL, Redis"
MEMORY = "boardgame.io, memory"


def workers(count: int) -> str:
    """How a house of so many workers is called."""
    return f"{count} worker{'s' if count > 1 else ''}, PostgreSQL, Redis"


def theirs(count: int) -> str:
    """How their server in so many processes is called."""
    return f"boardgame.io, {count} in a cluster, PostgreSQL, Redis"


OURS: dict[Load, tuple[str, ...]] = {
    PEOPLE_RUSH: (SQLITE, LONELY, *map(workers, WORKERS), TOGETHER),
    CITY: (SQLITE, workers(2), TOGETHER),
}


@dataclass
class Several:
    """All that one run found."""

    rows: list[HouseRow]
    tables: int
    seconds: float
    versions: dict[str, dict[str, str]]
    busy: float
    day: date = field(default_factory=date.today)

    def row(self, name: str, load: Load) -> HouseRow:
        """A contestant under a load."""
        return next(row for row in self.rows if row.name == name and row.load is load)


def measure(
    *, seconds: float = WINDOW, repeat: int = ROUNDS, tables: int = TABLES, fresh: bool = False
) -> Several:
    """Fill every row, in turn, ``repeat`` times."""
    peer, versions, missing = install(THEIR_PACKAGES, fresh=fresh)
    rows = [HouseRow(name, load, is_ours=True) for load, names in OURS.items() for name in names]
    rows += [
        HouseRow(name, PEOPLE_RUSH, is_ours=False, missing=missing)
        for name in (MEMORY, theirs(1), theirs(2))
    ]
    found = Several(rows, tables, seconds, versions, os.getloadavg()[0])
    with two_cores():
        for number in range(1, repeat + 1):
            for row in rows:
                with told(f"workers, round {number} of {repeat}: {row.name}, {row.load.name}"):
                    row.fill(partial(one, row, peer, tables, seconds))
    return found


def one(row: HouseRow, peer: Path | None, tables: int, seconds: float) -> Result:
    """One measurement of one row."""
    with TemporaryDirectory(prefix="ludotheque-bench-") as folder, ExitStack() as stack:
        setting = Setting(stack, Path(folder), row.load, tables, seconds)
        if row.is_ours:
            return setting.ours(row.name)
        assert peer is not None
        return setting.theirs(row.name, peer)


@dataclass(frozen=True)
class Setting:
    """What a measurement takes, and where it lies."""

    stack: ExitStack
    folder: Path
    load: Load
    tables: int
    seconds: float

    def ours(self, name: str) -> Result:
        """Our house, as its name says, and people in it."""
        if name == SQLITE:
            return self.house(f"sqlite:///{self.folder / 'house.db'}", {})
        database = self.stack.enter_context(postgres(self.folder))
        noted = {"PostgreSQL": [database.pid]}
        if name == LONELY:
            return self.house(database.url, noted)
        beside = self.stack.enter_context(redis(self.folder))
        noted["Redis"] = [beside.pid]
        options = ["--redis", beside.url]
        if name == TOGETHER:
            return self.house(database.url, noted, *options, ports=2)
        return self.house(database.url, noted, *options, "--workers", _count(name))

    def house(
        self, database: str, noted: dict[str, list[int]], *options: object, ports: int = 1
    ) -> Result:
        """A house on so many ports."""
        found = [self.stack.enter_context(serving(database, *options)) for _ in range(ports)]
        noted["server"] = [pid for _, pid in found]
        where = [port for port, _ in found]
        return our_people(where, database, self.load, self.tables, self.seconds, noted)

    def theirs(self, name: str, peer: Path) -> Result:
        """boardgame.io, as its name says."""
        if name == MEMORY:
            return their_load("memory", self.load, peer, self.folder, self.tables, self.seconds)
        database = self.stack.enter_context(postgres(self.folder))
        beside = self.stack.enter_context(redis(self.folder))
        noted = {"PostgreSQL": database.pid, "Redis": beside.pid}
        script = ("several.cjs", _count(name), database.url, beside.url)
        return their_people(peer, script, self.load, self.tables, self.seconds, noted)


def _count(name: str) -> int:
    return int("".join(filter(str.isdigit, name)))


@contextmanager
def serving(database: str, *options: object) -> Iterator[tuple[int, int]]:
    """The port of a house that is open, and its process."""
    port = free_port()
    where = ["--host", "127.0.0.1", "--port", port, "--database", database]
    command = [sys.executable, "-m", "ludotheque", "serve", *where, *options]
    with running(command, scratch.variables()) as process:
        answers(port, process)
        yield port, process.pid


def _spent(name: str) -> Callable[[Result], float | None]:
    return lambda run: run["cpu_s"][name] / run["moves"] if name in run["cpu_s"] else None


def _per_second(run: Result) -> float:
    return run["moves"] / sum(run["cpu_s"].values())


COLUMNS: dict[str, tuple[Callable[[Result], float | None], Callable[[float], str]]] = {
    "moves/s": (lambda run: run["moves_per_s"], short),
    "p50": (lambda run: run["delay"].get("50"), milliseconds),
    "p99": (lambda run: run["delay"].get("99"), milliseconds),
    "CPU a move": (_spent("server"), milliseconds),
    "PostgreSQL": (_spent("PostgreSQL"), milliseconds),
    "Redis": (_spent("Redis"), milliseconds),
    "moves a CPU second": (_per_second, short),
    "cores": (lambda run: sum(run["cpu_s"].values()) / run["seconds"], lambda n: f"{n:.2f}"),
    "clients": (lambda run: run["clients_cpu_s"] / run["seconds"], lambda n: f"{n:.2f}"),
    "a table": (lambda run: run["memory_per_table"], lambda size: f"{size / 1024:.0f} KiB"),
    "unseen": (lambda run: run["unseen"], str),
}
HEADINGS = ["server, load", *COLUMNS]
AIM_HEADINGS = ["aim", "asked", "found", "reached"]


def lines(found: Several) -> list[Cells]:
    """One line a contestant and load."""
    return [[f"{row.name}: {row.load.name}", *_cells(row)] for row in found.rows]


def _cells(row: HouseRow) -> Cells:
    if row.missing:
        return [row.missing, *["–"] * (len(COLUMNS) - 1)]
    values = ((row.middle(read), write) for read, write in COLUMNS.values())
    return ["–" if value is None else write(value) for value, write in values]


def aims(found: Several) -> list[Cells]:
    """What was asked of several workers, and what came of it."""
    rows = []
    for load in OURS:
        alone = found.row(SQLITE, load).middle(_spent("server"))
        for name in OURS[load][1:]:
            spent = found.row(name, load).middle(_spent("server"))
            what = f"CPU a move, {name}: {load.name}"
            times = spent / alone if spent and alone else None
            rows.append(_aim(what, f"≤ {TIMES} × one on SQLite", times, TIMES, "{:.2f} ×"))
    late = found.row(workers(2), CITY).middle(lambda run: run["delay"].get("99"))
    rows.append(_aim(f"p99, {workers(2)}: {CITY.name}", "≤ 60 ms", late, LATE, "{:.3f} s"))
    return rows


def _aim(what: str, asked: str, value: float | None, most: float, form: str) -> Cells:
    if value is None:
        return [what, asked, "–", "not measured"]
    return [what, asked, form.format(value), "yes" if value <= most else "no"]


def show(found: Several, console: Console) -> None:
    """Print the tables."""
    print_tables([(HEADINGS, lines(found)), (AIM_HEADINGS, aims(found))], console)
    console.print(_remarks(found), highlight=False)


def write(found: Several) -> tuple[Path, Path]:
    """Keep every measurement as JSON, and the tables to read."""
    versions = [
        f"- {name}: {', '.join(f'{package} {version}' for package, version in each.items())}"
        for name, each in found.versions.items()
    ]
    text = "\n\n".join(
        (
            f"# Several processes, {found.day.isoformat()}",
            _remarks(found),
            markdown_table(HEADINGS, lines(found)),
            markdown_table(AIM_HEADINGS, aims(found)),
            "Versions:\n\n" + "\n".join(versions),
        )
    )
    data = {
        "day": found.day.isoformat(),
        "machine": machine(),
        "busy": found.busy,
        "versions": found.versions,
        "rows": [
            {"name": row.name, "load": row.load.name, "missing": row.missing, "runs": row.runs}
            for row in found.rows
        ],
    }
    return keep(f"{found.day.isoformat()}-workers", data, text + "\n")


def _remarks(found: Several) -> str:
    here = machine()
    return (
        "Four people at each table, in one process of clients. Where nobody waits they answer at "
        f"once, at {found.tables} tables, and moves queue; at a thousand tables they think for one "
        "to three seconds, which is a roll or a move every two seconds and table, as quick as "
        "people play. CPU a move is that of all our processes, their supervisor included, but for "
        "bots' pools, which have nothing to do; PostgreSQL's and Redis's own stand beside it. "
        "Clients, workers and services "
        f"share two cores, so what carries over is CPU time. {found.seconds:g} s a measurement, "
        "the middle one of several rounds in turn.\n\n"
        "boardgame.io tells a move before its state is stored: the next one may be judged by an "
        "older state, and is then refused without a word. Its people send again what came of "
        "nothing within a second, which is most of their delay.\n\n"
        f"Machine: {here['processor']}, {here['cores']} cores, Python {here['python']}; load "
        f"average before the run {found.busy:.1f}."
    )
