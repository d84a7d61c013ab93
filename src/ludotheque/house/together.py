"""A house of several processes on one PostgreSQL, with Redis beside it.

See docs/decisions/0017-several-processes.md.
"""

import asyncio
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress

import msgspec
from sqlalchemy import URL, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.house.exchange import Exchange
from ludotheque.house.wire import Address, BadRedis
from ludotheque.table.clock import Clock
from ludotheque.table.events import Entry
from ludotheque.table.keeping.database import reach
from ludotheque.table.keeping.roll import Beat, Roll, alive_on
from ludotheque.table.keeping.store import Store
from ludotheque.table.neighbours import LEFT, Alone, Appended, Hearer, Stop

VARIABLE = "LUDOTHEQUE_REDIS"

_APART = 100  # milliseconds that a clock may be off before it is set by the database's
_LINES, _ASIDE = b"l", b"a"  # what a word on a table is
_CUT = "cut"  # a topic: somebody's words were not heard for a while
_SOME = 0.25  # of the tables are asked after at a beat, while nothing says that words were lost

_HOUSE = text(
    "SELECT concat_ws('.', (SELECT system_identifier FROM pg_control_system()),"
    " current_database(), CAST(CAST('tables' AS regclass) AS oid))"
)


class _Lines(msgspec.Struct, array_like=True, gc=False):
    """What was appended to a log, in which life of the database."""

    generation: int
    entries: Sequence[Entry]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Lines).decode


def redis_url(given: str | None, database: URL) -> str | None:
    """The Redis of a house: the one given, else the environment's; None: it is of one process.

    BadRedis says why several processes cannot serve that database.
    """
    address = given or os.environ.get(VARIABLE)
    if not address:
        return None
    if database.get_backend_name() != "postgresql":
        raise BadRedis(
            f"{VARIABLE} is for several processes on one PostgreSQL: name one by "
            "LUDOTHEQUE_DATABASE=postgresql://…, or leave Redis out"
        )
    Address.read(address)  # what is wrong with it is told before anybody comes
    return address


def strangers(database: URL, *, is_together: bool) -> list[str]:
    """What is to be said of other processes on this database that do not hear of this one."""
    engine = reach(database)
    try:
        with engine.connect() as connection:
            alive = alive_on(connection)
    finally:
        engine.dispose()
    is_shared = database.get_backend_name() == "postgresql"
    remedy = f"give both a Redis ({VARIABLE})" if is_shared else "move to PostgreSQL and Redis"
    return [
        f"another process serves this database ({each.host.split()[0]}, {each.pid}), and the two"
        f" do not hear of each other: pages would lag behind. Close one, or {remedy}"
        for each in alive
        if not (is_together and each.together)
    ]


class Together(Alone):
    """One process of several."""

    pause = 1.0

    def __init__(self, store: Store, clock: Clock, redis: str):
        super().__init__(store, clock)
        self._roll = Roll(store.engine, is_together=True)
        self.me = self._roll.id
        self._exchange = Exchange(redis, _identity(store.engine), self.me)
        self._held: set[str] = set()
        self._alive: set[str] = set()
        self._gone: set[str] = set()  # processes that were alive
        self._is_calm = False  # whether nobody's words may have been lost since the last beat,
        self._was_cut = False  # and whether this process's own may have been
        store.consequences.append(self._roll.follow)

    async def open(self) -> None:
        """Begin; BadRedis where it does not answer."""
        await self._exchange.open()
        self._exchange.hear(_CUT, self._heard_cut)
        self._mind(await asyncio.to_thread(self._roll.beat))

    async def leave(self) -> None:
        """Leave the tables to others, who are told at once."""
        self._held.clear()
        with suppress(SQLAlchemyError):
            await asyncio.to_thread(self._roll.leave)
        self.tell(LEFT, b"")

    async def close(self) -> None:
        """Tell and hear nothing more."""
        await self._exchange.close()

    async def tables_of(self, person: str) -> list[str]:
        """The unfinished tables of a person that others may have in memory instead of this one."""
        try:
            return await asyncio.to_thread(self._store.unfinished_of, person)
        except SQLAlchemyError:
            return []  # what is at hand has to do

    def is_alive(self, process: str) -> bool:
        """Whether another process gives signs of life; of one just heard of, it is believed."""
        return process not in self._gone

    def tell(self, topic: str, news: bytes) -> None:
        """Say something to all others who listen; from any thread."""
        self._exchange.tell(topic, news)

    def hear(self, topic: str, hearer: Hearer) -> Stop:
        """Call back with what others say; returns how to stop that."""
        return self._exchange.hear(topic, hearer)

    def tell_appended(self, table: str, generation: int, entries: Sequence[Entry]) -> None:
        """Say what was written into a table's log, to those who follow it."""
        self._exchange.tell(table, _LINES + _encode(_Lines(generation, entries)))

    def tell_aside(self, table: str, words: bytes) -> None:
        """Say something else to those who follow a table."""
        self._exchange.tell(table, _ASIDE + words)

    def follow(self, table: str, appended: Appended, aside: Hearer) -> Stop:
        """Call back with what others write or say there; returns how to stop that."""

        def heard(word: bytes) -> None:
            if word[:1] == _LINES:
                lines = _decode(word[1:])
                appended(lines.generation, lines.entries)
            else:
                aside(word[1:])

        return self._exchange.hear(table, heard)

    def share(self) -> float:
        """What part of the tables in memory to ask after at this beat: words may be lost.

        All, where Redis did not answer since the last beat, or another process came, went or
        could not make itself heard; else some, so that every table has its turn in seconds.
        """
        is_sound = self._exchange.is_sound()
        if self._was_cut or not is_sound:
            self.tell(_CUT, b"")  # it may not be heard now, and is the next time
        self._was_cut = not is_sound
        is_calm, self._is_calm = self._is_calm and is_sound, True
        return _SOME if is_calm else 1.0

    def _heard_cut(self, _: bytes) -> None:
        self._is_calm = False

    def is_ours(self, table: str) -> bool:
        """Whether this process moves the table's bots and clocks."""
        return table in self._held

    def keep(self, table: str) -> None:
        """This process has opened a table, and so moves it."""
        self._held.add(table)

    def begin(self) -> list[str]:
        """The unfinished tables that are this process's to move."""
        self._count_held()
        return [*self._held, *self.beat()]

    def beat(self) -> list[str]:
        """Give a sign of life; the tables that have become this process's to move."""
        beat = self._roll.beat()
        self._mind(beat)
        if beat.has_lapsed:
            self._count_held()
            return []  # the others may come back as late: nobody's tables are taken now
        new = self._roll.take(beat)
        self._held.update(new)
        return new

    def _mind(self, beat: Beat) -> None:
        apart = beat.now - self._clock.wall()
        if abs(apart) > _APART:
            self._clock.offset += apart
        self.opened = min(each.started for each in beat.alive)
        alive = {each.id for each in beat.alive}
        if alive != self._alive or beat.has_lapsed:
            self._is_calm = False
        self._gone, self._alive = (self._gone | self._alive) - alive, alive

    def _count_held(self) -> None:
        """Others may have taken what this process was too late for."""
        before = set(self._held)
        held = self._roll.held()
        self._held -= before - held
        self._held |= held

    def behind(self, known: Mapping[str, int]) -> list[str]:
        """Which of these logs have gone on beyond the number known."""
        return self._roll.behind(known)


def _identity(engine: Engine) -> str:
    """What keeps this house's words apart from those of others on the same Redis."""
    with engine.connect() as connection:
        return str(connection.execute(_HOUSE).scalar_one())
