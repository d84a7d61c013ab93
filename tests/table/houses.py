"""A house for tests: a runner on a database of its own, with a clock turned by hand."""

import asyncio
import itertools
from contextlib import asynccontextmanager

from hand_clock import HandClock
from sealed import GAME as SEALED

from ludotheque.bots import Thinkers
from ludotheque.core.discovery import games
from ludotheque.table import NO_PACE, Person, Runner, Store
from ludotheque.table import commands as c

GAMES = {**games(), SEALED.id: SEALED}
SHORT = {"seats": 2, "pawns": 1}

ANN, BOB, EVE = (Person(name.lower(), name) for name in ("Ann", "Bob", "Eve"))
VALUE = "0123456789abcdef" * 2

_ids = itertools.count(1)


def new_id():
    return f"c{next(_ids)}"


class House:
    def __init__(self, store, clock=None, **more):
        self.store = store
        self.clock = clock or HandClock()
        more.setdefault("pace", NO_PACE)
        self.runner = Runner(store, games=GAMES, clock=self.clock, thinkers=Thinkers(0), **more)

    async def open(self, game="ludo", options=SHORT, people=(ANN, BOB), **settings):
        """A table with these people in its first seats."""
        from ludotheque.table import Settings

        table = await self.runner.create(game, options, Settings(**settings), host=ANN)
        for person in people:
            await self.do(table, person, c.Sit, value=VALUE)
        return table

    async def do(self, table, person, kind, **details):
        """Give a command in sight of everything that has happened."""
        view = await self.runner.view(table)
        details.setdefault("id", new_id())
        details.setdefault("seen", view.number)
        return await self.runner.command(table, person, kind(**details))

    async def refresh(self, table):
        """Read what another house has appended to the same log."""
        live = await self.runner.memory.find(table)
        async with live.lock:
            live.is_doubtful = True
            await self.runner.memory.catch_up(live)

    async def settle(self, seconds=0):
        self.clock.advance(seconds)
        await self.runner.idle()

    async def turn(self, table, people):
        """Roll or move as the table offers it to any of these people; False: none can."""
        await self.runner.idle()
        for person in people:
            own = await self.runner.view_for(table, person.id)
            for seat in (each.seat for each in own.seats if each.is_yours):
                view = await self.runner.view_for(table, person.id, seat)
                if view.may_roll:
                    await self.do(table, person, c.Roll, seat=seat)
                    return True
                if view.moves:
                    move = next(iter(view.moves))
                    await self.do(table, person, c.Move, seat=seat, move=move)
                    return True
        return False

    async def until(self, table, people, done):
        """Play on until the view of somebody who watches is as wanted."""
        while not done(view := await self.runner.view(table)):
            assert view.phase == "playing"
            await self.settle()
            if not await self.turn(table, people):
                await self.settle()
        return view

    async def finish(self, table, people=(ANN, BOB)):
        return await self.until(table, people, lambda view: view.phase == "over")


@asynccontextmanager
async def house(url, **more):
    with Store(url) as store:
        home = House(store, **more)
        try:
            yield home
        finally:
            await home.runner.close()


def in_house(url, scene, **more):
    """Run ``scene(house)`` in a house of its own."""

    async def run():
        async with house(url, **more) as home:
            return await scene(home)

    return asyncio.run(run())
