"""A house with books for tests: staked tables of two, three or four people, no pages."""

import asyncio
from contextlib import asynccontextmanager

from houses import VALUE, House
from sqlalchemy import insert

from ludotheque.house.migrate import migrate
from ludotheque.house.schema import persons
from ludotheque.house.stakes import books, chips
from ludotheque.house.stakes.ledger import audit, balance, of_person
from ludotheque.house.stakes.rooms import load
from ludotheque.table import Person, Settings, Store
from ludotheque.table import commands as c


class Salon(House):
    """A house whose people are members with chips."""

    def __init__(self, store, **more):
        super().__init__(store, **more)
        self.books = books.Books(load())
        self.books.keep(store)

    async def write(self, work, *args):
        """Call ``work(connection, …)`` in a transaction."""

        def run():
            with self.store.engine.execution_options(writes=True).begin() as connection:
                return work(connection, *args)

        return await asyncio.to_thread(run)

    async def member(self, name, given=1_000):
        person = Person(name.lower(), name)

        def join(connection):
            row = {"id": person.id, "name": name, "folded": person.id, "created": 1, "joined": 1}
            connection.execute(insert(persons), row)
            if given:
                chips.arrive(connection, person.id, given)

        await self.write(join)
        return person

    async def members(self, *names):
        return [await self.member(name) for name in names]

    async def staked(self, people, room="passport", game="ludo", sit=True, **options):
        """A staked table to which these people were invited, and where they sit."""
        options = {"seats": len(people), **({"pawns": 1} if game == "ludo" else {}), **options}
        settings = Settings(contest=True, room=room, clock=30)
        table = await self.runner.create(game, options, settings)
        await self.write(books.invite, table, [person.id for person in people])
        for person in people if sit else ():
            await self.do(table, person, c.Sit, value=VALUE)
        return table

    async def chips(self, *people):
        return [await self.write(balance, of_person(person.id)) for person in people]

    async def audit(self):
        return await self.write(audit)


@asynccontextmanager
async def salon(url, **more):
    with Store(url) as store:
        migrate(store.engine)
        home = Salon(store, **more)
        try:
            yield home
        finally:
            await home.runner.close()


def in_salon(url, scene, **more):
    async def run():
        async with salon(url, **more) as home:
            return await scene(home)

    return asyncio.run(run())
