"""Makes tables for those who wait; checks every second while anybody does."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from ludotheque.core.discovery import box, boxes
from ludotheque.core.game import Game
from ludotheque.core.texts import mark as _
from ludotheque.house.addresses import network_of
from ludotheque.house.stakes import books, doors, fairness, robots
from ludotheque.house.stakes.couples import Couple, Couples, NoCouple
from ludotheque.house.stakes.desk import TOPIC, Desk
from ludotheque.house.stakes.ledger import LOCALE
from ludotheque.house.stakes.quick import Queue, Ticket, Wish
from ludotheque.house.stakes.rating import rating_of
from ludotheque.house.stakes.rooms import BOTS, Rooms, modalities_of, seats_of
from ludotheque.table import Person, Refused, Runner, Settings

log = logging.getLogger("ludotheque.house")

COUPLES = "couples"  # a topic: proposals
_PAUSE = 1.0  # seconds between two rounds
_GATHER = 0.05  # seconds in which what others say of the queue is looked at together
_FRIENDLY_CLOCK = 60  # seconds a move at a friendly table of strangers
_GATHERING = 15  # seconds until bots take the seats of those who did not come

T = TypeVar("T")

_encode = msgspec.msgpack.Encoder().encode
_couple = msgspec.msgpack.Decoder(Couple).decode


class BadWish(Refused):
    """A wish for a game, a room or a number of seats that there is not."""

    sentence = _("Ce jeu ne se joue pas ainsi : choisissez autrement.")
    locale = LOCALE


class Matchmaker:
    """The quick match as one process sees it; to be used in one event loop."""

    def __init__(self, runner: Runner, rooms: Rooms, desk: Desk | None = None):
        self.runner = runner
        self.rooms = rooms
        self.desk = desk or Desk()
        self.queue = Queue(rooms.one_per_address)
        self.couples = Couples(runner.clock)
        self._task: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._is_reading = False
        self._looking = asyncio.Lock()

    async def join(self, person: Person, wish: Wish, address: str = "", couple: str = "") -> Ticket:
        """Somebody waits from now on, if she may: BadWish, Suspended or Closed say why not.

        ``couple`` names the proposal that she made or agreed to; NoCouple where it stands no
        longer. Whoever keeps her page open tells it of what changes by ``tell`` of the ticket.
        """
        await self.require_open(person.id, wish)
        if couple and not (
            (known := self.couples.find(couple)).has(person.id) and known.wish == wish
        ):
            raise NoCouple()
        rating = await self._read(rating_of, wish.game, person.id)
        since = self.runner.clock.now()
        ticket = Ticket(person, wish, since, rating.mu, network_of(address), couple=couple)
        self.queue.join(ticket)
        await self.desk.enter(ticket)
        self._wake.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        return ticket

    def leave(self, ticket: Ticket) -> None:
        """Somebody waits no more."""
        parts = not ticket.is_over
        self.queue.leave(ticket)
        self.runner.background.spawn(self.desk.leave([ticket], parts=parts))

    def open(self) -> None:
        """Hear from now on who waits in other processes."""
        neighbours = self.runner.neighbours
        neighbours.hear(TOPIC, lambda _: self._hear())
        neighbours.hear(COUPLES, lambda news: self.couples.heard(_couple(news)))
        self.couples.spread = lambda couple: neighbours.tell(COUPLES, _encode(couple))

    def _hear(self) -> None:
        if not self._is_reading:
            self._is_reading = True
            self.runner.background.spawn(self.read())

    async def read(self) -> None:
        """Look who waits in other processes."""
        await asyncio.sleep(_GATHER)
        self._is_reading = False
        await self._look()
        self._wake.set()

    async def _look(self) -> None:
        async with self._looking:  # one at a time: what is read later holds
            others, over = await self.desk.read(self.queue.own())
            self.queue.mirror(others, over)
        if over:
            await self.desk.leave(over)

    async def agree(self, id: str, person: Person) -> Couple:
        """MA-36: somebody becomes another's partner, if the room is open to her too."""
        couple = self.couples.find(id)
        await self.require_open(person.id, couple.wish)
        if await self._read(fairness.blocked_pairs, [person.id, couple.first.id]):
            raise NoCouple()
        return self.couples.agree(id, person)

    async def require_open(self, person: str, wish: Wish) -> None:
        """Refuse a wish that no table can fulfil, or whose room is closed to that person."""
        if not self.is_possible(wish):
            raise BadWish()
        await self._read(doors.require_open, person, self.rooms.find(wish.room))

    def is_possible(self, wish: Wish) -> bool:
        """Whether there is such a game, such a room, and a table of so many seats, so played."""
        if wish.game not in boxes():
            return False
        game, its_box = boxes()[wish.game]
        offered = [option.name for option in modalities_of(game, its_box)]
        return is_possible(self.rooms, wish, seats_of(game), game.couples, offered)

    async def fill(self, ticket: Ticket) -> bool:
        """She would rather begin with bots; False: too soon, or bots do not come to that room.

        Closed and EnoughWon say why she may not play for chips with them.
        """
        if not self.rooms.bots_offered(ticket.wish.room) or self.seconds_to_bots(ticket) > 0:
            return False
        await self.require_bots(ticket.person.id, ticket.wish)
        ticket.takes_bots = True
        await self.desk.note(ticket)
        self._wake.set()
        return True

    async def require_bots(self, person: str, wish: Wish) -> None:
        """MA-33, MA-34: refuse whoever may not play for chips with bots, today or at all."""
        if wish.room:
            await self._read(doors.require_open, person, self.rooms.with_bots)
            seats, at = wish.seats, self.runner.clock.wall()
            await self._read(robots.require_more, person, self.rooms, seats, at)

    def seconds_to_bots(self, ticket: Ticket) -> float:
        """How long until bots offer to fill in."""
        return ticket.since + self.rooms.bots_after - self.runner.clock.now()

    async def close(self) -> None:
        """Stop matching."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self.queue.own():
            self._wake.clear()
            try:
                await self._look()  # a word of another process may have been lost
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
            if group[0].is_own and not any(ticket.is_over for ticket in group):
                async with self.desk.hold(group) as held:
                    if held is not None:
                        held.table = await self._seat(group) or ""
                if held is not None and held.table:
                    self._send_off(group, held.table)

    def _send_off(self, group: list[Ticket], table: str) -> None:
        """Tell a group where it is expected."""
        for ticket in group:
            ticket.table = table
        self.queue.leave(*group)

    async def _seat(self, group: list[Ticket]) -> str | None:
        """A table for a group; None: there is none for it."""
        wish = group[0].wish
        try:
            game, its_box = box(wish.game)
            options = {**its_box.options, **_options(game, wish)}
            table = await self.runner.create(game.id, options, self._settings(wish, group))
            people = [ticket.person.id for ticket in group]
            if any(ticket.couple for ticket in group):
                seats = _places(group, game.sides(game.chosen(options)))
                await self._write(books.invite, table, people, seats)
            elif wish.room:
                await self._write(books.invite, table, people)
        except Refused:
            log.exception("a quick match could not be seated")  # they wait on
            return None
        return table

    def _settings(self, wish: Wish, group: list[Ticket]) -> Settings:
        room = self.rooms.find(wish.room)
        fill = None if len(group) == wish.seats else 0 if len(group) == 1 else _GATHERING
        if room is None:
            return Settings(clock=_FRIENDLY_CLOCK, fill_after=fill)
        # A contest: nobody's seat is held by a bot, three absences are a departure (MA-4),
        # whoever does not come within 90 seconds is not waited for (MA-5).
        place = room.id if fill is None else BOTS  # MA-33
        return Settings(contest=True, room=place, clock=room.clock, fill_after=fill)

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


def _places(group: Sequence[Ticket], sides: Sequence[int]) -> list[int]:
    """MA-36: a seat for each: partners on one side, the others where there is room left."""
    free = list(range(len(sides)))
    seats: dict[int, int] = {}
    for number, ticket in sorted(enumerate(group), key=lambda each: not each[1].couple):
        mine = [seats[n] for n, other in enumerate(group) if n in seats and _is_pair(ticket, other)]
        taken = {sides[seat] for seat in seats.values()}
        wanted = [seat for seat in free if mine and sides[seat] == sides[mine[0]]]
        empty = [seat for seat in free if sides[seat] not in taken]
        seats[number] = ((wanted or empty) if ticket.couple else free)[0]
        free.remove(seats[number])
    return [seats[number] for number in range(len(group))]


def _is_pair(one: Ticket, other: Ticket) -> bool:
    return bool(one.couple) and one.couple == other.couple


def _options(game: Game, wish: Wish) -> dict[str, Any]:
    chosen = [*wish.modalities, *([game.couples] if wish.in_couples and game.couples else [])]
    return {"seats": wish.seats, **dict.fromkeys(chosen, True)}


def is_possible(
    rooms: Rooms,
    wish: Wish,
    seats: tuple[int, ...],
    couples: str | None,
    modalities: Sequence[str] = (),
) -> bool:
    """Whether a wish makes sense for a game of these seats and modalities."""
    if wish.seats not in seats or wish.room not in ("", *(room.id for room in rooms)):
        return False
    if not set(wish.modalities) <= set(modalities):
        return False
    return not wish.in_couples or (couples is not None and wish.seats == 4)
