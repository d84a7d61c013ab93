import asyncio
from datetime import UTC, datetime

import pytest
from houses import VALUE
from salon import in_salon

from ludotheque.core.discovery import boxes
from ludotheque.house.clock import date_of
from ludotheque.house.stakes import days
from ludotheque.house.stakes.books import NotInvited
from ludotheque.house.stakes.rankings import by_day, by_score
from ludotheque.table import commands as c
from ludotheque.table import dice, verify
from ludotheque.table.errors import NoSpectators, Refused
from ludotheque.table.events import Fell

GAME = days.solo(boxes().values())[0][1].id
DAY = 86_400


async def tried(home, person, last=False):
    """A person's try of the day, played to the end with her first or her last move each time."""
    found = await home.write(days.begin, GAME, person.id, home.clock.wall())
    options = {"seats": 1}
    await home.runner.create(
        GAME, options, found.settings, host=person, id=found.table, seed=found.seed
    )
    await home.do(found.table, person, c.Sit, value=VALUE)
    await home.settle()
    undone = 0
    while (view := await home.runner.view_for(found.table, person.id)).phase == "playing":
        if view.moves and view.may_undo and undone < 3 * last:
            await home.do(found.table, person, c.AskUndo, seat=0)  # numbers shift, dice do not
            undone += 1
        elif view.moves:
            move = list(view.moves)[-1 if last else 0]
            await home.do(found.table, person, c.Move, seat=0, move=move)
        await home.settle()
    assert undone == 3 * last
    return found.table


def rolls(home, table):
    return [e.event.text for e in home.store.entries(table) if isinstance(e.event, Fell)]


def test_the_same_dice_for_everybody_one_try_ranked(any_url):
    async def scene(home):
        ann, bob = await home.members("Ann", "Bob")
        home.clock.advance(DAY * 20_000)
        tables = [await tried(home, ann), await tried(home, bob, last=True)]
        assert rolls(home, tables[0]) == rolls(home, tables[1])
        again = await home.write(days.begin, GAME, ann.id, home.clock.wall())
        assert again.table == tables[0]
        day = date_of(home.clock.wall()).isoformat()
        ranked = await home.write(by_day, GAME, day)
        assert {place.table for place in ranked} == set(tables)
        assert [place.value for place in ranked] == sorted((p.value for p in ranked), reverse=True)
        solo = await home.write(by_score, GAME, "week", home.clock.wall())
        assert len(solo) == 2
        assert {place.table for place in solo} == {None}  # not to be seen before tomorrow
        home.clock.advance(DAY)
        later = await home.write(by_score, GAME, "ever", home.clock.wall())
        assert {place.table for place in later} == set(tables)

    in_salon(any_url, scene)


def test_the_dice_are_sealed_before_and_told_after_the_day(sqlite_url):
    async def scene(home):
        ann, bob = await home.members("Ann", "Bob")
        home.clock.advance(DAY * 20_000)
        now = home.clock.wall()
        table = await tried(home, ann)
        before = await home.write(days.sealed, GAME, now)
        assert len(before) == days.AHEAD + 1
        assert all(each.seed is None for each in before)
        record = await home.runner.record(table, 0)
        assert record.seed is None
        assert verify(record).is_sealed
        assert not verify(record).problems
        with pytest.raises(NoSpectators):
            await home.runner.viewer(table, bob.id)
        with pytest.raises(Refused):
            await home.do(table, ann, c.Rematch)
        home.clock.advance(DAY)
        after = await home.write(days.sealed, GAME, home.clock.wall())
        told = next(each for each in after if each.seed)
        assert dice.commitment(bytes.fromhex(told.seed)) == told.commitment
        assert told.commitment in [each.commitment for each in before]
        record = await home.runner.record(table)
        assert record.seed == told.seed
        assert verify(record).is_fair
        assert await home.runner.viewer(table, bob.id) is None

    in_salon(sqlite_url, scene)


def test_nobody_plays_anothers_try(sqlite_url):
    async def scene(home):
        ann, eve = await home.members("Ann", "Eve")
        found = await home.write(days.begin, GAME, ann.id, home.clock.wall())
        await home.runner.create(
            GAME, {"seats": 1}, found.settings, id=found.table, seed=found.seed
        )
        with pytest.raises(NotInvited):
            await home.do(found.table, eve, c.Sit, value=VALUE)

    in_salon(sqlite_url, scene)


def test_two_pages_have_one_try(any_url):
    async def scene(home):
        ann = await home.member("Ann")
        now = home.clock.wall()
        await home.write(days.seal, GAME, now)
        found = await asyncio.gather(
            *(home.write(days.begin, GAME, ann.id, now) for _ in range(5)), return_exceptions=True
        )
        assert len({each.table for each in found}) == 1

    in_salon(any_url, scene)


def test_a_day_ends_at_midnight():
    at = int(datetime(2026, 11, 15, 23, 59, tzinfo=UTC).timestamp() * 1000)
    assert date_of(at).isoformat() == "2026-11-15"
    assert days.end_of(date_of(at)) == at + 60_000
