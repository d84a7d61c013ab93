from salon import in_salon
from sqlalchemy import insert

from ludotheque.core.discovery import game as shelf
from ludotheque.house.schema import matches, sittings
from ludotheque.house.stakes import standings
from ludotheque.house.stakes.rankings import history
from ludotheque.house.stakes.rating import rating_of
from ludotheque.house.stakes.solo import Alone, Best, alone, best_at
from ludotheque.table import Person
from ludotheque.table import commands as c

SOLO = {"seats": 1}
GUEST = Person("guest", "Guest")


def game(table, score, result="alone", person="guest", box="rolling-village", at=1):
    match = {
        "table_id": table, "game": box, "room": "", "sides": "0", "is_contest": False,
        "is_shown": True, "opened": 1, "began": 1, "ended": at, "reason": "finished",
    }  # fmt: skip
    seat = {"seat": 0, "person": person, "rank": 1, "score": score, "result": result}
    return match, {"table_id": table, **seat}


def write(connection, *games):
    for match, sitting in games:
        connection.execute(insert(matches), match)
        connection.execute(insert(sittings), {**sitting, "ended": match["ended"]})
        standings.note(connection, match["table_id"], match["ended"])


def test_games_alone_are_told_of_everybody_by_game(any_url):
    async def scene(home):
        await home.write(
            write,
            game("a", 50),
            game("b", 83),
            game("c", 99, result="void"),
            game("d", 70, person="ann"),
            game("e", 7, box="goose"),
        )
        assert await home.write(alone, "guest") == [
            Alone("rolling-village", 2, 83, 66.5),
            Alone("goose", 1, 7, 7.0),
        ]
        assert await home.write(alone, "nobody") == []

    in_salon(any_url, scene)


def test_a_record_is_new_where_a_game_surpasses_those_before_it(any_url):
    async def scene(home):
        await home.write(write, game("a", 50, at=1), game("x", 99, person="ann"))
        first = await home.write(best_at, "a")
        assert first == Best(50, None, 50)
        assert (first.is_first, first.is_new) == (True, False)  # there was nothing to surpass
        await home.write(write, game("b", 83, at=2), game("c", 60, at=3))
        assert await home.write(best_at, "a") == Best(50, None, 83)
        second = await home.write(best_at, "b")
        assert second == Best(83, 50, 83)
        assert second.is_new
        assert await home.write(best_at, "c") == Best(60, 83, 83)
        await home.write(write, game("d", 83, at=4))
        assert not (await home.write(best_at, "d")).is_new  # only equalled
        await home.write(write, game("e", 90, at=5))
        assert not (await home.write(best_at, "b")).is_new  # it was, then

    in_salon(any_url, scene)


def test_only_a_game_alone_played_to_its_end_has_a_record(sqlite_url):
    async def scene(home):
        done = await home.open("rolling-village", SOLO, people=[GUEST])
        assert await home.write(best_at, done) is None
        (score,) = (await home.finish(done, [GUEST])).ended.scores
        assert await home.write(best_at, done) == Best(score, None, score)
        left = await home.open("rolling-village", SOLO, people=[GUEST])
        await home.do(left, GUEST, c.Leave)
        assert await home.write(best_at, left) is None
        pair = await home.open(people=await home.members("Ann", "Bob"))
        await home.do(pair, Person("ann", "Ann"), c.Leave)
        assert await home.write(best_at, pair) is None
        assert [each.games for each in await home.write(alone, GUEST.id)] == [1]

    in_salon(sqlite_url, scene)


def test_a_game_by_a_sheet_of_the_houses_own_is_compared_with_none(sqlite_url):
    """MA-32: such a sheet may print as many points as it likes."""

    async def scene(home):
        village = shelf("rolling-village")
        sheet = next(each for each in village.options if each.documents)
        text = sheet.documents.own[sheet.default].replace("[3, 0", "[9, 0")
        for value in (sheet.default, text):
            options = village.chosen({**SOLO, sheet.name: value})
            table = await home.open("rolling-village", options, people=[GUEST])
            await home.finish(table, [GUEST])
            is_compared = await home.write(best_at, table) is not None
            assert is_compared == (value == sheet.default)
        assert [each.games for each in await home.write(alone, GUEST.id)] == [1]
        past = await home.write(history, GUEST.id)
        assert sorted(each.result for each in past) == ["alone", "apart"]

    in_salon(sqlite_url, scene)


def test_a_game_with_hints_is_compared_with_none(sqlite_url):
    """MA-37: neither a record nor a rating comes of advice."""

    async def scene(home):
        alone_at = await home.open("rolling-village", SOLO, people=[GUEST])
        await home.settle()
        await home.until(alone_at, [GUEST], lambda view: view.waiting)
        await home.do(alone_at, GUEST, c.Hint, seat=0)
        await home.finish(alone_at, [GUEST])
        assert await home.write(best_at, alone_at) is None
        people = await home.members("Ann", "Bob")
        table = await home.open("rolling-village", {"seats": 2}, people=people)
        await home.until(table, people, lambda view: view.waiting)
        await home.do(table, people[0], c.Hint, seat=0)
        await home.finish(table, people)
        for person in people:
            assert (await home.write(rating_of, "rolling-village", person.id)).games == 0

    in_salon(sqlite_url, scene)
