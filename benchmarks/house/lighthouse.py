"""What Lighthouse says of the house's pages: ``python -m benchmarks.house.lighthouse``.

Opens a house on a new file, plays one table to its end, and audits the shelf, the page of a box,
its lessons, puzzles, rooms, a table under way, the replay and more, in Chromium (``CHROME_PATH``,
else the one on the PATH). Lighthouse is installed by npm in a scratch folder. Prints the scores and
every audit that is not passed.
"""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from benchmarks import scratch
from benchmarks.house import node
from benchmarks.house.loads import Load
from benchmarks.house.people import Person
from benchmarks.house.processes import answers, free_port, running
from benchmarks.report import RESULTS, machine, markdown_table

HERE = Path(__file__).parent
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
AIM = 95
PAGES = {  # by name; of two tables, one played to its end and one under way
    "home": "/",
    "box": "/games/ludo",
    "learn": "/games/ludo/learn",
    "puzzles": "/puzzles",
    "day": "/day/rolling-village",
    "rooms": "/rooms",
    "me": "/me",
    "table": "/tables/{under_way}",
    "replay": "/tables/{over}/replay",
}
PRESETS = ("mobile", "desktop")
FLAGS = "--headless=new --no-sandbox --disable-gpu"
SHORT = {"option.seats": "2", "option.pawns": "1", "spectators": "on", "bots": "medium"}
_SOLO = Load("one person and a bot", (1,), None, is_paced=False)
_LONGEST = 120.0  # seconds for a game, and for one audit
_ATTEMPTS = 3

console = Console()


async def play(port: int) -> tuple[str, str]:
    """Two tables against a bot: one played to its end, one under way; their ids."""
    over = Person([port], 0, _SOLO)
    under_way = Person([port], 1, _SOLO)
    tables = await _sit(over), await _sit(under_way)
    playing = asyncio.create_task(over.play())
    until = time.monotonic() + _LONGEST
    while "rematch" not in over.ending and time.monotonic() < until:
        await asyncio.sleep(0.1)
    await over.leave()
    await under_way.leave()
    await playing
    return tables


async def _sit(person: Person) -> str:
    table = await person.open_table("ludo", SHORT)
    await person.sit(table)
    await person.send({"command": "fill"})
    return table


def audit(home: Path, url: str, preset: str, folder: Path) -> dict[str, Any]:
    """Lighthouse's report on one page."""
    out = folder / "report.json"
    command: list[Any] = [node.program(), home / "node_modules/lighthouse/cli/index.js", url]
    command += ["--quiet", "--output=json", f"--output-path={out}", f"--chrome-flags={FLAGS}"]
    command += [f"--only-categories={','.join(CATEGORIES)}"]
    if preset == "desktop":
        command.append("--preset=desktop")
    chrome = os.environ.get("CHROME_PATH") or shutil.which("chromium") or ""
    environment = node.variables({"CHROME_PATH": chrome})
    for _ in range(_ATTEMPTS):  # on a busy machine a trace fails now and then
        with suppress(subprocess.SubprocessError):
            subprocess.run(
                [str(part) for part in command],
                env=environment,
                check=True,
                timeout=_LONGEST,
                stdout=subprocess.DEVNULL,
            )
            found: dict[str, Any] = json.loads(out.read_text("utf-8"))
            return found
    raise scratch.Unavailable(f"Lighthouse failed on {url}")


Line = tuple[str, str, dict[str, int], list[str]]  # page, preset, scores, what is not passed


def read(name: str, preset: str, found: dict[str, Any]) -> Line:
    """A page's scores, and what stands in the way of more."""
    scores = {key: round(100 * (found["categories"][key]["score"] or 0)) for key in CATEGORIES}
    failing = [
        sentence
        for key in CATEGORIES
        for reference in found["categories"][key]["auditRefs"]
        for sentence in _failing(key, reference, found["audits"][reference["id"]])
    ]
    return name, preset, scores, failing


def _failing(category: str, reference: dict[str, Any], result: dict[str, Any]) -> list[str]:
    score = result["score"]
    if score is None or score >= 0.9 or reference.get("group") == "hidden":
        return []
    value = f": {result['displayValue']}" if result.get("displayValue") else ""
    title = f"{category}, weight {reference['weight']}: {result['title']}{value}"
    items = (result.get("details") or {}).get("items", [])
    listed = items[:4] if isinstance(items, list) else [items]  # a checklist's is one thing
    return [title, *(f"    {json.dumps(item, ensure_ascii=False)[:160]}" for item in listed)]


def show(line: Line) -> None:
    """Print all of it."""
    name, preset, scores, failing = line
    told = ", ".join(f"{key} {score}" for key, score in scores.items())
    console.print(f"{name}, {preset}: {told}", highlight=False, style="bold")
    for sentence in failing:
        console.print(f"  {sentence}", highlight=False, markup=False)


def write(lines: list[Line], version: str) -> Path:
    """Keep the scores, and the titles of what was not passed."""
    rows = [[name, preset, *map(str, scores.values())] for name, preset, scores, _ in lines]
    notes = dict.fromkeys(
        f"- {name}, {preset}: {sentence}"
        for name, preset, _, failing in lines
        for sentence in failing
        if not sentence.startswith(" ")
    )
    here = machine()
    parts = [
        f"# Lighthouse {version}, {date.today().isoformat()}",
        f"Machine: {here['processor']}, {here['cores']} cores, load average {_busy():.1f}.",
        markdown_table(["page", "as", *CATEGORIES], rows),
        "Not passed (a weight of 0 does not count):\n\n" + "\n".join(notes),
    ]
    file = RESULTS / f"{date.today().isoformat()}-lighthouse.md"
    file.write_text("\n\n".join(parts) + "\n", "utf-8")
    return file


def _busy() -> float:
    return os.getloadavg()[0]


def audits(home: Path, pages: list[str], presets: list[str]) -> list[Line]:
    """Every page wanted, in a house of its own."""
    port = free_port()
    with TemporaryDirectory(prefix="ludotheque-bench-") as folder:
        database = f"sqlite:///{Path(folder) / 'house.db'}"
        server = [sys.executable, HERE / "server.py", str(port), database, "full"]
        with running(server, scratch.variables()) as process:
            answers(port, process)
            over, under_way = asyncio.run(play(port))
            house = f"http://127.0.0.1:{port}"
            urls = {
                name: house + PAGES[name].format(over=over, under_way=under_way) for name in pages
            }
            return [
                _audited(home, name, url, preset, Path(folder))
                for name, url in urls.items()
                for preset in presets
            ]


def _audited(home: Path, name: str, url: str, preset: str, folder: Path) -> Line:
    line = read(name, preset, audit(home, url, preset, folder))
    show(line)
    return line


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.house.lighthouse")
    parser.add_argument("pages", nargs="*", help=f"{', '.join(PAGES)}; all by default")
    parser.add_argument("--preset", choices=PRESETS, action="append")
    parser.add_argument("--fresh", action="store_true", help="install Lighthouse anew")
    parser.add_argument("--no-file", action="store_true", help="only print, keep nothing")
    given = parser.parse_args()
    home = node.installed("lighthouse", ("lighthouse",), fresh=given.fresh)
    lines = audits(home, given.pages or list(PAGES), given.preset or list(PRESETS))
    if not given.no_file:
        version = node.versions(home, ("lighthouse",))["lighthouse"]
        console.print(f"kept in benchmarks/results/{write(lines, version).name}")
    sys.exit(any(score < AIM for _, _, scores, _ in lines for score in scores.values()))


if __name__ == "__main__":
    main()
