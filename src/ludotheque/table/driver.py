"""What happens at tables by itself: bots, clocks, shared dice, empty seats that bots fill."""

import asyncio
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from ludotheque.bots import STANDBY, Thinkers
from ludotheque.core.game import Game
from ludotheque.table import draw, expire, move, playing, roll, sit
from ludotheque.table.clock import Clock
from ludotheque.table.errors import Restored, Unavailable
from ludotheque.table.events import Event
from ludotheque.table.live import Due, Live, Pace
from ludotheque.table.memory import Memory, alias, log
from ludotheque.table.store import Conflict, Store
from ludotheque.table.table import Table

_RETRY = 1.0  # seconds until something is tried again that the database did not take


class Driver(Memory):
    """Does what is due, a table at a time, each in a task of its own."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        clock: Clock,
        pace: Pace,
        thinkers: Thinkers,
    ):
        super().__init__(store, games, clock, pace)
        self.thinkers = thinkers
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    def _spawn(self, work: Awaitable[Any]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("work in the background failed", exc_info=task.exception())

    def _schedule(self, live: Live, not_before: float = 0.0) -> None:
        """Do what is due now, or set the table's timer."""
        if live.is_driving or live.is_void or self._closing:
            return
        due = live.due()
        if due is None:
            return
        when = max(due.when, not_before)
        if when <= self.clock.now():
            live.is_driving = True
            self._spawn(self._drive(live))
        elif live.timer is None or when < live.rings:
            self._set(live, when)

    def _set(self, live: Live, when: float) -> None:
        """Set a table's timer. One that rings too early is left: it is set anew when it rings."""
        if live.timer is not None:
            live.timer.cancel()
        live.rings = when
        live.timer = self.clock.call_at(when, partial(self._ring, live))

    def _ring(self, live: Live) -> None:
        live.timer = None
        self._schedule(live)

    async def _drive(self, live: Live) -> None:
        """Do what is due until nothing is."""
        due, retry = None, 0.0
        try:
            while (due := live.due()) is not None and due.when <= self.clock.now():
                await self._happen(live, due)
        except Restored:
            pass  # another table of the same name goes on
        except Unavailable:
            retry = self.clock.now() + _RETRY  # why has been said where it was noticed
        except Exception:
            log.exception("table %s: %s failed", alias(live.table.id), due and due.what)
            retry = self.clock.now() + _RETRY
        finally:
            live.is_driving = False
            self._schedule(live, retry)

    async def _happen(self, live: Live, due: Due) -> None:
        action = await self._think(live, due)
        async with live.lock:
            await self._make_sure(live)
            if live.due() != due or not _is_possible(live.table, due.seat, action):
                return  # things have changed meanwhile
            with suppress(Conflict):
                await self._append(live, _events(live.table, due, action))

    async def _think(self, live: Live, due: Due) -> int | None:
        """The move that a bot makes, without the lock: others may act meanwhile."""
        table = live.table
        if due.what not in ("bot", "expire") or table.awaits_chance:
            return None
        actions = table.engine.moves(table.board, due.seat)
        if len(actions) == 1:
            return actions[0]
        level = table.seats[due.seat].level or STANDBY
        seen = table.engine.seen(table.board, due.seat).tobytes()
        action = await self.thinkers.choose(table.game, seen, due.seat, len(table.seats), level)
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
    if due.what == "fill":
        return sit.filled(table, table.settings.bots)
    if due.what == "abandon":
        return playing.stopped(table, [])
    if due.what == "draw":
        return draw.concluded(table)
    if due.what == "roll":
        return roll.fall(table, "table" if due.seat < 0 else "bot")
    if due.what == "expire":
        return expire.expire(table, due.seat, action)
    assert action is not None
    return move.made_for(table, due.seat, action, "bot")
