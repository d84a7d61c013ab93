"""Whole tables: people, bots, hot seats; commands repeated, stale and forged; restarts."""

import asyncio

import pytest
from houses import ANN, BOB, EVE, GAMES, VALUE, House, house, in_house, new_id

from ludotheque.core.errors import BadOption, UnknownGame
from ludotheque.table import Settings, Store, errors, tell, verify
from ludotheque.table import commands as c
from ludotheque.table.events import Began, Ended, Fell, Moved, Sat
from ludotheque.table.verbs import undo


def test_two_people_play_to_the_end_and_the_dice_are_fair(any_url):
    async def scene(home):
        table = await home.open()
        await home.finish(table)
        record = await home.runner.record(table)
        report = verify(record)
        assert report.is_fair
        assert report.outcomes == sum(isinstance(line.event, Fell) for line in record.log)
        view = await home.runner.view(table)
        assert view.ended.reason == "finished"
        assert sorted(view.ended.ranks) == [1, 2]

    in_house(any_url, scene)


def test_bots_play_against_each_other(sqlite_url):
    async def scene(home):
        table = await home.open(people=())
        await home.do(table, ANN, c.Fill, level="easy")
        await home.settle()
        view = await home.runner.view(table)
        assert view.phase == "over"
        assert all(seat.kind == "bot" and seat.level == "easy" for seat in view.seats)

    in_house(sqlite_url, scene)


def test_one_person_in_all_seats(sqlite_url):
    async def scene(home):
        table = await home.open(people=(ANN, ANN))
        assert home.runner.mine("ann")[0].mine == (0, 1)
        view = await home.finish(table, [ANN])
        assert view.ended.reason == "finished"

    in_house(sqlite_url, scene)


def test_nothing_is_told_before_it_is_in_the_log(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        heard = []

        def listen(id, number):
            assert [entry.number for entry in home.store.entries(id)][-1] == number
            heard.append(number)

        stop = home.runner.subscribe(table, listen)
        for _ in range(5):
            await home.turn(table, (ANN, BOB))
        stop()
        await home.turn(table, (ANN, BOB))
        assert heard == sorted(set(heard))
        assert len(heard) == 5

    in_house(sqlite_url, scene)


def test_a_view_never_shows_what_is_not_yet_in_the_log(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        before = await home.runner.view(table)
        roll = c.Roll(id="r", seen=before.number)
        write, release = home.store.write, asyncio.Event()

        async def slow(*writes):
            await release.wait()
            await write(*writes)

        home.store.write = slow
        who = ANN if before.roller == 0 else BOB
        answer = asyncio.create_task(home.runner.command(table, who, roll))
        await asyncio.sleep(0.01)
        during = await home.runner.view(table)
        assert during.number == before.number
        assert during.state == before.state
        release.set()
        assert (await answer).number > before.number

    in_house(sqlite_url, scene)


def test_a_repeated_command_acts_once_with_the_same_answer(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        view = await home.runner.view(table)
        who = ANN if view.roller == 0 else BOB
        roll = c.Roll(id="again", seen=view.number)
        first, *others = await asyncio.gather(
            *(home.runner.command(table, who, roll) for _ in range(5))
        )
        assert not first.is_repeat
        assert all(other.is_repeat and other.number == first.number for other in others)
        assert sum(e.command == "again" for e in home.store.entries(table)) == 1
        await home.runner.close()
        again = House(home.store)
        answer = await again.runner.command(table, who, roll)  # even after a restart
        assert answer.is_repeat
        assert answer.number == first.number
        await again.runner.close()

    in_house(sqlite_url, scene)


def test_a_stale_command_is_refused(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        view = await home.until(table, (ANN, BOB), lambda view: view.waiting)
        who = (ANN, BOB)[view.waiting[0]]
        moves = (await home.runner.view_for(table, who.id)).moves
        old = c.Move(id="old", seen=view.number - 1, seat=view.waiting[0], move=next(iter(moves)))
        with pytest.raises(errors.Stale) as refusal:
            await home.runner.command(table, who, old)
        assert refusal.value.number == view.number  # what she has to catch up with
        future = c.Move(id="new", seen=view.number + 5, seat=old.seat, move=old.move)
        with pytest.raises(errors.Stale):
            await home.runner.command(table, who, future)

    in_house(sqlite_url, scene)


def test_attacks_do_nothing(sqlite_url):
    """Roll twice, move for another seat, an old command again, forged ids, strangers."""

    async def scene(home):
        table = await home.open(options={"seats": 2})
        await home.settle()
        view = await home.until(table, (ANN, BOB), lambda view: view.roller is not None)
        mine, theirs = (ANN, BOB) if view.roller == 0 else (BOB, ANN)
        seat = view.roller

        async def refused(error, person, kind, **details):
            before = home.store.entries(table)
            with pytest.raises(error) as refusal:
                await home.do(table, person, kind, **details)
            assert home.store.entries(table) == before
            for language in ("fr", "en", "es"):
                assert refusal.value.tell(language)

        await refused(errors.NotYourTurn, theirs, c.Roll)
        await refused(errors.NotYourTurn, mine, c.Move, seat=seat, move="0>1")
        await refused(errors.NotYourSeat, theirs, c.Roll, seat=seat)
        await refused(errors.Stranger, EVE, c.Roll)
        await refused(errors.Stranger, EVE, c.Roll, seat=seat)
        await refused(errors.NoSuchSeat, mine, c.Roll, seat=7)
        await refused(errors.NoSuchSeat, mine, c.Roll, seat=-1)
        await refused(errors.AlreadyBegun, EVE, c.Sit, value=VALUE)
        await refused(errors.AlreadyBegun, ANN, c.Fill)
        await refused(errors.NotHost, BOB, c.Fill)
        await refused(errors.NothingAsked, mine, c.AnswerDraw, seat=seat, agrees=True)
        await refused(errors.NothingAsked, mine, c.AnswerUndo, seat=seat, agrees=True)
        await refused(errors.NotHeld, mine, c.TakeOver, seat=seat)
        await refused(errors.NotOver, mine, c.Rematch)
        await refused(errors.Stranger, EVE, c.Leave)
        await refused(errors.Stranger, EVE, c.Emote, seat=0, emote="hello")
        await refused(errors.BadCommand, mine, c.Emote, seat=seat, emote="<script>")
        await refused(errors.BadCommand, mine, c.Roll, id="")
        for id in ("x" * 65, "\0x", "x\n", "\x7f", "é", "\ud800"):
            await refused(errors.BadCommand, mine, c.Roll, id=id)

        roll = c.Roll(id="roll", seen=view.number)
        rolled = await home.runner.command(table, mine, roll)
        twice = c.Roll(id="roll-2", seen=view.number)
        with pytest.raises(errors.Stale):
            await home.runner.command(table, mine, twice)
        with pytest.raises(errors.Refused):  # another's command id does not make it hers
            await home.runner.command(table, theirs, roll)
        assert (await home.runner.command(table, mine, roll)).number == rolled.number

        view = await home.until(table, (ANN, BOB), lambda view: view.waiting)
        seat = view.waiting[0]
        mine, theirs = (ANN, BOB) if seat == 0 else (BOB, ANN)
        await refused(errors.NothingToRoll, mine, c.Roll, seat=seat)
        await refused(errors.NotYourSeat, theirs, c.Move, seat=seat, move="0>1")
        await refused(errors.NotYourTurn, theirs, c.Move, seat=1 - seat, move="0>1")
        await refused(errors.Stranger, EVE, c.Move, seat=seat, move="0>1")
        await refused(errors.Illegal, mine, c.Move, seat=seat, move="3>57")
        await refused(errors.Illegal, mine, c.Move, seat=seat, move="leave 2")
        await refused(errors.Illegal, mine, c.Move, seat=seat, move="x" * 10_000)

    in_house(sqlite_url, scene)


def test_commands_for_tables_that_are_not_there(any_url):
    async def scene(home):
        with pytest.raises(errors.UnknownTable):
            await home.runner.command("nowhere", ANN, c.Roll(id="1"))
        for id in ("../../etc/passwd", "\0", "é", "\ud800"):
            with pytest.raises(errors.UnknownTable):
                await home.runner.view(id)
        with pytest.raises(UnknownGame):
            await home.runner.create("no-such-game")
        with pytest.raises(BadOption):
            await home.runner.create("ludo", {"seats": 9})
        with pytest.raises(BadOption):
            Settings(clock=17)

    in_house(any_url, scene)


def test_sitting_down(sqlite_url):
    async def scene(home):
        table = await home.open(people=(), options={"seats": 4})
        with pytest.raises(errors.BadValue):
            await home.do(table, ANN, c.Sit, value="zz")
        await home.do(table, ANN, c.Sit, seat=2, value=VALUE)
        with pytest.raises(errors.NotBegun):
            await home.do(table, ANN, c.Roll, seat=2)
        with pytest.raises(errors.SeatTaken):
            await home.do(table, BOB, c.Sit, seat=2, value=VALUE)
        with pytest.raises(errors.NoSuchSeat):
            await home.do(table, BOB, c.Sit, seat=4, value=VALUE)
        await home.do(table, ANN, c.Place, seat=3, level="hard")
        with pytest.raises(errors.BadCommand):
            await home.do(table, ANN, c.Place, seat=0, level="divine")
        with pytest.raises(errors.NotHost):
            await home.do(table, BOB, c.Place, seat=0, level="easy")
        await home.do(table, BOB, c.Sit, value=VALUE)
        await home.do(table, ANN, c.Leave, seat=3)  # the host sends the bot away
        await home.do(table, BOB, c.Leave)
        view = await home.runner.view(table)
        assert [seat.kind for seat in view.seats] == ["free", "free", "person", "free"]
        for person in (BOB, EVE, EVE):
            await home.do(table, person, c.Sit, value=VALUE)
        assert any(isinstance(entry.event, Began) for entry in home.store.entries(table))
        with pytest.raises(errors.AlreadyBegun):
            await home.do(table, BOB, c.Sit, value=VALUE)

    in_house(sqlite_url, scene)


def test_a_name_is_kept_short_and_the_value_of_nobody_is_nought(sqlite_url):
    async def scene(home):
        table = await home.open(people=())
        await home.do(table, c.Person("x", "  " + "<b>" * 100), c.Sit)
        sat = home.store.entries(table)[-1].event
        assert isinstance(sat, Sat)
        assert len(sat.name) == 40
        assert sat.value == "00" * 16

    in_house(sqlite_url, scene)


def test_nothing_invisible_of_a_name_comes_into_the_log(any_url):
    async def scene(home):
        table = await home.open(options={"seats": 4}, people=())
        await home.do(table, c.Person("x", "\0Eve\u202e\n\x07"), c.Sit)
        await home.do(table, c.Person("y", "\0"), c.Sit)
        await home.do(table, c.Person("z", "Zoé"), c.Sit, name="a name of another's")
        await home.do(table, c.Person("z", "Zoé"), c.Sit, name="\0Ada \u202e")  # at the same screen
        sat = [each.event for each in home.store.entries(table) if isinstance(each.event, Sat)]
        assert [each.name for each in sat] == ["Eve", "?", "Zoé", "Ada"]

    in_house(any_url, scene)


def test_leaving_ends_a_game_of_two(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        await home.do(table, ANN, c.Leave)
        view = await home.runner.view(table)
        assert (view.ended.reason, view.ended.ranks) == ("deserted", (2, 1))
        with pytest.raises(errors.IsOver):
            await home.do(table, BOB, c.Leave)
        assert verify(await home.runner.record(table)).is_fair

    in_house(sqlite_url, scene)


def test_a_game_of_four_goes_on_without_who_left(sqlite_url):
    async def scene(home):
        table = await home.open(options={"seats": 4, "pawns": 1}, people=(ANN, BOB, EVE, EVE))
        await home.settle()
        await home.do(table, EVE, c.Leave)
        view = await home.runner.view(table)
        assert view.phase == "playing"
        assert [seat.has_left for seat in view.seats] == [False, False, True, True]
        with pytest.raises(errors.HasLeft):
            await home.do(table, EVE, c.Roll, seat=2)
        with pytest.raises(errors.Stranger):
            await home.do(table, EVE, c.Roll)
        view = await home.finish(table)
        assert view.ended.ranks[2] == view.ended.ranks[3] == 3

    in_house(sqlite_url, scene)


def test_bots_do_not_play_on_alone(sqlite_url):
    async def scene(home):
        table = await home.open(options={"seats": 4}, people=(ANN,))
        await home.do(table, ANN, c.Fill)
        await home.settle()
        await home.do(table, ANN, c.Leave)
        view = await home.runner.view(table)
        assert view.ended.reason == "abandoned"
        assert verify(await home.runner.record(table)).is_fair

    in_house(sqlite_url, scene)


def test_a_draw_is_everybodys_agreement(sqlite_url):
    async def scene(home):
        table = await home.open(options={"seats": 4}, people=(ANN, BOB, EVE))
        await home.do(table, ANN, c.Place, seat=3, level="easy")
        await home.settle()
        await home.do(table, ANN, c.OfferDraw, seat=0)
        with pytest.raises(errors.TooSoon):
            await home.do(table, BOB, c.OfferDraw, seat=1)
        offers = [
            (await home.runner.view_for(table, each)).draw_offer for each in ("ann", "bob", "eve")
        ]
        assert [offer.is_yours_to_answer for offer in offers] == [False, True, True]
        await home.do(table, BOB, c.AnswerDraw, seat=1, agrees=False)
        with pytest.raises(errors.TooSoon):
            await home.do(table, ANN, c.OfferDraw, seat=0)
        for _ in range(25):
            await home.turn(table, (ANN, BOB, EVE))
            await home.settle()
        await home.do(table, BOB, c.OfferDraw, seat=1)
        await home.do(table, ANN, c.AnswerDraw, seat=0, agrees=True)
        await home.do(table, EVE, c.AnswerDraw, seat=2, agrees=True)
        view = await home.runner.view(table)
        assert (view.ended.reason, view.ended.ranks) == ("drawn", (1, 1, 1, 1))
        assert verify(await home.runner.record(table)).is_fair

    in_house(sqlite_url, scene)


def test_a_draw_is_settled_when_the_last_who_had_not_answered_leaves(sqlite_url):
    async def scene(home):
        table = await home.open(options={"seats": 3}, people=(ANN, BOB, EVE))
        await home.settle()
        await home.do(table, ANN, c.OfferDraw, seat=0)
        await home.do(table, BOB, c.AnswerDraw, seat=1, agrees=True)
        await home.do(table, EVE, c.Leave)
        await home.settle()
        assert (await home.runner.view(table)).ended.reason == "drawn"

    in_house(sqlite_url, scene)


def test_a_move_is_taken_back_if_the_other_agrees_and_before_the_dice_fall(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        view = await home.until(table, (ANN, BOB), lambda view: view.waiting)
        seat = view.waiting[0]
        mine, other = ((ANN, 0), (BOB, 1)) if seat == 0 else ((BOB, 1), (ANN, 0))
        with pytest.raises(errors.NothingToUndo):  # what fell is never taken back
            await home.do(table, mine[0], c.AskUndo, seat=seat)
        before = view.state
        await home.turn(table, (mine[0],))
        with pytest.raises(errors.NothingToUndo):
            await home.do(table, other[0], c.AskUndo, seat=other[1])
        view = await home.runner.view_for(table, mine[0].id)
        assert (view.may_undo, view.may_undo_at_once) == (True, False)  # the other saw it
        await home.do(table, mine[0], c.AskUndo, seat=seat)
        await home.do(table, other[0], c.AnswerUndo, seat=other[1], agrees=True)
        view = await home.runner.view(table)
        assert view.state == before
        assert view.waiting == (seat,)
        with pytest.raises(errors.NothingToUndo):
            await home.do(table, mine[0], c.AskUndo, seat=seat)
        await home.finish(table)
        record = await home.runner.record(table)
        assert verify(record).is_fair
        assert record.match().is_over

    in_house(sqlite_url, scene)


def test_at_one_screen_a_move_is_taken_back_although_the_turn_has_passed(sqlite_url):
    async def scene(home):
        table = await home.open(people=(ANN, ANN))
        await home.settle()
        seat = view = None
        while view is None or view.roller != 1 - seat:  # a 6 rolls again
            view = await home.until(table, (ANN,), lambda view: view.waiting)
            seat, before = view.waiting[0], view.state
            await home.turn(table, (ANN,))
            view = await home.runner.view_for(table, ANN.id, 1 - seat)
        assert view.may_undo_at_once
        await home.do(table, ANN, c.AskUndo, seat=1 - seat)
        view = await home.runner.view(table)
        assert view.state == before
        assert view.waiting == (seat,)
        assert home.store.entries(table)[-1].event.seat == seat

    in_house(sqlite_url, scene)


def test_whoever_is_not_let_take_a_move_back_asks_no_more_for_a_while(sqlite_url):
    async def scene(home):
        table = await home.open(options={"seats": 2})
        people = (ANN, BOB)

        async def moved(seat=None):
            """Somebody's move, or that seat's, in sight of all; the seat."""
            while True:
                view = await home.until(table, people, lambda view: view.waiting)
                await home.turn(table, people)
                if seat in (None, *view.waiting):
                    return view.waiting[0]

        async def ask(seat):
            await home.do(table, people[seat], c.AskUndo, seat=seat)

        seat = await moved()
        await ask(seat)
        await home.do(table, people[1 - seat], c.AnswerUndo, seat=1 - seat, agrees=False)
        steps = (await home.runner.memory.find(table)).table
        refused = steps.steps_taken
        while steps.steps_taken < refused + undo.PAUSE:
            view = await home.runner.view_for(table, people[seat].id)
            if undo.own_last_move(steps, seat):
                assert not view.may_undo
                with pytest.raises(errors.TooSoon):
                    await ask(seat)
            if undo.own_last_move(steps, 1 - seat):
                await ask(1 - seat)  # nobody refused anything to her
            await home.turn(table, people)
        if not undo.own_last_move(steps, seat):
            await moved(seat)
        assert (await home.runner.view_for(table, people[seat].id)).may_undo
        await ask(seat)

    in_house(sqlite_url, scene)


def test_alone_with_bots_nobody_is_asked(sqlite_url):
    async def scene(home):
        table = await home.open(people=(ANN, ANN))
        await home.settle()
        view = await home.until(table, (ANN,), lambda view: view.waiting)
        seat = view.waiting[0]
        assert not (await home.runner.view_for(table, "ann", seat)).may_undo_at_once  # a roll stays
        await home.turn(table, (ANN,))
        view = await home.runner.view_for(table, "ann", seat)
        assert view.may_undo
        assert view.may_undo_at_once == (view.roller == seat)  # offered in her own turn only
        await home.do(table, ANN, c.AskUndo, seat=seat)
        assert (await home.runner.view(table)).waiting == (seat,)

    in_house(sqlite_url, scene)


def test_gestures(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle(10)
        await home.do(table, ANN, c.Emote, seat=0, emote="laugh")
        with pytest.raises(errors.TooSoon):
            await home.do(table, ANN, c.Emote, seat=0, emote="laugh")
        home.clock.advance(3)
        await home.do(table, ANN, c.Emote, seat=0, emote="mock")
        told = await home.runner.told(table, None)
        view = await home.runner.view(table)
        assert tell(view.game, told[-1], view.names) == ["Ann se moque des autres."]
        assert tell(view.game, told[-1], view.names, "en") == ["Ann mocks the others."]

    in_house(sqlite_url, scene)


def test_nobody_is_kept_from_a_gesture_by_a_clock_that_was_put_back(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.do(table, ANN, c.Emote, seat=0, emote="laugh")
        wall = home.clock.wall
        home.clock.wall = lambda: wall() - 3_600_000
        await home.do(table, ANN, c.Emote, seat=0, emote="laugh")
        with pytest.raises(errors.TooSoon):
            await home.do(table, ANN, c.Emote, seat=0, emote="laugh")

    in_house(sqlite_url, scene)


def test_gestures_do_not_make_a_move_stale(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle(10)
        view = await home.runner.view(table)
        await home.do(table, ANN, c.Emote, seat=0, emote="hello")
        who = (ANN, BOB)[view.roller]
        await home.do(table, who, c.Roll, seen=view.number)

    in_house(sqlite_url, scene)


def test_who_may_watch(sqlite_url):
    async def scene(home):
        shy = await home.open(people=(ANN,), spectators=False)
        assert (await home.runner.view_for(shy, "eve")).viewer is None  # to sit down one must see
        await home.do(shy, BOB, c.Sit, value=VALUE)
        with pytest.raises(errors.NoSpectators):
            await home.runner.view_for(shy, "eve")
        with pytest.raises(errors.NoSpectators):
            await home.runner.view_for(shy, None)
        with pytest.raises(errors.Stranger):
            await home.runner.view_for(shy, "eve", seat=0)
        assert (await home.runner.view_for(shy, "bob")).viewer == 1
        open_ = await home.open(public=True)
        assert (await home.runner.view_for(open_, None)).viewer is None
        assert [each.table for each in await home.runner.lobby()] == [open_]

    in_house(sqlite_url, scene)


def test_a_restart_loses_nothing(any_url):
    async def scene():
        with Store(any_url) as store:
            home = House(store)
            table = await home.open()
            for _ in range(20):
                await home.settle()
                await home.turn(table, (ANN, BOB))
            before = await home.runner.view_for(table, "ann")
            await home.runner.close()
        with Store(any_url) as store:
            home = House(store)
            await home.runner.start(warm=False)
            await home.runner.idle()
            after = await home.runner.view_for(table, "ann")
            assert after.state == before.state
            assert (after.number, after.moves) == (before.number, before.moves)
            await home.finish(table)
            assert verify(await home.runner.record(table)).is_fair
            await home.runner.close()

    asyncio.run(scene())


def test_two_houses_on_one_log_agree(any_url):
    """Two processes' runners serve one table: each learns of the other's moves in time."""

    async def scene():
        async with house(any_url) as one, house(any_url) as two:
            table = await one.open(options={"seats": 2})
            await one.settle()
            await two.runner.view(table)
            for k in range(40):
                home = (one, two)[k % 2]
                await home.refresh(table)
                if not await home.turn(table, (ANN, BOB)):
                    await home.settle()
            # Both at once, neither having heard of the other's last move:
            await one.refresh(table)
            view = await one.until(table, (ANN, BOB), lambda view: view.roller is not None)
            await two.refresh(table)
            roll = c.Roll(id=new_id(), seen=view.number)
            who = (ANN, BOB)[view.roller]
            answers = await asyncio.gather(
                one.runner.command(table, who, roll), two.runner.command(table, who, roll)
            )
            assert answers[0].number == answers[1].number
            assert sorted(answer.is_repeat for answer in answers) == [False, True]
            assert sum(e.command == roll.id for e in one.store.entries(table)) == 1

    asyncio.run(scene())


def test_a_command_whose_sender_went_away_is_still_carried_out(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        view = await home.runner.view(table)
        heard = []
        home.runner.subscribe(table, lambda id, number: heard.append(number))
        who = (ANN, BOB)[view.roller]
        roll = c.Roll(id="gone", seen=view.number)
        task = asyncio.create_task(home.runner.command(table, who, roll))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await home.runner.command(table, who, roll)).is_repeat
        assert heard == [view.number + 1]

    in_house(sqlite_url, scene)


def test_a_database_that_fails_loses_nothing(sqlite_url, caplog):
    async def scene(home):
        table = await home.open()
        await home.settle()
        view = await home.runner.view(table)
        who = (ANN, BOB)[view.roller]
        roll = c.Roll(id="doubt", seen=view.number)
        write = home.store.write

        async def written_but_not_answered(*writes):
            await write(*writes)
            raise OSError("the line is dead")

        home.store.write = written_but_not_answered
        with pytest.raises(errors.Unavailable):
            await home.runner.command(table, who, roll)
        (said,) = (each for each in caplog.records if "written" in each.message)
        assert said.message == "the log could not be written: the line is dead"
        assert said.exc_info is None  # a line, no traceback
        home.store.write = write
        assert (await home.runner.command(table, who, roll)).is_repeat
        assert (await home.runner.view(table)).number == view.number + 1

    in_house(sqlite_url, scene)


def test_a_house_may_abandon_a_table(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.runner.abandon(table)
        ended = home.store.entries(table)[-1].event
        assert isinstance(ended, Ended)
        assert ended.reason == "abandoned"
        with pytest.raises(errors.IsOver):
            await home.runner.abandon(table)
        with pytest.raises(errors.IsOver):
            await home.do(table, ANN, c.Roll, seat=0)

    in_house(sqlite_url, scene)


def test_a_bots_moves_are_marked(sqlite_url):
    async def scene(home):
        table = await home.open(options={"seats": 2}, people=(ANN,))
        await home.do(table, ANN, c.Fill, level="medium")
        await home.finish(table, [ANN])
        hands = {
            (entry.event.seat, entry.event.by)
            for entry in home.store.entries(table)
            if isinstance(entry.event, Moved)
        }
        assert hands == {(0, "person"), (1, "bot")}

    in_house(sqlite_url, scene)


def counted(monkeypatch, engine):
    """How often the engine lets something happen on a board, from now on."""
    done, do = [], engine.do
    monkeypatch.setattr(engine, "do", lambda board, step: (done.append(step), do(board, step)))
    return done


def test_what_is_decided_is_played_once(sqlite_url, monkeypatch):
    async def scene(home):
        table = await home.open()
        await home.settle()
        done = counted(monkeypatch, GAMES["ludo"].engine)
        for _ in range(20):
            await home.turn(table, (ANN, BOB))
        assert len(done) == 20

    in_house(sqlite_url, scene)


def test_a_move_that_could_not_be_written_leaves_no_trace(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        before = await home.until(table, (ANN, BOB), lambda view: view.waiting)
        seat = before.waiting[0]
        board = before.state.tobytes()
        moves = (await home.runner.view(table, seat)).moves
        move = c.Move(id="lost", seen=before.number, seat=seat, move=next(iter(moves)))
        write = home.store.write

        async def refuse(*_):
            raise OSError("no space left")

        home.store.write = refuse
        for _ in range(2):
            with pytest.raises(errors.Unavailable):
                await home.runner.command(table, (ANN, BOB)[seat], move)
            after = await home.runner.view(table, seat)
            assert (after.number, after.state.tobytes()) == (before.number, board)
            assert after.moves == moves
        home.store.write = write
        await home.runner.command(table, (ANN, BOB)[seat], move)
        await home.finish(table)
        assert verify(await home.runner.record(table)).is_fair

    in_house(sqlite_url, scene)


def test_a_command_whose_sender_went_away_while_it_waited_is_still_carried_out(sqlite_url):
    """Before its turn came; and one that is refused then complains to nobody."""

    async def scene(home):
        table = await home.open()
        await home.settle()
        view = await home.runner.view(table)
        live = await home.runner.memory.find(table)
        who = (ANN, BOB)[view.roller]
        roll = c.Roll(id="gone", seen=view.number)
        twice = c.Roll(id="twice", seen=view.number)
        async with live.lock:
            tasks = [
                asyncio.create_task(home.runner.command(table, who, each)) for each in (roll, twice)
            ]
            await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        assert all(task.cancelled() for task in tasks)
        async with asyncio.timeout(5):
            while (await home.runner.view(table)).number == view.number:
                await asyncio.sleep(0.01)
        assert (await home.runner.command(table, who, roll)).is_repeat

    in_house(sqlite_url, scene)


def test_closing_lets_what_is_being_written_happen(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        view = await home.runner.view(table)
        roll = c.Roll(id="last", seen=view.number)
        who = (ANN, BOB)[view.roller]
        answer = asyncio.create_task(home.runner.command(table, who, roll))
        await asyncio.sleep(0)
        await home.runner.close()
        assert (await answer).number == view.number + 1

    in_house(sqlite_url, scene)
