"""Measure games of the house beside their peers, in one run: ``python -m benchmarks.run``.

Repetitions are interleaved (every contestant once, then every contestant again), so that a
busy moment of the machine hurts all alike; all rates are a CPU second.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks import report, scratch
from benchmarks.catalogue import (
    BENCHMARKS,
    HOUSE,
    OWN_PACKAGES,
    START_AIMS,
    WORKERS,
    Benchmark,
    Peer,
)
from benchmarks.house import measure as house
from benchmarks.house import report as house_report
from benchmarks.house import several
from benchmarks.report import BATCH, ONE_THREAD, Report, Row, Timing
from ludotheque.core.discovery import box

BRAIN = "brain in every seat"
OWN_ROWS = {
    ONE_THREAD: "one",
    "compiled, all threads": "all",
    BATCH: "batch",
    "interpreted": "interpreted",
    BRAIN: "brain",
}
SECONDS, REPEAT = 2.0, 5  # of one measurement, and how many
UNCOUNTED = {"pip", "setuptools", "wheel"}

console = Console(stderr=True)


@dataclass
class Contestant:
    """A row of the table and the child process that fills it."""

    row: Row
    python: str | Path
    script: str
    arguments: tuple[str, ...]

    def run(self) -> None:
        """Measure once more; a contestant that failed is left alone from then on."""
        if self.row.missing:
            return
        try:
            self.row.runs.append(scratch.measure(self.python, self.script, self.arguments))
        except scratch.Unavailable as error:
            self.row.missing = str(error)


def own_arguments(benchmark: Benchmark, what: str, seconds: float) -> tuple[str, ...]:
    """The arguments of own.py."""
    return str(seconds), what, benchmark.game, json.dumps(dict(benchmark.options))


def own_contestants(benchmark: Benchmark, seconds: float) -> list[Contestant]:
    """Our rules, compiled on one thread and on all, in a batch, interpreted; and a brain's."""
    return [
        Contestant(
            Row(name, is_ours=True),
            sys.executable,
            "own.py",
            own_arguments(benchmark, what, seconds),
        )
        for name, what in OWN_ROWS.items()
        if name != BRAIN or box(benchmark.game)[0].has_brain
    ]


@dataclass(frozen=True)
class Place:
    """A scratch environment, or why there is none."""

    python: Path | None
    missing: str = ""


def install(packages: tuple[str, ...], *, fresh: bool) -> Place:
    """The environment of a peer, made now if it is not there yet."""
    try:
        with console.status(f"installing {' '.join(packages)}"):
            return Place(scratch.environment(packages, fresh=fresh))
    except scratch.Unavailable as error:
        return Place(None, str(error))


def peer_contestant(peer: Peer, place: Place, seconds: float) -> Contestant:
    """A peer in its scratch environment."""
    row = Row(peer.name, is_ours=False, missing=place.missing)
    arguments = (str(seconds), *peer.arguments)
    return Contestant(row, place.python or "", f"peers/{peer.script}", arguments)


def measure_starts(benchmark: Benchmark, timings: dict[str, Timing]) -> None:
    """Import, cold start and warm start once each."""
    arguments = own_arguments(benchmark, "start", 0)
    with scratch.empty_cache() as variables:
        for name in ("cold start", "warm start"):
            result = scratch.measure(sys.executable, "own.py", arguments, variables)
            timings[name].seconds.append(result["cpu_s"])
    result = scratch.measure(sys.executable, "own.py", own_arguments(benchmark, "import", 0))
    timings["import"].seconds.append(result["cpu_s"])


def all_versions(places: Mapping[tuple[str, ...], Place]) -> dict[str, dict[str, str]]:
    """The packages each side ran with."""
    ours = scratch.versions(sys.executable)
    found = {"ours": {name: ours[name] for name in OWN_PACKAGES if name in ours}}
    for packages, place in places.items():
        if place.python:
            every = scratch.versions(place.python)
            kept = {name: version for name, version in every.items() if name not in UNCOUNTED}
            found[" ".join(packages)] = kept
    return found


def run(benchmark: Benchmark, *, seconds: float, repeat: int, fresh: bool) -> Report:
    """Measure one game and its peers."""
    needed = dict.fromkeys(peer.packages for peer in benchmark.peers)
    places = {packages: install(packages, fresh=fresh) for packages in needed}
    contestants = own_contestants(benchmark, seconds)
    contestants += [peer_contestant(one, places[one.packages], seconds) for one in benchmark.peers]
    facts = scratch.measure(sys.executable, "own.py", own_arguments(benchmark, "facts", 0))
    timings = measure_all(benchmark, contestants, repeat)
    versions = all_versions(places)
    versions["ours"] = {"ludotheque": facts["version"], **versions["ours"]}
    rows = [contestant.row for contestant in contestants]
    return Report(benchmark, rows, timings, facts["record_bytes"], versions, date.today())


def measure_all(
    benchmark: Benchmark, contestants: Sequence[Contestant], repeat: int
) -> list[Timing]:
    """Fill the contestants' rows, turn by turn; returns the starts measured in between."""
    timings = {name: Timing(name) for name in START_AIMS}
    # One start that does not count leaves bytecode behind, as on a machine in daily use.
    scratch.measure(sys.executable, "own.py", own_arguments(benchmark, "start", 0))
    for number in range(1, repeat + 1):
        with timed(f"{benchmark.game}: repetition {number} of {repeat}"):
            measure_starts(benchmark, timings)
            for contestant in contestants:
                contestant.run()
    return list(timings.values())


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Say what is going on, and how long it took."""
    start = time.monotonic()
    with console.status(what):
        yield
    console.print(f"{what}: {time.monotonic() - start:.0f} s")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    every = (*BENCHMARKS, HOUSE, WORKERS)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(every))
    parser.add_argument(
        "--seconds", type=float, help="a measurement: CPU seconds of a game (2), of the house (12)"
    )
    parser.add_argument("--repeat", type=int, help="measurements: of a game 5, of the house 3")
    parser.add_argument("--tables", type=int, help="tables of the house (200)")
    parser.add_argument("--fresh", action="store_true", help="install the peers anew")
    parser.add_argument("--no-file", action="store_true", help="only print, keep nothing")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in every]:
        parser.error(f"no benchmark {unknown[0]!r}; there are: {', '.join(every)}")
    if arguments.repeat is not None and arguments.repeat < 1:
        parser.error("--repeat is at least 1")
    return arguments


def run_game(name: str, given: argparse.Namespace) -> None:
    """Measure a game, show it, keep it."""
    found = run(
        BENCHMARKS[name],
        seconds=given.seconds or SECONDS,
        repeat=given.repeat or REPEAT,
        fresh=given.fresh,
    )
    report.show(found, Console())
    if not given.no_file:
        kept(report.write(found))


def run_house(given: argparse.Namespace) -> None:
    """Measure the house under load, show it, keep it."""
    found = house.measure(**_chosen(given), fresh=given.fresh)
    house_report.show(found, Console())
    if not given.no_file:
        kept(house_report.write(found))


def run_workers(given: argparse.Namespace) -> None:
    """Measure houses of several processes, show it, keep it."""
    found = several.measure(**_chosen(given), fresh=given.fresh)
    several.show(found, Console())
    if not given.no_file:
        kept(several.write(found))


def _chosen(given: argparse.Namespace) -> dict[str, Any]:
    every = {name: getattr(given, name) for name in ("seconds", "repeat", "tables")}
    return {name: value for name, value in every.items() if value is not None}


def kept(paths: Iterable[Path]) -> None:
    """Say where results are."""
    for path in paths:
        console.print(f"kept in benchmarks/results/{path.name}")


def main() -> None:
    given = read_arguments()
    for name in given.names or (*BENCHMARKS, HOUSE, WORKERS):
        if name == HOUSE:
            run_house(given)
        elif name == WORKERS:
            run_workers(given)
        else:
            run_game(name, given)


if __name__ == "__main__":
    main()
