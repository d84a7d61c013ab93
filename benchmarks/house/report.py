"""The load in tables: who kept up, at which cost; and the files that keep it.

Of several rounds the middle one counts: a busy moment of the machine should neither hurt nor
help. Every single measurement is in the JSON.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console

from benchmarks.house.loads import (
    ARENA,
    BOARD_AIM,
    CITY,
    MIXED_FULL,
    PEOPLE,
    PEOPLE_RUSH,
    SOON_SHARE,
    START_AIM,
    Load,
)
from benchmarks.report import keep, machine, markdown_table, print_tables, short
from benchmarks.scratch import Unavailable

Cells = list[str]


@dataclass
class HouseRow:
    """A contestant under one load: its measurements, or why there are none."""

    name: str
    load: Load
    is_ours: bool
    runs: list[dict[str, Any]] = field(default_factory=list)
    missing: str = ""

    def fill(self, run: Callable[[], dict[str, Any]]) -> None:
        """Measure once more; who failed is left alone from then on."""
        if self.missing:
            return
        try:
            self.runs.append(run())
        except Unavailable as error:
            self.missing = str(error)

    def middle(self, read: Callable[[dict[str, Any]], float | None]) -> float | None:
        """Something measured, in the middle round; the upper one of two."""
        found = [read(run) for run in self.runs]
        known = sorted(value for value in found if value is not None)
        return known[len(known) // 2] if known else None


@dataclass
class HouseReport:
    """All that one run of the load found."""

    rows: list[HouseRow]
    tables: int
    seconds: float
    versions: dict[str, dict[str, str]]
    day: date
    busy: float  # the machine's load average before anything was measured
    starts: list[dict[str, float]] = field(default_factory=list)

    def row(self, load: Load) -> HouseRow:
        """Ours, under that load."""
        return next(row for row in self.rows if row.is_ours and row.load is load)


def milliseconds(seconds: float) -> str:
    """A delay or a cost, as tables have it."""
    value = 1000 * seconds
    return f"{value:.0f} ms" if value >= 10 else f"{value:.2g} ms"


COLUMNS: dict[str, tuple[Callable[[dict[str, Any]], float | None], Callable[[float], str]]] = {
    "moves/s": (lambda run: run["moves_per_s"], short),
    "≤ 100 ms": (lambda run: run["within"], lambda share: f"{share:.1%}"),
    "p50": (lambda run: run["delay"].get("50"), milliseconds),
    "p99": (lambda run: run["delay"].get("99"), milliseconds),
    "CPU a move": (lambda run: _over(run["server_cpu_s"], run["moves"]), milliseconds),
    "cores": (lambda run: run["server_cpu_s"] / run["seconds"], lambda cores: f"{cores:.2f}"),
    "a table": (lambda run: run["memory_per_table"], lambda size: f"{size / 1024:.0f} KiB"),
    "pages": (lambda run: run["connections"], str),
    "message": (lambda run: run.get("bytes", {}).get("median"), lambda size: f"{size:.0f} B"),
    "largest": (lambda run: run.get("bytes", {}).get("largest"), lambda size: f"{size:.0f} B"),
}  # fmt: skip
HEADINGS = ["server, load", *COLUMNS]
AIM_HEADINGS = ["aim", "asked", "middle round", "rounds", "reached"]


def _over(total: float, count: float) -> float | None:
    return total / count if count else None


def load_lines(report: HouseReport) -> list[Cells]:
    """One line a contestant and load."""
    return [[f"{row.name}: {row.load.name}", *_cells(row)] for row in report.rows]


def _cells(row: HouseRow) -> Cells:
    if row.missing:
        return [row.missing, *["–"] * (len(COLUMNS) - 1)]
    found = ((row.middle(read), write) for read, write in COLUMNS.values())
    return ["–" if value is None else write(value) for value, write in found]


def aim_lines(report: HouseReport) -> list[Cells]:
    """One line an aim: what it asks, what was measured, whether it is reached."""
    shares = [
        _aim(
            f"seen within 100 ms: {row.load.name}",
            f"≥ {SOON_SHARE:.0%}" if row.load is MIXED_FULL else "–",
            [run["within"] for run in row.runs if run["within"] is not None],
            lambda share: f"{share:.1%}",
            (lambda share: share >= SOON_SHARE) if row.load is MIXED_FULL else None,
        )
        for row in report.rows
        if row.is_ours
    ]
    starts = [
        _aim(
            f"start to the first page, {name}",
            f"< {START_AIM:g} s",
            [start[name] for start in report.starts],
            lambda seconds: f"{seconds:.2f} s",
            lambda seconds: seconds < START_AIM,
        )
        for name in (report.starts[0] if report.starts else ())
    ]
    pages = [median(run["pages_s"]) for row in report.rows for run in row.runs if "pages_s" in run]
    board = _aim(
        "a table's page with its board",
        f"< {1000 * BOARD_AIM:.0f} ms",
        pages,
        lambda seconds: f"{1000 * seconds:.0f} ms",
        lambda seconds: seconds < BOARD_AIM,
    )
    return [*shares, *_against(report), *_costs(report), *starts, board]


# How many times as many moves a second as each of boardgame.io's stores, where nobody waits.
TIMES = {"memory": 1.0, "files": 3.0}
# What a load may cost: the load, what of it, the most, in milliseconds or KiB.
MOST: tuple[tuple[Load, str, float], ...] = (
    (PEOPLE_RUSH, "CPU a move", 0.34),
    (CITY, "p99", 50),
    (ARENA, "CPU a move", 8),
    (PEOPLE, "a table", 200),
    (CITY, "a table", 200),  # what a house keeps once, however many there are, weighs less here
)


def _against(report: HouseReport) -> list[Cells]:
    """Ours against the peer, round by round."""
    lines = []
    for store, times in TIMES.items():
        ours = report.row(PEOPLE_RUSH).runs
        theirs = [
            run
            for row in report.rows
            if row.name.endswith(store) and row.load is PEOPLE_RUSH
            for run in row.runs
        ]
        found = [a["moves_per_s"] / b["moves_per_s"] for a, b in zip(ours, theirs, strict=False)]
        lines.append(
            _aim(
                f"moves/s beside boardgame.io, {store}: {PEOPLE_RUSH.name}",
                f"≥ {times:g} ×",
                found,
                lambda ratio: f"{ratio:.2f} ×",
                lambda ratio, times=times: ratio >= times,  # type: ignore[misc]
            )
        )
    return lines


def _costs(report: HouseReport) -> list[Cells]:
    lines = []
    for load, what, most in MOST:
        unit, scale = ("KiB", 1 / 1024) if what == "a table" else ("ms", 1000.0)
        read = COLUMNS[what][0]
        found = [value * scale for run in report.row(load).runs if (value := read(run)) is not None]
        lines.append(
            _aim(
                f"{what}: {load.name}",
                f"≤ {most:g} {unit}",
                found,
                lambda value, unit=unit: f"{value:.3g} {unit}",  # type: ignore[misc]
                lambda value, most=most: value <= most,  # type: ignore[misc]
            )
        )
    return lines


def _aim(
    what: str,
    asked: str,
    found: list[float],
    write: Callable[[float], str],
    reaches: Callable[[float], bool] | None,
) -> Cells:
    if not found:
        return [what, asked, "–", "–", "not measured"]
    middle = sorted(found)[len(found) // 2]
    verdict = "–" if reaches is None else "yes" if reaches(middle) else "no"
    every = f"{write(min(found))} … {write(max(found))}"
    return [what, asked, write(middle), every, verdict]


def tables(report: HouseReport) -> list[tuple[list[str], list[Cells]]]:
    """The two tables of a report."""
    return [(HEADINGS, load_lines(report)), (AIM_HEADINGS, aim_lines(report))]


def show(report: HouseReport, console: Console) -> None:
    """Print the tables."""
    print_tables(tables(report), console)
    console.print(_remarks(report), highlight=False)


def write(report: HouseReport) -> tuple[Path, Path]:
    """Keep the report: every measurement as JSON, and the tables to read."""
    return keep(f"{report.day.isoformat()}-house", _data(report), _markdown(report))


def _data(report: HouseReport) -> dict[str, Any]:
    return {
        "day": report.day.isoformat(),
        "machine": machine(),
        "busy": report.busy,
        "tables": report.tables,
        "seconds": report.seconds,
        "versions": report.versions,
        "starts": report.starts,
        "rows": [
            {"name": row.name, "load": row.load.name, "missing": row.missing, "runs": row.runs}
            for row in report.rows
        ],
    }


def _remarks(report: HouseReport) -> str:
    here = machine()
    return (
        f"{report.tables} tables of four seats, {report.seconds:g} s a measurement, the middle one "
        "of several rounds in turn. Mixed: one to four people a table, bots in the other seats. "
        "People think for a quarter to three quarters of a second, at a thousand tables for one to "
        "three seconds; at full pace bots do not; where "
        "nobody waits, people answer at once too: that is all a server can do, and moves queue. "
        "A move is a roll or a move: one command, one entry of the log. It is seen when the last "
        "of the table's pages has received it, counted from when its sender sent it, a bot's from "
        "when the server took it in hand, before it was on the disk.\n\n"
        "Ours is on the disk (fsync) before anybody is told, and sends what changed on the board. "
        "boardgame.io tells first, keeps matches in memory or in files without fsync, has no bots "
        "on its server (people play all four seats) and sends the state, for clients to draw. CPU "
        "is the server's with its workers; memory a table includes its connections. Clients share "
        "the machine.\n\n"
        f"Machine: {here['processor']}, {here['cores']} cores (two are used), Python "
        f"{here['python']}; load average before the run {report.busy:.1f}."
    )


def _markdown(report: HouseReport) -> str:
    parts = [f"# The house under load, {report.day.isoformat()}", _remarks(report)]
    parts += [markdown_table(*table) for table in tables(report)]
    versions = [
        f"- {name}: {', '.join(f'{package} {version}' for package, version in found.items())}"
        for name, found in report.versions.items()
    ]
    parts.append("Versions:\n\n" + "\n".join(versions))
    return "\n\n".join(parts) + "\n"
