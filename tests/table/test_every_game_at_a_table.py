"""One test for every game on the shelf: a person and a bot play it to its end at a table."""

import pytest
from houses import ANN, in_house

from ludotheque.core.discovery import games
from ludotheque.table import Settings, load, tell, verify
from ludotheque.table import commands as c


@pytest.mark.parametrize("id", sorted(games()))
def test_a_person_and_a_bot_play_it_to_its_end(id, sqlite_url):
    async def scene(home):
        options = {"seats": 2}
        table = await home.runner.create(id, options, Settings(automatic_rolls=True), host=ANN)
        await home.do(table, ANN, c.Sit, value="ab" * 16)
        await home.do(table, ANN, c.Fill, level="easy")
        view = await home.finish(table, [ANN])
        assert view.ended.reason == "finished"
        record = load((await home.runner.record(table)).json())
        assert verify(record).is_fair
        told = await home.runner.told(table, 0)
        assert [each.number for each in told] == list(range(1, view.number + 1))
        for each in told:
            if each.step is not None:
                for language in ("fr", "en", "es"):
                    assert tell(view.game, each, view.names, language)

    in_house(sqlite_url, scene)
