"""Tables in memory: read from their logs when somebody asks for them, appended to, told of.

One lock a table: what happens there follows one after the other, tables do not wait for one
another, and one transaction takes the appends of many. Nobody is told anything, and no view
shows anything, before it is on the disk.
"""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from typing import ParamSpec, TypeVar

from ludotheque.core.errors import LudothequeError, UnknownGame
from ludotheque.core.game import Game
from ludotheque.table import rematch
from ludotheque.table.clock import Clock
from ludotheque.table.commands import Command, Person, Rematch
from ludotheque.table.database import reason
from ludotheque.table.errors import Restored, Unavailable, UnknownTable
from ludotheque.table.events import Entry, Event, Rematched
from ludotheque.table.fold import folded
from ludotheque.table.live import Live, Pace
from ludotheque.table.store import Store, Write
from ludotheque.table.table import Table

log = logging.getLogger("ludotheque.table")

Subscriber = Callable[[str, int], None]  # table, number of its last event; 0: all is new

KEPT = 64  # tables that are over and that nobody listens to, still in memory
_READERS = 2  # threads that read logs


def alias(table: str) -> str:
    """How a log names a table: whoever reads its id could go there."""
    return sha256(table.encode()).hexdigest()[:8]


P = ParamSpec("P")
T = TypeVar("T")


class Memory:
    """The tables that one process has in memory, and the way of new events into them."""

    def __init__(self, store: Store, games: Mapping[str, Game], clock: Clock, pace: Pace):
        self.store = store
        self.games = games
        self.clock = clock
        self.pace = pace
        self._tables: dict[str, Live] = {}
        self._over: dict[str, None] = {}  # those of them that are over, the oldest first
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._subscribers: defaultdict[str, list[Subscriber]] = defaultdict(list)
        self._readers = ThreadPoolExecutor(_READERS, "ludotheque-read")

    def _schedule(self, live: Live) -> None:
        """See to what is to happen by itself at a table; for who drives tables."""
        raise NotImplementedError

    def _go_on(self) -> None:
        """Take up the tables that the log knows as unfinished; for who drives tables."""
        raise NotImplementedError

    def _game(self, id: str) -> Game:
        if id not in self.games:
            raise UnknownGame(f"no game {id!r} on the shelf; there are: {', '.join(self.games)}")
        return self.games[id]

    def phases(self) -> Counter[str]:
        """How many tables are in memory, by how far they have come."""
        return Counter(live.table.phase for live in self._tables.values())

    async def _live(self, id: str) -> Live:
        """A table, from memory or from its log."""
        if id in self._tables:
            return self._tables[id]
        if id not in self._loading:
            task = asyncio.create_task(self._load(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Live:
        generation = self.store.generation
        table = await self._from_store(self._folded, id)
        if self.store.generation != generation:
            return await self._load(id)  # restored while it was read
        return self._tables.get(id) or self._adopt(table)

    def _folded(self, id: str) -> Table:
        header = self.store.header(id)
        if header is None:
            raise UnknownTable()
        seed = bytes.fromhex(header.seed)
        return folded(id, self._game(header.game), seed, self.store.entries(id))

    def _adopt(self, table: Table) -> Live:
        live = Live(table, self.pace, self.clock.now())
        self._tables[table.id] = live
        self._schedule(live)
        self._retire(live)
        return live

    def _retire(self, live: Live) -> None:
        """Let go of tables that are over and that nobody listens to, beyond a few."""
        if live.table.phase != "over":
            return
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        self._over[live.table.id] = None
        for id in list(self._over)[:-KEPT]:
            if id not in self._subscribers and not self._tables[id].lock.locked():
                del self._tables[id], self._over[id]

    async def _read(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that takes its time, in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, partial(function, *args, **kwargs))

    async def _from_store(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for what reads the database, which may be away."""
        try:
            return await self._read(function, *args, **kwargs)
        except LudothequeError:
            raise
        except Exception as error:
            log.error("the log could not be read: %s", reason(error))
            raise Unavailable() from error

    async def _write(self, *writes: Write) -> None:
        try:
            await self.store.write(*writes)
        except Restored:
            await self._look_for_restored()
            raise
        except LudothequeError:
            raise
        except Exception as error:
            log.error("the log could not be written: %s", reason(error))
            raise Unavailable() from error

    async def _append(
        self,
        live: Live,
        events: Sequence[Event],
        person: Person | None = None,
        command: Command | None = None,
    ) -> None:
        """Append, then let it happen, then tell. The caller holds the table's lock."""
        if not events:
            return
        table, at = live.table, self.clock.wall()
        entries = _entries(table, events, person, command, at)
        again = _rematch(table, events, person, command, at)
        if live.is_void:
            raise Restored()
        live.is_doubtful = True
        await self._write(Write(table.id, entries), *again)
        live.is_doubtful = False
        self._take(live, entries)
        for write in again:
            assert write.header is not None
            seed = bytes.fromhex(write.header.seed)
            self._adopt(folded(write.table, table.game, seed, write.entries))

    def _take(self, live: Live, entries: Sequence[Entry]) -> None:
        """Let entries of the log happen, and tell who listens."""
        live.take(entries, self.clock.now())
        for callback in list(self._subscribers.get(live.table.id, ())):
            try:
                callback(live.table.id, live.table.number)
            except Exception:
                log.exception("a subscriber failed")
        self._schedule(live)
        self._retire(live)

    async def _look_for_restored(self) -> None:
        """Where a backup was restored into the database, begin anew with what it holds."""
        generation = await self._from_store(self.store.generation_now)
        if generation == self.store.generation:
            return
        log.warning("the database was restored: all tables are read again")
        self.store.generation = generation
        for live in self._tables.values():
            live.is_void = True
            if live.timer is not None:
                live.timer.cancel()
        self._tables.clear()
        self._over.clear()
        for id, callbacks in list(self._subscribers.items()):
            for callback in list(callbacks):
                callback(id, 0)
        self._go_on()

    async def _make_sure(self, live: Live) -> None:
        """Catch up with the log where the last append was not answered, or was refused."""
        if live.is_doubtful:
            await self._catch_up(live)

    async def _catch_up(self, live: Live) -> None:
        """Let happen what the log holds beyond what the table knows."""
        entries = await self._from_store(self.store.entries, live.table.id, live.table.number)
        live.is_doubtful = False
        if entries:
            self._take(live, entries)


def _entries(
    table: Table,
    events: Sequence[Event],
    person: Person | None,
    command: Command | None,
    at: int,
) -> list[Entry]:
    who = None if person is None else person.id
    which = None if command is None else command.id
    numbered = enumerate(events, table.number + 1)
    return [Entry(number, at, event, who, which) for number, event in numbered]


def _rematch(
    table: Table,
    events: Sequence[Event],
    person: Person | None,
    command: Command | None,
    at: int,
) -> list[Write]:
    """The new table that a rematch opens, to be written together with the old one's event."""
    last = events[-1]
    if not isinstance(last, Rematched) or person is None or not isinstance(command, Rematch):
        return []
    again = {**table.again, person.id: command.values}
    header, entries = rematch.reopened(table, last.table, again, at)
    return [Write(header.id, entries, header)]
