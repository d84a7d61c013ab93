"""A staked rematch passes the same doors as the first game: nobody's chips are taken unasked."""

import pytest
from houses import VALUE
from salon import in_salon
from sqlalchemy import insert, update

from ludotheque.house.schema import company, persons
from ludotheque.house.stakes import ledger
from ludotheque.house.stakes.books import NotAgain
from ludotheque.table import commands as c


async def over(home, people, is_staked=True):
    """A table of these two whose game is over, at which the first has asked to play again."""
    table = await (home.staked(people) if is_staked else home.open(people=people))
    for seat, kind in enumerate((c.OfferDraw, c.AnswerDraw)):
        more = {"agrees": True} if kind is c.AnswerDraw else {}
        await home.do(table, people[seat], kind, seat=seat, **more)
    await home.do(table, people[0], c.Rematch, values=(VALUE,))
    return table


async def is_refused(home, table, people):
    """The second accepts: no new table, no chip moved."""
    chips, known = await home.chips(*people), home.store.tables_of(people[0].id)
    with pytest.raises(NotAgain) as refusal:
        await home.do(table, people[1], c.Rematch, values=(VALUE,))
    for language in ("fr", "en", "es"):
        assert refusal.value.tell(language)
    assert (await home.runner.view(table)).rematch is None
    assert home.store.tables_of(people[0].id) == known
    assert await home.chips(*people) == chips
    assert (await home.audit()).is_sound
    return True


def test_whoever_signed_out_loses_no_chips(any_url):
    async def scene(home):
        people = await home.members("Ann", "Bob")
        table = await over(home, people)
        before = await home.chips(*people)
        await home.runner.withdraw("ann")
        await home.do(table, people[1], c.Rematch, values=(VALUE,))
        assert (await home.runner.view(table)).rematch is None
        assert await home.chips(*people) == before
        assert (await home.audit()).escrow == 0

    in_salon(any_url, scene)


@pytest.mark.parametrize("is_staked", [True, False])
@pytest.mark.parametrize("blocker", ["ann", "bob"])
def test_two_who_are_not_to_meet_do_not_meet_again(any_url, blocker, is_staked):
    async def scene(home):
        people = await home.members("Ann", "Bob")
        table = await over(home, people, is_staked)
        other = "bob" if blocker == "ann" else "ann"
        row = {"person": blocker, "other": other, "kind": "block", "created": 1}
        await home.write(lambda connection: connection.execute(insert(company), row))
        assert await is_refused(home, table, people)

    in_salon(any_url, scene)


@pytest.mark.parametrize("is_staked", [True, False])
def test_the_suspended_do_not_play_again(any_url, is_staked):
    async def scene(home):
        people = await home.members("Ann", "Bob")
        table = await over(home, people, is_staked)
        change = update(persons).where(persons.c.id == "ann").values(suspended=1)
        await home.write(lambda connection: connection.execute(change))
        assert await is_refused(home, table, people)

    in_salon(any_url, scene)


def test_whoever_is_no_member_any_more_stakes_nothing(any_url):
    async def scene(home):
        people = await home.members("Ann", "Bob")
        table = await over(home, people)
        change = update(persons).where(persons.c.id == "ann").values(joined=None, deleted=1)
        await home.write(lambda connection: connection.execute(change))
        assert await is_refused(home, table, people)

    in_salon(any_url, scene)


def test_a_rematch_needs_the_stake(any_url):
    async def scene(home):
        people = await home.members("Ann", "Bob")
        table = await over(home, people)
        account = ledger.of_person("ann")
        legs = {account: -980, ledger.HOUSE: 980}
        await home.write(ledger.transfer, "test:spend", legs, "gift")
        assert await is_refused(home, table, people)

    in_salon(any_url, scene)
