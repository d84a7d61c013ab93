"""Bots at a staked table: the house's chips, a little of them a day, and nothing to farm."""

import asyncio

import pytest
from houses import VALUE
from salon import in_salon
from sqlalchemy import select

from ludotheque.house.schema import ratings, sittings, transfers
from ludotheque.house.stakes import books, doors, fairness, robots
from ludotheque.house.stakes.doors import Closed, Missing
from ludotheque.house.stakes.matchmaker import Matchmaker
from ludotheque.house.stakes.quick import Wish
from ludotheque.house.stakes.robots import EnoughWon
from ludotheque.house.stakes.rooms import BOTS, Rooms, load, read
from ludotheque.house.stakes.winnings import winnings
from ludotheque.table import Settings
from ludotheque.table import commands as c
from ludotheque.table.errors import BotsPlayOn

ROOMS = load()
FIRST = Wish("ludo", "passport", 2)


async def against_bots(home, *people, seats=2, sit=True, **options):
    """A table for these people where bots take the other seats."""
    options = {"seats": seats, "pawns": 1, **options}
    fill = 0 if len(people) == 1 else 15
    settings = Settings(contest=True, room=BOTS, clock=30, fill_after=fill)
    table = await home.runner.create("ludo", options, settings)
    await home.write(books.invite, table, [person.id for person in people])
    for person in people if sit else ():
        await home.do(table, person, c.Sit, value=VALUE)
    await home.settle(fill)
    return table


async def house_and(home, *people):
    sound = await home.audit()
    return [-sound.held - sound.escrow, *await home.chips(*people)]


def test_the_bots_play_with_the_houses_chips(any_url):
    """MA-33: what they stake comes from the house, what they win goes back to it."""

    async def scene(home):
        ann = await home.member("Ann")
        table = await against_bots(home, ann)
        assert await house_and(home, ann) == [-1_010, 990]
        assert (await home.audit()).escrow == 20
        view = await home.finish(table, [ann])
        has_won = view.ended.ranks[0] == 1
        assert await house_and(home, ann) == ([-1_010, 1_010] if has_won else [-990, 990])
        assert (await home.audit()).problems == ()
        won = await home.write(winnings, table)
        assert won == {0: (10 if has_won else -10, 0)}
        assert await home.write(robots.won_on, ann.id, home.clock.wall()) == won[0].chips

    in_salon(any_url, scene)


def test_such_games_give_no_points_and_no_rating(sqlite_url):
    """MA-35"""

    async def scene(home):
        ann = await home.member("Ann")
        for _ in range(3):
            await home.finish(await against_bots(home, ann), [ann])
        assert await home.write(doors.points_of, ann.id) == 0
        rated = await home.write(lambda connection: connection.execute(select(ratings)).all())
        assert rated == []
        await asyncio.to_thread(books.rebuild, home.store, home.books)
        assert await home.write(doors.points_of, ann.id) == 0

    in_salon(sqlite_url, scene)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("by", ["leaving", "the clock"])
def test_whoever_leaves_the_bots_loses_to_them(sqlite_url, by, seats):
    """MA-35: nobody stays, and the stake is lost all the same; but nobody was left alone."""

    async def scene(home):
        ann = await home.member("Ann")
        table = await against_bots(home, ann, seats=seats)
        if by == "leaving":
            await home.do(table, ann, c.Leave)
        while (await home.runner.view(table)).phase == "playing":
            await home.settle(31)
        assert await house_and(home, ann) == [-990, 990]
        assert (await home.audit()).problems == ()
        rows = await home.write(lambda connection: connection.execute(select(sittings)).all())
        assert [row.result for row in rows if row.person] == ["left"]
        assert await home.write(fairness.leavers_record, ann.id) == 0

    in_salon(sqlite_url, scene)


def test_the_house_that_stops_a_game_gives_all_stakes_back(sqlite_url):
    async def scene(home):
        ann = await home.member("Ann")
        table = await against_bots(home, ann)
        await home.runner.abandon(table)
        assert await house_and(home, ann) == [-1_000, 1_000]
        assert (await home.audit()).problems == ()

    in_salon(sqlite_url, scene)


def test_no_draw_saves_a_stake_from_bots(sqlite_url):
    """MA-35: elsewhere bots agree to every draw."""

    async def scene(home):
        ann = await home.member("Ann")
        table = await against_bots(home, ann)
        assert not (await home.runner.view_for(table, ann.id)).may_offer_draw
        with pytest.raises(BotsPlayOn) as refusal:
            await home.do(table, ann, c.OfferDraw, seat=0)
        assert len({refusal.value.tell(language) for language in ("fr", "en", "es")}) == 3

    in_salon(sqlite_url, scene)


def test_a_day_brings_so_much_and_no_more(any_url):
    """MA-34: a game that is still played counts as won, so no two at once go beyond it."""

    async def scene(home):
        ann = await home.member("Ann")
        at = home.clock.wall
        for number in range(10):
            assert await home.write(robots.won_on, ann.id, at()) == 10 * number
            await against_bots(home, ann)
        table = await against_bots(home, ann)
        assert (await home.runner.view(table)).ended.reason == "abandoned"
        assert await home.chips(ann) == [900]
        with pytest.raises(EnoughWon):
            await home.write(robots.require_more, ann.id, ROOMS, 2, at())
        tomorrow = at() + 86_400_000
        assert await home.write(robots.won_on, ann.id, tomorrow) == 0
        await home.write(robots.require_more, ann.id, ROOMS, 4, tomorrow)
        assert (await home.audit()).problems == ()

    in_salon(any_url, scene)


def test_what_was_lost_may_be_won_back(sqlite_url):
    async def scene(home):
        ann = await home.member("Ann")
        for _ in range(2):
            await home.do(await against_bots(home, ann), ann, c.Leave)
        assert await home.write(robots.won_on, ann.id, home.clock.wall()) == -20
        for _ in range(12):
            await against_bots(home, ann)
        with pytest.raises(EnoughWon):
            await home.write(robots.require_more, ann.id, ROOMS, 2, home.clock.wall())

    in_salon(sqlite_url, scene)


def test_two_people_share_a_table_with_bots(sqlite_url):
    async def scene(home):
        ann, bob = people = await home.members("Ann", "Bob")
        table = await against_bots(home, ann, bob, seats=3)
        assert await house_and(home, ann, bob) == [-2_010, 990, 990]
        for person in people:
            await home.do(table, person, c.Leave)
        assert await house_and(home, ann, bob) == [-1_980, 990, 990]
        assert (await home.audit()).problems == ()

    in_salon(sqlite_url, scene)


def test_bots_wait_for_nobody(sqlite_url):
    """MA-35: who accepted and does not come is no leaver, and no stake was taken."""

    async def scene(home):
        ann = await home.member("Ann")
        table = await against_bots(home, ann, sit=False)
        await home.settle(91)
        assert (await home.runner.view(table)).ended.reason == "abandoned"
        assert await home.chips(ann) == [1_000]
        assert await home.write(fairness.leavers_record, ann.id) == 0

    in_salon(sqlite_url, scene)


def test_who_lacks_the_chips_does_not_begin(any_url):
    async def scene(home):
        poor = await home.member("Bob", given=9)
        table = await against_bots(home, poor)
        assert (await home.runner.view(table)).ended.reason == "abandoned"
        assert await home.chips(poor) == [9]
        moved = await home.write(
            lambda connection: connection.execute(select(transfers.c.why)).scalars().all()
        )
        assert moved == ["arrival"]

    in_salon(any_url, scene)


def test_a_rematch_with_bots_passes_the_same_doors(sqlite_url):
    async def scene(home):
        ann = await home.member("Ann")
        table = await against_bots(home, ann)
        await home.finish(table, [ann])
        for _ in range(14):
            if await home.write(robots.won_on, ann.id, home.clock.wall()) + 10 > 100:
                break
            await against_bots(home, ann)
        before = await home.chips(ann)
        with pytest.raises(EnoughWon):
            await home.do(table, ann, c.Rematch, values=(VALUE,))
        assert await home.chips(ann) == before

    in_salon(sqlite_url, scene)


def test_the_matchmaker_offers_bots_in_the_first_room_alone(sqlite_url):
    """MA-33: after a while, to whoever asks for them, at their own stake."""

    async def scene(home):
        ann = await home.member("Ann")
        maker = Matchmaker(home.runner, ROOMS)
        ticket = await maker.join(ann, FIRST, "192.0.2.1")
        assert not await maker.fill(ticket)
        home.clock.advance(ROOMS.bots_after)
        assert await maker.fill(ticket)
        assert await maker.fill(ticket)  # twice is once
        while not ticket.is_over:
            await asyncio.sleep(0.01)
        settings = (await home.runner.view(ticket.table)).settings
        assert (settings.room, settings.contest, settings.fill_after) == (BOTS, True, 0)
        await home.do(ticket.table, ann, c.Sit, value=VALUE)
        await home.settle()
        assert await home.chips(ann) == [990]
        await maker.close()

    in_salon(sqlite_url, scene)


@pytest.mark.parametrize("room", ["tourist", "luxury"])
def test_bots_come_to_no_other_room(room):
    assert ROOMS.bots_offered("passport")
    assert ROOMS.bots_offered("")
    assert not ROOMS.bots_offered(room)
    assert not ROOMS.bots_offered(BOTS)


def test_a_host_who_wants_no_bots_has_none():
    data = {
        "bots_stake": 0,
        "room": [{"id": "a", "name": "A", "stake": 5, "level": 1, "points": 1}],
    }
    assert not read(data).bots_offered("a")
    small = read({**data, "bots_stake": 10})
    assert small.bots_offered("a")
    assert small.with_bots.stake == 5  # never more than the room asks among people


def test_nobody_waits_for_the_tables_with_bots(sqlite_url):
    async def scene(home):
        maker = Matchmaker(home.runner, ROOMS)
        assert not maker.is_possible(FIRST._replace(room=BOTS))

    in_salon(sqlite_url, scene)


def test_doors_of_the_bots_are_those_of_the_first_room(sqlite_url):
    async def scene(home):
        poor = await home.member("Bob", given=9)
        maker = Matchmaker(home.runner, ROOMS)
        with pytest.raises(Closed) as refusal:
            await maker.require_bots(poor.id, FIRST)
        assert refusal.value.missing == (Missing("chips", 1),)
        with pytest.raises(Closed):
            await maker.require_bots("a guest", FIRST)
        await maker.require_bots("a guest", FIRST._replace(room=""))

    in_salon(sqlite_url, scene)


def test_the_room_of_the_bots() -> None:
    assert isinstance(ROOMS, Rooms)
    room = ROOMS.find(BOTS)
    assert room is not None
    assert (room.name, room.stake, room.points, room.level) == ("Passport", 10, 0, 1)
    assert BOTS not in [room.id for room in ROOMS]
