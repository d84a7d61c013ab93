"""Keeps a house's tables going: the one class that layers above need.

Takes commands, shows each seat what it may see, tells those who listen. It has the tables
themselves in a :class:`~ludotheque.table.memory.Memory`, and a
:class:`~ludotheque.table.driver.Driver` for what happens by itself. Who is at a table at a moment
(``is_here``: table, person) is for the layer above to say.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from ludotheque.bots import Thinkers, warm_policies
from ludotheque.core import discovery
from ludotheque.core.game import Game, Options
from ludotheque.table import playing
from ludotheque.table.background import Background, log
from ludotheque.table.clock import Clock
from ludotheque.table.commands import Command, Move, Person, Roll, WithdrawRematch
from ludotheque.table.driver import Driver
from ludotheque.table.errors import IsOver, Refused, Restored, Unavailable
from ludotheque.table.events import Entry
from ludotheque.table.keeping.express import PLAIN
from ludotheque.table.keeping.store import Conflict, Store, Write
from ludotheque.table.listing import Listing, listing
from ludotheque.table.live import Live, Pace
from ludotheque.table.memory import Aside, Memory, Submitted, Subscriber, Waker
from ludotheque.table.neighbours import LEFT, Alone
from ludotheque.table.record import Record, heading, last_told, with_log
from ludotheque.table.settings import Settings
from ludotheque.table.table import Table
from ludotheque.table.verbs.decide import decide
from ludotheque.table.verbs.open import new_id, opening
from ludotheque.table.view import Past, Told, View, is_remembered, replayed, told, viewer_of
from ludotheque.table.window import Window

_FORGOTTEN = "forgotten"  # a topic: whose name is no longer in the logs
_ATTEMPTS = 8  # at an append, when another writer is quicker again and again


@dataclass(frozen=True)
class Answer:
    """A command was carried out: its events are in the log up to that number."""

    number: int
    is_repeat: bool = False  # it had been carried out before


Play = Move | Roll


class Runner:
    """All tables of one process. To be made and used in one event loop."""

    def __init__(
        self,
        store: Store,
        *,
        games: Mapping[str, Game] | None = None,
        clock: Clock | None = None,
        pace: Pace | None = None,
        thinkers: Thinkers | None = None,
        neighbours: Alone | None = None,
    ):
        self.store = store
        self.games = discovery.games() if games is None else games
        self.clock = clock or Clock()
        self.neighbours = neighbours or Alone(store, self.clock)
        self.thinkers = thinkers or Thinkers()
        self.background = Background()
        self.memory = Memory(
            store,
            self.games,
            self.clock,
            pace or Pace(),
            self.background,
            self.neighbours,
            changed=lambda live: self.driver.schedule(live),
        )
        self.driver = Driver(self.memory, self.thinkers, self.background)
        self.is_here: Callable[[str, str], bool] = lambda _table, _person: True
        self.meets_here: Callable[[str], bool] = lambda _table: True  # whether its pages would
        self._commands: set[asyncio.Task[Answer]] = set()
        self._watcher: asyncio.Task[None] | None = None
        self._news = asyncio.Event()  # there may be tables to take up
        self._is_closing = False

    # Life of the runner

    async def start(self, *, warm: bool = True) -> None:
        """Let unfinished tables go on, and make compiled rules ready, both in the background."""
        await self.neighbours.open()
        self.neighbours.hear(
            _FORGOTTEN, lambda news: self.background.spawn(self._read_again(news.decode()))
        )
        self.neighbours.hear(LEFT, lambda _: self._news.set())
        self.memory.go_on()
        self._watcher = asyncio.create_task(self._watch())
        if warm:
            self.background.spawn(self._warm())

    async def idle(self) -> None:
        """Wait until everything that is due now has happened: for tests."""
        await self.background.idle()

    async def hand_on(self) -> None:
        """Leave bots and clocks to other processes; people who are still here may go on."""
        self.driver.stop()
        if self._watcher is not None:
            watcher, self._watcher = self._watcher, None
            watcher.cancel()
            await asyncio.gather(watcher, return_exceptions=True)
            await self.neighbours.leave()

    async def close(self) -> None:
        """Stop; whatever was acknowledged is in the log."""
        if self._is_closing:
            return
        self._is_closing = True
        await self.hand_on()
        await asyncio.gather(*self._commands, return_exceptions=True)
        for live in self.memory:
            async with live.lock:  # what is being carried out there is let happen
                pass
        await self.background.close()
        await self.neighbours.close()
        await self.memory.read(self.thinkers.close)
        await self.memory.close()

    async def _watch(self) -> None:
        """Notice a restored backup, also where nobody plays, and what other processes do."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self.neighbours.pause):
                    await self._news.wait()
            self._news.clear()
            try:
                await self.memory.keep_up()
            except Unavailable:
                pass  # it was said
            except Exception:
                log.exception("the tables could not be looked after")

    async def _warm(self) -> None:
        """Workers compile first; this process then reads what they left on the disk."""
        self.thinkers.warm(self.games.values())
        for game in self.games.values():
            try:  # else its tables are played by the interpreted rules
                if await self.thinkers.ready(game):
                    await self.memory.read(warm_policies, game)
            except Exception:
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

        ``id`` and ``seed`` are made up where they are not given; an id is given once (Conflict).
        One that is made up lets the table's pages meet in this process, which moves its bots.
        """
        game = self.memory.game(game_id)
        id = id or next(made for made in iter(new_id, "") if self.meets_here(made))
        person = None if host is None else host.id
        now = self.clock.wall()
        header, first = opening(
            game, options, settings or Settings(), person, now, id=id, seed=seed
        )
        await self.memory.write(game, Write(header.id, [first], header))
        return header.id

    async def command(self, table_id: str, person: Person, command: Command) -> Answer:
        """Carry out what a person asks; Refused says why not, and then nothing has happened.

        A caller that stops waiting for the answer does not stop the command.
        """
        try:
            return await self._command(table_id, person, command)
        except asyncio.CancelledError:
            # What acts once may be begun again: where it was written already, it is a repeat.
            if not self._is_closing:
                self._go_on(self._command(table_id, person, command))
            raise

    def _go_on(self, command: Coroutine[Any, Any, Answer]) -> None:
        """Carry a command out that nobody waits for any more."""
        task = asyncio.create_task(command)
        self._commands.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Answer]") -> None:
        self._commands.discard(task)
        if not task.cancelled() and not isinstance(task.exception(), Refused | None):
            log.error("a command failed", exc_info=task.exception())

    async def _command(self, table_id: str, person: Person, command: Command) -> Answer:
        live = await self.memory.find(table_id)
        async with live.lock:
            for _ in range(_ATTEMPTS):
                await self.memory.catch_up(live)
                number = live.table.answer_to(person.id, command.id)
                if number is not None:
                    return Answer(number, is_repeat=True)
                is_here = partial(self.is_here, table_id)
                events = decide(live.table, person, command, self.clock.wall(), is_here)
                with suppress(Conflict):
                    await self.memory.append(live, events, person.id, command.id)
                    return Answer(live.table.number)
        raise Unavailable()

    def play(self, table_id: str, person: Person, command: Play, done: Submitted) -> bool:
        """Carry out a move or a roll without waiting, and call back with whether that is done.

        The short way of what is asked most. False, returned or called back with: it takes what
        :meth:`command` does. Refused says why not, as there.
        """
        live = self.memory.at_hand(table_id)
        if live is None or live.is_doubtful or self._is_closing or not live.take_lock():
            return False
        is_begun = False
        try:
            if live.table.answer_to(person.id, command.id) is None:
                events = decide(live.table, person, command, self.clock.wall())
                if is_begun := PLAIN.issuperset(map(type, events)):
                    played = partial(_release, live, done)
                    self.memory.submit(live, events, person.id, command.id, played)
        except BaseException:
            is_begun = False
            raise
        finally:
            if not is_begun:
                live.lock.release()
        return is_begun

    async def withdraw(self, person: str) -> None:
        """Take back a person's wishes to play again: she went away, or may not play any more."""
        for live in self.memory:
            if person in live.table.again and live.table.rematch is None:
                command = WithdrawRematch(id=f"withdraw {live.table.number}")
                with suppress(Refused):  # not written: then the wish ends by itself
                    await self.command(live.table.id, Person(person, ""), command)

    async def abandon(self, table_id: str) -> None:
        """End a table by the house's own will; its seed is published."""
        live = await self.memory.find(table_id)
        async with live.lock:
            await self.memory.catch_up(live)
            if live.table.phase == "over":
                raise IsOver()
            await self.memory.append(live, playing.stopped(live.table, []))

    # What people see

    async def view_for(self, table_id: str, person: str | None, seat: int | None = None) -> View:
        """What a person may see: through the seat named, or the one of hers that is to act.

        Without a seat she watches. Refused where the seat is not hers, or the table is not to
        be watched.
        """
        window = await self.window(table_id)
        return window.view(window.viewer(person, seat), person)

    async def view(
        self, table_id: str, seat: int | None = None, *, person: str | None = None
    ) -> View:
        """What a seat sees (None: somebody who watches); view_for asks whether one may, too."""
        return (await self.window(table_id)).view(seat, person)

    async def window(self, table_id: str) -> Window:
        """The table as it stands, for those who look on."""
        return self._window(await self.memory.find(table_id))

    def glimpse(self, table_id: str) -> Window | None:
        """The same without waiting; None: the table has to be read first."""
        live = self.memory.at_hand(table_id)
        return None if live is None else self._window(live)

    def _window(self, live: Live) -> Window:
        return Window(live.table, live.seconds_left(self.clock.now()), self.clock.wall())

    def keep_tempo(self, table_id: str, tempo: float) -> None:
        """Let bots and shared dice take so many times their time: one of TEMPOS, no longer.

        Tables that are not in memory are moved by others.
        """
        live = self.memory.at_hand(table_id)
        if live is not None:
            live.tempo = tempo

    async def told(self, table_id: str, seat: int | None = None, since: int = 0) -> list[Told]:
        """What a seat was told after the event of that number."""
        table = (await self.memory.find(table_id)).table
        past = None
        if not is_remembered(table, seat, since):  # a whole game, replayed here, would hold all up
            past = await self.memory.from_store(self._past, table, table.number)
        return told(table, seat, since, past)

    def _past(self, table: Table, number: int) -> Past:
        return replayed(table.game, table.seed, self._log(table.id, number))

    def _log(self, table: str, number: int) -> list[Entry]:
        """A log of at least that many entries."""
        entries = self.store.entries(table)
        if len(entries) < number:
            raise Restored()
        return entries

    async def viewer(
        self, table_id: str, person: str | None, seat: int | None = None
    ) -> int | None:
        """Through which seat a person sees the table; None: she watches; Refused: she may not."""
        return viewer_of((await self.memory.find(table_id)).table, person, seat, self.clock.wall())

    def subscribe(self, table_id: str, callback: Subscriber) -> Callable[[], None]:
        """Call back with (table, number) after every append; returns how to stop that."""
        return self.memory.subscribe(table_id, callback)

    def wake(self, waker: Waker) -> None:
        """Call back with (table, persons) whenever a table begins to wait for somebody."""
        self.memory.wakers.append(waker)

    def overhear(self, callback: Aside) -> None:
        """Call back with (table, words) whenever another process says something beside a log."""
        self.memory.asides.append(callback)

    async def awaits(self, table_id: str, person: str) -> Table | None:
        """The table, if it waits for a person now."""
        table = (await self.memory.find(table_id)).table
        return table if person in table.awaited else None

    async def welcomes(self, table_id: str, person: str) -> Table | None:
        """The table, if a person can still sit down there and has not."""
        table = (await self.memory.find(table_id)).table
        return table if table.phase == "open" and person not in table.persons() else None

    async def lobby(self, first: int = 0, count: int = 50) -> list[Listing]:
        """Some public tables: first those where people sit down; of these the newest first."""
        ids = await self.memory.from_store(self.store.public, first, count)
        return [listing(live.table) for live in await self.memory.gather(ids)]

    async def gather(self, person: str) -> None:
        """Have the unfinished tables of a person at hand, also those that others move."""
        await self.memory.gather(await self.neighbours.tables_of(person))

    def mine(self, person: str) -> list[Listing]:
        """The unfinished tables where a person has a seat, the last that changed first."""
        found = [listing(table, person) for table in self.memory.of(person)]
        return sorted(found, key=lambda each: -each.changed)

    def listed(self, table_id: str, person: str | None = None) -> Listing | None:
        """A table in memory, in short, as every unfinished one is; None: it is not there."""
        live = self.memory.at_hand(table_id)
        return None if live is None else listing(live.table, person)

    async def unfinished_of(self, person: str) -> list[str]:
        """The tables still open or in play where a person has a seat."""
        return await self.memory.from_store(self.store.unfinished_of, person)

    async def record(self, table_id: str, seat: int | None = None) -> Record:
        """The table's record as a seat may have it; whole, and with the seed, once it is over."""
        table = (await self.memory.find(table_id)).table
        head, last = heading(table, self.clock.wall()), last_told(table, seat)
        return await self.memory.from_store(self._record, head, table.game, last)

    def _record(self, head: Record, game: Game, last: int) -> Record:
        """A whole game is read and played through: not for the thread that serves everybody."""
        return with_log(head, game, self._log(head.table, last)[:last])

    async def persons(self, table_id: str) -> tuple[str | None, ...]:
        """Whose each seat is, for layers that know people; never to be shown."""
        return tuple(seat.person for seat in (await self.memory.find(table_id)).table.seats)

    async def require_seat(self, table_id: str, person: str, seat: int) -> None:
        """Refuse where a seat is not the person's to speak for."""
        (await self.memory.find(table_id)).table.seat_of(person, seat)

    async def host(self, table_id: str) -> str | None:
        """Who opened the table."""
        return (await self.memory.find(table_id)).table.host

    async def read_again(self, person: str) -> None:
        """Take tables in memory where a person sat from their logs: her name was forgotten there.

        Nothing else has changed in them, so clocks go on as they are.
        """
        self.neighbours.tell(_FORGOTTEN, person.encode())
        await self._read_again(person)

    async def _read_again(self, person: str) -> None:
        for live in self.memory:
            async with live.lock:
                if live.table.knows(person):
                    live.table = await self.memory.read_log(live.table.id)


def _release(live: Live, done: Submitted, is_written: bool) -> None:
    live.lock.release()
    done(is_written)
