"""Games played where the house runs, without pages: to have one that is over, or well under way."""

import itertools
from collections.abc import Sequence
from typing import Any

from ludotheque.table import Person, Runner, Settings
from ludotheque.table import commands as c

ANN, BOB = Person("ann", "Ann"), Person("bob", "Bob")
VALUE = "0123456789abcdef" * 2

_ids = itertools.count(1)


async def played(
    runner: Runner, game: str, options: dict[str, Any], steps: int = 5_000, **settings: Any
) -> str:
    """A table where Ann and Bob, and bots in other seats, made so many gestures; its id."""
    table = await runner.create(game, options, Settings(**settings), host=ANN)
    for person in (ANN, BOB)[: int(options["seats"])]:
        await _do(runner, table, person, c.Sit, value=VALUE)
    if (await runner.view(table)).phase == "open":
        await _do(runner, table, ANN, c.Fill)
    await play_out(runner, table, (ANN, BOB), steps)
    return table


async def play_out(
    runner: Runner, table: str, people: Sequence[Person], steps: int = 5_000
) -> None:
    """Let these people play on, for so many gestures or to the end, always the first move."""
    for _ in range(steps):
        await runner.idle()
        if not await _turn(runner, table, people):
            break
    await runner.idle()


async def _turn(runner: Runner, table: str, people: Sequence[Person]) -> bool:
    """Let whoever is expected roll, or play her first move; False: nobody is."""
    for person in people:
        view = await runner.view_for(table, person.id)
        if view.viewer is None:
            continue
        if view.roller == view.viewer and view.may_roll:
            await _do(runner, table, person, c.Roll, seat=view.viewer)
            return True
        if view.moves:
            move = next(iter(view.moves))
            await _do(runner, table, person, c.Move, seat=view.viewer, move=move)
            return True
    return False


async def _do(runner: Runner, table: str, person: Person, kind: Any, **details: Any) -> None:
    seen = (await runner.view(table)).number
    await runner.command(table, person, kind(id=f"s{next(_ids)}", seen=seen, **details))
