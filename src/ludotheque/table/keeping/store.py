"""Where logs are kept: every append is on the disk before anybody hears of it.

One thread writes. It takes all appends that have come in meanwhile into one transaction
(group commit), so that a hundred tables share the wait for the disk. An append whose number
another writer took is refused as :class:`Conflict`, one that the database does not take fails;
the others of its group are not touched.
"""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, bindparam, insert, select, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from ludotheque.core.errors import LudothequeError
from ludotheque.table.background import log
from ludotheque.table.errors import Restored
from ludotheque.table.events import Began, Ended, Entry, Sat, decode, encode
from ludotheque.table.keeping import logs
from ludotheque.table.keeping.database import connect, generation, hold_generation, inserting
from ludotheque.table.keeping.express import PLAIN, Express, Keepsake, Line, keeping
from ludotheque.table.keeping.schema import attendance, events, kept_states, tables

_GROUP = 512  # appends in one transaction at most,
_FEW = 32  # of those from which more follows: others wait for the people whom they lock


class Conflict(LudothequeError):
    """Another writer has already appended an event of that number."""


class StoreClosed(LudothequeError):
    """The store was closed before the append was taken."""


@dataclass(frozen=True)
class Header:
    """A table's row: what stands beside its log."""

    id: str
    game: str
    created: int  # milliseconds since 1970
    seed: str  # secret, in hexadecimal
    public: bool
    began: int | None = None
    ended: int | None = None


class Write(NamedTuple):
    """Entries for the log of one table; with its header where the table is new."""

    table: str
    entries: Sequence[Entry]
    header: Header | None = None
    keepsake: Keepsake | None = None  # of the table before these entries, where one is due

    @property
    def is_plain(self) -> bool:
        """Whether nothing but lines of the log follows from it: moves, chance outcomes."""
        return (
            self.header is None
            and bool(self.entries)
            and PLAIN.issuperset([type(each.event) for each in self.entries])
        )


# What a layer above writes along with an append that is not plain: in its transaction, before its
# rows. Where it raises Refused nothing of the append is written, and its writer is told so.
Consequence = Callable[[Connection, Write], None]

# What a layer above does before the consequences of a whole group: it takes the locks that they
# need, all of them and in one order, so that two groups never wait for each other.
Preparation = Callable[[Connection, Sequence[Write]], None]


Done = Callable[[Exception | None], None]  # called with why it was not written, where it was not


class Job(NamedTuple):
    """What to write together, and who is told, in which loop."""

    writes: Sequence[Write]
    done: Done
    loop: asyncio.AbstractEventLoop
    generation: int  # the life of the database that it follows on
    is_plain: bool  # whether nothing but lines of logs follows from it


Answer = tuple[Job, Exception | None]  # and why it was not written


class Store:
    """The logs of all tables in one database. Reading is for threads that may wait."""

    def __init__(self, url: str | URL | None = None):
        self.engine: Engine = connect(url)
        self._writing = self.engine.execution_options(writes=True)
        self._attend = inserting(self.engine.dialect, attendance).on_conflict_do_nothing()
        self.generation = self.generation_now()
        self.consequences: list[Consequence] = []
        self.preparations: list[Preparation] = []
        self._express = Express(self.engine)
        self._queue: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._gathered: dict[asyncio.AbstractEventLoop, list[Job]] = {}  # not in the queue yet
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="ludotheque-log", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what is still to be written, then let go of the database."""
        if not self._closed:
            self._closed = True
            for loop in list(self._gathered):
                self._hand_over(loop)
            self._queue.put(None)
            self._thread.join()
            self.engine.dispose()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def write(self, *writes: Write) -> None:
        """Append to one log or several, all or nothing; done once it is on the disk."""
        future = asyncio.get_running_loop().create_future()
        self.submit(writes, partial(_settle, future))
        await future

    def submit(self, writes: Sequence[Write], done: Done) -> None:
        """The same for who does not wait: called back in this loop once it is on the disk."""
        if self._closed:
            raise StoreClosed("the store is closed")
        is_plain = all(write.is_plain for write in writes)
        loop = asyncio.get_running_loop()
        if loop not in self._gathered:
            self._gathered[loop] = []
            loop.call_soon(self._hand_over, loop)
        self._gathered[loop].append(Job(writes, done, loop, self.generation, is_plain))

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wake the thread that writes: once for all that this loop has just submitted."""
        if jobs := self._gathered.pop(loop, None):
            self._queue.put(jobs)

    def generation_now(self) -> int:
        """Which life of the database this is: it changes when a backup is restored into it."""
        with self.engine.connect() as connection:
            return generation(connection)

    def _work(self) -> None:
        while jobs := self._next_group():
            for some in _parts(jobs):
                _tell(self._commit_plain(some) or self._commit(some))
        self._express.close()

    def _next_group(self) -> list[Job]:
        """The appends that wait, at least one; none when the store closes."""
        jobs = self._queue.get()
        group: list[Job] = []
        while jobs is not None:
            group += jobs
            if len(group) >= _GROUP:
                break
            try:
                jobs = self._queue.get_nowait()
            except Empty:
                return group
        else:
            if group:
                self._queue.put(None)  # close after this group
        return group

    def _commit_plain(self, jobs: list[Job]) -> list[Answer] | None:
        """Write a group of moves and rolls the short way; None: it has to go the long one."""
        generation = jobs[0].generation
        if not all(job.is_plain and job.generation == generation for job in jobs):
            return None
        writes = [write for job in jobs for write in job.writes]
        lines = [_line(write.table, entry) for write in writes for entry in write.entries]
        try:
            is_written = self._express.write(lines, _keepsakes(writes), generation)
            return _all(jobs, None) if is_written else None
        except Exception as error:
            return _all(jobs, error)

    def _commit(self, jobs: list[Job]) -> list[Answer]:
        try:
            with self._writing.begin() as connection:
                self._prepare(connection, jobs)
                self._insert(connection, jobs)
        except Exception as error:
            return _all(jobs, error) if _is_lost(error) else self._commit_each(jobs)
        return _all(jobs, None)

    def _commit_each(self, jobs: list[Job]) -> list[Answer]:
        """One append was refused, or cannot be written: keep the others of its group."""
        answers: list[Answer] = []
        try:
            with self._writing.begin() as connection:
                self._prepare(connection, jobs)
                for job in jobs:
                    answers.append((job, self._try(connection, job)))
        except Exception as error:
            return _all(jobs, error)
        return answers

    def _prepare(self, connection: Connection, jobs: Sequence[Job]) -> None:
        writes = [write for job in jobs for write in job.writes if not write.is_plain]
        for prepare in self.preparations:
            prepare(connection, writes)

    def _try(self, connection: Connection, job: Job) -> Exception | None:
        savepoint = connection.begin_nested()
        try:
            self._insert(connection, [job])
            savepoint.commit()
        except Exception as error:
            if _is_lost(error):
                raise
            savepoint.rollback()  # fails, and with it the whole group, where all is undone already
            return _reason(error, job.writes)
        return None

    def _insert(self, connection: Connection, jobs: Sequence[Job]) -> None:
        current = hold_generation(connection)
        if any(job.generation != current for job in jobs):
            raise Restored
        writes = [write for job in jobs for write in job.writes]
        self._draw_consequences(connection, writes)
        new, lines, sitting, beginning, ending = _rows(writes)
        if new:
            connection.execute(insert(tables), new)
        if lines:
            connection.execute(insert(events), lines)
        if sitting:
            connection.execute(self._attend, sitting)
        if beginning:
            connection.execute(_BEGIN, beginning)
        if ending:
            connection.execute(_END, ending)
        if kept := _keepsakes(writes):
            connection.exec_driver_sql(keeping(self.engine), kept)

    def _draw_consequences(self, connection: Connection, writes: Sequence[Write]) -> None:
        for consequence in self.consequences:
            for write in writes:
                if not write.is_plain:
                    consequence(connection, write)

    def header(self, table: str) -> Header | None:
        """A table's row; None: there is no such table."""
        with self.engine.connect() as connection:
            row = connection.execute(_HEADER, {"table": table}).first()
        return None if row is None else Header(**row._mapping)

    def entries(self, table: str, after: int = 0, up_to: int = 0) -> list[Entry]:
        """A table's log after the entry of that number; with its first ones up to another."""
        given = {"table": table, "after": after, "up_to": up_to}
        with self.engine.connect() as connection:
            rows = connection.execute(_ENTRIES, given).all()
            first = 1 if up_to or not after else after + 1
            packed = [] if rows and rows[0].number == first else logs.packed_of(connection, [table])
        entries = [Entry(number, at, decode(event), *by) for number, at, event, *by in rows]
        lines = [line for each in packed for line in logs.unpack(each)]
        return [line.entry for line in lines if not up_to < line.number <= after] + entries

    def commands(self, table: str, up_to: int) -> list[tuple[int, str, str]]:
        """The commands of a table's first entries: number, person and the command's own id."""
        given = {"table": table, "up_to": up_to}
        with self.engine.connect() as connection:
            rows = connection.execute(_COMMANDS, given).all()
        return [(number, person, command) for number, person, command in rows]

    def kept(self, table: str) -> Keepsake | None:
        """A table's kept state; None: there is none."""
        with self.engine.connect() as connection:
            row = connection.execute(_KEPT, {"table": table}).first()
        return None if row is None else Keepsake(*row)

    def unfinished(self) -> list[str]:
        """The ids of all tables that have not ended, the oldest first."""
        query = select(tables.c.id).where(tables.c.ended.is_(None)).order_by(tables.c.created)
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def public(self, first: int, count: int) -> list[str]:
        """Some of the unfinished tables open to everybody: those that have not begun first."""
        query = (
            select(tables.c.id)
            .where(tables.c.public, tables.c.ended.is_(None))
            .order_by(tables.c.began.is_not(None), tables.c.created.desc(), tables.c.id)
            .offset(first)
            .limit(count)
        )
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def unfinished_of(self, person: str) -> list[str]:
        """The tables not ended where a person ever sat."""
        query = (
            select(tables.c.id)
            .join(attendance, attendance.c.table_id == tables.c.id)
            .where(attendance.c.person == person, tables.c.ended.is_(None))
        )
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def tables_of(self, person: str, limit: int | None = 50) -> list[Header]:
        """The tables where a person ever sat, the newest first."""
        query = (
            select(tables)
            .join(attendance, attendance.c.table_id == tables.c.id)
            .where(attendance.c.person == person)
            .order_by(tables.c.created.desc())
            .limit(limit)
        )
        with self.engine.connect() as connection:
            return [Header(**row._mapping) for row in connection.execute(query)]


def _keepsakes(writes: Iterable[Write]) -> list[Keepsake]:
    return [write.keepsake for write in writes if write.keepsake is not None]


def _parts(jobs: list[Job]) -> Iterator[list[Job]]:
    """What to write together: moves and rolls at once, the others some at a time.

    All by their tables: two writers who wait for rows do so in one order.
    """
    jobs.sort(key=_table_of)
    if plain := [job for job in jobs if job.is_plain]:
        yield plain
    others = [job for job in jobs if not job.is_plain]
    for first in range(0, len(others), _FEW):
        yield others[first : first + _FEW]


def _table_of(job: Job) -> str:
    return job.writes[0].table if job.writes else ""


def _all(jobs: Sequence[Job], error: Exception | None) -> list[Answer]:
    return [(job, error) for job in jobs]


def _is_lost(error: Exception) -> bool:
    """Whether the connection is gone, or none could be made, and so nothing can be written."""
    is_unmade = isinstance(error, OperationalError) and error.statement is None
    return is_unmade or (isinstance(error, DBAPIError) and error.connection_invalidated)


def _reason(error: Exception, writes: Sequence[Write]) -> Exception:
    """Why an append was not written, as its writer is told."""
    if not isinstance(error, IntegrityError):
        return error
    first = writes[0]
    number = first.entries[0].number if first.entries else 0
    return Conflict(f"table {first.table} has an event {number} already")


_HEADER = select(tables).where(tables.c.id == bindparam("table"))
_KEPT = select(kept_states).where(kept_states.c.table_id == bindparam("table"))
_ENTRIES = (
    select(events.c.number, events.c.at, events.c.event, events.c.person, events.c.command)
    .where(events.c.table_id == bindparam("table"))
    .where((events.c.number > bindparam("after")) | (events.c.number <= bindparam("up_to")))
    .order_by(events.c.number)
)
_COMMANDS = (
    select(events.c.number, events.c.person, events.c.command)
    .where(events.c.table_id == bindparam("table"), events.c.number <= bindparam("up_to"))
    .where(events.c.person.is_not(None), events.c.command.is_not(None))
    .order_by(events.c.number)
)
_BEGIN = update(tables).where(tables.c.id == bindparam("table")).values(began=bindparam("at"))
_END = update(tables).where(tables.c.id == bindparam("table")).values(ended=bindparam("at"))

Row = dict[str, Any]
_COLUMNS = events.c.keys()


def _rows(writes: Iterable[Write]) -> tuple[list[Row], ...]:
    """The rows to write: new tables, lines of logs, who sat, which tables began and ended."""
    new: list[Row] = []
    lines: list[Row] = []
    sitting: list[Row] = []
    beginning: list[Row] = []
    ending: list[Row] = []
    for write in writes:
        if write.header is not None:
            new.append(vars(write.header))
        for entry in write.entries:
            lines.append(dict(zip(_COLUMNS, _line(write.table, entry), strict=True)))
            if isinstance(entry.event, Sat) and entry.person is not None:
                sitting.append({"person": entry.person, "table_id": write.table})
            elif isinstance(entry.event, Began):
                beginning.append({"table": write.table, "at": entry.at})
            elif isinstance(entry.event, Ended):
                ending.append({"table": write.table, "at": entry.at})
    return new, lines, sitting, beginning, ending


def _line(table: str, entry: Entry) -> Line:
    event = encode(entry.event)
    return table, entry.number, entry.at, entry.person, entry.command, event


def _tell(answers: list[Answer]) -> None:
    """Give all answers, those of one loop together: waking a loop costs more than an answer."""
    loops: defaultdict[asyncio.AbstractEventLoop, list[Answer]] = defaultdict(list)
    for job, error in answers:
        loops[job.loop].append((job, error))
    for loop, batch in loops.items():
        with suppress(RuntimeError):  # the loop was closed: nobody waits any more
            loop.call_soon_threadsafe(_give, batch)


def _give(batch: list[Answer]) -> None:
    for job, error in batch:
        try:
            job.done(error)
        except Exception:  # the others wait for theirs
            log.exception("what follows from an append failed")


def _settle(future: "asyncio.Future[None]", error: Exception | None) -> None:
    if future.done():
        return  # nobody waits any more
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
