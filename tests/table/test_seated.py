"""Who has a seat at which unfinished table: known without reading a log."""

from houses import ANN, BOB, in_house

from ludotheque.table import commands as c


def test_a_table_is_listed_from_the_first_seat_to_the_end(sqlite_url):
    async def scene(home):
        runner = home.runner
        assert runner.mine("ann") == []
        table = await home.open(people=(ANN,))
        assert [(each.table, each.phase) for each in runner.mine("ann")] == [(table, "open")]
        await home.do(table, ANN, c.Leave)
        assert runner.mine("ann") == []
        for somebody in (ANN, BOB):
            await home.do(table, somebody, c.Sit)
        assert {each.table for each in runner.mine("bob")} == {table}
        await home.finish(table, [ANN, BOB])
        assert runner.mine("ann") == runner.mine("bob") == []

    in_house(sqlite_url, scene)


def test_it_says_whose_turn_it_is(sqlite_url):
    async def scene(home):
        table = await home.open(people=(ANN, BOB))
        await home.settle()
        expected = (await home.runner.view(table)).roller
        assert expected is not None
        turns = [home.runner.mine(person)[0].is_yours for person in ("ann", "bob")]
        assert turns == [expected == 0, expected == 1]

    in_house(sqlite_url, scene)


def test_who_left_has_no_table_there_and_the_others_have(sqlite_url):
    async def scene(home):
        table = await home.open(options={"seats": 3, "pawns": 1}, people=(ANN, BOB))
        await home.do(table, ANN, c.Fill)
        await home.do(table, BOB, c.Leave)
        assert home.runner.mine("bob") == []
        assert [each.table for each in home.runner.mine("ann")] == [table]

    in_house(sqlite_url, scene)


def test_it_is_found_again_when_the_house_opens(sqlite_url):
    async def opened(home):
        return await home.open(people=(ANN,))

    async def scene(home):
        await home.runner.start(warm=False)
        await home.runner.idle()
        assert [each.table for each in home.runner.mine("ann")] == [table]

    table = in_house(sqlite_url, opened)
    in_house(sqlite_url, scene)
