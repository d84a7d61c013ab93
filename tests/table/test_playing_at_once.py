"""Moves and rolls that go the short way: without waiting, and never otherwise than the long one."""

import asyncio

import pytest
from houses import ANN, BOB, in_house, new_id

from ludotheque.table import Runner, errors
from ludotheque.table import commands as c
from ludotheque.table.live import Live


async def played(runner: Runner, table: str, person: c.Person, command: c.Roll | c.Move) -> bool:
    """What a runner calls back with; False where it does not take the command."""
    done = asyncio.get_running_loop().create_future()
    return runner.play(table, person, command, done.set_result) and await done


async def next_play(home, table):
    """Who is to act, and with what."""
    view = await home.runner.view(table)
    seat = view.roller if view.roller is not None else (*view.waiting, 0)[0]
    person, seen = (ANN, BOB)[seat], {"id": new_id(), "seen": view.number}
    if not view.waiting:
        return person, c.Roll(**seen)
    move = next(iter((await home.runner.view(table, seat)).moves))
    return person, c.Move(**seen, seat=seat, move=move)


def test_a_game_is_played_so_and_its_end_the_long_way(any_url):
    async def scene(home):
        table, ways = await home.open(), []
        await home.settle()
        while (await home.runner.view(table)).phase == "playing":
            person, command = await next_play(home, table)
            ways.append(await played(home.runner, table, person, command))
            if not ways[-1]:
                await home.runner.command(table, person, command)
        assert ways.count(False) == 1
        assert not ways[-1]
        numbers = [entry.number for entry in home.store.entries(table)]
        assert numbers == [*range(1, len(numbers) + 1)]

    in_house(any_url, scene)


def test_a_refusal_is_raised_and_leaves_the_table_free(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        person, command = await next_play(home, table)
        other = BOB if person is ANN else ANN
        with pytest.raises(errors.Refused):
            home.runner.play(table, other, command, lambda _: None)
        assert await played(home.runner, table, person, command)

    in_house(sqlite_url, scene)


def test_what_was_done_already_is_left_to_the_long_way(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        person, command = await next_play(home, table)
        assert await played(home.runner, table, person, command)
        assert not home.runner.play(table, person, command, lambda _: None)
        assert (await home.runner.command(table, person, command)).is_repeat

    in_house(sqlite_url, scene)


def test_one_at_a_time(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        person, command = await next_play(home, table)
        done = asyncio.get_running_loop().create_future()
        assert home.runner.play(table, person, command, done.set_result)
        again = c.Roll(id=new_id(), seen=command.seen)
        assert not home.runner.play(table, person, again, lambda _: None)
        with pytest.raises(errors.Refused):  # it waits, and comes too late
            await home.runner.command(table, person, again)
        assert done.result()

    in_house(sqlite_url, scene)


def test_what_could_not_be_written_is_found_out_by_the_long_way(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        person, command = await next_play(home, table)
        number, submit = (await home.runner.view(table)).number, home.store.submit

        def broken(_, done):
            asyncio.get_running_loop().call_soon(done, OSError("the disk is full"))

        home.store.submit = broken
        assert not await played(home.runner, table, person, command)
        home.store.submit = submit
        assert (await home.runner.view(table)).number == number
        assert (await home.runner.command(table, person, command)).number == number + 1

    in_house(sqlite_url, scene)


def test_another_writer_was_quicker(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        person, command = await next_play(home, table)
        live = await home.runner.memory.find(table)
        mine, theirs = live.table, await home.runner.memory.read_log(table)
        live.table = theirs
        assert await played(home.runner, table, person, command)
        live.table = mine  # as if this process had not heard of it
        other = type(command)(id=new_id(), seen=command.seen)
        assert not await played(home.runner, table, person, other)
        assert live.is_doubtful
        with pytest.raises(errors.Stale):
            await home.runner.command(table, person, other)

    in_house(sqlite_url, scene)


def test_the_lock_is_taken_only_where_nobody_has_it_or_waits_for_it():
    async def scene():
        live: Live = Live.__new__(Live)
        live.lock = asyncio.Lock()
        assert live.take_lock()
        assert not live.take_lock()
        waiting = asyncio.create_task(live.lock.acquire())
        await asyncio.sleep(0)
        live.lock.release()
        assert not live.take_lock()  # it is the other's turn
        await waiting
        live.lock.release()
        assert live.take_lock()

    asyncio.run(scene())
