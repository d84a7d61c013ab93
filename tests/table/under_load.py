"""A house under load, to be killed: prints every acknowledged move as soon as it is."""

import asyncio
import sys

from houses import ANN, BOB, House

from ludotheque.table import Store
from ludotheque.table import commands as c


async def play(home, table, person_of):
    while True:
        await home.runner.idle()
        view = await home.runner.view(table)
        if view.phase == "over":
            return
        seat = view.roller if view.roller is not None else view.waiting[0]
        view = await home.runner.view(table, seat)
        id = f"{table}-{view.number}"
        if view.may_roll:
            command = c.Roll(id=id, seen=view.number, seat=seat)
        else:
            command = c.Move(id=id, seen=view.number, seat=seat, move=next(iter(view.moves)))
        answer = await home.runner.command(table, person_of[seat], command)
        print(table, answer.number, id, flush=True)


async def main(url):
    with Store(url) as store:
        home = House(store)
        tables = [await home.open(options={"seats": 2}) for _ in range(20)]
        await asyncio.gather(*(play(home, table, (ANN, BOB)) for table in tables))


asyncio.run(main(sys.argv[1]))
