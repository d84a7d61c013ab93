"""The roll of the processes that serve a database: signs of life, and leases on tables.

All moments are the database's own: machines' clocks differ. A lease lasts as long as its process
gives signs of life. Methods use the database: call them in a thread.
"""

import os
import secrets
import socket
import zlib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import (
    Connection,
    Engine,
    bindparam,
    delete,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql

from ludotheque.table.events import Ended
from ludotheque.table.keeping.schema import leases, processes, tables
from ludotheque.table.keeping.store import Write

LIFE = 5_000  # milliseconds without a sign of life after which a process counts as gone,
ALONE = 60_000  # and one that hears of no others, and so gives fewer
FORGOTTEN = 3_600_000  # after which its row is dropped
AT_ONCE = 500  # tables taken up in one beat

_NOW = {
    "postgresql": "(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
}


class Process(NamedTuple):
    """One that serves the database, or did until just now."""

    id: str
    host: str
    pid: int
    together: bool
    started: int
    seen: int

    def is_alive(self, now: int) -> bool:
        """Whether it still does, as far as one can tell from here."""
        is_heard = now - self.seen <= (LIFE if self.together else ALONE)
        return is_heard and (self.host != here() or _runs(self.pid))


def alive_on(connection: Connection) -> list[Process]:
    """The processes that serve a database now, in the order of their ids."""
    now = _now(connection)
    found = connection.execute(select(processes).order_by(processes.c.id)).all()
    return [each for each in map(Process._make, found) if each.is_alive(now)]


def _now(connection: Connection) -> int:
    """This moment, by the database's clock."""
    return int(connection.exec_driver_sql(f"SELECT {_NOW[connection.dialect.name]}").scalar_one())


class Beat(NamedTuple):
    """What a sign of life was answered with."""

    now: int  # by the database's clock
    alive: list[Process]  # this process among them, in the order of their ids
    has_lapsed: bool  # it came so late that others may have taken this process for gone


class Roll:
    """This process among those that serve the database."""

    def __init__(self, engine: Engine, *, is_together: bool):
        self.id = secrets.token_hex(8)
        self._engine = engine.execution_options(writes=True)
        self._is_together = is_together
        self._seen = 0  # when it last gave a sign of life

    def beat(self) -> Beat:
        """Give a sign of life."""
        with self._engine.begin() as connection:
            now = _now(connection)
            mine = update(processes).where(processes.c.id == self.id).values(seen=now)
            if connection.execute(mine).rowcount == 0:
                connection.execute(insert(processes).values(self._row(now)))
            old = processes.c.seen < now - FORGOTTEN
            connection.execute(delete(processes).where(old))
            alive = alive_on(connection)
        has_lapsed, self._seen = now - self._seen > LIFE, now
        return Beat(now, alive, has_lapsed)

    def _row(self, now: int) -> dict[str, object]:
        me = Process(self.id, here(), os.getpid(), self._is_together, self._seen or now, now)
        return me._asdict()

    def leave(self) -> None:
        """Give no more signs of life; what was leased is free."""
        with self._engine.begin() as connection:
            connection.execute(delete(leases).where(leases.c.process == self.id))
            connection.execute(delete(processes).where(processes.c.id == self.id))

    def held(self) -> set[str]:
        """The tables that are this process's to move."""
        with self._engine.connect() as connection:
            query = select(leases.c.table_id).where(leases.c.process == self.id)
            return set(connection.execute(query).scalars())

    def take(self, beat: Beat) -> list[str]:
        """Take this process's share of the unfinished tables that nobody moves."""
        alive = [each.id for each in beat.alive]
        place, count = alive.index(self.id), len(alive)
        vacant = or_(leases.c.process.is_(None), leases.c.process.not_in(alive))
        query = (
            select(tables.c.id)
            .outerjoin(leases, leases.c.table_id == tables.c.id)
            .where(tables.c.ended.is_(None), vacant)
            .order_by(tables.c.created)
            .limit(AT_ONCE * count)
        )
        with self._engine.begin() as connection:
            found = connection.execute(query).scalars()
            mine = [id for id in found if zlib.crc32(id.encode()) % count == place]
            return self._claim(connection, mine[:AT_ONCE], alive)

    def _claim(self, connection: Connection, ids: list[str], alive: list[str]) -> list[str]:
        if not ids:
            return []
        rows = [{"table_id": id, "process": self.id} for id in ids]
        claim = postgresql.insert(leases).values(rows)
        claim = claim.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"process": self.id},
            where=leases.c.process.not_in(alive),
        )
        return list(connection.execute(claim.returning(leases.c.table_id)).scalars())

    def follow(self, connection: Connection, write: Write) -> None:
        """What comes of an append: whoever opens a table moves it, and nobody one that is over."""
        if write.header is not None:
            connection.execute(insert(leases).values(table_id=write.table, process=self.id))
        if any(isinstance(each.event, Ended) for each in write.entries):
            connection.execute(delete(leases).where(leases.c.table_id == write.table))

    def behind(self, known: Mapping[str, int]) -> list[str]:
        """Which of these logs have gone on beyond the number known."""
        if not known:
            return []
        given = {"ids": list(known), "numbers": list(known.values())}
        with self._engine.connect() as connection:
            return list(connection.execute(_BEHIND, given).scalars())


_BEHIND = text(
    "SELECT known.id FROM unnest(:ids, :numbers) AS known(id, number) WHERE EXISTS (SELECT 1"
    " FROM events WHERE table_id = known.id AND events.number = known.number + 1)"
).bindparams(
    bindparam("ids", type_=postgresql.ARRAY(tables.c.id.type)),
    bindparam("numbers", type_=postgresql.ARRAY(processes.c.pid.type)),
)


@cache
def here() -> str:
    """This machine's name and, after a blank, who numbers its processes: containers do so apart."""
    numbers = ""
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text()
        space = Path("/proc/self/ns/pid").readlink()
        numbers = f" {zlib.crc32(f'{boot}{space}'.encode()):08x}"
    return socket.gethostname() + numbers


def _runs(pid: int) -> bool:
    """Whether this machine has a process of that number; where it cannot tell, yes."""
    if os.name != "posix":
        return True
    with suppress(PermissionError):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
    return True
