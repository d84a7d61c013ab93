"""Where those who wait for a quick match are written down, so that all processes see one queue.

Each process keeps its own people's tickets and a picture of the others'. A group is seated by the
process of whoever has waited longest, while its rows are held: nobody is seated twice. A house of
one process needs no rows: :class:`Desk`.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Executable, Row, delete, insert, select, update

from ludotheque.house.schema import tickets
from ludotheque.house.stakes.quick import Ticket, Wish
from ludotheque.table import Person, Runner
from ludotheque.table.keeping.roll import alive_on

TOPIC = "queue"


class Held:
    """A group that nobody else seats; at which table it was seated, if it was."""

    table = ""


class Desk:
    """The desk of a house of one process."""

    async def enter(self, ticket: Ticket) -> None:
        """Somebody waits from now on, and on no other page."""

    async def note(self, ticket: Ticket) -> None:
        """She would begin with bots."""

    async def leave(self, gone: Sequence[Ticket], *, parts: bool = False) -> None:
        """These wait no more; nor does the partner of somebody who parts from her (MA-36)."""

    @asynccontextmanager
    async def hold(self, group: Sequence[Ticket]) -> AsyncIterator[Held | None]:
        """Keep others from seating this group; None: somebody does already."""
        yield Held()

    async def read(self, own: Sequence[Ticket]) -> tuple[list[Ticket], list[Ticket]]:
        """Who waits in other processes; and which of one's own tickets are over by their doing."""
        return [], []


class SharedDesk(Desk):
    """The desk of a house of several processes: rows of PostgreSQL."""

    def __init__(self, runner: Runner):
        self._engine: Engine = runner.store.engine
        self._clock = runner.clock
        self._neighbours = runner.neighbours

    async def enter(self, ticket: Ticket) -> None:
        """Somebody waits from now on, and on no other page."""
        await asyncio.to_thread(self._enter, ticket)
        self._tell()

    def _enter(self, ticket: Ticket) -> None:
        waited = self._clock.now() - ticket.since
        with self._engine.begin() as connection:
            connection.execute(delete(tickets).where(tickets.c.person == ticket.person.id))
            connection.execute(
                insert(tickets).values(
                    id=ticket.id,
                    process=self._neighbours.me,
                    person=ticket.person.id,
                    name=ticket.person.name,
                    wish=msgspec.json.encode(ticket.wish).decode(),
                    since=self._clock.wall() - int(waited * 1000),
                    rating=ticket.rating,
                    address=ticket.address,
                    takes_bots=ticket.takes_bots,
                    couple=ticket.couple,
                    is_apart=False,
                )
            )
        ticket.is_entered = True

    async def note(self, ticket: Ticket) -> None:
        """She would begin with bots."""
        change = update(tickets).where(tickets.c.id == ticket.id).values(takes_bots=True)
        await asyncio.to_thread(self._write, change)
        self._tell()

    async def leave(self, gone: Sequence[Ticket], *, parts: bool = False) -> None:
        """These wait no more; nor does the partner of somebody who parts from her (MA-36)."""
        ids = [each.id for each in gone]
        couples = [each.couple for each in gone if each.couple and parts]
        left = update(tickets).where(
            tickets.c.couple.in_(couples), tickets.c.id.not_in(ids), tickets.c.table_id.is_(None)
        )
        changes = [delete(tickets).where(tickets.c.id.in_(ids))]
        await asyncio.to_thread(
            self._write, *changes, *([left.values(is_apart=True)] if couples else [])
        )
        self._tell()

    def _write(self, *changes: Executable) -> None:
        with self._engine.begin() as connection:
            for change in changes:
                connection.execute(change)

    @asynccontextmanager
    async def hold(self, group: Sequence[Ticket]) -> AsyncIterator[Held | None]:
        """Keep others from seating this group; None: somebody does already."""
        connection = await asyncio.to_thread(self._engine.connect)
        ids, held = [each.id for each in group], Held()
        try:
            is_held = await asyncio.to_thread(_lock, connection, ids)
            yield held if is_held else None
            if is_held and held.table:
                await asyncio.to_thread(_seat, connection, ids, held.table)
                self._tell()
        finally:
            await asyncio.to_thread(connection.close)

    async def read(self, own: Sequence[Ticket]) -> tuple[list[Ticket], list[Ticket]]:
        """Who waits in other processes; and which of one's own tickets are over by their doing."""
        entered = [each for each in own if each.is_entered]  # who enters now may be read too late
        rows = await asyncio.to_thread(self._rows)
        mine = {row.id: row for row in rows if row.process == self._neighbours.me}
        others = [self._ticket(row) for row in rows if row.process != self._neighbours.me]
        over = [each for each in entered if _is_over(each, mine.get(each.id))]
        return [each for each in others if each.table is None and not each.is_apart], over

    def _rows(self) -> Sequence[Row[Any]]:
        with self._engine.begin() as connection:
            rows = connection.execute(select(tickets).order_by(tickets.c.since)).all()
            alive = {each.id for each in alive_on(connection)}
            dead = {row.process for row in rows} - alive - {self._neighbours.me}
            if dead:
                connection.execute(delete(tickets).where(tickets.c.process.in_(dead)))
        return [row for row in rows if row.process not in dead]

    def _ticket(self, row: Row[Any]) -> Ticket:
        return Ticket(
            Person(row.person, row.name),
            msgspec.json.decode(row.wish, type=Wish),
            self._clock.now() - (self._clock.wall() - row.since) / 1000,
            row.rating,
            row.address,
            takes_bots=row.takes_bots,
            couple=row.couple,
            table=row.table_id,
            is_apart=row.is_apart,
            id=row.id,
            is_own=False,
        )

    def _tell(self) -> None:
        self._neighbours.tell(TOPIC, b"")


def _is_over(ticket: Ticket, row: Row[Any] | None) -> bool:
    """Whether others have ended somebody's wait; her ticket says how."""
    if row is not None:
        ticket.table, ticket.is_apart = row.table_id, row.is_apart
    return row is None or row.table_id is not None or row.is_apart


def _lock(connection: Connection, ids: list[str]) -> bool:
    waiting = tickets.c.id.in_(ids), tickets.c.table_id.is_(None), tickets.c.is_apart.is_(False)
    query = select(tickets.c.id).where(*waiting).with_for_update(skip_locked=True)
    return len(connection.execute(query).all()) == len(ids)


def _seat(connection: Connection, ids: list[str], table: str) -> None:
    connection.execute(update(tickets).where(tickets.c.id.in_(ids)).values(table_id=table))
    connection.commit()
