"""The move path in process: what a command, a look and the opening of a table cost, in CPU time.

``python -m benchmarks.house.moves [--games ludo …] [--tables N] [--sources FOLDER]``: a game is
played once to have its commands, then the same commands are given at many tables at once; no
sockets, no drawing. Everything is durable, on a new SQLite file or on ``--database``. Figures are
CPU µs of the whole process, the writer's thread included, the least of several rounds: the machine
may be busy with other things. ``--profile`` prints where it goes.
"""

import argparse
import asyncio
import cProfile
import gc
import json
import pstats
import sys
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

EVENTS = 300  # of the log that is opened, at most
GAMES = ("ludo", "superludo", "rolling-village", "ludoville")
SEED = bytes(range(32))  # the same dice at every table, so that the same commands are possible
ROUNDS = 3
LOOKS = 2000  # views that are timed
OPENINGS = 20
RECORDS = 5
SWITCH = 0.0003  # seconds until another thread has its turn, as in a house that is served

Figures = dict[str, float]
Script = list[tuple[int, Any]]  # commands, each after its seat


class Bench:
    """One runner, and what was measured with it."""

    def __init__(self, runner: Any, game: str, tables: int):
        from ludotheque.table import Person

        self.runner, self.game, self.tables = runner, game, tables
        self.people = [Person(f"person-{seat}", f"P{seat}") for seat in range(4)]
        self.ids = count()
        self.figures: Figures = {}

    @contextmanager
    def timed(self, name: str, times: int) -> Iterator[None]:
        """Note the CPU time of a block, a time, where it is less than it was before."""
        began, own = time.process_time(), time.thread_time()
        yield
        self._note(name, time.process_time() - began, times)
        self._note(f"{name}, in the loop", time.thread_time() - own, times)

    def _note(self, name: str, seconds: float, times: int) -> None:
        each = round(seconds / times * 1e6, 1)
        self.figures[name] = min(each, self.figures.get(name, each))

    async def open(self) -> str:
        """A table of four people at which the game has begun, with the same dice as any other."""
        from ludotheque.table import commands as c

        host, id = self.people[0], f"{self.game}-{next(self.ids)}"
        await self.runner.create(self.game, {"seats": 4}, host=host, id=id, seed=SEED)
        for person in self.people:
            await self.runner.command(id, person, c.Sit(id=f"sit {person.id}"))
        return id

    async def script(self) -> Script:
        """The commands of one game, as they are played at a first table."""
        from ludotheque.table import commands as c

        id, given = await self.open(), []
        table = (await self.runner.memory.find(id)).table
        while table.phase == "playing" and table.number < EVENTS:
            number = table.number
            named = {"id": f"00000000-0000-4000-8000-{number:012d}", "seen": number}
            if table.awaits_chance:
                seat = table.roller or 0
                command: Any = c.Roll(**named, seat=seat)
            else:
                seat = table.look.waiting[0]
                moves = list((await self.runner.view(id, seat)).moves)
                command = c.Move(**named, seat=seat, move=moves[number * 7 % len(moves)])
            given.append((seat, command))
            await self.runner.command(id, self.people[seat], command)
        return given

    async def play(self, id: str, script: Script) -> None:
        """Give a table all commands, one after the other."""
        for seat, command in script:
            await self.runner.command(id, self.people[seat], command)

    async def measure(self) -> None:
        """All figures of the game."""
        script = await self.script()
        self.figures["events"] = len(script) + 6
        for _ in range(ROUNDS):
            ids = [await self.open() for _ in range(self.tables)]
            gc.collect()
            with self.timed("command", len(script) * len(ids)):
                await asyncio.gather(*(self.play(id, script) for id in ids))
            await self.look_at(ids[0])
            await self.read(ids[0])
        await self.weigh(ids[:8])

    async def look_at(self, id: str) -> None:
        """Through all eyes in turn."""
        from ludotheque.table.view import told, view

        table = (await self.runner.memory.find(id)).table
        with self.timed("view", LOOKS):
            for k in range(LOOKS):
                view(table, k % 4)
        with self.timed("last step told", LOOKS):
            for k in range(LOOKS):
                told(table, k % 4, table.number - 1)

    async def read(self, id: str) -> None:
        """A table from its log, and its record."""
        with self.timed("opening", OPENINGS):
            for _ in range(OPENINGS):
                await self.runner.memory.read_log(id)
        with self.timed("record", RECORDS):
            for _ in range(RECORDS):
                await self.runner.record(id)

    async def weigh(self, ids: list[str]) -> None:
        """What a table takes in memory, and how many objects of it the garbage collector visits."""
        gc.collect()
        tracemalloc.start()
        before, objects = tracemalloc.get_traced_memory()[0], len(gc.get_objects())
        kept = [await self.runner.memory.read_log(id) for id in ids]
        gc.collect()
        taken = (tracemalloc.get_traced_memory()[0] - before) / len(kept)
        self.figures["KiB a table"] = round(taken / 1024, 1)
        self.figures["objects a table"] = (len(gc.get_objects()) - objects) // len(kept)
        tracemalloc.stop()


async def run(database: str, game: str, tables: int) -> Figures:
    """Measure one game in a house of its own."""
    from ludotheque.bots import Thinkers
    from ludotheque.table import Pace, Runner, Store

    with Store(database) as store:
        runner = Runner(store, pace=Pace(shared=3600.0), thinkers=Thinkers(0))
        runner.games[game].engine.warm()
        bench = Bench(runner, game, tables)
        try:
            await bench.measure()
        finally:
            await runner.close()
        return bench.figures


def measured(database: str | None, game: str, tables: int) -> Figures:
    """The same in the event loop that a house is served by."""
    import uvloop

    with (
        TemporaryDirectory(prefix="ludotheque-bench-") as folder,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop,
    ):
        return loop.run(run(database or f"sqlite:///{folder}/house.db", game, tables))


def main() -> None:
    """Measure, and print a line of JSON a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--database")
    parser.add_argument("--sources", type=Path)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    if given.sources:
        sys.path.insert(0, str(given.sources.resolve()))
    sys.setswitchinterval(SWITCH)
    profile = cProfile.Profile()
    for game in given.games:
        if given.profile:
            profile.enable()
        print(json.dumps({"game": game} | measured(given.database, game, given.tables)), flush=True)
        profile.disable()
    if given.profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(40)


if __name__ == "__main__":
    main()
