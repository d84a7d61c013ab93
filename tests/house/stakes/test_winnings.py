from salon import in_salon

from ludotheque.house.stakes.winnings import Won, stake_of, winnings
from ludotheque.table import commands as c


def test_what_a_game_paid_is_read_from_the_ledger(any_url):
    async def scene(home):
        people = await home.members("Ann", "Bob", "Eve")
        table = await home.staked(people)
        assert await home.write(winnings, table) == {}
        assert await home.write(stake_of, table) == 50
        await home.do(table, people[0], c.Leave)
        await home.do(table, people[2], c.Leave)
        assert await home.write(winnings, table) == {
            0: Won(-50, 0),
            1: Won(100, 200),
            2: Won(-50, 0),
        }
        assert await home.chips(*people) == [950, 1_100, 950]

    in_salon(any_url, scene)


def test_a_friendly_game_paid_nothing(sqlite_url):
    async def scene(home):
        people = await home.members("Ann", "Bob")
        table = await home.open(people=people)
        await home.do(table, people[0], c.Leave)
        assert await home.write(winnings, table) == {}
        assert await home.write(stake_of, table) is None

    in_salon(sqlite_url, scene)
