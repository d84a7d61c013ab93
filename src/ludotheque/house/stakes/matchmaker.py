"""Makes tables for those who wait; checks every second while anybody does."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from ludotheque.core.discovery import box, boxes
from ludotheque.core.game import Game
from ludotheque.core.texts import mark as _
from ludotheque.house.addresses import network_of
from ludotheque.house.stakes import books, doors, fairness
from ludotheque.house.stakes.ledger import LOCALE
from ludotheque.house.stakes.quick import Queue, Ticket, Wish
from ludotheque.house.stakes.rating import rating_of
from ludotheque.house.stakes.rooms import Rooms, seats_of
from ludotheque.table import Person, Refused, Runner, Settings

log = logging.getLogger("ludotheque.house")

_PAUSE = 1.0  # seconds between two rounds
_FRIENDLY_CLOCK = 60  # seconds a move at a friendly table of strangers
_GATHERING = 15  # seconds until bots take the seats of those who did not come

T = TypeVar("T")


class BadWish(Refused):
    """A wish for a game, a room or a number of seats that there is not."""

    sentence = _("Ce jeu ne se joue pas ainsi : choisissez autrement.")
    locale = LOCALE


class Matchmaker:
    """The quick match of one process; to be used in one event loop."""

    def __init__(self, runner: Runner, rooms: Rooms):
        self.runner = runner
        self.rooms = rooms
        self.queue = Queue(rooms.one_per_address)
        self._task: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()

    async def join(self, person: Person, wish: Wish, address: str = "") -> Ticket:
        """Somebody waits from now on, if she may: BadWish, Suspended or Closed say why not.

        Whoever keeps her page open tells it of what changes by ``tell`` of the ticket.
        """
        await self.require_open(person.id, wish)
        rating = await self._read(rating_of, wish.game, person.id)
        since = self.runner.clock.now()
        ticket = Ticket(person, wish, since, rating.mu, network_of(address))
        self.queue.join(ticket)
        self._wake.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        return ticket

    async def require_open(self, person: str, wish: Wish) -> None:
        """Refuse a wish that no table can fulfil, or whose room is closed to that person."""
        if not self.is_possible(wish):
            raise BadWish()
        await self._read(doors.require_open, person, self.rooms.find(wish.room))

    def is_possible(self, wish: Wish) -> bool:
        """Whether there is such a game, such a room, and a table of so many seats."""
        if wish.game not in boxes():
            return False
        game, _ = boxes()[wish.game]
        return is_possible(self.rooms, wish, seats_of(game), game.couples)

    def fill(self, ticket: Ticket) -> bool:
        """She would rather begin with bots; False: too soon, or the table is staked."""
        if ticket.wish.room or self.seconds_to_bots(ticket) > 0:
            return False
        ticket.takes_bots = True
        self._wake.set()
        return True

    def seconds_to_bots(self, ticket: Ticket) -> float:
        """How long until bots offer to fill in."""
        return ticket.since + self.rooms.bots_after - self.runner.clock.now()

    async def close(self) -> None:
        """Stop matching."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self.queue.tickets:
            self._wake.clear()
            try:
                await self.match()
            except Exception:
                log.exception("the quick match failed")
            with suppress(TimeoutError):
                async with asyncio.timeout(_PAUSE):  # wait_for may swallow a cancellation
                    await self._wake.wait()

    async def match(self) -> None:
        """Seat together those who can play together."""
        people = [ticket.person.id for ticket in self.queue.tickets]
        blocked = await self._read(fairness.blocked_pairs, people)
        for group in self.queue.matched(self.runner.clock.now(), blocked):
            if not any(ticket.is_over for ticket in group):
                await self._seat(group)

    async def _seat(self, group: list[Ticket]) -> None:
        wish = group[0].wish
        try:
            game, its_box = box(wish.game)
            options = {**its_box.options, **_options(game, wish)}
            table = await self.runner.create(game.id, options, self._settings(wish, group))
            if wish.room:
                await self._write(books.invite, table, [ticket.person.id for ticket in group])
        except Refused:
            log.exception("a quick match could not be seated")  # they wait on
            return
        for ticket in group:
            ticket.table = table
            self.queue.leave(ticket)

    def _settings(self, wish: Wish, group: list[Ticket]) -> Settings:
        room = self.rooms.find(wish.room)
        if room is not None:
            # A contest: no bots, three absences are a departure (MA-4), whoever does not come
            # within 90 seconds is not waited for (MA-5).
            return Settings(contest=True, room=room.id, clock=room.clock)
        fill = None if len(group) == wish.seats else 0 if len(group) == 1 else _GATHERING
        return Settings(clock=_FRIENDLY_CLOCK, fill_after=fill)

    async def _read(self, work: Callable[..., T], *args: Any) -> T:
        def read() -> T:
            with self.runner.store.engine.connect() as connection:
                return work(connection, *args)

        return await asyncio.to_thread(read)

    async def _write(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.to_thread(self._transact, work, *args)

    def _transact(self, work: Callable[..., T], *args: Any) -> T:
        engine = self.runner.store.engine.execution_options(writes=True)
        with engine.begin() as connection:
            return work(connection, *args)


def _options(game: Game, wish: Wish) -> dict[str, Any]:
    couples = {game.couples: True} if wish.in_couples and game.couples else {}
    return {"seats": wish.seats, **couples}


def is_possible(rooms: Rooms, wish: Wish, seats: tuple[int, ...], couples: str | None) -> bool:
    """Whether a wish makes sense for a game of these seats."""
    if wish.seats not in seats or (wish.room and rooms.find(wish.room) is None):
        return False
    return not wish.in_couples or (couples is not None and wish.seats == 4)
