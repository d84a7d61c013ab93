"""Bots at a table: who sits down, and that she plays as she is."""

from houses import ANN, in_house

from ludotheque.bots import CAST, temper_of
from ludotheque.table import commands as c
from ludotheque.table import tell

NAMES = {each.name for each in CAST}


def test_a_bot_of_the_cast_sits_down_and_plays_by_its_temper(sqlite_url):
    asked = []

    async def choose(game, board, seat, seats, level, temper):
        asked.append((seat, level, temper))
        return game.engine.moves(game.engine.board(board), seat)[0]

    async def scene(home):
        home.runner.thinkers.choose = choose
        table = await home.open("rolling-village", {"seats": 2}, people=(ANN,), bots="easy")
        await home.do(table, ANN, c.Fill)
        name = (await home.runner.view(table)).seats[1].name
        assert name in NAMES
        await home.do(table, ANN, c.Roll)
        await home.settle()
        assert set(asked) == {(1, "easy", temper_of(name))}
        told = [await sentences(home, table, language) for language in ("fr", "en")]
        assert any(f"{name}, un robot (" in each and ", Facile)" in each for each in told[0])
        assert any(f"{name}, a bot (" in each and ", Easy)" in each for each in told[1])

    in_house(sqlite_url, scene)


async def sentences(home, table, language):
    game = (await home.runner.view(table)).game
    told = await home.runner.told(table)
    return [line for each in told for line in tell(game, each, {}, language)]
