"""Keeps a house's tables going: the one class that layers above need.

Takes commands, shows each seat what it may see, tells who listens. Tables come from
:mod:`~ludotheque.table.memory`, what happens by itself from :mod:`~ludotheque.table.driver`.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from ludotheque.bots import Thinkers, warm_policies
from ludotheque.core import discovery
from ludotheque.core.errors import LudothequeError, UnknownGame
from ludotheque.core.game import Game, Options
from ludotheque.table import playing
from ludotheque.table.clock import Clock
from ludotheque.table.commands import Command, Person
from ludotheque.table.driver import Driver
from ludotheque.table.errors import IsOver, Unavailable
from ludotheque.table.fold import decide
from ludotheque.table.listing import Listing, listing
from ludotheque.table.live import Pace
from ludotheque.table.memory import Subscriber, alias, log
from ludotheque.table.open import opening
from ludotheque.table.record import Record, record
from ludotheque.table.settings import Settings
from ludotheque.table.store import Conflict, Store, Write
from ludotheque.table.table import Table
from ludotheque.table.view import Told, View, replayed, told, view, viewer_of

_ATTEMPTS = 8  # at an append, when another writer is quicker again and again
_RESTORED = 2.0  # seconds between two looks whether a backup was restored
_RECENT = 40  # events back to which what was told is at hand


@dataclass(frozen=True)
class Answer:
    """A command was carried out: its events are in the log up to that number."""

    number: int
    is_repeat: bool = False  # it had been carried out before


class Runner(Driver):
    """All tables of one process. To be made and used in one event loop."""

    def __init__(
        self,
        store: Store,
        *,
        games: Mapping[str, Game] | None = None,
        clock: Clock | None = None,
        pace: Pace | None = None,
        thinkers: Thinkers | None = None,
    ):
        shelf = discovery.games() if games is None else games
        super().__init__(store, shelf, clock or Clock(), pace or Pace(), thinkers or Thinkers())
        self._commands: set[asyncio.Task[Answer]] = set()
        self._watcher: asyncio.Task[None] | None = None

    # Life of the runner

    async def start(self, *, warm: bool = True) -> None:
        """Let unfinished tables go on, and make compiled rules ready, both in the background."""
        self._go_on()
        self._watcher = asyncio.create_task(self._watch())
        if warm:
            self._spawn(self._warm())

    async def idle(self) -> None:
        """Wait until everything that is due now has happened: for tests."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self) -> None:
        """Stop; whatever was acknowledged is in the log."""
        if self._closing:
            return
        self._closing = True
        for live in self._tables.values():
            if live.timer is not None:
                live.timer.cancel()
        await asyncio.gather(*self._commands, return_exceptions=True)
        background = {*self._tasks, *filter(None, [self._watcher])}
        for task in background:
            task.cancel()
        await asyncio.gather(*background, *self._loading.values(), return_exceptions=True)
        self._tables.clear()
        await self._read(self.thinkers.close)
        self._readers.shutdown()

    def _go_on(self) -> None:
        self._spawn(self._resume())

    async def _resume(self) -> None:
        for id in await self._from_store(self.store.unfinished):
            try:
                await self._live(id)
            except LudothequeError as error:
                log.warning("table %s rests: %s", alias(id), error)

    async def _watch(self) -> None:
        """Notice a restored backup, also where nobody plays."""
        while True:
            await asyncio.sleep(_RESTORED)
            with suppress(Unavailable):
                await self._look_for_restored()

    async def _warm(self) -> None:
        """Workers compile first; this process then reads what they left on the disk."""
        self.thinkers.warm(self.games.values())
        for game in self.games.values():
            await self.thinkers.ready(game)
            try:
                await self._read(warm_policies, game)
            except Exception:  # its tables are played by the interpreted rules
                log.exception("%s: the kernels could not be made ready", game.id)

    # What people do

    async def create(
        self,
        game_id: str,
        options: Options | None = None,
        settings: Settings | None = None,
        *,
        host: Person | None = None,
        id: str | None = None,
        seed: bytes | None = None,
    ) -> str:
        """Open a table; its id. BadOption and UnknownGame say what is wrong.

        ``id`` and ``seed`` are drawn where they are not given; an id is given once (Conflict).
        """
        game = self._game(game_id)
        person = None if host is None else host.id
        now = self.clock.wall()
        header, first = opening(
            game, options, settings or Settings(), person, now, id=id, seed=seed
        )
        await self._write(Write(header.id, [first], header))
        self._adopt(Table(header.id, game, bytes.fromhex(header.seed), first))
        return header.id

    async def command(self, table_id: str, person: Person, command: Command) -> Answer:
        """Carry out what a person asks; Refused says why not, and then nothing has happened.

        Who stops waiting for the answer does not stop the command.
        """
        task = asyncio.create_task(self._command(table_id, person, command))
        self._commands.add(task)
        task.add_done_callback(self._commands.discard)
        return await asyncio.shield(task)

    async def _command(self, table_id: str, person: Person, command: Command) -> Answer:
        live = await self._live(table_id)
        async with live.lock:
            for _ in range(_ATTEMPTS):
                await self._make_sure(live)
                number = live.table.answer_to(person.id, command.id)
                if number is not None:
                    return Answer(number, is_repeat=True)
                events = decide(live.table, person, command, self.clock.wall())
                with suppress(Conflict):
                    await self._append(live, events, person, command)
                    return Answer(live.table.number)
        raise Unavailable()

    async def abandon(self, table_id: str) -> None:
        """End a table by the house's own will; its seed is published."""
        live = await self._live(table_id)
        async with live.lock:
            await self._make_sure(live)
            if live.table.phase == "over":
                raise IsOver()
            await self._append(live, playing.stopped(live.table, []))

    # What people see

    async def look(self, table_id: str, person: str | None, seat: int | None = None) -> View:
        """What a person may see: through a seat of hers, or as somebody who watches.

        Refused where the seat is not hers, or the table is not to be watched.
        """
        table = (await self._live(table_id)).table
        viewer = viewer_of(table, person, seat, self.clock.wall())
        return await self.view(table_id, viewer, person=person)

    async def view(
        self, table_id: str, seat: int | None = None, *, person: str | None = None
    ) -> View:
        """What a seat sees (None: who watches). Who may look is the caller's business: look()."""
        live = await self._live(table_id)
        return view(live.table, seat, person=person, seconds=live.seconds_left(self.clock.now()))

    async def told(self, table_id: str, seat: int | None = None, since: int = 0) -> list[Told]:
        """What a seat was told after the event of that number."""
        table = (await self._live(table_id)).table
        older = None
        if since < table.number - _RECENT:  # playing the game anew would hold everybody up
            older = await self._read(replayed, table.game, table.seed, list(table.entries))
        return told(table, seat, since, older)

    async def viewer(
        self, table_id: str, person: str | None, seat: int | None = None
    ) -> int | None:
        """Through which seat a person sees the table; None: she watches; Refused: she may not."""
        return viewer_of((await self._live(table_id)).table, person, seat, self.clock.wall())

    def subscribe(self, table_id: str, callback: Subscriber) -> Callable[[], None]:
        """Call back with (table, number) after every append; returns how to stop that."""
        self._subscribers[table_id].append(callback)

        def unsubscribe() -> None:
            callbacks = self._subscribers.get(table_id, [])
            if callback in callbacks:
                callbacks.remove(callback)
            if not callbacks:
                self._subscribers.pop(table_id, None)

        return unsubscribe

    def lobby(self) -> list[Listing]:
        """The public tables where people sit down or play, the newest first."""
        found = [
            listing(live.table)
            for live in self._tables.values()
            if live.table.settings.public and live.table.phase != "over"
        ]
        return sorted(found, key=lambda each: -each.created)

    async def mine(self, person: str, limit: int = 20) -> list[Listing]:
        """The tables where a person sat, the newest first."""
        found = []
        for header in await self._from_store(self.store.tables_of, person, limit):
            with suppress(UnknownGame):
                found.append(listing((await self._live(header.id)).table, person))
        return found

    async def unfinished_of(self, person: str) -> list[str]:
        """The tables still open or in play where a person has a seat."""
        found = await self._from_store(self.store.tables_of, person, None)
        return [header.id for header in found if header.ended is None]

    async def record(self, table_id: str, seat: int | None = None) -> Record:
        """The table's record as a seat may have it; whole, and with the seed, once it is over."""
        return record((await self._live(table_id)).table, seat, self.clock.wall())

    async def persons(self, table_id: str) -> tuple[str | None, ...]:
        """Whose each seat is, for layers that know people; never to be shown."""
        return tuple(seat.person for seat in (await self._live(table_id)).table.seats)

    async def host(self, table_id: str) -> str | None:
        """Who opened the table."""
        return (await self._live(table_id)).table.host

    async def read_again(self, person: str) -> None:
        """Take tables in memory where a person sat from their logs: her name was forgotten there.

        Nothing else has changed in them, so clocks go on as they are.
        """
        for live in list(self._tables.values()):
            async with live.lock:
                if any(entry.person == person for entry in live.table.entries):
                    live.table = await self._from_store(self._folded, live.table.id)

    async def refresh(self, table_id: str) -> None:
        """Read what another process appended, and tell who listens."""
        live = await self._live(table_id)
        async with live.lock:
            await self._catch_up(live)
