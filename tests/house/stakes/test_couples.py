"""Two people who wait as a couple: both agree, both are seated on one side, or neither waits."""

import asyncio

import pytest
from houses import VALUE
from salon import in_salon
from sqlalchemy import insert

from ludotheque.house.schema import company
from ludotheque.house.stakes.books import NotInvited, kept_for
from ludotheque.house.stakes.couples import LASTS, NoCouple
from ludotheque.house.stakes.doors import Closed
from ludotheque.house.stakes.matchmaker import Matchmaker, _places
from ludotheque.house.stakes.quick import Queue, Ticket, Wish
from ludotheque.house.stakes.rooms import load
from ludotheque.table import Person
from ludotheque.table import commands as c

ROOMS = load()
PAIRS = Wish("superludo", "passport", 4, in_couples=True)


def ticket(name, couple="", since=0.0, wish=PAIRS, address=None):
    return Ticket(Person(name, name), wish, since, address=address or name, couple=couple)


def queued(*tickets):
    queue = Queue()
    for each in tickets:
        queue.join(each)
    return queue


def groups(queue, now=0.0):
    return [[each.person.id for each in group] for group in queue.matched(now, set())]


def test_a_couple_is_seated_whole_or_not_at_all():
    """MA-36"""
    queue = queued(ticket("a", "x"), ticket("b"), ticket("c"), ticket("d"))
    assert groups(queue, 99) == []  # three who are ready, and one who waits for her partner
    assert queue.waiting(PAIRS) == 3
    queue.join(ticket("e", "x"))
    assert groups(queue, 99) == [["a", "e", "b", "c"]]
    assert queue.waiting(PAIRS) == 5


@pytest.mark.parametrize(
    ("couples", "found"),
    [
        ([("a", "x"), ("b", "x"), ("c", "y"), ("d", "y")], [["a", "b", "c", "d"]]),
        ([("a", ""), ("b", ""), ("c", "y"), ("d", "y")], [["a", "c", "d", "b"]]),
        ([("a", ""), ("b", "x"), ("c", "x"), ("d", "y"), ("e", "y")], [["b", "c", "d", "e"]]),
    ],
)
def test_couples_and_others_make_up_a_table(couples, found):
    queue = queued(*(ticket(name, couple, number) for number, (name, couple) in enumerate(couples)))
    assert groups(queue, 99) == found


def test_partners_may_share_an_address_and_nobody_else():
    """MA-23: they win and lose together."""
    pair = [ticket("a", "x", address="one"), ticket("b", "x", address="one")]
    others = [ticket("c", "y"), ticket("d", "y")]
    assert groups(queued(*pair, *others)) == [["a", "b", "c", "d"]]
    assert groups(queued(*pair, ticket("c", "y", address="one"), ticket("d", "y")), 99) == []
    assert not queued(*pair).has_neighbour(pair[0])


def test_whoever_leaves_takes_her_partner_along():
    first, second = ticket("a", "x"), ticket("b", "x")
    queue = queued(first, second, ticket("c"))
    queue.leave(second)
    assert (first.is_over, first.is_apart, first.table) == (True, True, None)
    assert not second.is_apart
    assert queue.waiting(PAIRS) == 1
    half = ticket("a", "x")
    queue.join(half)  # she waits again, and so does her partner when she comes back
    queue.join(ticket("b", "x"))
    assert queue.partner(half) is not None


def test_bots_only_where_both_of_a_couple_ask_for_them():
    queue = queued(ticket("a", "x"), ticket("b", "x"))
    queue.tickets[0].takes_bots = True
    assert groups(queue) == []
    queue.tickets[1].takes_bots = True
    assert groups(queue) == [["a", "b"]]


@pytest.mark.parametrize("order", ["xx..", "x.x.", ".xx.", "..xx", "xyxy", "xyyx", "x..x", "xx"])
def test_partners_sit_on_one_side(order):
    sides = (0, 1, 0, 1)
    group = [ticket(str(n), "" if sign == "." else sign) for n, sign in enumerate(order)]
    seats = _places(group, sides)
    assert len(set(seats)) == len(group)
    for sign in set(order) - {"."}:
        assert len({sides[seats[n]] for n, each in enumerate(order) if each == sign}) == 1


def test_both_agree_and_nobody_else_can(sqlite_url):
    async def scene(home):
        ann, bob, eve = await home.members("Ann", "Bob", "Eve")
        poor = await home.member("Ida", given=10)
        maker = Matchmaker(home.runner, ROOMS)
        couple = maker.couples.propose(ann, PAIRS)
        with pytest.raises(NoCouple):
            await maker.join(bob, PAIRS, "b", couple.id)  # who did not agree
        with pytest.raises(NoCouple):
            await maker.agree(couple.id, ann)  # nobody is her own partner
        with pytest.raises(Closed):
            await maker.agree(couple.id, poor)
        await maker.agree(couple.id, bob)
        await maker.agree(couple.id, bob)  # twice is once
        with pytest.raises(NoCouple):
            await maker.agree(couple.id, eve)
        with pytest.raises(NoCouple):
            await maker.join(bob, PAIRS._replace(modalities=("initial_pawn",)), "b", couple.id)
        for nothing in ("nothing", "x" * 99):
            with pytest.raises(NoCouple):
                await maker.agree(nothing, bob)
        home.clock.advance(LASTS + 1)
        with pytest.raises(NoCouple):
            await maker.join(ann, PAIRS, "a", couple.id)
        await maker.close()

    in_salon(sqlite_url, scene)


def test_a_proposal_by_name_is_hers_alone(sqlite_url):
    async def scene(home):
        ann, bob, eve = await home.members("Ann", "Bob", "Eve")
        maker = Matchmaker(home.runner, ROOMS)
        couple = maker.couples.propose(ann, PAIRS, asked=bob.id)
        assert maker.couples.asking(bob.id) == [couple]
        assert maker.couples.asking(eve.id) == []
        with pytest.raises(NoCouple):
            await maker.agree(couple.id, eve)
        again = maker.couples.propose(ann, PAIRS, asked=bob.id)
        assert maker.couples.asking(bob.id) == [again]  # one a person
        await maker.agree(again.id, bob)
        assert maker.couples.asking(bob.id) == []

    in_salon(sqlite_url, scene)


def test_whom_somebody_blocked_is_no_partner(sqlite_url):
    async def scene(home):
        ann, bob = await home.members("Ann", "Bob")
        row = {"person": "ann", "other": "bob", "kind": "block", "created": 1}
        await home.write(lambda connection: connection.execute(insert(company), row))
        maker = Matchmaker(home.runner, ROOMS)
        couple = maker.couples.propose(ann, PAIRS)
        with pytest.raises(NoCouple):
            await maker.agree(couple.id, bob)

    in_salon(sqlite_url, scene)


@pytest.mark.parametrize("room", ["passport", ""])
def test_from_the_proposal_to_two_seats_of_one_side(any_url, room):
    async def scene(home):
        ann, bob, eve, ida = people = await home.members("Ann", "Bob", "Eve", "Ida")
        wish = PAIRS._replace(room=room)
        maker = Matchmaker(home.runner, ROOMS)
        couple = maker.couples.propose(ann, wish)
        await maker.agree(couple.id, bob)
        tickets = [
            await maker.join(each, wish, each.id, couple.id if each in (ann, bob) else "")
            for each in (eve, ann, ida, bob)
        ]
        while not all(each.is_over for each in tickets):
            await asyncio.sleep(0.01)
        (table,) = {each.table for each in tickets}
        assert not any(each.is_apart for each in tickets)
        seats = {each.id: await home.write(kept_for, table, each.id) for each in people}
        assert sorted(seats.values()) == [0, 1, 2, 3]
        assert (seats["ann"] - seats["bob"]) % 2 == 0
        with pytest.raises(NotInvited):
            await home.do(table, eve, c.Sit, seat=seats["ann"], value=VALUE)  # nobody picks a side
        for each in people:
            await home.do(table, each, c.Sit, seat=seats[each.id], value=VALUE)
        await home.settle()
        assert (await home.runner.view(table)).phase == "playing"
        if room:
            assert await home.chips(*people) == [950] * 4
        await maker.close()

    in_salon(any_url, scene)
