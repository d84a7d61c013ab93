"""Clocks, seats held for the absent, bots that fill in: time is turned by hand."""

from itertools import pairwise

import pytest
from hand_clock import HandClock
from houses import ANN, BOB, VALUE, House, in_house

from ludotheque.table import TEMPOS, Clock, Pace, Store
from ludotheque.table import commands as c
from ludotheque.table.events import Ended, Expired, Fell, Held, Moved, Placed

LONG = {"seats": 2, "pawns": 4}


def kinds(home, table, kind):
    return [entry.event for entry in home.store.entries(table) if isinstance(entry.event, kind)]


def test_the_move_is_made_for_whoever_lets_the_time_run_out(sqlite_url):
    async def scene(home):
        table = await home.open(options=LONG, clock=15)
        await home.settle()
        view = await home.runner.view(table)
        assert view.seats[view.roller].seconds == 15
        await home.settle(14.9)
        assert kinds(home, table, Expired) == []
        await home.settle(0.2)
        assert len(kinds(home, table, Expired)) == 1
        assert kinds(home, table, Fell)[-1].by == "clock"
        await home.until(table, (ANN, BOB), lambda view: view.waiting)
        seat = (await home.runner.view(table)).waiting[0]
        await home.settle(15)
        assert kinds(home, table, Moved)[-1].by == "clock"
        assert (await home.runner.view(table)).seats[seat].misses >= 1

    in_house(sqlite_url, scene)


def test_after_three_misses_in_a_row_a_bot_holds_the_seat(sqlite_url):
    async def scene(home):
        table = await home.open(options=LONG, clock=30)
        await home.settle()
        while not (held := kinds(home, table, Held)):
            await home.settle()
            if not await home.turn(table, (ANN,)):  # Ann plays, Bob is away
                await home.settle(30)
        assert [event.seat for event in held] == [1]
        assert [event.seat for event in kinds(home, table, Expired)] == [1, 1, 1]
        seat = (await home.runner.view(table)).seats[1]
        assert (seat.kind, seat.is_held, seat.name) == ("person", True, "Bob")
        number = len(home.store.entries(table))
        for _ in range(10):
            await home.turn(table, (ANN,))
            await home.settle()  # the bot goes on without a wait
        assert any(
            isinstance(entry.event, Moved | Fell) and entry.event.by == "bot"
            for entry in home.store.entries(table, number)
        )
        await home.do(table, BOB, c.TakeOver, seat=1)
        seat = (await home.runner.view(table)).seats[1]
        assert (seat.is_held, seat.misses) == (False, 0)
        assert kinds(home, table, Expired) == [Expired(1)] * 3
        await home.finish(table)

    in_house(sqlite_url, scene)


def test_a_move_of_ones_own_forgives_the_misses(sqlite_url):
    async def scene(home):
        table = await home.open(options=LONG, clock=15)
        await home.settle()
        misses = 0
        while misses < 6:
            await home.settle()
            view = await home.runner.view(table)
            seat = view.roller if view.roller is not None else view.waiting[0]
            if view.seats[seat].misses == 2:
                await home.turn(table, ((ANN, BOB)[seat],))
                assert (await home.runner.view(table)).seats[seat].misses == 0
            else:
                await home.settle(15)
                misses += 1
        assert kinds(home, table, Held) == []

    in_house(sqlite_url, scene)


def test_no_clock_no_hurry(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        number = (await home.runner.view(table)).number
        await home.settle(20 * 86_400)
        assert (await home.runner.view(table)).number == number
        assert all(seat.seconds is None for seat in (await home.runner.view(table)).seats)

    in_house(sqlite_url, scene)


def test_after_a_restart_everybody_has_the_full_time(sqlite_url):
    async def scene(home):
        table = await home.open(options=LONG, clock=60)
        await home.settle()
        await home.settle(50)
        view = await home.runner.view(table)
        assert view.seats[view.roller].seconds == 10
        await home.runner.close()
        later = HandClock(home.clock.now() + 3600)  # the house was shut for an hour
        again = House(home.store, later)
        await again.runner.start(warm=False)
        await again.settle()
        assert kinds(again, table, Expired) == []
        assert (await again.runner.view(table)).seats[view.roller].seconds == 60
        await again.settle(59)
        assert kinds(again, table, Expired) == []
        await again.settle(2)  # and clocks run without anybody looking
        assert len(kinds(again, table, Expired)) == 1
        await again.runner.close()

    in_house(sqlite_url, scene)


def test_each_seat_of_a_simultaneous_game_has_its_own_clock(sqlite_url):
    async def scene(home):
        table = await home.open("sealed", {"seats": 2}, clock=60)
        await home.settle()
        await home.settle(40)
        await home.do(table, ANN, c.Move, seat=0, move="pick 1")
        seconds = [seat.seconds for seat in (await home.runner.view(table)).seats]
        assert seconds == [60, 20]
        await home.settle(20)
        assert kinds(home, table, Expired) == [Expired(1)]

    in_house(sqlite_url, scene)


def test_bots_fill_the_empty_seats_after_a_wait(sqlite_url):
    async def scene(home):
        table = await home.open(options={"seats": 4}, people=(), fill_after=30)
        await home.settle(100)
        assert kinds(home, table, Placed) == []  # nobody is there to play with
        await home.do(table, ANN, c.Sit)
        await home.settle(29)
        await home.do(table, BOB, c.Sit)  # somebody came: the wait begins anew
        await home.settle(29)
        assert (await home.runner.view(table)).phase == "open"
        await home.settle(1)
        assert [(event.seat, event.level) for event in kinds(home, table, Placed)] == [
            (2, "medium"),
            (3, "medium"),
        ]
        assert (await home.runner.view(table)).phase == "playing"

    in_house(sqlite_url, scene)


def test_rolls_fall_by_themselves_where_the_table_says_so(sqlite_url):
    async def scene(home):
        table = await home.open(automatic_rolls=True)
        await home.settle()
        view = await home.runner.view(table)
        assert view.waiting
        assert kinds(home, table, Fell)[-1].by == "table"

    in_house(sqlite_url, scene)


def test_bots_move_at_a_pace_that_people_can_follow(sqlite_url):
    async def scene(home):
        table = await home.open(people=())
        await home.do(table, ANN, c.Fill)
        await home.settle(1.5)  # the lot
        moments = []
        home.runner.subscribe(table, lambda *_: moments.append(home.clock.now()))
        for _ in range(200):
            await home.settle(0.1)
        gaps = [b - a for a, b in pairwise(moments)]
        assert 20 / 1.9 - 2 < len(moments) < 20 / 1.0
        assert min(gaps) > 0.95

    in_house(sqlite_url, scene, pace=Pace())


def test_bots_keep_the_tempo_that_people_wish(sqlite_url):
    async def scene(home):
        counts = []
        for tempo in (TEMPOS["calm"], TEMPOS["fast"]):
            table = await home.open(people=())
            await home.do(table, ANN, c.Fill)
            home.runner.keep_tempo(table, tempo)
            await home.settle(3)  # the lot
            before = (await home.runner.view(table)).number
            for _ in range(200):
                await home.settle(0.1)
            counts.append((await home.runner.view(table)).number - before)
        assert counts[1] > 2 * counts[0] > 10

    in_house(sqlite_url, scene, pace=Pace())


@pytest.mark.parametrize("game", ["ludo", "superludo", "ludoville", "rolling-village"])
def test_the_first_turn_of_a_person_comes_soon(sqlite_url, game):
    """Whoever begins: bots take their turns at once until somebody has something to do."""

    async def scene(home):
        for _ in range(6):
            table = await home.open(game, options={"seats": 4}, people=())
            await home.do(table, ANN, c.Sit, value=VALUE)
            await home.do(table, ANN, c.Fill)
            waited = 0.0
            while 0 not in (await home.runner.memory.find(table)).since:
                await home.settle(0.05)
                waited += 0.05
            assert waited < 6  # a bot that rolls well has several turns

    in_house(sqlite_url, scene, pace=Pace())


def test_a_lot_is_drawn_at_once(sqlite_url):
    async def scene(home):
        table = await home.open("superludo", options={"seats": 4}, people=())
        await home.do(table, ANN, c.Fill)
        await home.settle(Pace().shared)
        assert (await home.runner.view(table)).roller is not None

    in_house(sqlite_url, scene, pace=Pace())


def test_tables_that_nobody_uses_are_cleared_away(sqlite_url):
    async def scene(home):
        empty = await home.open(people=(ANN,))
        idle = await home.open()
        await home.settle(86_400 + 1)
        assert kinds(home, empty, Ended)[0].reason == "abandoned"
        assert kinds(home, idle, Ended) == []
        await home.settle(30 * 86_400)
        assert kinds(home, idle, Ended)[0].reason == "abandoned"

    in_house(sqlite_url, scene)


def test_a_table_goes_on_after_the_database_was_away(sqlite_url, caplog):
    async def scene(home):
        table = await home.open(people=())
        write = home.store.write

        async def broken(*_):
            raise OSError("no disk")

        await home.settle()
        home.store.write = broken
        with_error = None
        try:
            await home.do(table, ANN, c.Fill)
        except Exception as error:
            with_error = error
        assert with_error is not None
        home.store.write = write
        await home.do(table, ANN, c.Fill)
        home.store.write = broken
        await home.settle()
        assert (await home.runner.view(table)).phase == "playing"
        home.store.write = write
        await home.settle(1.1)
        assert (await home.runner.view(table)).phase == "over"

    in_house(sqlite_url, scene)


def test_the_real_clock_goes_forward():
    clock = Clock()
    assert clock.now() <= clock.now()
    assert clock.wall() > 1_600_000_000_000


def test_a_timer_can_be_cancelled():
    clock, rung = HandClock(), []
    clock.call_at(clock.now() + 1, lambda: rung.append(1)).cancel()
    clock.call_at(clock.now() + 2, lambda: rung.append(2))
    clock.advance(3)
    assert rung == [2]


def test_stores_close_twice(sqlite_url):
    store = Store(sqlite_url)
    store.close()
    store.close()
