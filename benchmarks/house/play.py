"""People at many tables of our house, as a child process; prints one line of JSON.

Arguments: PORTS DATABASE LOAD TABLES LEAD WINDOW NAME=PID,PID…, the last being processes whose
use is noted; those called "server" serve the ports. What was decided when is read from the log
afterwards: a move counts from the moment its sender sent it, one of a bot from the moment the
server took it in hand, which is before it is on the disk.
"""

import asyncio
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import count
from typing import Any

from sqlalchemy import text

from benchmarks.house.figures import share_within, spread
from benchmarks.house.loads import OURS, PAGES, SEATS, SOON, Load
from benchmarks.house.people import Person
from benchmarks.house.processes import POOL, Usage
from ludotheque.table.keeping.database import reach

GAME = "ludo"
_AT_ONCE = 8  # tables that are being opened at the same time
_WARM = 2.0  # seconds of play at one table before all the others
_DRAIN = 3.0  # seconds in which the last moves may still be seen

Table = tuple[str, list[Person]]


async def open_tables(ports: Sequence[int], load: Load, tables: int) -> list[Table]:
    """All tables with their people, each begun."""
    numbers = count()
    gate = asyncio.Semaphore(_AT_ONCE)

    async def one(people: int) -> Table:
        async with gate:
            return await open_table(ports, load, [next(numbers) for _ in range(people)])

    wanted = [load.people[k % len(load.people)] for k in range(tables)]
    return list(await asyncio.gather(*map(one, wanted)))


async def open_table(ports: Sequence[int], load: Load, numbers: list[int]) -> Table:
    """One table: its host opens it, the others follow, bots take what is left."""
    people = [Person(ports, number, load) for number in numbers]
    table = await people[0].open_table(GAME)
    for person in people:
        await person.sit(table)
    if len(people) < 4:
        await people[0].send({"command": "fill"})
    return table, people


async def measure(
    ports: Sequence[int],
    database: str,
    load: Load,
    tables: int,
    lead: float,
    window: float,
    used: dict[str, Usage],
) -> dict[str, Any]:
    server = used["server"]
    await warm_up(ports, load)
    server.settle()
    before = server.memory()
    opening = time.time()
    tables = load.tables or tables
    everything = await open_tables(ports, load, tables)
    people = [person for _, seated in everything for person in seated]
    people += await onlookers(ports, load, everything[0][0])
    playing = [asyncio.create_task(person.play()) for person in people]
    opened = time.time() - opening
    await asyncio.sleep(lead)
    start, own = time.time(), time.process_time()
    before_cpu = {name: each.cpu() for name, each in used.items()}
    await asyncio.sleep(window)
    end, own = time.time(), time.process_time() - own
    cpu = {name: each.cpu() - before_cpu[name] for name, each in used.items()}
    after = server.memory()
    await asyncio.sleep(_DRAIN)
    for person in people:
        await person.leave()
    await asyncio.gather(*playing)
    moves = read_moves(database, start, end)
    return {
        **seen(moves, dict(everything)),
        "seconds": end - start,
        "moves_per_s": len(moves) / (end - start),
        "server_cpu_s": cpu["server"],
        "cpu_s": cpu,
        "clients_cpu_s": own,
        "memory_before": before,
        "memory_per_table": (after - before) / tables,
        "tables": tables,
        "connections": len(people),
        "opened_s": opened,
        "updates": sum(len(person.numbers) for person in people),
        "bytes": sizes([size for person in people for size in person.sizes]),
        "refusals": Counter(refused for person in people for refused in person.refusals),
        "pages_s": await fetch_pages(ports, load, [table for table, _ in everything[:PAGES]]),
    }


async def onlookers(ports: Sequence[int], load: Load, table: str) -> list[Person]:
    """Those who only watch."""
    people = [Person(ports, 30_000 + number, load) for number in range(load.onlookers)]
    for person in people:
        await person.watch(table)
    return people


async def warm_up(ports: Sequence[int], load: Load) -> None:
    """Play a little at one table, so that everything is loaded before memory is weighed."""
    _, people = await open_table(ports, load, [20_000])
    playing = asyncio.create_task(people[0].play())
    await asyncio.sleep(_WARM)
    await people[0].leave()
    await playing


def sizes(found: list[int]) -> dict[str, float]:
    """How large messages were, in bytes."""
    return {"median": statistics.median(found), "largest": max(found)}


Move = tuple[str, int, float, str | None]  # table, number, when it was decided, the command's id


def read_moves(database: str, start: float, end: float) -> list[Move]:
    """The rolls and moves that the log says were made in the window."""
    columns = "table_id, number, at, command, event"
    query = f"SELECT {columns} FROM events WHERE at >= :start AND at < :end"
    engine = reach(database)
    with engine.connect() as connection:
        given = {"start": int(start * 1000), "end": int(end * 1000)}
        rows = connection.execute(text(query), given).all()
    engine.dispose()
    return [
        (table, number, at / 1000, command)
        for table, number, at, command, event in rows
        if json.loads(event)["event"] in ("fell", "moved")
    ]


def seen(moves: list[Move], tables: dict[str, list[Person]]) -> dict[str, Any]:
    """How long each move took until the last of the table's people had it on her page."""
    sent = {
        id: at for people in tables.values() for person in people for id, at in person.sent.items()
    }
    own, all_delays = [], []
    for table, number, decided, command in moves:
        last = max(person.saw(number) for person in tables[table])
        begun = sent.get(command or "")
        all_delays.append(last - (decided if begun is None else begun))
        if begun is not None:
            own.append(all_delays[-1])
    return {
        "moves": len(moves),
        "by_people": len(own),
        "within": share_within(all_delays, SOON),
        "delay": spread(all_delays),
        "people_within": share_within(own, SOON),
        "people_delay": spread(own),
        "unseen": sum(delay == float("inf") for delay in all_delays),
    }


async def fetch_pages(ports: Sequence[int], load: Load, tables: list[str]) -> list[float]:
    """How long a newcomer's page of each table takes, with its board, once it is quiet."""
    await asyncio.sleep(1)
    times = []
    for number, table in enumerate(tables):
        visitor = Person(ports, 10_000 + number, load)
        start = time.perf_counter()
        status, _, text = await visitor.request("GET", f"/tables/{table}")
        times.append(time.perf_counter() - start)
        assert status == 200, status
        assert "<svg" in text
    return times


def main(
    ports: str, database: str, load: str, tables: str, lead: str, window: str, *noted: str
) -> None:
    chosen = next(each for each in OURS if each.name == load)
    pairs = (each.split("=") for each in noted)
    but = POOL if set(chosen.people) == {SEATS} else b""  # nobody thinks there
    used = {name: Usage(*map(int, pids.split(",")), but=but) for name, pids in pairs}
    numbered = [int(port) for port in ports.split(",")]
    numbers = (int(tables), float(lead), float(window))
    print(json.dumps(asyncio.run(measure(numbered, database, chosen, *numbers, used))))


if __name__ == "__main__":
    main(*sys.argv[1:])
