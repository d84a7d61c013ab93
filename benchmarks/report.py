"""Reading the measurements: rates a CPU second, ratios, aims, and the files that keep them.

Of several repetitions the best counts: others on the machine only ever slow one down.
"""

import json
import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.catalogue import START_AIMS, Benchmark

RESULTS = Path(__file__).parent / "results"
ONE_THREAD = "compiled, one thread"
BATCH = "batch, masks and traits"


@dataclass
class Row:
    """A contestant's measurements, in the order they were made; or why there are none."""

    name: str
    is_ours: bool
    runs: list[dict[str, Any]] = field(default_factory=list)
    missing: str = ""

    @property
    def best(self) -> dict[str, Any]:
        """The repetition with the most actions a CPU second: the least disturbed one."""
        return max(self.runs, key=_pace)

    def rate(self, read: Callable[[Mapping[str, Any]], float]) -> float | None:
        """Something counted, a CPU second, in the best repetition."""
        return read(self.best) / self.best["cpu_s"] if self.runs else None

    def median_rate(self, read: Callable[[Mapping[str, Any]], float]) -> float | None:
        """Something counted, a CPU second, in the middle repetition."""
        return median(read(run) / run["cpu_s"] for run in self.runs) if self.runs else None

    @property
    def calm(self) -> float:
        """The median repetition over the best: near 1 on a machine left alone."""
        return median(_pace(run) for run in self.runs) / _pace(self.best)


def _pace(run: Mapping[str, Any]) -> float:
    return run["moves"] / run["cpu_s"]  # type: ignore[no-any-return]


@dataclass
class Timing:
    """A start measured several times, in CPU seconds."""

    name: str
    seconds: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """The least disturbed one."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """The middle one."""
        return median(self.seconds)


@dataclass
class Report:
    """All that one run of a benchmark found."""

    benchmark: Benchmark
    rows: list[Row]
    timings: list[Timing]
    record_bytes: int
    versions: dict[str, dict[str, str]]
    day: date

    def row(self, name: str) -> Row:
        """The contestant of that name."""
        return next(row for row in self.rows if row.name == name)


@dataclass(frozen=True)
class Column:
    """Something counted: its heading, and how it is read from one measurement."""

    heading: str
    read: Callable[[Mapping[str, Any]], float]


GAMES = Column("games", lambda run: run["games"])
ROLLS = Column("rolls", lambda run: run["rolls"])
ACTIONS = Column("actions", lambda run: run["moves"])
MOVES = Column("moves", lambda run: run["moves"] - run["passes"])
CHOICES = Column("choices", lambda run: run["choices"])
COLUMNS = (GAMES, ROLLS, ACTIONS, MOVES, CHOICES)


_SIZES = ((1e9, " G"), (1e6, " M"), (1e3, " k"))


def short(number: float | None, unit: str = "") -> str:
    """Three digits and a sign for thousands or millions: ``12.3 M``."""
    if number is None:
        return "–"
    size, sign = next((size for size in _SIZES if number >= size[0]), (1, ""))
    value = number / size
    digits = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:.{digits}f}{sign}{unit}"


def over(ours: float | None, theirs: float | None) -> float | None:
    """How many times theirs ours is; None where one of them was not measured."""
    return ours / theirs if ours is not None and theirs else None


Cells = list[str]


def rate_lines(report: Report) -> list[Cells]:
    """One line a contestant: its rates a CPU second and how long its games are."""
    return [_rate_line(row) for row in report.rows]


def _rate_line(row: Row) -> Cells:
    if row.missing:
        return [f"{row.name}: {row.missing}", *["–"] * (len(RATE_HEADINGS) - 1)]
    lengths = [MOVES.read(run) / run["games"] for run in row.runs]
    rates = [short(row.rate(column.read)) for column in COLUMNS]
    return [row.name, *rates, f"{median(lengths):.0f}", f"{row.calm:.0%}"]


def ratio_lines(report: Report) -> list[Cells]:
    """One line a peer: how many times as many of each thing ours does, on one thread."""
    ours = report.row(ONE_THREAD)
    peers = [row for row in report.rows if not row.is_ours and not row.missing]
    return [
        [row.name, *(short(over(ours.rate(one.read), row.rate(one.read))) for one in COLUMNS)]
        for row in peers
    ]


def aim_lines(report: Report) -> list[Cells]:
    """One line an aim: what it asks, what was measured, whether it is reached."""
    return [*_move_aims(report), *_ratio_aims(report), *_start_aims(report)]


def _move_aims(report: Report) -> list[Cells]:
    least = report.benchmark.moves_aim
    if least is None:
        return []
    ours = report.row(ONE_THREAD)
    found = ours.rate(MOVES.read), ours.median_rate(MOVES.read)
    return [_aim("moves a CPU second", f"≥ {short(least)}", found, short, _at_least(least))]


def _ratio_aims(report: Report) -> list[Cells]:
    """Our moves over the peer's actions, its passes included: the reading hardest on us."""
    asked = report.benchmark
    lines = [_ratio_aim(report, ONE_THREAD, *aim) for aim in asked.ratio_aims.items()]
    return lines + [_ratio_aim(report, BATCH, *aim) for aim in asked.batch_aims.items()]


def _ratio_aim(report: Report, name: str, peer_name: str, times: float) -> Cells:
    ours, peer = report.row(name), report.row(peer_name)
    found = (
        over(ours.rate(MOVES.read), peer.rate(ACTIONS.read)),
        over(ours.median_rate(MOVES.read), peer.median_rate(ACTIONS.read)),
    )
    what = f"over {peer_name}" if name == ONE_THREAD else f"{name}, over {peer_name}"
    return _aim(what, f"≥ {times:g} ×", found, _times, _at_least(times))


def _start_aims(report: Report) -> list[Cells]:
    return [
        _aim(
            timing.name,
            f"< {START_AIMS[timing.name]:g} s",
            (timing.best, timing.median),
            _seconds,
            _under(START_AIMS[timing.name]),
        )
        for timing in report.timings
    ]


def _times(number: float | None) -> str:
    return short(number, " ×")


def _seconds(number: float | None) -> str:
    return f"{number:.2f} s"


def _at_least(least: float) -> Callable[[float], bool]:
    return lambda number: number >= least


def _under(most: float) -> Callable[[float], bool]:
    return lambda number: number < most


def _aim(
    what: str,
    asked: str,
    found: tuple[float | None, float | None],
    write: Callable[[float | None], str],
    reaches: Callable[[float], bool],
) -> Cells:
    best, middle = found
    if best is None or middle is None:
        return [what, asked, "–", "–", "not measured"]
    verdict = "yes" if reaches(middle) else "best only" if reaches(best) else "no"
    return [what, asked, write(best), write(middle), verdict]


RATE_HEADINGS = ["a second", *(column.heading for column in COLUMNS), "a game", "median"]
RATIO_HEADINGS = ["ours, one thread, over", *(column.heading for column in COLUMNS)]
AIM_HEADINGS = ["aim", "asked", "best", "median", "reached"]


def tables(report: Report) -> list[tuple[list[str], list[Cells]]]:
    """The three tables of a report: rates, ratios, aims."""
    every = [
        (RATE_HEADINGS, rate_lines(report)),
        (RATIO_HEADINGS, ratio_lines(report)),
        (AIM_HEADINGS, aim_lines(report)),
    ]
    return [(headings, lines) for headings, lines in every if lines]


def show(report: Report, console: Console) -> None:
    """Print the tables."""
    print_tables(tables(report), console)
    console.print(_remarks(report), highlight=False)


def print_tables(tables: list[tuple[list[str], list[Cells]]], console: Console) -> None:
    """Print tables, each of headings and lines; every report prints its own so."""
    for headings, lines in tables:
        table = Table(box=box.SIMPLE, pad_edge=False)
        for number, heading in enumerate(headings):
            table.add_column(heading, justify="right" if number else "left")
        for line in lines:
            table.add_row(*line)
        console.print(table)


def write(report: Report) -> tuple[Path, Path]:
    """Keep the report: every measurement as JSON, and the tables to read."""
    return keep(
        f"{report.day.isoformat()}-{report.benchmark.game}", _data(report), _markdown(report)
    )


def keep(stem: str, data: dict[str, Any], text: str) -> tuple[Path, Path]:
    """Write the two files of a report."""
    RESULTS.mkdir(exist_ok=True)
    numbers, words = RESULTS / f"{stem}.json", RESULTS / f"{stem}.md"
    numbers.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
    words.write_text(text, "utf-8")
    return numbers, words


def _data(report: Report) -> dict[str, Any]:
    return {
        "game": report.benchmark.game,
        "options": dict(report.benchmark.options),
        "day": report.day.isoformat(),
        "machine": machine(),
        "record_bytes": report.record_bytes,
        "versions": report.versions,
        "timings": [asdict(timing) for timing in report.timings],
        "contestants": [asdict(row) for row in report.rows],
    }


def machine() -> dict[str, Any]:
    """The processor and how many cores of it there are."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "architecture": platform.machine(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def _remarks(report: Report) -> str:
    here = machine()
    parallel = [run for row in report.rows for run in row.runs if run.get("threads", 1) > 1]
    busy = max((run["cores_busy"] for run in parallel), default=1)
    return (
        "The best repetition, a CPU second (median: the middle one, in percent of the best; "
        "a game: its moves). "
        "An action is a move or a pass; in a move "
        "something moves; a choice is a move with more than one to choose from. "
        f"On all threads at least {busy:.2f} cores were kept busy.\n\n"
        f"Record: {report.record_bytes} bytes. Machine: {here['processor']}, "
        f"{here['cores']} cores, Python {here['python']}."
    )


def _markdown(report: Report) -> str:
    parts = [f"# {report.benchmark.game}, {report.day.isoformat()}", _remarks(report)]
    parts += [markdown_table(*table) for table in tables(report)]
    parts.append("Versions:\n\n" + "\n".join(_version_lines(report)))
    return "\n\n".join(parts) + "\n"


def markdown_table(headings: list[str], lines: list[Cells]) -> str:
    """A table as Markdown, all but its first column aligned to the right."""
    rule = ["---", *["---:"] * (len(headings) - 1)]
    return "\n".join(f"| {' | '.join(line)} |" for line in (headings, rule, *lines))


def _version_lines(report: Report) -> list[str]:
    return [
        f"- {name}: {', '.join(f'{package} {version}' for package, version in found.items())}"
        for name, found in report.versions.items()
    ]
