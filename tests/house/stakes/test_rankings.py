from datetime import UTC, datetime

import pytest
from salon import in_salon
from sqlalchemy import insert, select

from ludotheque.house.schema import matches, sittings, totals
from ludotheque.house.stakes import rankings, standings
from ludotheque.house.stakes.rating import Rating, is_rated, rated
from ludotheque.house.stakes.settlement import Ending
from ludotheque.table import commands as c


def moment(*date):
    return int(datetime(*date, tzinfo=UTC).timestamp() * 1000)


NOW = moment(2026, 11, 15, 12)  # a Sunday


@pytest.mark.parametrize(
    ("period", "first"),
    [("week", moment(2026, 11, 9)), ("month", moment(2026, 11, 1)), ("ever", 0)],
)
def test_when_a_period_begins(period, first):
    assert standings.since(period, NOW) == first


def result(table, at, points, room="passport", game="ludo"):
    match = {
        "table_id": table, "game": game, "room": room, "sides": "0 1", "is_contest": True,
        "is_shown": True, "opened": at, "began": at, "ended": at, "reason": "finished",
    }  # fmt: skip
    rows = [
        {
            "table_id": table, "seat": seat, "person": person, "rank": seat + 1, "points": each,
            "result": "lost" if seat else "won", "ended": at,
        }
        for seat, (person, each) in enumerate(points.items())
    ]  # fmt: skip
    return match, rows


def written(connection, match, rows):
    connection.execute(insert(matches), match)
    connection.execute(insert(sittings), rows)
    standings.note(connection, match["table_id"], match["ended"])


def test_who_has_two_seats_has_the_points_of_both(any_url):
    async def scene(home):
        match, (first, second) = result("a", NOW, {"ann": 100, "bob": 20})

        def write(connection):
            written(connection, match, [first, {**second, "person": "ann"}])
            query = select(totals.c.points, totals.c.games, totals.c.won)
            return [tuple(row) for row in connection.execute(query)]

        assert await home.write(write) == [(120, 2, 1)] * 12

    in_salon(any_url, scene)


def test_points_by_period_game_and_room(any_url):
    async def scene(home):
        await home.members("Ann", "Bob", "Eve")
        played = [
            result("a", NOW, {"ann": 100, "bob": 20}),
            result("b", moment(2026, 11, 3), {"bob": 500, "ann": 100}, "tourist"),
            result("c", moment(2026, 1, 3), {"eve": 2_000, "ann": 0}, "priority", "superludo"),
            result("d", NOW, {"eve": 100, "ann": 0}),
        ]

        def write(connection):
            for match, rows in played:
                written(connection, match, rows)

        await home.write(write)

        async def ranked(period, **only):
            found = await home.write(
                lambda connection: rankings.by_points(connection, period, NOW, **only)
            )
            return [(place.place, place.person, place.value) for place in found]

        assert await ranked("week") == [(1, "eve", 100), (1, "ann", 100), (3, "bob", 20)]
        assert await ranked("month") == [(1, "bob", 520), (2, "ann", 200), (3, "eve", 100)]
        assert (await ranked("ever"))[0] == (1, "eve", 2_100)
        assert await ranked("ever", game="superludo") == [(1, "eve", 2_000)]
        assert await ranked("ever", room="tourist") == [(1, "bob", 500), (2, "ann", 100)]
        assert await ranked("week", room="luxury") == []

    in_salon(any_url, scene)


def test_a_profile_tells_results_with_intervals(sqlite_url):
    async def scene(home):
        ann, bob = people = await home.members("Ann", "Bob")
        table = await home.staked(people)
        await home.do(table, bob, c.Leave)
        await home.open(people=people)  # still being played: no result
        (record,) = await home.write(rankings.records, ann.id)
        assert (record.game, record.games, record.won, record.points) == ("ludo", 1, 1, 100)
        low, high = record.interval
        assert 0.2 < low < high <= 1
        assert record.rating.games == 1
        (past,) = await home.write(rankings.history, bob.id)
        assert (past.table, past.result, past.points, past.sides) == (table, "left", 0, 2)
        assert await home.write(rankings.name_of, "ann") == "Ann"
        assert await home.write(rankings.name_of, "nobody") is None

    in_salon(sqlite_url, scene)


def test_draws_are_counted_apart_from_wins(any_url):
    """One by agreement, by whose points somebody is ahead, and a first place that two share."""

    async def scene(home):
        ann, bob = people = await home.members("Ann", "Bob")
        agreed = await home.staked(people)
        await home.do(agreed, ann, c.OfferDraw, seat=0)
        await home.do(agreed, bob, c.AnswerDraw, seat=1, agrees=True)
        tied = await home.staked(people, game="rolling-village")
        await home.finish(tied, people)  # always the first move: both draw the same village
        lost = await home.staked(people)
        await home.do(lost, ann, c.Leave)
        for person, won in ((ann, 0), (bob, 1)):
            found = await home.write(rankings.records, person.id)
            assert [(each.games, each.won, each.drawn) for each in found] == [
                (2, won, 1),
                (1, 0, 1),
            ]
        past = await home.write(rankings.history, bob.id)
        assert sorted(each.result for each in past) == ["drawn", "drawn", "won"]
        ranked = await home.write(lambda now: rankings.by_points(now, "ever", 0))
        assert [(each.person, each.value, each.won, each.drawn) for each in ranked] == [
            ("bob", 180, 1, 2),
            ("ann", 80, 0, 2),
        ]
        assert await home.chips(ann, bob) == [950, 1_050]
        assert (await home.audit()).is_sound

    in_salon(any_url, scene)


def ended(ranks, sides=None, reason="finished"):
    return Ending(reason, ranks, (False,) * len(ranks), sides or tuple(range(len(ranks))))


@pytest.mark.parametrize("seats", [2, 3, 4, 7, 12])
def test_ratings_follow_the_places(seats):
    after = rated([Rating()] * seats, ended(tuple(range(1, seats + 1))))
    strengths = [each.mu for each in after]
    assert strengths == sorted(strengths, reverse=True)
    assert all(each.sigma < Rating().sigma and each.games == 1 for each in after)


def test_couples_are_rated_together():
    after = rated([Rating()] * 4, ended((1, 3, 1, 3), (0, 1, 0, 1)))
    assert after[0] == after[2]
    assert after[0].mu > after[1].mu


def test_a_draw_moves_equals_nowhere():
    after = rated([Rating()] * 2, ended((1, 1), reason="drawn"))
    assert after[0].mu == pytest.approx(after[1].mu)


def test_what_is_not_rated():
    won = ended((1, 2))
    assert is_rated(["a", "b"], won)
    assert not is_rated(["a", None], won)
    assert not is_rated(["a", "a"], won)
    assert not is_rated(["a"], ended((1,)))
    assert not is_rated(["a", "b"], ended((1, 2), reason="abandoned"))
