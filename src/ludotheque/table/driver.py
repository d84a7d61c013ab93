"""What happens at tables by itself: bots, clocks, shared dice, empty seats that bots fill."""

from contextlib import suppress
from functools import partial

from ludotheque.bots import STANDBY, Thinkers, temper_of
from ludotheque.core.tempers import NONE
from ludotheque.table import playing
from ludotheque.table.background import Background, log
from ludotheque.table.errors import Refused, Restored, Unavailable
from ludotheque.table.events import Event, RematchWithdrawn
from ludotheque.table.keeping.store import Conflict
from ludotheque.table.live import Due, Live
from ludotheque.table.memory import Memory, alias
from ludotheque.table.table import Table
from ludotheque.table.verbs import expire, move, offer_draw, roll, sit

_RETRY = 1.0  # seconds until something is tried again that the database did not take


class Driver:
    """Does what is due, a table at a time, each in a task of its own."""

    def __init__(self, memory: Memory, thinkers: Thinkers, background: Background):
        self.thinkers = thinkers
        self._memory = memory
        self._clock = memory.clock
        self._background = background
        self._is_stopped = False

    def stop(self) -> None:
        """Stop: from now on nothing happens by itself."""
        self._is_stopped = True
        for live in self._memory:
            live.stop()

    def schedule(self, live: Live, not_before: float = 0.0) -> None:
        """Do what is due now, or set the table's timer."""
        if live.is_driving or live.is_void or self._is_stopped or not self._memory.is_ours(live):
            return
        due = live.due()
        if due is None:
            return
        when = max(due.when, not_before)
        if when <= self._clock.now():
            live.is_driving = True
            self._background.spawn(self._drive(live))
        elif live.timer is None or when < live.rings:
            # A timer that rings too early is left: it is set anew when it rings.
            live.stop()
            live.rings = when
            live.timer = self._clock.call_at(when, partial(self._ring, live))

    def _ring(self, live: Live) -> None:
        live.timer = None
        self.schedule(live)

    async def _drive(self, live: Live) -> None:
        """Do what is due until nothing is."""
        due, retry = None, 0.0
        try:
            while (due := live.due()) is not None and due.when <= self._clock.now():
                if not self._memory.is_ours(live):
                    break
                await self._happen(live, due)
        except Restored:
            pass  # another table of the same name goes on
        except Unavailable:
            retry = self._clock.now() + _RETRY  # why has been said where it was noticed
        except Exception:
            log.exception("table %s: %s failed", alias(live.table.id), due and due.what)
            retry = self._clock.now() + _RETRY
        finally:
            live.is_driving = False
            self.schedule(live, retry)

    async def _happen(self, live: Live, due: Due) -> None:
        action = await self._think(live, due)
        async with live.lock:
            await self._memory.catch_up(live)
            if live.due() != due or not _is_possible(live.table, due.seat, action):
                return  # things have changed meanwhile
            with suppress(Conflict):
                try:
                    await self._memory.append(live, _events(live.table, due, action))
                except Unavailable:
                    raise
                except Refused:  # the layer above does not let the game begin: it never will
                    await self._memory.append(live, playing.stopped(live.table, []))

    async def _think(self, live: Live, due: Due) -> int | None:
        """The move that a bot makes, without the lock: others may act meanwhile."""
        table = live.table
        if due.what not in ("bot", "expire") or table.awaits_chance:
            return None
        actions = table.engine.moves(table.board, due.seat)
        if len(actions) == 1:
            return actions[0]
        who = table.seats[due.seat]
        level = who.level or STANDBY
        temper = NONE if who.person else temper_of(who.bot)  # nobody's seat is held with a slant
        seen = table.engine.seen(table.board, due.seat).tobytes()
        action = await self.thinkers.choose(
            table.game, seen, due.seat, len(table.seats), level, temper
        )
        if action not in actions:  # a broken policy must not stop the table
            log.error("%s: a %s bot chose %s of %s", table.game.id, level, action, actions)
            return actions[0]
        return action


def _is_possible(table: Table, seat: int, action: int | None) -> bool:
    if action is None:
        return True
    return seat in table.look.waiting and action in table.engine.moves(table.board, seat)


def _events(table: Table, due: Due, action: int | None) -> list[Event]:
    """What is due, as events."""
    if due.what == "outdated":  # nobody is held to rules that changed under her hands
        return playing.stopped(table, []) if table.phase == "open" else offer_draw.drawn(table)
    if due.what == "fill":
        return sit.filled(table, table.settings.bots)
    if due.what == "abandon":
        return playing.stopped(table, [])
    if due.what == "draw":
        return offer_draw.concluded(table)
    if due.what == "forget":
        return [RematchWithdrawn(due.seat)]
    if due.what == "roll":
        return roll.fall(table, "table" if due.seat < 0 else "bot")
    if due.what == "expire":
        return expire.expire(table, due.seat, action)
    assert action is not None
    return move.made_for(table, due.seat, action, "bot")
