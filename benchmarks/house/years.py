"""What pages cost after years: ``python -m benchmarks.house.years [--size 0.1] [--postgres URL]``.

Makes a house of 100,000 members, 200,000 games and 10 million events (times ``--size``) as an older
version left it, brings it up to date, opens it, looks at its pages, copies it, archives its logs,
and looks again. A page's cost is CPU milliseconds of the whole process, the database included (on
SQLite it is in the process, on PostgreSQL its processes are added): the middle of several requests
after the first. ``--pages DATABASE`` looks at the pages of a house that is there, with the sources
of ``--sources`` where it is as that version has it.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

MEMBERS, GAMES = 100_000, 200_000
TIMES = 7  # requests of each page
AIM = 50  # CPU milliseconds a page
TOKEN, CHAMPION, USUAL = "t" * 43, "m0000000", "m0000801"  # who plays most, and little

PAGES = {
    "home": "/",
    "me/tables": "/me/tables",
    "profile of who plays most": f"/people/{CHAMPION}",
    "profile of who plays little": f"/people/{USUAL}",
    "statement": "/me/statement",
    "rooms": "/rooms",
    "quick": "/quick",
    "puzzles": "/puzzles",
    "host": "/host",
    "host, by name": "/host?name=membre+77",
    "a game's page": "/games/ludo",
    "new table": "/games/ludo/new",
    "points, week": "/rankings?kind=points&period=week",
    "points, ever": "/rankings?kind=points&period=ever",
    "points, a game and a room": "/rankings?period=ever&game=ludo&room=passport",
    "strength": "/rankings?kind=rating&game=ludo",
    "alone, ever": "/rankings?kind=solo&period=ever&game=rolling-village",
}


def sign_in(engine: Any) -> None:
    """Let who plays most be a host, and signed in."""
    from sqlalchemy import inspect, text

    from ludotheque.house.clock import now
    from ludotheque.house.people.sessions import id_of

    values = {"id": id_of(TOKEN), "person": CHAMPION, "at": now(), "until": now() + 10**10}
    row = "INSERT INTO sessions (id, person, created, seen, expires, proved, device)"
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(
            text("UPDATE persons SET is_host = true WHERE id = :id"), {"id": CHAMPION}
        )
        connection.execute(text("DELETE FROM sessions WHERE id = :id"), {"id": id_of(TOKEN)})
        if inspect(connection).has_table("untold"):  # telling luck apart meanwhile would be counted
            connection.execute(text("DELETE FROM untold"))
        connection.execute(text(f"{row} VALUES (:id, :person, :at, :at, :until, :at, '')"), values)


def postgres_cpu(engine: Any) -> float:
    """CPU seconds that the processes of a PostgreSQL server have used so far."""
    if engine.dialect.name != "postgresql":
        return 0.0
    from benchmarks.house.processes import Usage

    with engine.connect() as connection:
        folder = connection.exec_driver_sql("SHOW data_directory").scalar_one()
    return Usage(int(Path(folder, "postmaster.pid").read_text().split()[0])).cpu()


async def ask(app: Any, path: str) -> int:
    """Ask for a page, as a browser would; how many bytes came."""
    address, _, query = path.partition("?")
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": address, "raw_path": address.encode(), "query_string": query.encode(),
        "root_path": "", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
        "headers": [(b"host", b"127.0.0.1"), (b"cookie", f"session={TOKEN}".encode())],
    }  # fmt: skip
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    if sent[0]["status"] != 200:
        raise SystemExit(f"{path}: {sent[0]['status']}")
    return sum(len(each.get("body", b"")) for each in sent)


async def cost(engine: Any, work: Callable[[], Awaitable[Any]], times: int = TIMES) -> float:
    """CPU milliseconds, the middle of several after the first."""
    await work()
    spent = []
    for _ in range(times):
        began = time.process_time() + postgres_cpu(engine)
        await work()
        spent.append(time.process_time() + postgres_cpu(engine) - began)
    return round(1000 * median(spent), 1)


async def look(database: str, more: dict[str, str]) -> dict[str, float]:
    """What opening the house and each page cost."""
    from ludotheque.bots import Thinkers
    from ludotheque.house.people.allowance import Allowance
    from ludotheque.house.people.visitors import Visitors
    from ludotheque.table import Runner, Store
    from ludotheque.web.app import create_app
    from ludotheque.web.house import House

    class Interpreted(Runner):
        """Nothing is compiled meanwhile: it would be counted."""

        async def start(self, *, warm: bool = False) -> None:
            await super().start(warm=warm)

    store = Store(database)
    sign_in(store.engine)
    house = House(Interpreted(store, thinkers=Thinkers(0)), Visitors(store.engine))
    house.requests = house.looks = Allowance(10**6, 10**6)
    app, began, wall = create_app(lambda: house), time.process_time(), time.monotonic()
    figures = {}
    async with app.router.lifespan_context(app):
        figures["start, s CPU"] = round(time.process_time() - began, 2)
        figures["start, s"] = round(time.monotonic() - wall, 2)
        await house.runner.idle()
        for name, path in (PAGES | more).items():
            figures[name] = await cost(store.engine, lambda path=path: ask(app, path))
            print(f"{name}: {figures[name]} ms", file=sys.stderr, flush=True)
    return figures


def some_table(engine: Any) -> str:
    """An old table at which everybody may look."""
    from sqlalchemy import text

    query = "SELECT id FROM tables WHERE public AND ended IS NOT NULL ORDER BY id LIMIT 1"
    with engine.connect() as connection:
        return str(connection.execute(text(query)).scalar_one())


def pages(database: str) -> dict[str, float]:
    """Look at all pages, those of an old table among them."""
    from ludotheque.table.keeping.database import reach

    engine = reach(database)
    table = some_table(engine)
    engine.dispose()
    old = {"an old table": f"/tables/{table}", "its record": f"/tables/{table}/record.json"}
    return asyncio.run(look(database, old))


def timed(work: Callable[[], Any]) -> tuple[Any, float, float]:
    """What came of it, seconds on the wall and of CPU."""
    wall, cpu = time.monotonic(), time.process_time()
    found = work()
    return found, round(time.monotonic() - wall, 1), round(time.process_time() - cpu, 1)


def years(folder: Path, size: float, postgres: str | None) -> dict[str, Any]:
    """Everything, one after the other."""
    from benchmarks.house import past
    from ludotheque.house.backup import back_up, restore
    from ludotheque.house.clock import now
    from ludotheque.house.migrate import migrate
    from ludotheque.table.keeping.archive import archive, shrink
    from ludotheque.table.keeping.archive import size as bytes_of
    from ludotheque.table.keeping.database import connect, reach

    file, found = folder / "house.db", {}
    if not file.exists():
        (games, events), *found["made"] = timed(
            lambda: past.make(file, int(MEMBERS * size), int(GAMES * size))
        )
        found |= {"games": games, "events": events}
    found["bytes before"] = file.stat().st_size
    engine = reach(f"sqlite:///{file}")
    _, *found["upgrade"] = timed(lambda: migrate(engine))
    if postgres:
        source, engine = engine, connect(postgres)
        source.dispose()
        migrate(engine)
        _, *found["restore"] = timed(lambda: restore(engine, file))
    url = engine.url.render_as_string(hide_password=False)
    found["upgraded"] = bytes_of(engine)
    found["pages"] = pages(url)
    _, *found["backup"] = timed(lambda: back_up(engine, folder / "copy.db"))
    done, *found["archive"] = timed(lambda: list(archive(engine, now())))
    found["packed"] = {
        "tables": sum(each.tables for each in done),
        "events": sum(each.events for each in done),
        "bytes": sum(each.bytes for each in done),
    }
    _, *found["shrink"] = timed(lambda: shrink(engine))
    found["archived"] = bytes_of(engine)
    found["pages after"] = pages(url)
    _, *found["backup after"] = timed(lambda: back_up(engine, folder / "copy-after.db"))
    engine.dispose()
    return found


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=float, default=1.0)
    parser.add_argument("--folder", type=Path, help="where the house is, or is to be made")
    parser.add_argument("--postgres", help="an empty database to put it into")
    parser.add_argument("--pages", metavar="DATABASE")
    parser.add_argument("--sources", type=Path)
    given = parser.parse_args()
    if given.sources:
        sys.path.insert(0, str(given.sources.resolve()))
    if given.pages:
        print(json.dumps(pages(given.pages), indent=1))
        return
    with TemporaryDirectory(prefix="ludotheque-bench-") as scratch:
        found = years(given.folder or Path(scratch), given.size, given.postgres)
    print(json.dumps(found, indent=1))
    keep(found, given.size, bool(given.postgres))


def keep(found: dict[str, Any], size: float, is_postgres: bool) -> None:
    """Write it down beside the other results."""
    from benchmarks.report import RESULTS, machine

    kind = "postgres" if is_postgres else "sqlite"
    name = f"{date.today().isoformat()}-years-{kind}-{size:g}.json"
    text = json.dumps({"machine": machine(), "size": size, **found}, indent=1)
    (RESULTS / name).write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
