"""The level of bots that is offered: what the last games against bots speak for."""

from collections.abc import Callable

import pytest
from sqlalchemy import Engine, insert

from ludotheque.house.people.fitting import FIRST, fitting_level
from ludotheque.house.schema import matches, sittings
from ludotheque.table import Settings
from ludotheque.table.events import Opened, encode
from ludotheque.table.keeping.schema import events, tables

Play = Callable[..., None]


@pytest.fixture
def play(engine: Engine) -> Play:
    """A game of Ann's against a bot, each later than the one before."""
    count = iter(range(1, 100))

    def played(level: str, result: str, *, other: str | None = None, game: str = "ludo") -> None:
        at = next(count)
        table = f"table{at}"
        opened = Opened(game, {}, Settings(bots=level), "")
        row = {"game": game, "room": "", "sides": "0 1", "is_contest": False, "is_shown": True}
        line = {"number": 1, "at": at, "event": encode(opened)}
        with engine.begin() as connection:
            connection.execute(
                insert(tables).values(id=table, game=game, created=at, seed="", public=False)
            )
            connection.execute(insert(events).values(table_id=table, **line))
            connection.execute(
                insert(matches).values(table_id=table, opened=at, began=at, ended=at, **row)
            )
            for seat, person in enumerate(("ann", other)):
                connection.execute(
                    insert(sittings).values(
                        table_id=table,
                        seat=seat,
                        person=person,
                        result=result if seat == 0 else None,
                        ended=at,
                    )
                )

    return played


@pytest.fixture
def offered(engine: Engine) -> Callable[..., str]:
    def level(person: str | None = "ann", game: str = "ludo") -> str:
        with engine.connect() as connection:
            return fitting_level(connection, person, game)

    return level


def test_who_never_played_begins_easily(play: Play, offered: Callable[..., str]) -> None:
    assert offered(None) == offered() == FIRST
    play("hard", "won", game="superludo")
    assert offered() == FIRST
    play("hard", "won", other="bob")  # that was no game against bots alone
    play("hard", "won", other="ann")  # nor was this one, with a friend before the same screen
    assert offered() == FIRST


def test_the_level_stays_until_results_speak_for_another(
    play: Play, offered: Callable[..., str]
) -> None:
    play("medium", "lost")
    assert offered() == "medium"
    for _ in range(2):
        play("medium", "won")
    assert offered() == "medium"
    play("medium", "won")
    assert offered() == "hard"
    play("hard", "won")  # one is not enough
    assert offered() == "hard"


def test_who_wins_nothing_is_offered_less(play: Play, offered: Callable[..., str]) -> None:
    for _ in range(4):
        play("hard", "lost")
    assert offered() == "hard"
    play("hard", "drawn")
    assert offered() == "medium"


@pytest.mark.parametrize(("level", "result"), [("master", "won"), ("beginner", "lost")])
def test_there_is_nothing_beyond_the_ends(
    play: Play, offered: Callable[..., str], level: str, result: str
) -> None:
    for _ in range(5):
        play(level, result)
    assert offered() == level
