"""Several processes on one PostgreSQL with a Redis: here, two houses in one."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager, suppress

from houses import ANN, BOB, House
from services import redis_server
from sqlalchemy import make_url, update

from ludotheque.house.exchange import Exchange
from ludotheque.house.together import Together, strangers
from ludotheque.table import Clock, Store, memory
from ludotheque.table.keeping import roll
from ludotheque.table.keeping.roll import Roll
from ludotheque.table.keeping.schema import leases, processes

PATIENCE = 10  # seconds


@asynccontextmanager
async def process(url, redis):
    """A house of its own on the same database."""
    with Store(url) as store:
        clock = Clock()
        home = House(store, clock=clock, neighbours=Together(store, clock, redis))
        home.runner.neighbours.pause = 0.05
        await home.runner.start(warm=False)
        try:
            yield home
        finally:
            await home.runner.close()


async def until(condition):
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


async def number(home, table):
    return (await home.runner.view(table)).number


async def catch_up(home, table, other):
    async with asyncio.timeout(PATIENCE):
        while await number(home, table) != await number(other, table):
            await asyncio.sleep(0.005)


def test_what_happens_in_one_process_is_seen_in_the_other(postgres_url, redis_url):
    """And goes on in the other when the first one closes, or a word is lost."""

    async def scene():
        async with process(postgres_url, redis_url) as other:
            async with process(postgres_url, redis_url) as home:
                table = await home.open()
                await home.runner.idle()  # the lot that says who begins has fallen
                await catch_up(other, table, home)
                owns = [each.runner.neighbours.is_ours(table) for each in (home, other)]
                assert owns == [True, False]
                told = []
                other.runner.subscribe(table, lambda _, last: told.append(last))
                await home.turn(table, (ANN, BOB))
                await catch_up(other, table, home)
                assert told
                await other.turn(table, (ANN, BOB))
                await catch_up(home, table, other)

                home.runner.neighbours.tell_appended = lambda *_: None  # words are lost
                await home.turn(table, (ANN, BOB))
                await catch_up(other, table, home)
            await until(lambda: other.runner.neighbours.is_ours(table))
            await other.turn(table, (ANN, BOB))

    asyncio.run(scene())


def test_a_table_that_nobody_here_looks_at_is_not_followed_for_ever(postgres_url, redis_url):
    async def scene():
        async with (
            process(postgres_url, redis_url) as home,
            process(postgres_url, redis_url) as other,
        ):
            looked_at, left = await home.open(), await home.open()
            for table in (looked_at, left):
                await catch_up(other, table, home)
            other.runner.subscribe(looked_at, lambda *_: None)
            last = await number(home, left) + memory.FOLLOWED + 4
            for table in (looked_at, left):
                while await number(home, table) < last:
                    await home.turn(table, (ANN, BOB))
            await until(lambda: other.runner.memory.at_hand(left) is None)
            kept = other.runner.memory.at_hand(looked_at)
            await until(lambda: kept.table.number >= last)
            assert other.runner.memory.at_hand(looked_at) is kept
            await catch_up(other, left, home)  # who asks for it again is shown all of it

    asyncio.run(scene())


def test_who_leaves_hands_its_tables_on_at_once(postgres_url, redis_url):
    """And those who are still there play on until they are asked to go."""

    async def scene():
        async with (
            process(postgres_url, redis_url) as other,
            process(postgres_url, redis_url) as home,
        ):
            table = await home.open()
            await home.runner.idle()
            await catch_up(other, table, home)
            for each in (home, other):
                each.runner.neighbours.pause = 10 * PATIENCE
            await asyncio.sleep(0.2)  # from now on nobody looks by itself
            await home.runner.hand_on()
            await until(lambda: other.runner.neighbours.is_ours(table))
            assert not home.runner.neighbours.is_ours(table)
            await home.turn(table, (ANN, BOB))
            await catch_up(other, table, home)

    asyncio.run(scene())


def test_two_who_act_at_once_are_refereed_by_the_log(postgres_url, redis_url):
    async def scene():
        async with (
            process(postgres_url, redis_url) as home,
            process(postgres_url, redis_url) as other,
        ):
            table = await home.open()
            await number(other, table)
            for _ in range(5):
                both = [each.turn(table, (ANN, BOB)) for each in (home, other)]
                await asyncio.gather(*both, return_exceptions=True)
                await catch_up(home, table, other)
            log = home.store.entries(table)
            assert [entry.number for entry in log] == list(range(1, len(log) + 1))

    asyncio.run(scene())


def test_a_lease_that_expires_in_the_middle_of_a_thought(postgres_url, redis_url):
    """Whoever has it then moves; what the other thought of comes too late, and does no harm."""

    async def scene():
        async with (
            process(postgres_url, redis_url) as home,
            process(postgres_url, redis_url) as other,
        ):
            thinking, go_on = asyncio.Event(), asyncio.Event()
            think = home.runner.thinkers.choose

            async def slowly(*args):
                thinking.set()
                await go_on.wait()
                return await think(*args)

            home.runner.thinkers.choose = slowly
            table = await home.open("rolling-village", {"seats": 2}, (ANN,), fill_after=0)
            await until(thinking.is_set)
            before = await number(home, table)
            await other.runner.view(table)
            pass_on(home, other, table)
            await other.runner.idle()  # until it waits for Ann
            log = other.store.entries(table)
            assert {entry.event.by for entry in log[before:]} == {"bot"}
            go_on.set()
            await home.runner.idle()
            await catch_up(home, table, other)
            assert other.store.entries(table) == log

    def pass_on(home, other, table):
        with home.store.engine.begin() as connection:
            mine = update(leases).where(leases.c.table_id == table)
            connection.execute(mine.values(process=other.runner.neighbours.me))
        home.runner.neighbours._held.discard(table)
        other.runner.neighbours.keep(table)
        other.runner.driver.schedule(other.runner.memory.at_hand(table))

    asyncio.run(scene())


def test_clocks_go_by_the_databases(postgres_url, redis_url):
    """Machines' clocks differ; what counts is one."""

    async def scene():
        async with process(postgres_url, redis_url) as home:
            right = home.clock.wall()
            home.clock.offset += 5_000
            await until(lambda: abs(home.clock.wall() - right) < 4_000)

    asyncio.run(scene())


def test_who_serves_the_same_house_unheard_is_named(any_url):
    url = make_url(any_url)
    assert strangers(url, is_together=False) == []
    with Store(any_url) as store:
        Roll(store.engine, is_together=False).beat()
        remedy = "Redis (LUDOTHEQUE_REDIS)" if "postgresql" in any_url else "PostgreSQL and Redis"
        for is_together in (False, True):
            (told,) = strangers(url, is_together=is_together)
            assert str(os.getpid()) in told
            assert told.endswith(remedy)


def test_processes_that_hear_of_each_other_are_no_strangers(postgres_url):
    with Store(postgres_url) as store:
        Roll(store.engine, is_together=True).beat()
        assert strangers(make_url(postgres_url), is_together=True) == []
        assert strangers(make_url(postgres_url), is_together=False)


def test_a_process_that_was_silent_has_lost_its_tables(postgres_url, monkeypatch):
    monkeypatch.setattr(roll, "LIFE", 60_000)  # nobody is silent because the machine is slow
    with Store(postgres_url) as store:
        first, second = (Roll(store.engine, is_together=True) for _ in range(2))
        for each in (first, second):
            each.beat()
        assert {each.id for each in second.beat().alive} == {first.id, second.id}
        first._seen -= 2 * roll.LIFE
        with store.engine.begin() as connection:
            silent = processes.c.id == first.id
            connection.execute(update(processes).where(silent).values(seen=first._seen))
        assert {each.id for each in second.beat().alive} == {second.id}
        assert first.beat().has_lapsed
        assert not first.beat().has_lapsed


def test_a_process_of_this_machine_that_died_is_gone_at_once(postgres_url, monkeypatch):
    with Store(postgres_url) as store:
        first, second = (Roll(store.engine, is_together=True) for _ in range(2))
        died = subprocess.Popen([sys.executable, "-c", ""])
        died.wait()
        with monkeypatch.context() as then:
            then.setattr(os, "getpid", lambda: died.pid)
            first.beat()
            then.setattr(roll, "here", lambda: "elsewhere 0")
            Roll(store.engine, is_together=True).beat()  # whose numbers nobody knows here
        assert {each.host for each in second.beat().alive} == {roll.here(), "elsewhere 0"}
        assert first.id not in {each.id for each in second.beat().alive}


def test_a_redis_that_comes_back_is_heard_again(tmp_path):
    async def scene():
        heard = []
        with redis_server(tmp_path) as (url, _):
            port = int(url.rpartition(":")[2])
            one, other = Exchange(url, "house", "one"), Exchange(url, "house", "two")
            await one.open()
            await other.open()
            stop = other.hear("topic", heard.append)
            one.hear("topic", lambda _: heard.append(b"own"))
            await until(lambda: said(one, b"first", heard))
            assert b"own" not in heard
        one.tell("topic", b"lost")
        with redis_server(tmp_path, port):
            await until(lambda: said(one, b"second", heard))
            stop()
            await one.close()
            await other.close()

    def said(exchange, word, heard):
        exchange.tell("topic", word)
        return word in heard

    asyncio.run(scene())


def test_all_tables_are_asked_after_once_words_may_be_lost(postgres_url, tmp_path):
    """A part of them at every beat else: a word that nobody misses is found in seconds too."""

    async def share(process):
        """After Redis had the time to answer what was asked at the last beat."""
        exchange = process._exchange
        with suppress(TimeoutError):
            async with asyncio.timeout(0.1):
                while not exchange._wire or exchange._wire.answers <= exchange._answers:
                    await asyncio.sleep(0.005)
        return process.share()

    async def until_it_is(part, *processes):
        async with asyncio.timeout(PATIENCE):
            for each in processes:
                while await share(each) != part:
                    pass

    async def scene():
        with redis_server(tmp_path) as (url, redis), Store(postgres_url) as store:
            one, other = (Together(store, Clock(), url) for _ in range(2))
            for each in (one, other):
                await each.open()
            await until_it_is(0.25, one)
            one.beat()
            assert one.share() == 1.0  # another came
            await until_it_is(0.25, one, other)
            one._exchange._wire.close()  # it alone is cut off,
            await until_it_is(1.0, one)
            async with asyncio.timeout(PATIENCE):
                while await share(other) != 1.0:
                    await share(one)  # says so once it can
            await until_it_is(0.25, one, other)
            redis.send_signal(signal.SIGSTOP)
            await until_it_is(1.0, one, other)
            redis.send_signal(signal.SIGCONT)
            await until_it_is(0.25, one)
            await other.leave()
            one.beat()
            assert one.share() == 1.0
            for each in (one, other):
                await each.close()

    asyncio.run(scene())
