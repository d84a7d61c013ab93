"""Playing again: everybody has to want it, to be there, and to want it still."""

import asyncio

import pytest
from houses import ANN, BOB, EVE, VALUE, in_house

from ludotheque.table import commands as c
from ludotheque.table import errors, verify
from ludotheque.table.events import Rematched, RematchWithdrawn


async def over(home, **settings):
    """A table of Ann and Bob whose game is over."""
    table = await home.open(**settings)
    await home.do(table, ANN, c.OfferDraw, seat=0)
    await home.do(table, BOB, c.AnswerDraw, seat=1, agrees=True)
    return table


async def ask(home, table, person):
    await home.do(table, person, c.Rematch, values=(VALUE,))
    return await home.runner.view(table)


def tables(home):
    with home.store.engine.connect() as connection:
        return connection.exec_driver_sql("SELECT count(*) FROM tables").scalar_one()


def test_a_rematch_when_all_ask(any_url):
    async def scene(home):
        table = await home.open()
        await home.finish(table)
        await home.do(table, ANN, c.Rematch, values=("ab" * 16,))
        await home.do(table, ANN, c.Rematch, values=("ab" * 16,))  # asking again adds nothing
        assert (await home.runner.view(table)).rematch_asked == (0,)
        with pytest.raises(errors.Stranger):
            await home.do(table, EVE, c.Rematch)
        await home.do(table, BOB, c.Rematch, values=("cd" * 16,))
        again = (await home.runner.view(table)).rematch
        view = await home.runner.view_for(again, "bob")
        assert view.phase == "playing"
        assert view.viewer == 1
        assert view.commitment != (await home.runner.view(table)).commitment
        assert (await home.runner.record(again)).values == ("ab" * 16, "cd" * 16)
        assert isinstance(home.store.entries(table)[-1].event, Rematched)
        await home.finish(again)
        assert verify(await home.runner.record(again)).is_fair

    in_house(any_url, scene)


def test_a_wish_lasts_a_minute(any_url):
    async def scene(home):
        table = await over(home)
        assert (await ask(home, table, ANN)).rematch_asked == (0,)
        await home.settle(61)
        view = await home.runner.view(table)
        assert view.rematch_asked == ()
        assert home.store.entries(table)[-1].event == RematchWithdrawn(0)  # pages are told
        assert (await ask(home, table, BOB)).rematch is None
        assert tables(home) == 1
        assert (await ask(home, table, ANN)).rematch is not None

    in_house(any_url, scene)


def test_a_wish_from_before_a_restart_lasts_no_longer(sqlite_url):
    async def first(home):
        table = await over(home)
        await ask(home, table, ANN)
        return table, home.clock

    async def then(home):
        before = home.store.entries(table)
        assert (await home.runner.view(table)).rematch_asked == ()
        await home.settle(100)
        assert home.store.entries(table) == before  # looking at an old table writes nothing
        assert (await ask(home, table, BOB)).rematch is None

    table, clock = in_house(sqlite_url, first)
    clock.advance(61)
    in_house(sqlite_url, then, clock=clock)


def test_asking_again_renews_a_wish_only_once_it_is_over(sqlite_url):
    async def scene(home):
        table = await over(home)
        number = (await ask(home, table, ANN)).number
        await home.settle(50)
        assert (await ask(home, table, ANN)).number == number
        await home.settle(11)
        assert (await home.runner.view(table)).rematch_asked == ()

    in_house(sqlite_url, scene)


def test_a_wish_can_be_taken_back(any_url):
    async def scene(home):
        table = await over(home)
        await ask(home, table, ANN)
        await home.do(table, ANN, c.WithdrawRematch)
        assert (await home.runner.view(table)).rematch_asked == ()
        number = (await home.runner.view(table)).number
        await home.do(table, ANN, c.WithdrawRematch)  # there is nothing to take back
        assert (await home.runner.view(table)).number == number
        with pytest.raises(errors.Stranger):
            await home.do(table, EVE, c.WithdrawRematch)
        assert (await ask(home, table, BOB)).rematch is None
        assert (await ask(home, table, ANN)).rematch is not None
        number = (await home.runner.view(table)).number
        await home.do(table, ANN, c.WithdrawRematch)  # too late
        assert (await home.runner.view(table)).number == number

    in_house(any_url, scene)


def test_there_is_nothing_to_take_back_before_the_end(sqlite_url):
    async def scene(home):
        table = await home.open()
        with pytest.raises(errors.NotOver):
            await home.do(table, ANN, c.WithdrawRematch)

    in_house(sqlite_url, scene)


def test_nothing_begins_with_somebody_who_is_not_there(any_url):
    async def scene(home):
        table = await over(home)
        here = {(table, "ann"), (table, "bob")}
        home.runner.is_here = lambda table, person: (table, person) in here
        await ask(home, table, ANN)
        here.remove((table, "ann"))
        view = await ask(home, table, BOB)
        assert view.rematch is None
        assert view.rematch_asked == (1,)  # hers was dropped,
        assert tables(home) == 1
        here.add((table, "ann"))
        assert (await ask(home, table, ANN)).rematch is not None  # and she may ask again

    in_house(any_url, scene)


def test_whoever_signs_out_takes_her_wishes_with_her(sqlite_url):
    async def scene(home):
        first, second = await over(home), await over(home)
        for table in (first, second):
            await ask(home, table, ANN)
        await ask(home, first, BOB)  # plays on with her already
        await home.runner.withdraw("ann")
        await home.runner.withdraw("nobody")
        assert (await home.runner.view(first)).rematch is not None
        assert (await home.runner.view(second)).rematch_asked == ()
        assert (await ask(home, second, BOB)).rematch is None

    in_house(sqlite_url, scene)


def test_a_clock_that_was_put_back_makes_no_wish_last(sqlite_url):
    async def scene(home):
        table = await over(home)
        await ask(home, table, ANN)
        wall = home.clock.wall
        home.clock.wall = lambda: wall() - 3_600_000
        assert (await home.runner.view(table)).rematch_asked == ()
        assert (await ask(home, table, BOB)).rematch is None
        assert (await ask(home, table, ANN)).rematch is not None

    in_house(sqlite_url, scene)


def test_two_who_ask_at_once_begin_one_game(any_url):
    async def scene(home):
        table = await over(home)
        await asyncio.gather(*(ask(home, table, each) for each in (ANN, BOB, ANN, BOB)))
        events = [entry.event for entry in home.store.entries(table)]
        assert sum(isinstance(event, Rematched) for event in events) == 1
        assert tables(home) == 2

    in_house(any_url, scene)
