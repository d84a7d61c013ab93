"""A thousand staked games that end at once: ``python -m benchmarks.house.ends DATABASE``.

DATABASE is an empty PostgreSQL database, or a schema of one. Each of several processes has a store
of its own, as in a house of several; their tables share the same people, and some of them have
bots. All ends are given at the same moment. Prints what it took until the last was on the disk, the
CPU time of our processes, and what the ledger says; ``--sources`` measures another checkout's
``src``.
"""

import argparse
import asyncio
import json
import multiprocessing
import random
import sys
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

TABLES, PEOPLE = 1_000, 2_000  # so that few sit at several tables
VALUE = "00" * 16
BOTS = "+bots"


def _house(database: str) -> tuple[Any, Any]:
    from ludotheque.house.stakes.books import Books
    from ludotheque.house.stakes.rooms import load
    from ludotheque.table import Store

    store, books = Store(database), Books(load())
    if hasattr(books, "keep"):
        books.keep(store)
    else:  # the sources of a version before
        store.consequences.append(books)
    return store, books


def _people() -> list[str]:
    return [f"m{number:04d}" for number in range(PEOPLE)]


async def _open(store: Any, number: int, room: str) -> Any:
    """A table at which two people, or one and a bot, have begun; and how it will end."""
    from ludotheque.table import Settings
    from ludotheque.table.events import Began, Ended, Entry, Opened, Placed, Sat
    from ludotheque.table.keeping.store import Header, Write

    table, draw = f"t{number:05d}", random.Random(number)
    people = draw.sample(_people(), 1 if room == BOTS else 2)
    settings = Settings(contest=True, room=room, clock=30)
    events: list[Any] = [Opened("ludo", {"seats": 2, "pawns": 1}, settings, "00" * 32)]
    events += [Sat(seat, person, VALUE) for seat, person in enumerate(people)]
    events += [Placed(1, "easy", "Bot")] if room == BOTS else []
    who = [None, *people, *([None] if room == BOTS else []), None]
    entries = [
        Entry(place, 1_000, event, person)
        for place, (event, person) in enumerate(zip([*events, Began()], who, strict=True), 1)
    ]
    await store.write(Write(table, entries, Header(table, "ludo", 1_000, "00" * 32, False)))
    ended = Ended("finished", draw.choice([(1, 2), (2, 1)]), (0, 0), "00" * 32)
    return Write(table, [Entry(len(entries) + 1, 2_000 + number, ended)])


def prepare(database: str, room_of: Any) -> list[Any]:
    """Members with chips, and all tables."""
    from sqlalchemy import insert

    from ludotheque.house.migrate import migrate
    from ludotheque.house.schema import persons
    from ludotheque.house.stakes import books, chips
    from ludotheque.table.keeping.database import connect

    engine = connect(database)
    migrate(engine)
    with engine.begin() as connection:
        rows = [
            {"id": each, "name": each, "folded": each, "created": 1, "joined": 1}
            for each in _people()
        ]
        connection.execute(insert(persons), rows)
        for each in _people():
            chips.arrive(connection, each, 100_000)
        for number in range(TABLES):
            room = room_of(number)
            invited = random.Random(number).sample(_people(), 1 if room == BOTS else 2)
            books.invite(connection, f"t{number:05d}", invited)
    engine.dispose()
    store, _ = _house(database)

    async def all_of_them() -> list[Any]:
        return [await _open(store, number, room_of(number)) for number in range(TABLES)]

    try:
        return asyncio.run(all_of_them())
    finally:
        store.close()


def end(database: str, writes: list[Any], barrier: Any, answers: Any) -> None:
    """Give the ends of one process's tables, all at once."""
    store, _ = _house(database)
    spent: list[float] = []

    async def one(write: Any) -> None:
        began = time.monotonic()
        await store.write(write)
        spent.append(time.monotonic() - began)

    async def all_of_them() -> tuple[float, float]:
        await asyncio.to_thread(barrier.wait)
        began, cpu = time.monotonic(), time.process_time()
        await asyncio.gather(*map(one, writes))
        return time.monotonic() - began, time.process_time() - cpu

    answers.put((*asyncio.run(all_of_them()), spent))
    store.close()


def measured(database: str, processes: int, share_of_bots: float) -> dict[str, Any]:
    """One run."""
    from ludotheque.house.stakes.ledger import audit
    from ludotheque.table.keeping.database import reach

    writes = prepare(
        database, lambda number: BOTS if number % 10 < 10 * share_of_bots else "passport"
    )
    random.Random(1).shuffle(writes)
    context = multiprocessing.get_context("spawn")
    barrier, answers = context.Barrier(processes), context.Queue()
    started = [
        context.Process(target=end, args=(database, writes[n::processes], barrier, answers))
        for n in range(processes)
    ]
    for each in started:
        each.start()
    found = [answers.get() for _ in started]
    for each in started:
        each.join()
    late = quantiles([each for *_, spent in found for each in spent], n=100)
    engine = reach(database)
    with engine.connect() as connection:
        sound = audit(connection)
        deadlocks = connection.exec_driver_sql(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        ).scalar()
    engine.dispose()
    return {
        "processes": processes,
        "with bots": share_of_bots,
        "seconds": round(max(wall for wall, *_ in found), 2),
        "ms CPU an end": round(1000 * sum(cpu for _, cpu, _ in found) / TABLES, 2),
        "p50 ms": round(1000 * late[49]),
        "p99 ms": round(1000 * late[98]),
        "problems": list(sound.problems),
        "held": sound.held,
        "escrow": sound.escrow,
        "deadlocks so far": deadlocks,
    }


def main() -> None:
    """Measure, and print a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--bots", type=float, default=0.3, help="the share of tables with bots")
    parser.add_argument("--sources", type=Path)
    given = parser.parse_args()
    if given.sources:
        sys.path.insert(0, str(given.sources.resolve()))
    print(json.dumps(measured(given.database, given.processes, given.bots)), flush=True)


if __name__ == "__main__":
    main()
