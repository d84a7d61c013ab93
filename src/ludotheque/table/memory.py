"""Tables in memory: read from their logs when somebody asks for them, appended to, told of.

One lock a table: what happens there follows one after the other, tables do not wait for one
another, and one transaction takes the appends of many. Nobody is told anything, and no view
shows anything, before it is on the disk.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from math import ceil
from typing import ParamSpec, TypeVar

from ludotheque.core.errors import LudothequeError, UnknownGame
from ludotheque.core.game import Game
from ludotheque.table import kept
from ludotheque.table.background import Background, log
from ludotheque.table.clock import Clock
from ludotheque.table.errors import Restored, Unavailable, UnknownTable
from ludotheque.table.events import Ended, Entry, Event
from ludotheque.table.keeping.database import reason
from ludotheque.table.keeping.express import PLAIN
from ludotheque.table.keeping.store import Header, Store, Write
from ludotheque.table.live import Live, Pace
from ludotheque.table.neighbours import Alone, Stop
from ludotheque.table.seated import Seated
from ludotheque.table.table import Table
from ludotheque.table.verbs import rematch
from ludotheque.table.verbs.fold import folded

Subscriber = Callable[[str, int], None]  # table, number of its last event; 0: all is new
Waker = Callable[[Table, frozenset[str]], None]  # a table, and whom it waits for since just now
Aside = Callable[[str, bytes], None]  # table, words
Submitted = Callable[[bool], None]  # whether it was written and has happened

KEPT = 64  # tables that are over and that nobody listens to, still in memory
IDLE = 60.0  # seconds that a table stays which others move, and that nobody here looks at,
FOLLOWED = 8  # or events there: to follow more of them costs as much as reading its log again
_READERS = 2  # threads that read logs


def alias(table: str) -> str:
    """How a log names a table: whoever reads its id could go there."""
    return sha256(table.encode()).hexdigest()[:8]


P = ParamSpec("P")
T = TypeVar("T")


class Memory:
    """The tables that one process has in memory, and how new events get into them.

    ``changed`` is called with every table that comes into memory or at which something happened.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        clock: Clock,
        pace: Pace,
        background: Background,
        neighbours: Alone,
        changed: Callable[[Live], None],
    ):
        self.store = store
        self.games = games
        self.clock = clock
        self.pace = pace
        self.neighbours = neighbours
        self.subscribers: defaultdict[str, list[Subscriber]] = defaultdict(list)
        self.wakers: list[Waker] = []  # told of every table, but only of turns that begin
        self.asides: list[Aside] = []  # told what other processes say beside the log
        self.seated = Seated()
        self._background = background
        self._changed = changed
        self._tables: dict[str, Live] = {}
        self._unhear: dict[str, Stop] = {}  # by table: how to hear no more of it
        self._over: dict[str, None] = {}  # those of them that are over, the oldest first
        self._empty: set[str] = set()  # tables without a log, of which the house was warned
        self._waiting: list[str] = []  # tables to be looked after before it is all's turn again
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._readers = ThreadPoolExecutor(_READERS, "ludotheque-read")

    def __iter__(self) -> Iterator[Live]:
        return iter(list(self._tables.values()))

    async def close(self) -> None:
        """Forget all tables; what their logs hold stays there."""
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        self._clear()
        self._readers.shutdown()

    # Tables come and go

    def of(self, person: str) -> list[Table]:
        """The unfinished tables where a person has a seat."""
        found = (self._tables.get(id) for id in self.seated.of(person))
        return [live.table for live in found if live is not None]

    def at_hand(self, id: str) -> Live | None:
        """A table that is in memory; None: it is not."""
        return self._tables.get(id)

    def phases(self) -> Counter[str]:
        """How many tables are in memory, by how far they have come."""
        return Counter(live.table.phase for live in self)

    async def find(self, id: str) -> Live:
        """A table, from memory or from its log; UnknownTable where there is none."""
        live = self._tables.get(id)
        if live is not None:
            live.asked, live.asked_at = self.clock.now(), live.table.number
            return live
        if not (id.isascii() and id.isprintable()):
            raise UnknownTable()  # not even a question that every database takes
        if id not in self._loading:
            task = asyncio.create_task(self._load(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Live:
        generation = self.store.generation
        self._hear(id)  # first: what is appended while the log is read is heard of
        try:
            table = await self.read_log(id)
        except Exception:
            if stop := self._unhear.pop(id, None):
                stop()
            raise
        if self.store.generation != generation:
            return await self._load(id)  # restored while it was read
        return self._tables.get(id) or self._adopt(table)

    async def read_log(self, id: str) -> Table:
        """A table as its log has it."""
        return await self.from_store(self._folded, id)

    def _folded(self, id: str) -> Table:
        header = self.store.header(id)
        if header is not None:
            game = self.game(header.game)
            table = kept.opened(self.store, id, game, bytes.fromhex(header.seed))
            if table is not None:
                return table
        if header is not None and id not in self._empty:
            self._empty.add(id)
            log.warning("table %s: its log is empty", alias(id))
        raise UnknownTable()

    def game(self, id: str) -> Game:
        """A game on the shelf; UnknownGame names those there are."""
        if id not in self.games:
            raise UnknownGame(f"no game {id!r} on the shelf; there are: {', '.join(self.games)}")
        return self.games[id]

    def _adopt(self, table: Table) -> Live:
        now, wall = self.clock.now(), self.clock.wall()
        live = Live(table, self.pace, now, wall, self.neighbours.opened)
        self._tables[table.id] = live
        self._hear(table.id)
        self.seated.note(table)
        self._changed(live)
        self._retire(live)
        return live

    def _retire(self, live: Live) -> None:
        """Let go of tables that are over and that nobody listens to, beyond a few."""
        if live.table.phase != "over" or live.due() is not None:
            return
        live.stop()
        self._over[live.table.id] = None
        for id in list(self._over)[:-KEPT]:
            if self._is_unused(self._tables[id]):
                self._drop(id)

    def _is_unused(self, live: Live) -> bool:
        return live.table.id not in self.subscribers and not live.lock.locked()

    def _is_anothers(self, live: Live) -> bool:
        """Whether others move a table, and nobody here looks at it."""
        return not self.is_ours(live) and self._is_unused(live)

    def _drop(self, id: str) -> None:
        """Forget a table; its log has all of it."""
        live = self._tables.pop(id)
        live.stop()
        self._over.pop(id, None)
        self._unhear.pop(id)()
        self.seated.forget(id)

    def _clear(self) -> None:
        for id in list(self._tables):
            self._drop(id)

    def is_ours(self, live: Live) -> bool:
        """Whether what happens there by itself is for this process to do; at the end, anybody's."""
        return live.table.phase == "over" or self.neighbours.is_ours(live.table.id)

    def go_on(self) -> None:
        """Read the tables that are not finished, in the background, so that they go on."""
        self._background.spawn(self._go_on())

    async def _go_on(self) -> None:
        await self._take_up(await self.from_store(self.neighbours.begin))

    async def keep_up(self) -> None:
        """Notice what this process was not told, and take up what others left behind."""
        await self.start_again_if_restored()
        if new := await self.from_store(self.neighbours.beat):
            self._background.spawn(self._take_up(new))  # it may take longer than until the next
        some = self._next(self.neighbours.share())
        known = {live.table.id: live.table.number for live in some}
        for id in await self.from_store(self.neighbours.behind, known) if known else ():
            if id in self._tables:
                self._background.spawn(self._read_on(self._tables[id], []))
        now = self.clock.now()
        for live in some:
            if now - live.asked > IDLE and self._is_anothers(live):
                self._drop(live.table.id)

    def _next(self, share: float) -> list[Live]:
        """Such a part of the tables, those first that were looked after longest ago."""
        if share == 1 or not self._waiting:
            self._waiting = list(self._tables)
        count = ceil(share * len(self._tables))
        some, self._waiting = self._waiting[:count], self._waiting[count:]
        return [self._tables[id] for id in some if id in self._tables]

    async def _take_up(self, ids: Sequence[str]) -> None:
        """Let these go on here."""
        for live in await self.gather(ids):
            self._changed(live)

    async def gather(self, ids: Iterable[str]) -> list[Live]:
        """These tables, but for those that cannot be read."""
        found: list[Live] = []
        for id in ids:
            try:
                found.append(await self.find(id))
            except UnknownTable:
                continue  # its log is empty, and that was said
            except LudothequeError as error:
                log.warning("table %s rests: %s", alias(id), error)
        return found

    # Reading and writing

    async def read(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that takes its time, in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, partial(function, *args, **kwargs))

    async def from_store(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for what reads the database, which may not answer."""
        try:
            return await self.read(function, *args, **kwargs)
        except LudothequeError:
            raise
        except Exception as error:
            log.error("the log could not be read: %s", reason(error))
            raise Unavailable() from error

    async def write(self, game: Game, *writes: Write) -> None:
        """Write to logs, all or nothing; the tables that begin with it come into memory."""
        try:
            await self.store.write(*writes)
        except Restored:
            await self.start_again_if_restored()
            raise
        except LudothequeError:
            raise
        except Exception as error:
            log.error("the log could not be written: %s", reason(error))
            raise Unavailable() from error
        for write in writes:
            if write.header is not None:
                self.neighbours.keep(write.table)
                self._adopt(_table(write.header, game, write.entries))

    async def append(
        self,
        live: Live,
        events: Sequence[Event],
        person: str | None = None,
        command: str | None = None,
    ) -> None:
        """Append, then let it happen, then tell; the table's lock is held."""
        if not events:
            return
        write = self._begin(live, events, person, command)
        await self.write(live.table.game, write, *rematch.opened_by(live.table, write.entries))
        self._finish(live, write)

    def submit(
        self, live: Live, events: Sequence[Event], person: str, command: str, done: Submitted
    ) -> None:
        """The same for moves and rolls, which bring about nothing else, where nobody waits for it.

        Called back with False, nobody knows whether they were written: the table is doubtful.
        """

        def written(error: Exception | None) -> None:
            try:
                if error is None:
                    self._finish(live, write)
            finally:
                done(error is None)

        write = self._begin(live, events, person, command)
        self.store.submit([write], written)

    def _begin(
        self, live: Live, events: Sequence[Event], person: str | None, command: str | None
    ) -> Write:
        """What is to be written; until that is known to be done the table is doubtful."""
        table, at = live.table, self.clock.wall()
        numbered = enumerate(events, table.number + 1)
        entries = [Entry(number, at, event, person, command) for number, event in numbered]
        if live.is_void:
            raise Restored()
        keepsake = kept.keep(table) if _is_to_be_kept(live, events) else None
        live.is_doubtful = True
        return Write(table.id, entries, keepsake=keepsake)

    def _finish(self, live: Live, write: Write) -> None:
        """It is on the disk: let it happen, and tell."""
        live.is_doubtful = False
        if write.keepsake is not None:
            live.kept = write.keepsake.number
        self._take(live, write.entries)
        self.neighbours.tell_appended(write.table, self.store.generation, write.entries)

    async def catch_up(self, live: Live) -> None:
        """Let happen what the log may hold beyond what the table knows; its lock is held."""
        if not live.is_doubtful:
            return
        entries = await self.from_store(self.store.entries, live.table.id, live.table.number)
        live.is_doubtful = False
        if entries:
            self._take(live, entries)

    def _hear(self, id: str) -> None:
        """Hear from now on what other processes append."""
        if id not in self._unhear:
            appended, aside = partial(self._heard, id), partial(self._overheard, id)
            self._unhear[id] = self.neighbours.follow(id, appended, aside)

    def _overheard(self, id: str, words: bytes) -> None:
        for callback in self.asides:
            callback(id, words)

    def _heard(self, id: str, generation: int, entries: Sequence[Entry]) -> None:
        live = self._tables.get(id)
        if live is None or generation != self.store.generation:
            return
        if live.table.number - live.asked_at > FOLLOWED and self._is_anothers(live):
            self._drop(id)
            return
        if live.lock.locked() or live.is_doubtful or not _follow(live.table, entries):
            self._background.spawn(self._read_on(live, entries))
        else:
            self._take(live, entries)

    async def _read_on(self, live: Live, entries: Sequence[Entry]) -> None:
        """Let happen what others wrote: these entries where they follow, else the log has them."""
        try:
            async with live.lock:
                if live.is_doubtful or not _follow(live.table, entries):
                    live.is_doubtful = not entries or entries[-1].number > live.table.number
                    await self.catch_up(live)
                else:
                    self._take(live, entries)
        except Unavailable:
            pass  # it was said, and is asked again

    def _take(self, live: Live, entries: Sequence[Entry]) -> None:
        """Let entries of the log happen, and tell those who listen."""
        before = live.awaited
        live.take(entries, self.clock.now())
        live.awaited = live.table.awaited
        if not PLAIN.issuperset([type(entry.event) for entry in entries]):
            self.seated.note(live.table)
        self._wake(live.table, live.awaited - before)
        for callback in list(self.subscribers.get(live.table.id, ())):
            try:
                callback(live.table.id, live.table.number)
            except Exception:
                log.exception("a subscriber failed")
        self._changed(live)
        self._retire(live)

    def _wake(self, table: Table, persons: frozenset[str]) -> None:
        """Tell whom a table waits for from now on."""
        for waker in self.wakers if persons else ():
            try:
                waker(table, persons)
            except Exception:
                log.exception("a waker failed")

    async def start_again_if_restored(self) -> None:
        """Where a backup was restored into the database, start again from what it holds."""
        generation = await self.from_store(self.store.generation_now)
        if generation == self.store.generation:
            return
        log.warning("the database was restored: all tables are read again")
        self.store.generation = generation
        for live in self:
            live.is_void = True
        self._clear()
        for id, callbacks in list(self.subscribers.items()):
            for callback in list(callbacks):
                callback(id, 0)
        self.go_on()

    def subscribe(self, id: str, callback: Subscriber) -> Callable[[], None]:
        """Call back with (table, number) after every append; returns how to stop that."""
        self.subscribers[id].append(callback)

        def unsubscribe() -> None:
            callbacks = self.subscribers.get(id, [])
            if callback in callbacks:
                callbacks.remove(callback)
            if not callbacks:
                self.subscribers.pop(id, None)

        return unsubscribe


def _is_to_be_kept(live: Live, events: Sequence[Event]) -> bool:
    """Whether so much has happened since a state was last kept, or nothing more will."""
    is_last = isinstance(events[-1], Ended)
    return live.table.number - live.kept >= (1 if is_last else kept.EVERY)


def _follow(table: Table, entries: Sequence[Entry]) -> bool:
    """Whether the entries are the table's next ones."""
    return bool(entries) and entries[0].number == table.number + 1


def _table(header: Header, game: Game, entries: Sequence[Entry]) -> Table:
    return folded(header.id, game, bytes.fromhex(header.seed), entries)
