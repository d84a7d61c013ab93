"""One stranger: what others notice while she attacks, as multiples of the quiet house.

Somebody reads pages, somebody plays, and a member signs in on a browser the house knows; each
attack of :mod:`benchmarks.house.attacks` runs beside them for some seconds. All of it is on
loopback. ``python -m benchmarks.house.stranger [--seconds S] [--sources FOLDER] [--no-file]``;
``--sources`` measures another checkout's ``src``.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from rich.console import Console

from benchmarks import scratch
from benchmarks.house.attacks import ATTACKS, SECRET
from benchmarks.house.loads import MIXED_PACED
from benchmarks.house.measure import HERE, our_path
from benchmarks.house.people import Person
from benchmarks.house.processes import Usage, answers, free_port, running, two_cores
from benchmarks.report import RESULTS, machine, markdown_table

SECONDS = 8.0  # of each attack
LEAD = 1.5  # seconds of it that do not count
AIM = 2.0  # times as long as in the quiet house
_PAGES = ("/", "/games/ludo", "/rankings")
_OPTIONS = {"option.seats": "2", "spectators": "on", "bots": "easy"}

console = Console(stderr=True)


class Message(msgspec.Struct):
    """What a page is sent, as far as a player without a browser needs it."""

    number: int = 0
    done: list[str] = []
    parts: dict[str, str] = {}
    refused: str = ""


_decode = msgspec.json.Decoder(Message).decode


@dataclass
class Felt:
    """How long others waited while something went on, in seconds."""

    attack: str
    pages: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    sign_ins: list[float] = field(default_factory=list)
    answered: dict[str, int] = field(default_factory=dict)


Pair = tuple[Felt, Felt]  # the quiet house, then the same attacked


async def reads(person: Person, felt: Felt, is_on: Callable[[], bool], table: str) -> None:
    """Pages, one after the other."""
    while is_on():
        path = random.choice((*_PAGES, f"/tables/{table}"))
        began = time.perf_counter()
        status, _, _ = await person.request("GET", path)
        if is_on():
            assert status == 200, (path, status)
            felt.pages.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)


async def plays(person: Person, felt: Felt, is_on: Callable[[], bool]) -> None:
    """Gestures at a table: from the command to the word that it is in the log."""
    assert person.socket is not None
    commands = itertools.cycle(({"command": "leave"}, {"command": "sit", "value": "00" * 16}))
    for command in commands:  # she stands up and sits down again
        if not is_on() and command["command"] == "leave":
            return
        id = f"g{random.randrange(10**12)}"
        began = time.perf_counter()
        await person.socket.send(msgspec.json.encode({**command, "id": id}).decode())
        while id not in (message := _decode(await person.socket.recv())).done:
            assert not message.refused, message
        felt.moves.append(time.perf_counter() - began)
        await asyncio.sleep(0.2)


async def comes_back(person: Person, felt: Felt, is_on: Callable[[], bool], name: str) -> None:
    """Signing in again on a browser that the house knows."""
    while is_on():
        began = time.perf_counter()
        status, _, _ = await person.request("POST", "/signin", name=name, password=SECRET)
        if is_on() and status == 303:
            felt.sign_ins.append(time.perf_counter() - began)
        await asyncio.sleep(1.0)


@dataclass
class Others:
    """The people who are in the house for no harm."""

    reader: Person
    players: list[Person]
    member: Person
    name: str
    table: str

    async def feel(self, attack: str, seconds: float) -> Felt:
        """Live on while something else goes on."""
        felt = Felt(attack)
        until = time.monotonic() + seconds

        def is_on() -> bool:
            return time.monotonic() < until

        tasks: list[Awaitable[None]] = [reads(self.reader, felt, is_on, self.table)]
        tasks += [plays(person, felt, is_on) for person in self.players]
        tasks.append(comes_back(self.member, felt, is_on, self.name))
        async with asyncio.timeout(seconds + 60):
            await asyncio.gather(*tasks)
        return felt


async def settled(port: int) -> Others:
    """People at their tables, and one game that is over for whoever likes pictures."""
    reader, member, *players = (Person([port], number, MIXED_PACED) for number in range(6))
    for person in players:
        table = await person.open_table("ludo", _OPTIONS)
        await person.sit(table)
    name = f"Membre {random.randrange(10**6)}"
    status, _, _ = await member.request("POST", "/me/join", name=name, password=SECRET)
    assert status == 303, status
    await member.request("POST", "/signin", name=name, password=SECRET)
    return Others(reader, players, member, name, await _played(port))


async def _played(port: int) -> str:
    """A table where a game is well under way."""
    somebody = Person([port], 90, MIXED_PACED)
    table = await somebody.open_table("ludo", {**_OPTIONS, "fill_after": "0"})
    await somebody.sit(table)
    playing = asyncio.create_task(somebody.play())
    await asyncio.sleep(20)
    playing.cancel()
    await somebody.leave()
    return table


async def measured(port: int, seconds: float, attacks: Sequence[str]) -> list[Pair]:
    """Each attack, and the quiet house just before it: a shared machine is never the same."""
    others = await settled(port)
    await others.feel("nothing", 3.0)  # everything was once at hand
    found = []
    for name in attacks:
        quiet = await others.feel("nothing", seconds)
        console.print(f"one stranger: {name}")
        arguments = (str(port), name, str(seconds + 2 * LEAD), others.table)
        eve = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.house.attacks", *arguments,
            env=our_path(), cwd=HERE.parent.parent, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        await asyncio.sleep(LEAD)
        felt = await others.feel(name, seconds)
        text, _ = await eve.communicate()
        felt.answered = json.loads(text.splitlines()[-1]) if text.strip() else {}
        found.append((quiet, felt))
        await asyncio.sleep(4)
    return found


def measure(
    seconds: float, sources: Path | None = None, attacks: Sequence[str] = tuple(ATTACKS)
) -> list[Pair]:
    """Open a house, attack it, close it."""
    port = free_port()
    more = {} if sources is None else {"PYTHONPATH": str(sources)}
    with two_cores(), TemporaryDirectory(prefix="ludotheque-bench-") as folder:
        database = f"sqlite:///{Path(folder) / 'house.db'}"
        server = [sys.executable, HERE / "server.py", str(port), database, "paced"]
        with running(server, scratch.variables(more)) as process:
            answers(port, process)
            Usage(process.pid).settle()
            return asyncio.run(measured(port, seconds, attacks))


KINDS: dict[str, Callable[[Felt], list[float]]] = {
    "pages": lambda felt: felt.pages,
    "moves": lambda felt: felt.moves,
    "signing in": lambda felt: felt.sign_ins,
}
HEADINGS = ["attack", *(cell for kind in KINDS for cell in (kind, "×")), "answers to her"]


def lines(found: list[Pair]) -> list[list[str]]:
    """One line an attack: middle delays without and with it, and how many times as long."""
    return [
        [
            felt.attack,
            *(cell for read in KINDS.values() for cell in _cells(read(quiet), read(felt))),
            ", ".join(f"{count} × {status}" for status, count in sorted(felt.answered.items())),
        ]
        for quiet, felt in found
    ]


def _cells(quiet: list[float], delays: list[float]) -> list[str]:
    if not delays or not quiet:
        return ["never", "–"]
    before, middle = 1000 * median(quiet), 1000 * median(delays)
    worst = 1000 * sorted(delays)[int(0.95 * len(delays))]
    return [f"{before:.0f} → {middle:.0f} ms ({worst:.0f})", f"{middle / before:.1f}"]


def misses(found: list[Pair]) -> list[str]:
    """What took longer than the aim; signing in has none."""
    return [
        f"{felt.attack}: {kind}"
        for quiet, felt in found
        for kind, read in list(KINDS.items())[:2]
        if not read(felt) or median(read(felt)) > AIM * median(read(quiet))
    ]


_REMARKS = (
    "Somebody reads pages, four people make gestures at their tables (from the command to the "
    "word that it is in the log), a member signs in on a browser that the house knows; beside "
    "them one address attacks for {seconds:g} s. The middle delay in the quiet house just before → "
    "under attack, its 95th percentile in brackets, and × how many times as long; the aim is "
    "{aim:g} for pages and moves. "
    "The stranger's own program runs on the same two cores and takes its share of them. Status 0: "
    "the house did not answer, or closed the connection."
)


def markdown(found: list[Pair], seconds: float) -> str:
    """The table to keep."""
    here: dict[str, Any] = machine()
    missed = misses(found)
    return "\n\n".join(
        (
            f"# One stranger, {date.today().isoformat()}",
            _REMARKS.format(seconds=seconds, aim=AIM),
            markdown_table(HEADINGS, lines(found)),
            "Fell short: " + ("; ".join(missed) if missed else "nothing") + ".",
            f"Machine: {here['processor']}, {here['cores']} cores (two are used), Python "
            f"{here['python']}; load average {os.getloadavg()[1]:.1f}, others' work included.",
        )
    ) + "\n"  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.house.stranger")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each attack")
    parser.add_argument("--sources", type=Path, help="another checkout's src to measure")
    parser.add_argument("--only", choices=tuple(ATTACKS), help="one attack; nothing is kept")
    parser.add_argument("--no-file", action="store_true", help="only print, keep nothing")
    given = parser.parse_args()
    attacks = (given.only,) if given.only else tuple(ATTACKS)
    text = markdown(measure(given.seconds, given.sources, attacks), given.seconds)
    print(text)
    if not given.no_file and not given.only:
        (RESULTS / f"{date.today().isoformat()}-one-stranger.md").write_text(text)


if __name__ == "__main__":
    main()
