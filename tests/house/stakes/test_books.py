import asyncio

import pytest
from houses import VALUE
from salon import Salon, in_salon
from sqlalchemy import select, update

from ludotheque.house.schema import matches, ratings, reports, sittings
from ludotheque.house.stakes import books, fairness
from ludotheque.house.stakes.ledger import NotEnoughChips, statement
from ludotheque.house.stakes.rating import Rating, rating_of
from ludotheque.table import Settings
from ludotheque.table import commands as c
from ludotheque.table.errors import PeopleOnly
from ludotheque.table.keeping.schema import events as log


async def rows(home, table, *order):
    return await home.write(lambda connection: connection.execute(select(table)).all())


def test_a_staked_game_from_the_stake_to_the_statement(any_url):
    async def scene(home):
        ann, bob = people = await home.members("Ann", "Bob")
        table = await home.staked(people)
        assert await home.chips(ann, bob) == [950, 950]
        assert (await home.audit()).escrow == 100
        view = await home.finish(table, people)
        winner = people[view.ended.ranks.index(1)]
        loser = ann if winner is bob else bob
        assert await home.chips(winner, loser) == [1_050, 950]
        sound = await home.audit()
        assert (sound.escrow, sound.held, sound.problems) == (0, 2_000, ())
        lines = await home.write(statement, f"person:{winner.id}")
        assert [(line.why, line.chips) for line in lines] == [
            ("settlement", 100),
            ("stake", -50),
            ("arrival", 1_000),
        ]
        assert {line.table for line in lines[:2]} == {table}
        earned = {
            row.person: (row.rank, row.points, row.chips) for row in await rows(home, sittings)
        }
        assert earned == {winner.id: (1, 100, 100), loser.id: (2, 20, 0)}
        best = await home.write(rating_of, "ludo", winner.id)
        assert best.mu > Rating().mu
        assert best.sigma < Rating().sigma

    in_salon(any_url, scene)


@pytest.mark.parametrize("room", ["passport", "priority"])
def test_every_room_has_its_stake_and_points(sqlite_url, room):
    async def scene(home):
        people = await home.members("Ann", "Bob", "Eve")
        table = await home.staked(people, room)
        stake = 50 if room == "passport" else 1_000
        assert await home.chips(*people) == [1_000 - stake] * 3
        view = await home.finish(table, people)
        place = {rank: people[seat] for seat, rank in enumerate(view.ended.ranks)}
        if set(place) == {1, 2, 3}:
            won = await home.chips(place[1], place[2], place[3])
            assert won == [1_000 + stake, 1_000, 1_000 - stake]
        assert sum(await home.chips(*people)) == 3_000

    in_salon(sqlite_url, scene)


def test_a_draw_gives_the_stakes_back(sqlite_url):
    async def scene(home):
        ann, bob = people = await home.members("Ann", "Bob")
        table = await home.staked(people)
        await home.do(table, ann, c.OfferDraw, seat=0)
        await home.do(table, bob, c.AnswerDraw, seat=1, agrees=True)
        assert await home.chips(*people) == [1_000, 1_000]
        assert [row.points for row in await rows(home, sittings)] == [40, 40]
        assert (await home.audit()).is_sound

    in_salon(sqlite_url, scene)


def test_couples_share_the_pot_and_the_leavers_partner_loses(sqlite_url):
    async def scene(home):
        people = await home.members("Ann", "Bob", "Eve", "Ida")
        table = await home.staked(people, game="superludo", couples=True)
        await home.do(table, people[0], c.Leave)
        assert (await home.runner.view(table)).phase == "over"
        assert await home.chips(*people) == [950, 1_050, 950, 1_050]
        assert [row.points for row in await rows(home, sittings)] == [0, 100, 20, 100]
        record = await home.write(fairness.leavers_record, people[0].id)
        assert record == 1
        assert await home.write(fairness.leavers_record, people[2].id) == 0

    in_salon(sqlite_url, scene)


def test_who_is_absent_three_times_has_left(sqlite_url):
    async def scene(home):
        people = await home.members("Ann", "Bob")
        table = await home.staked(people)
        for _ in range(12):
            await home.settle(30.5)
            if (view := await home.runner.view(table)).phase == "over":
                break
        assert view.ended.reason == "deserted"
        assert all(seat.level is None for seat in view.seats)
        assert sorted(await home.chips(*people)) == [950, 1_050]

    in_salon(sqlite_url, scene)


def test_an_abandoned_table_gives_the_stakes_back(sqlite_url):
    async def scene(home):
        people = await home.members("Ann", "Bob")
        table = await home.staked(people)
        await home.runner.abandon(table)
        assert await home.chips(*people) == [1_000, 1_000]
        assert (await home.audit()).is_sound
        assert not await rows(home, ratings)

    in_salon(sqlite_url, scene)


def test_those_who_came_do_not_wait_for_who_did_not(sqlite_url):
    async def scene(home):
        ann, bob = people = await home.members("Ann", "Bob")
        table = await home.staked(people, sit=False)
        await home.do(table, ann, c.Sit, value=VALUE)
        await home.settle(91)
        view = await home.runner.view(table)
        assert (view.phase, view.ended.reason) == ("over", "abandoned")
        assert await home.chips(ann, bob) == [1_000, 1_000]
        assert await home.write(fairness.leavers_record, ann.id) == 0
        assert await home.write(fairness.leavers_record, bob.id) == 0.5

    in_salon(sqlite_url, scene)


def test_only_those_invited_sit_down_once_each_and_no_bot(sqlite_url):
    async def scene(home):
        ann, bob, eve = await home.members("Ann", "Bob", "Eve")
        table = await home.staked([ann, bob], sit=False)
        with pytest.raises(books.NotInvited):
            await home.do(table, eve, c.Sit, value=VALUE)
        await home.do(table, ann, c.Sit, value=VALUE)
        with pytest.raises(PeopleOnly):
            await home.do(table, ann, c.Sit, value=VALUE)
        with pytest.raises(books.NotInvited):
            await home.do(table, eve, c.Sit, value=VALUE)
        await home.do(table, bob, c.Sit, value=VALUE)
        assert (await home.runner.view(table)).phase == "playing"
        own = await home.runner.create("ludo", {"seats": 2}, Settings(contest=True), host=eve)
        for kind, details in ((c.Place, {"seat": 0, "level": "easy"}), (c.Fill, {})):
            with pytest.raises(PeopleOnly):
                await home.do(own, eve, kind, **details)

    in_salon(sqlite_url, scene)


def test_chips_for_one_table_do_not_start_two(any_url):
    async def scene(home):
        ann, bob, eve = await home.members("Ann", "Bob", "Eve")
        first = await home.staked([ann, bob], "priority", sit=False)
        second = await home.staked([ann, eve], "priority", sit=False)
        for table, other in ((first, bob), (second, eve)):
            await home.do(table, other, c.Sit, value=VALUE)
        done = await asyncio.gather(
            *(home.do(table, ann, c.Sit, value=VALUE) for table in (first, second)),
            return_exceptions=True,
        )
        refused = [each for each in done if isinstance(each, NotEnoughChips)]
        assert len(refused) == 1
        assert (await home.chips(ann)) == [0]
        phases = {(await home.runner.view(table)).phase for table in (first, second)}
        assert phases == {"open", "playing"}
        assert (await home.audit()).is_sound

    in_salon(any_url, scene)


def test_a_rematch_is_staked_again_and_needs_everybody(sqlite_url):
    async def scene(home):
        ann, bob = people = await home.members("Ann", "Bob")
        table = await home.staked(people)
        await home.do(table, ann, c.Leave)
        with pytest.raises(PeopleOnly):
            await home.do(table, bob, c.Rematch, values=(VALUE,))
        again = await home.staked(people)
        await home.do(again, ann, c.OfferDraw, seat=0)
        await home.do(again, bob, c.AnswerDraw, seat=1, agrees=True)
        before = await home.chips(ann, bob)
        await home.do(again, ann, c.Rematch, values=(VALUE,))
        await home.do(again, bob, c.Rematch, values=(VALUE,))
        assert await home.chips(ann, bob) == [each - 50 for each in before]
        assert (await home.audit()).escrow == 100

    in_salon(sqlite_url, scene)


def test_books_made_anew_from_the_logs_say_the_same(any_url):
    async def scene(home):
        people = await home.members("Ann", "Bob", "Eve")
        await home.finish(await home.staked(people[:2]), people[:2])
        home.clock.advance(1)
        await home.finish(await home.open(people=people[1:]), people[1:])
        home.clock.advance(1)
        table = await home.staked(people)
        home.clock.advance(1)
        await home.do(table, people[0], c.Leave)
        for kept in (matches, sittings, ratings):
            before = await rows(home, kept)
            await asyncio.to_thread(books.rebuild, home.store, home.books)
            assert sorted(await rows(home, kept)) == sorted(before)
        assert (await home.audit()).is_sound

    in_salon(any_url, scene)


def test_tables_from_before_are_caught_up_with(sqlite_url):
    async def scene(home):
        home.store.consequences.clear()
        people = await home.members("Ann", "Bob")
        done = await home.open(people=people)
        await home.finish(done, people)
        running = await home.open(people=people)
        unknown = await home.open(people=people)
        await home.write(home.books.learn, done)
        await home.write(home.books.learn, running)
        home.store.consequences.append(home.books)
        await home.finish(running, people)
        await home.finish(unknown, people)  # learned of when it ends
        assert await asyncio.to_thread(books.catch_up, home.store, home.books) == 0
        assert [row.reason for row in await rows(home, matches)] == ["finished"] * 3
        assert (await home.write(rating_of, "ludo", people[0].id)).games == 3

    in_salon(sqlite_url, scene)


def test_the_host_hears_of_one_sided_losses(sqlite_url):
    async def scene(home):
        ann, bob = people = await home.members("Ann", "Bob")
        for number in range(9):
            assert len(await rows(home, reports)) == (number > 7)
            table = await home.staked(people)
            await home.do(table, ann, c.Leave)
            home.clock.advance(1)
        (report,) = await rows(home, reports)
        assert (report.reporter, report.person, report.reason) == (None, ann.id, "one-sided")
        assert report.words == f"/people/{bob.id} 8/8 400"

    in_salon(sqlite_url, scene)


def test_a_leavers_record_fades_with_good_games(sqlite_url):
    async def scene(home):
        people = await home.members("Ann", "Bob")
        ann = people[0]
        for _ in range(3):
            table = await home.staked(people)
            await home.do(table, ann, c.Leave)
            home.clock.advance(1)
        record = await home.write(fairness.leavers_record, ann.id)
        assert record == 3
        assert fairness.good_games_missing(record) == 2
        for _ in range(2):
            await home.finish(await home.open(people=people), people)
            home.clock.advance(1)
        record = await home.write(fairness.leavers_record, ann.id)
        assert record == pytest.approx(3 * 0.8**2)
        assert fairness.good_games_missing(record) == 0

    in_salon(sqlite_url, scene)


async def left_thrice(home, people):
    """Three staked games that the first of these people left."""
    for _ in range(3):
        await home.do(await home.staked(people), people[0], c.Leave)
        home.clock.advance(1)


async def drawn(home, people, turns):
    """A friendly draw after so many rolls and moves of both together."""
    table = await home.open(people=people, options={"seats": 2})
    for _ in range(turns):
        await home.settle()
        await home.turn(table, people)
    await home.do(table, people[0], c.OfferDraw, seat=0)
    await home.do(table, people[1], c.AnswerDraw, seat=1, agrees=True)
    home.clock.advance(1)


def test_empty_games_wash_no_leavers_record_off(any_url):
    """MA-30: a draw at once, a friend who leaves at once, a table given up: nothing was played."""

    async def scene(home):
        ann, bob = people = await home.members("Ann", "Bob")
        await left_thrice(home, people)
        for turns in (0, 0, 10, 10):
            await drawn(home, people, turns)
        for _ in range(2):
            await home.do(await home.open(people=people), bob, c.Leave)
            home.clock.advance(1)
            await home.runner.abandon(await home.open(people=people))
            home.clock.advance(1)
        assert await home.write(fairness.leavers_record, ann.id) == 3
        assert await home.write(fairness.leavers_record, bob.id) == 0

    in_salon(any_url, scene)


def test_a_draw_that_was_fought_for_counts(sqlite_url):
    """MA-30: twenty gestures each."""

    async def scene(home):
        people = await home.members("Ann", "Bob")
        await left_thrice(home, people)
        await drawn(home, people, 90)
        record = await home.write(fairness.leavers_record, people[0].id)
        assert record == pytest.approx(3 * 0.8)

    in_salon(sqlite_url, scene)


def test_what_the_clock_did_for_her_she_did_not_play(sqlite_url):
    """MA-30: her own gestures count; a friend who plays on while she sleeps does not help."""

    async def scene(home):
        ann, bob = people = await home.members("Ann", "Bob")
        await left_thrice(home, people)
        table = await home.open(people=people, clock=30)
        while (await home.runner.view(table)).phase == "playing":
            await home.settle(31)
            await home.turn(table, [bob])
        assert await home.write(fairness.leavers_record, ann.id) == 3

    in_salon(sqlite_url, scene)


def test_a_staked_game_of_older_rules_gives_the_stakes_back(any_url):
    """The house opens with a newer edition of the rules in the middle of a game."""

    async def scene(home):
        ann, bob = people = await home.members("Ann", "Bob")
        table = await home.staked(people)
        await home.runner.close()
        with home.store.engine.execution_options(writes=True).begin() as connection:
            first = (log.c.table_id == table) & (log.c.number == 1)
            text = connection.execute(select(log.c.event).where(first)).scalar_one()
            old = text.replace(',"edition":2', "")
            assert old != text
            connection.execute(update(log).where(first).values(event=old))
        again = Salon(home.store)
        home.store.consequences.remove(home.books)
        await again.runner.start(warm=False)
        await again.runner.idle()
        assert (await again.runner.view(table)).ended.reason == "drawn"
        assert await again.chips(ann, bob) == [1_000, 1_000]
        assert (await again.audit()).problems == ()
        await again.runner.close()

    in_salon(any_url, scene)
