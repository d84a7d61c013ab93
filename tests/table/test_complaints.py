"""What the house writes to its log when the database fails: one line, and nothing secret."""

import logging

import pytest
from houses import ANN, in_house
from sqlalchemy import text

from ludotheque.table import commands as c
from ludotheque.table.errors import Unavailable


def test_a_failed_append_is_one_line(any_url, caplog):
    async def scene(home):
        table = await home.open()
        await home.settle()
        with home.store.engine.begin() as connection:
            connection.execute(text("ALTER TABLE events RENAME TO elsewhere"))
        with caplog.at_level(logging.WARNING), pytest.raises(Unavailable):
            await home.runner.command(table, ANN, c.Emote(id="x", seat=0, emote="hello"))
        with home.store.engine.begin() as connection:
            connection.execute(text("ALTER TABLE elsewhere RENAME TO events"))

    in_house(any_url, scene)
    [line] = [record for record in caplog.records if "could not be written" in record.getMessage()]
    assert line.exc_info is None
    assert "\n" not in line.getMessage()
    assert "INSERT" not in line.getMessage()
    assert "events" in line.getMessage()
    assert not [record for record in caplog.records if record.exc_info]
