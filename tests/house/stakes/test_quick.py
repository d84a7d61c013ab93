import asyncio
from types import SimpleNamespace

import pytest
from salon import in_salon
from sqlalchemy import insert, update

from ludotheque.core.discovery import boxes
from ludotheque.house.schema import company, persons, totals
from ludotheque.house.stakes.desk import SharedDesk
from ludotheque.house.stakes.doors import Closed, Missing, standing
from ludotheque.house.stakes.levels import points_for
from ludotheque.house.stakes.matchmaker import BadWish, Matchmaker, is_possible
from ludotheque.house.stakes.quick import Queue, Ticket, Wish
from ludotheque.house.stakes.rankings import kept_at
from ludotheque.house.stakes.rooms import load
from ludotheque.table import Person
from ludotheque.table.errors import Suspended

LUDO = Wish("ludo", "passport", 2)
FRIENDLY = Wish("ludo", "", 2)
ROOMS = load()


def ticket(name, wish=LUDO, since=0.0, rating=25.0, address=None):
    return Ticket(Person(name, name), wish, since, rating, address or name)


def queued(*tickets, **more):
    queue = Queue(**more)
    for each in tickets:
        queue.join(each)
    return queue


def groups(queue, now=0.0, blocked=()):
    pairs = {frozenset(pair) for pair in blocked}
    return [[each.person.id for each in group] for group in queue.matched(now, pairs)]


def test_people_who_wish_the_same_sit_together():
    queue = queued(ticket("a"), ticket("b", FRIENDLY), ticket("c", LUDO, 1.0))
    assert groups(queue) == [["a", "c"]]
    assert queue.counts() == {LUDO: 2, FRIENDLY: 1}


def test_those_who_chose_other_modalities_do_not_meet():
    plain = Wish("superludo", "passport", 2)
    initial = plain._replace(modalities=("initial_pawn",))
    both = plain._replace(modalities=("initial_pawn", "mixed_barriers"))
    queue = queued(ticket("a", plain), ticket("b", initial), ticket("c", both))
    assert groups(queue, now=999) == []
    queue.join(ticket("d", initial, since=5.0))
    assert groups(queue, now=999) == [["b", "d"]]
    queue.join(ticket("e", both, since=6.0))
    assert groups(queue, now=999) == [["b", "d"], ["c", "e"]]
    assert queue.counts() == {plain: 1, initial: 2, both: 2}  # who is not matched waits on


def test_near_ratings_first_and_farther_ones_with_the_wait():
    queue = queued(ticket("a"), ticket("b", rating=33), ticket("c", rating=26))
    assert groups(queue) == [["a", "c"]]
    queue.leave(queue.tickets[2])
    assert groups(queue) == []
    assert groups(queue, now=12) == []
    assert groups(queue, now=13) == [["a", "b"]]


def test_the_blocked_do_not_meet():
    queue = queued(ticket("a"), ticket("b"))
    assert groups(queue, blocked=[("b", "a")]) == []
    queue.join(ticket("c"))
    assert groups(queue, blocked=[("b", "a")]) == [["a", "c"]]


def test_one_address_does_not_meet_itself_for_chips():
    same = [ticket("a", address="x"), ticket("b", address="x")]
    assert groups(queued(*same)) == []
    assert groups(queued(*same, one_per_address=False)) == [["a", "b"]]
    friends = [ticket("a", FRIENDLY, address="x"), ticket("b", FRIENDLY, address="x")]
    assert groups(queued(*friends)) == [["a", "b"]]


def test_nobody_waits_twice():
    first, second = ticket("a"), ticket("a", since=5.0)
    queue = queued(first, second)
    assert first.is_over
    assert queue.waiting(LUDO) == 1
    assert groups(queue) == []


def test_bots_only_with_those_who_asked_for_them():
    for wish in (LUDO, FRIENDLY):
        queue = queued(ticket("a", wish._replace(seats=3)), ticket("b", wish._replace(seats=3)))
        assert groups(queue) == []
        queue.tickets[0].takes_bots = True
        assert groups(queue) == [["a"]]
        queue.tickets[1].takes_bots = True
        assert groups(queue) == [["a", "b"]]


def test_wishes_that_make_no_sense():
    assert is_possible(ROOMS, Wish("x", "luxury", 4, True), (2, 3, 4), "couples")
    assert is_possible(ROOMS, Wish("x", "", 2), (2, 3, 4), None)
    for wish in (Wish("x", "cellar", 2), Wish("x", "", 9), Wish("x", "", 2, True)):
        assert not is_possible(ROOMS, wish, (2, 3, 4), "couples")
    assert not is_possible(ROOMS, Wish("x", "", 4, True), (2, 3, 4), None)
    early = Wish("x", "", 2, modalities=("initial_pawn",))
    assert is_possible(ROOMS, early, (2, 3, 4), None, ["initial_pawn", "mixed_barriers"])
    assert not is_possible(ROOMS, early, (2, 3, 4), None, ["mixed_barriers"])


def test_the_matchmaker_seats_people(sqlite_url):
    async def scene(home):
        people = await home.members("Ann", "Bob")
        maker = Matchmaker(home.runner, ROOMS)
        tickets = [await maker.join(each, LUDO, each.id) for each in people]
        while not all(each.is_over for each in tickets):
            await asyncio.sleep(0.01)
        assert tickets[0].table == tickets[1].table
        view = await home.runner.view(tickets[0].table)
        assert (view.settings.room, view.settings.contest) == ("passport", True)
        alone = await maker.join(people[0], FRIENDLY)
        assert not await maker.fill(alone)
        home.clock.advance(ROOMS.bots_after)
        assert await maker.fill(alone)
        while not alone.is_over:
            await asyncio.sleep(0.01)
        assert (await home.runner.view(alone.table)).settings.fill_after == 0
        await maker.close()

    in_salon(sqlite_url, scene)


@pytest.mark.parametrize("room", ["", "passport"])
def test_a_table_is_opened_with_the_modalities_that_were_chosen(sqlite_url, room):
    async def scene(home):
        people = await home.members("Ann", "Bob", "Eve", "Ida")
        maker = Matchmaker(home.runner, ROOMS)
        chosen = ("initial_pawn", "mixed_barriers")
        wish = Wish("ludo-classique", room, 4, in_couples=True, modalities=chosen)
        tickets = [await maker.join(each, wish, each.id) for each in people]
        while not all(each.is_over for each in tickets):
            await asyncio.sleep(0.01)
        (table,) = {each.table for each in tickets}
        options = (await home.runner.view(table)).options
        assert options == {
            "seats": 4, "couples": True, "dice": 1, "initial_pawn": True,
            "mixed_barriers": True, "six_counts_seven": True,
        }  # fmt: skip
        for settled in ("dice", "couples", "six_counts_seven", "nothing"):
            with pytest.raises(BadWish):
                await maker.join(people[0], wish._replace(modalities=(settled,)))
        await maker.close()

    in_salon(sqlite_url, scene)


def test_each_box_on_the_shelf_is_a_game_of_its_own(sqlite_url):
    async def scene(home):
        people = await home.members("Ann", "Bob")
        maker = Matchmaker(home.runner, ROOMS)
        for id, (game, box) in boxes().items():
            if len(game.boxes) < 2:
                continue
            for each in people:
                wish = Wish(id, "passport", 2)
                maker.queue.join(Ticket(each, wish, home.clock.now(), 25.0, each.id))
            tickets = list(maker.queue.tickets)
            await maker.match()
            view = await home.runner.view(tickets[0].table)
            assert box.options.items() <= view.options.items()
            found = await home.write(kept_at, [view.table])
            assert found == {view.table: (id, "passport")}

    in_salon(sqlite_url, scene)


def test_whom_somebody_blocks_is_not_found(any_url):
    async def scene(home):
        people = await home.members("Ann", "Bob")
        row = {"person": "bob", "other": "ann", "kind": "block", "created": 1}
        await home.write(lambda connection: connection.execute(insert(company), row))
        maker = Matchmaker(home.runner, ROOMS)
        for each in people:
            maker.queue.join(Ticket(each, LUDO, home.clock.now(), 25.0, each.id))
        home.clock.advance(500)
        await maker.match()
        assert maker.queue.waiting(LUDO) == 2

    in_salon(any_url, scene)


@pytest.mark.parametrize(
    ("points", "given", "room", "missing"),
    [
        (0, 1_000, "passport", []),
        (0, 40, "passport", [Missing("chips", 10)]),
        (0, 1_000, "tourist", [Missing("level", 5)]),
        (points_for(5), 1_000, "tourist", []),
        (points_for(9), 100, "priority", [Missing("level", 10), Missing("chips", 900)]),
        (points_for(30), 30_000, "luxury", []),
    ],
)
def test_why_a_room_is_closed(sqlite_url, points, given, room, missing):
    async def scene(home):
        person = await home.member("Ann", given)
        row = dict.fromkeys(["games", "won", "drawn", "alone", "scores"], 0) | {"points": points}
        row |= {"person": person.id, "period": "ever", "game": "", "room": ""}
        await home.write(lambda connection: connection.execute(insert(totals), row))
        found = await home.write(standing, person.id)
        assert found.missing(ROOMS.find(room)) == missing
        assert (await home.write(standing, "nobody")).missing(ROOMS.find(room)) == [
            Missing("member")
        ]

    in_salon(sqlite_url, scene)


def test_who_may_not_enter_does_not_wait(sqlite_url):
    async def scene(home):
        ann = await home.member("Ann")
        poor = await home.member("Bob", given=49)
        maker = Matchmaker(home.runner, ROOMS)
        guest = Person("guest", "Guest")
        for person, wish, missing in (
            (ann, Wish("ludo", "luxury", 2), [Missing("level", 30), Missing("chips", 24_000)]),
            (poor, LUDO, [Missing("chips", 1)]),
            (guest, LUDO, [Missing("member")]),
        ):
            with pytest.raises(Closed) as refused:
                await maker.join(person, wish, "192.0.2.1")
            assert list(refused.value.missing) == missing
        for wish in (Wish("nothing", "", 2), Wish("ludo", "cellar", 2), Wish("ludo", "", 9)):
            with pytest.raises(BadWish):
                await maker.join(ann, wish, "192.0.2.1")
        assert maker.queue.tickets == []
        assert (await maker.join(guest, FRIENDLY)).person == guest
        await maker.close()

    in_salon(sqlite_url, scene)


def test_who_is_suspended_does_not_wait(sqlite_url):
    async def scene(home):
        ann = await home.member("Ann")
        change = update(persons).values(suspended=1, suspended_for="")
        await home.write(lambda connection: connection.execute(change))
        maker = Matchmaker(home.runner, ROOMS)
        for wish in (LUDO, FRIENDLY):
            with pytest.raises(Suspended):
                await maker.join(ann, wish)
        assert maker.queue.tickets == []

    in_salon(sqlite_url, scene)


def test_who_enters_while_the_desk_is_read_waits_on() -> None:
    ann = ticket("Ann")

    class Late(SharedDesk):
        _neighbours = SimpleNamespace(me="here")

        def __init__(self) -> None:
            pass

        def _rows(self):
            ann.is_entered = True  # her row comes too late for these
            return []

    desk = Late()
    assert asyncio.run(desk.read([ann])) == ([], [])
    assert asyncio.run(desk.read([ann])) == ([], [ann])  # she is entered, and her row is gone
