"""Plays a staked game again and again, killed with −9 one step, or several, later each time.

A step is a statement, its answer or a commit of the database. After each kill the house opens
again on the same database, plays the table to its end and counts the chips. Prints a line a
kill: where it happened, how the game ended, what is wrong.
"""

import asyncio
import json
import os
import signal
import sys
from itertools import count

from houses import VALUE
from salon import salon
from sqlalchemy import event, select

from ludotheque.house.schema import matches
from ludotheque.house.stakes import books, chips, rooms
from ludotheque.table import Person, Settings
from ludotheque.table import commands as c


class Countdown:
    """Kills this process at a certain step."""

    def __init__(self, engine, steps):
        self.left = steps
        event.listen(engine, "before_cursor_execute", self.statement)
        event.listen(engine, "after_cursor_execute", self.statement)
        event.listen(engine, "commit", lambda _: self.step("commit"))

    def statement(self, _, __, statement, *___):
        self.step(" ".join(statement.split()[:3]))

    def step(self, what):
        self.left -= 1
        if self.left == 0:
            print(json.dumps({"killed": what}), flush=True)
            os.kill(os.getpid(), signal.SIGKILL)


BOTS = {"contest": True, "room": rooms.BOTS, "clock": 30, "fill_after": 0}
STAKED = {  # who plays, and at what table
    "people": (("ann", "bob"), {"contest": True, "room": "passport", "clock": 30}),
    "bots": (("ann",), BOTS),
}
NAMES, SETTINGS = STAKED[sys.argv[2]]


def people(round_):
    return [Person(f"{name}{round_}", name) for name in NAMES]


def table_id(round_):
    return f"table{round_}"


async def play(home, round_):
    """A staked game of two, or with a bot; the first leaves. What was done is not done again."""
    both, table = people(round_), table_id(round_)
    for person in both:
        await home.write(chips.arrive, person.id, 1_000)
    if home.store.header(table) is None:
        settings = Settings(**SETTINGS)
        await home.runner.create("ludo", {"seats": 2, "pawns": 1}, settings, id=table)
        await home.write(books.invite, table, [person.id for person in both])
    elif not await home.write(is_invited, table):
        await home.write(books.invite, table, [person.id for person in both])
    for number, person in enumerate(both):
        if (await home.runner.view(table)).seats[number].kind == "free":
            await home.do(table, person, c.Sit, value=VALUE)
    await home.turn(table, both)
    if (await home.runner.view(table)).phase == "playing":
        await home.do(table, both[0], c.Leave, id="leave")  # no id of a life before


def is_invited(connection, table):
    query = select(books.invitations).where(books.invitations.c.table_id == table)
    return connection.execute(query).first() is not None


async def doomed(url, round_, steps):
    async with salon(url) as home:
        Countdown(home.store.engine, steps)
        await play(home, round_)


async def recovered(url, round_):
    """The next start: the game goes on, and everything is counted."""
    async with salon(url) as home:
        await home.runner.start(warm=False)
        at_once = await home.audit()
        await play(home, round_)
        audit = await home.audit()
        row = await home.write(
            lambda connection: connection.execute(
                select(matches.c.reason).filter_by(table_id=table_id(round_))
            ).scalar()
        )
        return {
            "problems": [*at_once.problems, *audit.problems],
            "escrow": audit.escrow,
            "chips": await home.chips(*people(round_)),
            "reason": row,
        }


def main(url, stride):
    for kills, steps in enumerate(count(1, stride)):
        child = os.fork()
        if child == 0:
            asyncio.run(doomed(url, steps, steps))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(json.dumps(asyncio.run(recovered(url, steps))), flush=True)
        if not os.WIFSIGNALED(status):
            print(json.dumps({"kills": kills, "status": status}), flush=True)
            return


main(sys.argv[1], int(sys.argv[3]))
