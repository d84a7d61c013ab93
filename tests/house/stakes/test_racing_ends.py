"""Many staked games of the same people begin and end at once, in several stores of one database."""

import asyncio
import random
from collections import Counter

from salon import Salon, in_salon
from sqlalchemy import event, func, select

from ludotheque.house.migrate import migrate
from ludotheque.house.schema import ratings, sittings, totals
from ludotheque.house.stakes.rooms import BOTS
from ludotheque.table import Settings, Store
from ludotheque.table.events import Began, Ended, Entry, Opened, Placed, Sat
from ludotheque.table.keeping.store import Conflict, Header, Write

TABLES, STORES = 24, 3
SEED = "00" * 32


def opened(number, people, room):
    """A table that begins as soon as it is written."""
    settings = Settings(contest=True, room=room, clock=30)
    events = [(Opened("ludo", {"seats": 2, "pawns": 1}, settings, SEED), None)]
    events += [(Sat(seat, who, SEED[:32]), who) for seat, who in enumerate(people)]
    events += [(Placed(seat, "easy", "Bot"), None) for seat in range(len(people), 2)]
    lines = enumerate([*events, (Began(), None)], 1)
    entries = [Entry(place, 1_000, event, person) for place, (event, person) in lines]
    table = f"t{number}"
    return Write(table, entries, Header(table, "ludo", 1_000, SEED, False))


def over(number, ranks):
    return Write(f"t{number}", [Entry(5, 2_000, Ended("finished", ranks, (0, 0), SEED))])


def test_no_chip_is_made_or_lost_and_nobody_waits_for_ever(postgres_url):
    async def scene():
        stores = [Store(postgres_url) for _ in range(STORES)]
        migrate(stores[0].engine)
        home, *others = (Salon(store) for store in stores)
        people = [(await home.member(name, 5_000)).id for name in "ABCDEF"]
        draw = random.Random(1)
        games = [(n, draw.sample(people, 2), "passport") for n in range(TABLES)]
        games += [(TABLES + n, [person], BOTS) for n, person in enumerate(people)]

        def writer(number):
            return stores[number % STORES]

        await asyncio.gather(*(writer(n).write(opened(n, who, room)) for n, who, room in games))
        assert (await home.audit()).escrow == 100 * TABLES + 20 * len(people)
        ends = [(n, draw.choice([(1, 2), (2, 1)])) for n, *_ in games]
        done = await asyncio.gather(  # each by two of the stores
            *(writer(n + rival).write(over(n, ranks)) for n, ranks in ends for rival in (0, 1)),
            return_exceptions=True,
        )
        told = Counter(type(each) for each in done)
        assert told == {type(None): len(games), Conflict: len(games)}
        sound = await home.audit()
        assert (sound.problems, sound.escrow) == ((), 0)
        counted = await home.write(lambda now: now.execute(_counts()).all())
        assert sum(row.games for row in counted) == 2 * TABLES + len(people)
        for row in counted:
            assert row.points == row.earned
            assert row.rated == sum(row.person in who for _, who, room in games if room != BOTS)
        for each in (home, *others):
            await each.runner.close()
        for store in stores:
            store.close()

    asyncio.run(scene())


def test_an_end_asks_the_database_few_times(postgres_url):
    """It did 27 times, and that was what an end cost."""

    async def scene(home):
        people = [(await home.member(name)).id for name in "AB"]
        await home.store.write(opened(0, people, "passport"))
        asked = []
        event.listen(home.store.engine, "before_cursor_execute", lambda *now: asked.append(now[2]))
        await home.store.write(over(0, (1, 2)))
        assert len(asked) <= 19, asked  # three for the log itself

    in_salon(postgres_url, scene)


def _counts():
    earned = select(func.sum(sittings.c.points)).where(sittings.c.person == totals.c.person)
    rated = select(ratings.c.games).where(ratings.c.person == totals.c.person)
    columns = (
        totals.c.person,
        totals.c.points,
        totals.c.games,
        earned.scalar_subquery().label("earned"),
        rated.scalar_subquery().label("rated"),
    )
    return select(*columns).where(
        totals.c.period == "ever", totals.c.game == "", totals.c.room == ""
    )
