"""A house with years behind it: ``make`` fills an SQLite file with members, games and events.

Some games are really played; all the others are these again, at other tables, by other people and
at other times. The house is made as it was before totals were kept, then brought up to date, so
that every measurement begins with the upgrade of an old house.
"""

import asyncio
import json
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from ludotheque.bots import Thinkers
from ludotheque.house.clock import DAY, SECOND, now
from ludotheque.house.migrate import MIGRATIONS
from ludotheque.table import NO_PACE, Person, Runner, Settings, Store
from ludotheque.table import commands as c
from ludotheque.table.keeping import database

YEARS = 3
BEFORE = {"table_version": "kept_states", "house_version": "puzzles"}  # totals were kept
ARRIVAL, STAKE = 1_000_000, 10  # so that nobody ever lacks a stake
_BATCH = 2_000  # games
_PAUSE = (500, 15_000)  # milliseconds that somebody takes for a move
_CHAMPIONS = 3  # the power by which few people play much

STAKED = Settings(contest=True, room="passport", clock=30)
KINDS: list[tuple[str, dict[str, Any], Settings, int]] = [  # and how many are really played
    ("ludo", {"seats": 2, "pawns": 1}, STAKED, 16),
    ("ludo", {"seats": 2, "pawns": 1}, Settings(fill_after=0), 6),
    ("rolling-village", {"seats": 1}, Settings(automatic_rolls=True), 60),
    ("rolling-village", {"seats": 2}, STAKED, 12),
    ("ludo", {"seats": 4, "pawns": 1}, Settings(public=True), 2),
]


@dataclass(frozen=True)
class Played:
    """A game that was really played; people are the numbers of those who sat down."""

    box: str
    settings: Settings
    seats: list[int | None]  # None: a bot
    seed: str
    lines: list[tuple[int, int | None, bool, str]]  # number, who, by a command, event
    ranks: list[int]
    scores: list[int]
    kept: tuple[int, str, bytes] | None


async def _play(runner: Runner, game: str, options: dict[str, Any], settings: Settings) -> str:
    people = [Person(f"p{seat}", f"p{seat}") for seat in range(options["seats"])]
    if settings.fill_after is not None:
        people = people[:1]
    ids = count()
    table = await runner.create(game, options, settings, host=people[0])
    for person in people:
        await runner.command(table, person, c.Sit(id=str(UUID(int=next(ids)))))
    while (await runner.view(table)).phase != "over":
        await runner.idle()
        for person in people:
            view = await runner.view_for(table, person.id)
            named = {"id": str(UUID(int=next(ids))), "seen": view.number, "seat": view.viewer}
            if view.may_roll:
                await runner.command(table, person, c.Roll(**named))
            elif view.moves:
                move = random.choice(list(view.moves))
                await runner.command(table, person, c.Move(**named, move=move))
    return table


async def _all(url: str) -> list[Played]:
    found = []
    with Store(url) as store:
        runner = Runner(store, pace=NO_PACE, thinkers=Thinkers(0))
        for game, options, settings, times in KINDS:
            for _ in range(times):
                table = await _play(runner, game, options, settings)
                found.append(_read(runner, table, game, settings))
        await runner.close()
    return found


def _read(runner: Runner, table: str, game: str, settings: Settings) -> Played:
    store = runner.store
    header, kept = store.header(table), store.kept(table)
    assert header is not None
    with store.engine.connect() as connection:
        query = "SELECT number, person, command, event FROM events WHERE table_id = ?"
        rows = connection.exec_driver_sql(query + " ORDER BY number", (table,)).all()
    lines = [
        (number, int(person[1:]) if person else None, command is not None, event)
        for number, person, command, event in rows
    ]
    told = [json.loads(event) for *_, event in lines]
    opened, ended = told[0], next(each for each in told if each["event"] == "ended")
    seats: list[int | None] = [None] * int(opened["options"]["seats"])
    for each, (_, who, _, _) in zip(told, lines, strict=True):
        if each["event"] == "sat":
            seats[each["seat"]] = who
    box = runner.games[game].box(opened["options"]).id
    state = (kept.number, kept.rules, kept.state) if kept else None
    return Played(box, settings, seats, header.seed, lines, ended["ranks"], ended["scores"], state)


def played() -> list[Played]:
    """Some games of each kind, played by people who take any move and by bots."""
    random.seed(1)
    with TemporaryDirectory(prefix="ludotheque-bench-") as folder:
        return asyncio.run(_all(f"sqlite:///{folder}/house.db"))


@dataclass
class Past:
    """The rows of one batch, by table, and what is known of everybody so far."""

    members: int
    random: random.Random
    lines: Counter[str] = field(default_factory=Counter)  # of accounts
    balances: Counter[str] = field(default_factory=Counter)
    games: Counter[tuple[str, int]] = field(default_factory=Counter)
    rows: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)

    def add(self, table: str, *values: Any) -> None:
        """One more row."""
        self.rows.setdefault(table, []).append(values)

    def name(self, person: int) -> str:
        """A person's id."""
        return f"m{person:07d}"

    def some(self, number: int) -> list[int]:
        """Different people: a few of them play much."""
        found: dict[int, None] = {}
        while len(found) < number:
            found[int(self.members * self.random.random() ** _CHAMPIONS)] = None
        return list(found)

    def transfer(self, key: str, at: int, why: str, table: str | None, **legs: int) -> None:
        """Move chips between accounts (person_3: that person's)."""
        self.add("transfers", key, at, why, table)
        for account, chips in legs.items():
            name = account.replace("_", ":")
            self.lines[name] += 1
            self.balances[name] += chips
            self.add("ledger", name, self.lines[name], key, chips, self.balances[name])

    def game(self, table: str, of: Played, at: int) -> int:
        """A game that was played then; how many events it has."""
        people = self.some(max(1, len({who for who in of.seats if who is not None})))
        is_staked = bool(of.settings.room)
        began = at
        for number, who, by_command, event in of.lines:
            at += by_command * self.random.randrange(*_PAUSE)
            person = None if who is None else self.name(people[who])
            if event.startswith('{"event":"sat"'):
                event = event.replace(f'"name":"p{who}"', f'"name":"Membre {people[who or 0]}"')
            command = str(UUID(int=self.random.getrandbits(128), version=4)) if by_command else None
            self.add("events", table, number, at, person, command, event)
        self.add("tables", table, of.box, began, of.seed, of.settings.public, at)
        if of.kept:
            self.add("kept_states", table, *of.kept)
        for person_ in people:
            self.add("attendance", self.name(person_), table)
            if is_staked:
                self.add("invitations", table, self.name(person_), None)
        self._results(table, of, people, began, at)
        return len(of.lines)

    def _results(self, table: str, of: Played, people: list[int], at: int, end: int) -> None:
        sides = " ".join(map(str, range(len(of.seats))))
        room = of.settings.room
        self.add("matches", table, of.box, room, sides, bool(room), True, at, at, end, "finished")
        if room:
            self.add("stakes", table, room, STAKE, 1, "2 0")
        legs = {}
        for seat, who in enumerate(of.seats):
            person = None if who is None else self.name(people[who])
            is_first = of.ranks[seat] == 1
            won = "alone" if len(of.seats) == 1 else "won" if is_first else "lost"
            points = (100 if is_first else 20) if room else 0
            paid = (2 * STAKE if is_first else 0) if room else 0
            row = (of.ranks[seat], of.scores[seat], won, points, paid)
            self.add("sittings", table, seat, person, None, *row)
            if who is not None:
                self.games[of.box, people[who]] += 1
                legs[f"person_{person}"] = paid
        if room and of.ranks.count(1) == 1:
            stake = dict.fromkeys(legs, -STAKE)
            self.transfer(f"stake:{table}", at, "stake", table, **stake, **{f"table_{table}": 20})
            legs = {name: chips for name, chips in legs.items() if chips}
            self.transfer(
                f"settlement:{table}", end, "settlement", table, **{f"table_{table}": -20}, **legs
            )


_COLUMNS = {
    "persons": "id, name, folded, created, joined",
    "sessions": "id, person, created, seen, expires, device",
    "ratings": "game, person, mu, sigma, games",
    "sittings": 'table_id, seat, person, "left", rank, score, result, points, chips',
}


def make(file: Path, members: int, games: int, seed: int = 1) -> tuple[int, int]:
    """Fill a new file; how many games and events there are."""
    engine = database.reach(f"sqlite:///{file}")
    for layer in (database.OWN, MIGRATIONS):
        database.migrate(engine, layer, to=BEFORE[layer.version_table])
    engine.dispose()
    past = Past(members, random.Random(seed))
    kinds = played()
    events = 0
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -400000")
        for first in range(0, games, _BATCH):
            connection.execute("BEGIN")
            if first == 0:
                _people(past)
            for number in range(first, min(games, first + _BATCH)):
                at = _moment(number, games)
                table = f"{number:08x}{past.random.getrandbits(32):08x}"
                events += past.game(table, past.random.choice(kinds), at)
            _write(connection, past)
            connection.execute("COMMIT")
        connection.execute("BEGIN")
        for (box, person), played_ in past.games.items():
            mu, sigma = past.random.gauss(25, 5), 25 / 3 / (1 + played_) ** 0.3
            past.add("ratings", box, past.name(person), mu, sigma, played_)
        _write(connection, past)
        connection.execute("COMMIT")
    return games, events


def _moment(number: int, games: int) -> int:
    """When a game was played: evenly over the years, the last one just now."""
    return now() - int(YEARS * 365 * DAY * SECOND * (games - number) / games)


def _people(past: Past) -> None:
    start = _moment(0, 1)
    for person in range(past.members):
        id, name = past.name(person), f"Membre {person}"
        came = start + past.random.randrange(YEARS * 365 * DAY) * SECOND
        past.add("persons", id, name, name.lower(), came, came)
        legs = {"house": -ARRIVAL, f"person_{id}": ARRIVAL}
        past.transfer(f"arrival:{id}", came, "arrival", None, **legs)
        if person % 3 == 0:
            seen = now() - past.random.randrange(80 * DAY) * SECOND
            past.add("sessions", f"s{person}", id, came, seen, now() + 90 * DAY * SECOND, "")


def _write(connection: sqlite3.Connection, past: Past) -> None:
    for table in _order(past.rows):
        rows = past.rows[table]
        columns = f"({_COLUMNS[table]})" if table in _COLUMNS else ""
        places = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT INTO {table} {columns} VALUES ({places})", rows)
    past.rows.clear()


def _order(rows: dict[str, Any]) -> Iterator[str]:
    """Tables that others refer to come first."""
    first = ("persons", "tables", "transfers")
    yield from (name for name in first if name in rows)
    yield from (name for name in rows if name not in first)
