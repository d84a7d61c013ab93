"""What a seat may not see never leaves: views, the stream of events, records."""

import itertools

import pytest
from houses import ANN, BOB, EVE, in_house
from sealed import GAME

from ludotheque.core.engine import ONLOOKER
from ludotheque.core.step import Step
from ludotheque.table import commands as c
from ludotheque.table import errors, verify
from ludotheque.table.events import Fell, Moved, Undone
from ludotheque.table.record import load

THREE = {"seats": 3}
PEOPLE = (ANN, BOB, EVE)


async def sealed(home, **options):
    table = await home.open("sealed", {**THREE, **options}, PEOPLE)
    await home.settle()
    return table


async def pick(home, table, seat, card, **more):
    return await home.do(table, PEOPLE[seat], c.Move, seat=seat, move=f"pick {card}", **more)


async def heard(home, table, seat, since=0):
    """The moves that a seat was told of: (seat, text)."""
    told = await home.runner.told(table, seat, since)
    return [(t.event.seat, t.event.text) for t in told if isinstance(t.event, Moved)]


def test_shared_dice_fall_by_themselves(sqlite_url):
    async def scene(home):
        table = await sealed(home)
        view = await home.runner.view_for(table, "bob")
        assert view.waiting == (0, 1, 2)
        assert isinstance(home.store.entries(table)[-1].event, Fell)
        assert home.store.entries(table)[-1].event.by == "table"

    in_house(sqlite_url, scene)


def test_any_person_in_the_game_may_roll_shared_dice(sqlite_url):
    async def scene(home):
        from ludotheque.table import Pace

        home.runner.memory.pace = Pace(1, 1, 60)
        table = await sealed(home)
        assert (await home.runner.view_for(table, "eve")).may_roll
        await home.do(table, EVE, c.Roll)
        assert home.store.entries(table)[-1].event.by == "person"

    in_house(sqlite_url, scene)


def test_a_pick_is_hidden_until_all_have_picked(sqlite_url):
    async def scene(home):
        table = await sealed(home)
        seen = (await home.runner.view_for(table, "bob")).state.tobytes()
        before = (await home.runner.view(table)).number
        await pick(home, table, 0, 2)
        await pick(home, table, 0, 1)
        after = await home.runner.view_for(table, "bob")
        assert after.state.tobytes() == seen
        assert after.waiting == (1, 2)  # that Ann is done is no secret
        assert await heard(home, table, 1) == []
        assert await heard(home, table, None) == []
        assert await heard(home, table, 0) == [(0, "pick 2"), (0, "pick 1")]

        for seat in (1, 1, 2):
            await pick(home, table, seat, 0)
        assert await heard(home, table, 1) == [(1, "pick 0"), (1, "pick 0")]
        await pick(home, table, 2, 0)
        everything = [(0, "pick 2"), (0, "pick 1"), (1, "pick 0"), (1, "pick 0"),
                      (2, "pick 0"), (2, "pick 0")]  # fmt: skip
        for seat in (None, 0, 1, 2):
            assert await heard(home, table, seat) == everything
        # Who had seen up to the roll hears of all of it; who saw the last pick, of nothing.
        assert await heard(home, table, 1, before) == everything
        last = (await home.runner.told(table, 1))[-1].number
        assert await heard(home, table, 1, last) == []

    in_house(sqlite_url, scene)


def test_what_was_hidden_is_told_late_with_its_true_step(sqlite_url):
    async def scene(home):
        table = await sealed(home)
        for seat, card in ((0, 2), (0, 1), (1, 0), (1, 0), (2, 1), (2, 1)):
            await pick(home, table, seat, card)
        told = [t for t in await home.runner.told(table, 1) if isinstance(t.event, Moved)]
        last = told[-1].number
        assert [t.told_at == t.number for t in told] == [False, False, True, True, False, True]
        assert {t.told_at for t in told if t.told_at != t.number} == {last}
        assert told[0].step.after.picks[0, 0] == 3
        assert told[2].step.after.picks[0, 0] == 0  # as Bob saw it then

    in_house(sqlite_url, scene)


def test_a_hidden_move_does_not_make_anothers_stale(sqlite_url):
    async def scene(home):
        table = await sealed(home)
        number = (await home.runner.view(table)).number
        await pick(home, table, 0, 2, seen=number)
        await pick(home, table, 1, 2, seen=number)  # Bob has not seen Ann's, nor may he
        with pytest.raises(errors.Stale):
            await pick(home, table, 1, 2, seen=number)  # but his own he has
        await pick(home, table, 1, 2, seen=number + 2)

    in_house(sqlite_url, scene)


def test_a_hand_stays_hidden_until_the_end(sqlite_url):
    """The concealed state changes when a card is dealt (a count), yet the text would tell it."""

    async def scene(home):
        table = await sealed(home, deal=True)
        deals = [e for e in home.store.entries(table) if isinstance(e.event, Fell)][:3]
        assert all(entry.event.text.startswith("deal") for entry in deals)

        async def known(seat):
            told = await home.runner.told(table, seat)
            return [t.number for t in told if isinstance(t.event, Fell) and "deal" in t.event.text]

        numbers = [entry.number for entry in deals]
        for seat in range(3):
            assert await known(seat) == [numbers[seat]]
        assert await known(None) == []
        record = await home.runner.record(table)
        assert not any(isinstance(line.event, Fell) for line in record.log)
        view = await home.finish(table, PEOPLE)
        assert view.phase == "over"
        for seat in (None, 0, 1, 2):
            assert await known(seat) == numbers

    in_house(sqlite_url, scene)


def test_two_states_that_differ_only_in_what_is_hidden_look_the_same(sqlite_url):
    """Everything that reaches Bob is the same whatever Ann picks."""

    async def scene(home):
        views = []
        for card in (0, 1, 2):
            table = await sealed(home)
            await pick(home, table, 0, card)
            view = await home.runner.view_for(table, "bob")
            told = await home.runner.told(table, 1)
            views.append(
                (
                    view.state.picks.tobytes(),
                    view.moves,
                    view.waiting,
                    [type(t.event).__name__ for t in told],
                    [t.number for t in told],
                )
            )
        assert views[0] == views[1] == views[2]

    in_house(sqlite_url, scene)


def test_a_running_record_ends_before_what_is_hidden(sqlite_url):
    async def scene(home):
        table = await sealed(home)
        await pick(home, table, 0, 2)
        mine, theirs = await home.runner.record(table, 0), await home.runner.record(table, 1)
        assert [line.event.text for line in mine.log if isinstance(line.event, Moved)] == ["pick 2"]
        assert not any(isinstance(line.event, Moved) for line in theirs.log)
        for record in (mine, theirs):
            assert record.seed is None
            assert b"ann" not in record.json()  # nobody's id stands in it

    in_house(sqlite_url, scene)


def test_picks_nobody_has_seen_are_taken_back_without_asking(sqlite_url, monkeypatch):
    async def scene(home):
        table = await sealed(home)
        await pick(home, table, 0, 2)
        await pick(home, table, 1, 0)
        assert not (await home.runner.view_for(table, "eve")).may_undo
        assert (await home.runner.view_for(table, "ann")).may_undo_at_once
        await home.do(table, ANN, c.AskUndo, seat=0)
        assert (await home.runner.view_for(table, "ann")).state.picks[0, 0] == 0
        assert (await home.runner.view_for(table, "bob")).state.picks[1, 0] == 1
        assert not any(isinstance(t.event, Undone) for t in await home.runner.told(table, 1))
        with pytest.raises(errors.NothingToUndo):
            await home.do(table, ANN, c.AskUndo, seat=0)
        await pick(home, table, 1, 0)
        for seat in (0, 2):
            for _ in range(2):
                await pick(home, table, seat, 1)
        # The round is over; what was taken back stays between Ann and her conscience.
        everything = [(1, "pick 0")] * 2 + [(0, "pick 1")] * 2 + [(2, "pick 1")] * 2
        assert await heard(home, table, 1) == everything
        assert len(await heard(home, table, 0)) == len(everything) + 1
        await home.finish(table, PEOPLE)
        told = await home.runner.told(table, 1)
        assert sum(isinstance(t.event, Undone) for t in told) == 1
        record = await home.runner.record(table)
        monkeypatch.setattr("ludotheque.core.discovery.game", lambda _: GAME)
        assert verify(load(record.json())).is_fair

    in_house(sqlite_url, scene)


def test_bots_in_a_simultaneous_game(sqlite_url):
    async def scene(home):
        table = await home.open("sealed", {"seats": 4}, (ANN,))
        await home.do(table, ANN, c.Fill, level="hard")
        await home.settle()
        view = await home.runner.view_for(table, "ann")
        assert view.waiting == (0,)  # the bots are done, and nobody knows what they picked
        assert await heard(home, table, 0) == []
        await home.finish(table, [ANN])

    in_house(sqlite_url, scene)


def test_leaving_in_the_middle_of_a_round_is_told_at_once(sqlite_url):
    async def scene(home):
        table = await sealed(home)
        await pick(home, table, 0, 2)
        await home.do(table, EVE, c.Leave)
        told = await home.runner.told(table, 1)
        assert told[-1].step.kind == "leave"
        assert told[-1].step.after.picks[0, 0] == 0
        assert await heard(home, table, 1) == []
        await pick(home, table, 0, 2)
        for _ in range(2):
            await pick(home, table, 1, 1)
        assert len(await heard(home, table, None)) == 4

    in_house(sqlite_url, scene)


def test_older_events_than_a_table_remembers_are_told_too(sqlite_url):
    async def scene(home):
        table = await home.open("ludo", {"seats": 2, "pawns": 3}, (ANN, BOB))
        await home.finish(table)
        told = await home.runner.told(table, 0)
        assert [t.number for t in told] == list(range(1, len(told) + 1))
        steps = [t.step for t in told if t.step is not None]
        assert len(steps) > 64
        for one, next_ in itertools.pairwise(steps):
            assert one.after.tobytes() == next_.before.tobytes()

    in_house(sqlite_url, scene)


def test_the_engine_hides_as_the_game_says():
    engine = GAME.engine
    board = engine.new(THREE)
    engine.do(board, Step("chance", code=1))
    engine.do(board, Step("move", 0, 2))
    assert engine.seen(board, 0).tobytes() == board.tobytes()
    for viewer in (ONLOOKER, 1, 2):
        assert engine.seen(board, viewer)[0].picks[0, 0] == 0
    assert board[0].picks[0, 0] == 3
