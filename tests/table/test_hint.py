"""Asking for advice: who may, where, and that everybody is told."""

import pytest
from houses import ANN, BOB, EVE, in_house, new_id

from ludotheque.core.errors import BadOption
from ludotheque.table import Settings, errors, tell, verify
from ludotheque.table import commands as c
from ludotheque.table.events import Advised

TWO = {"seats": 2}  # with four pawns there is always another choice to come
FAR = 10**15  # milliseconds since 1970: nobody lives to see it


async def choosing(home, table, people=(ANN, BOB)):
    """Play on until somebody has a choice; who, and her seat."""
    while True:
        (seat,) = (await home.until(table, people, lambda view: view.waiting)).waiting
        if len((await home.runner.view(table, seat)).moves) > 1:
            return people[seat], seat
        await home.turn(table, people)


def test_who_asks_is_told_of_to_all_and_it_is_in_the_record(sqlite_url):
    async def scene(home):
        table = await home.open(options=TWO)
        person, seat = await choosing(home, table)
        await home.do(table, person, c.Hint, seat=seat)
        for viewer in (None, 0, 1):
            told = (await home.runner.told(table, viewer))[-1]
            assert told.event == Advised(seat)
            assert told.step is None
            view = await home.runner.view(table)
            sentence = tell(view.game, told, view.names, "fr")
            assert sentence == [f"{person.name} demande un conseil."]
        await home.finish(table)
        record = await home.runner.record(table)
        assert any(line.event == Advised(seat) for line in record.log)
        assert verify(record).is_fair
        assert record.match().is_over

    in_house(sqlite_url, scene)


def test_asked_again_at_the_same_position_nobody_is_told_twice(sqlite_url):
    async def scene(home):
        table = await home.open(options=TWO)
        person, seat = await choosing(home, table)
        for _ in range(3):
            await home.do(table, person, c.Hint, seat=seat)
        assert hints(home, table) == [Advised(seat)]
        await home.turn(table, [person])
        person, seat = await choosing(home, table)
        await home.do(table, person, c.Hint, seat=seat)
        assert len(hints(home, table)) == 2

    in_house(sqlite_url, scene)


def hints(home, table):
    found = [entry.event for entry in home.store.entries(table)]
    return [event for event in found if isinstance(event, Advised)]


@pytest.mark.parametrize(
    "stake", [{"contest": True}, {"room": "passport"}, {"sealed_until": FAR}], ids=str
)
def test_nobody_is_advised_where_something_is_at_stake(sqlite_url, stake):
    async def scene(home):
        table = await home.open(options=TWO, **stake)
        person, seat = await choosing(home, table)
        with pytest.raises(errors.NoHints) as refusal:
            await home.do(table, person, c.Hint, seat=seat)
        assert refusal.value.tell("en") == "There are no hints at this table."
        assert not hints(home, table)
        assert not (await home.runner.view(table, seat)).has_hints

    in_house(sqlite_url, scene)


def test_a_game_without_a_brain_has_no_advice(sqlite_url):
    async def scene(home):
        table = await home.open("sealed", {"seats": 2})
        await home.settle()
        with pytest.raises(errors.NoHints):
            await home.do(table, ANN, c.Hint, seat=0)

    in_house(sqlite_url, scene)


def test_one_asks_for_a_seat_of_ones_own_that_has_a_choice(sqlite_url):
    async def scene(home):
        table = await home.open(options=TWO)
        await home.settle()
        view = await home.runner.view(table)
        roller = view.roller
        with pytest.raises(errors.NotYourTurn):  # dice are no choice
            await home.do(table, (ANN, BOB)[roller], c.Hint, seat=roller)
        await home.until(table, (ANN, BOB), lambda view: view.waiting)
        first = (await home.runner.view(table)).waiting[0]
        with pytest.raises(errors.NoChoice):  # both pawns are in their base
            await home.do(table, (ANN, BOB)[first], c.Hint, seat=first)
        person, seat = await choosing(home, table)
        other = BOB if person is ANN else ANN
        with pytest.raises(errors.NotYourTurn):
            await home.do(table, other, c.Hint, seat=1 - seat)
        with pytest.raises(errors.NotYourSeat):
            await home.do(table, other, c.Hint, seat=seat)
        with pytest.raises(errors.Stranger):
            await home.do(table, EVE, c.Hint, seat=seat)
        with pytest.raises(errors.Stale):
            await home.do(table, person, c.Hint, seat=seat, seen=3)
        assert not hints(home, table)
        await home.finish(table)
        with pytest.raises(errors.IsOver):
            await home.do(table, person, c.Hint, seat=seat)

    in_house(sqlite_url, scene)


def test_a_command_sent_twice_asks_once(sqlite_url):
    async def scene(home):
        table = await home.open(options=TWO)
        person, seat = await choosing(home, table)
        seen = (await home.runner.view(table)).number
        asked = c.Hint(id=new_id(), seen=seen, seat=seat)
        first = await home.runner.command(table, person, asked)
        again = await home.runner.command(table, person, asked)
        assert (again.number, again.is_repeat) == (first.number, True)

    in_house(sqlite_url, scene)


@pytest.mark.parametrize("stake", [{"contest": True}, {"room": "bots"}, {"sealed_until": 1}])
def test_no_table_with_stakes_shows_its_chances(stake):
    assert Settings(odds=True).is_friendly
    with pytest.raises(BadOption):
        Settings(odds=True, **stake)
