"""Luck and play of finished games: told once, kept by seat, forgotten with the person."""

from collections import Counter
from random import Random

import pytest
from sqlalchemy import Connection, Engine, insert, select

from ludotheque.analysis.tally import Seat, Tally
from ludotheque.core.discovery import game
from ludotheque.core.match import Match
from ludotheque.house import fortunes
from ludotheque.house.fortunes import Game, Told
from ludotheque.house.people.export import export
from ludotheque.house.schema import matches, persons, sittings, untold
from ludotheque.table import Settings
from ludotheque.table.events import Advised, Ended, Entry, Fell, Moved, Opened, encode
from ludotheque.table.keeping.store import Write

ENDED = Ended("finished", (1, 2), (0, 0), "")


def over(connection: Connection, table: str, ended: int, *people: str | None) -> None:
    """A game that ended, with Ann, Bob or bots in its seats."""
    match = {
        "table_id": table, "game": "ludo", "room": "", "sides": "0 1", "is_contest": False,
        "is_shown": True, "opened": 1, "began": 2, "ended": ended, "reason": "finished",
    }  # fmt: skip
    connection.execute(insert(matches), match)
    for seat, person in enumerate(people):
        row = {"table_id": table, "seat": seat, "person": person}
        connection.execute(insert(sittings), row)
    fortunes.note(connection, Write(table, [Entry(9, ended, ENDED)]))


def told(luck: float, accuracy: float | None = 0.8) -> Told:
    here = round(luck * 1_000_000)
    seats = (Seat(here, -5, accuracy), Seat(-here, 0, None))
    return Told(Tally(False, seats, "b"), Counter({(6, 1): 3, (6, 6): 2}))


@pytest.fixture
def house(engine: Engine) -> Engine:
    with engine.begin() as connection:
        row = {"folded": "", "created": 1}
        for name in ("ann", "bob"):
            connection.execute(insert(persons), {"id": name, "name": name, **row})
        over(connection, "t1", 10, "ann", None)
        over(connection, "t2", 20, None, "bob")
        over(connection, "t3", 15, "ann", "bob")
    return engine


def test_the_last_game_is_told_first_and_each_once(house: Engine) -> None:
    with house.begin() as connection:
        assert [fortunes.claim(connection, 1) for _ in range(4)] == ["t2", "t3", "t1", None]
        assert fortunes.claim(connection, 10**9) == "t2"  # whoever began has gone
        for _ in range(2):  # the second time somebody else had been quicker
            fortunes.keep(connection, "t1", told(0.3))
        fortunes.keep(connection, "t2", told(0.1))
        fortunes.keep(connection, "t3", told(-0.1, None))
        assert fortunes.claim(connection, 10**12) is None
        assert fortunes.last(connection, "ann", 9) == [
            Game(False, 300_000, 0.8),
            Game(False, -100_000, None),
        ]
        [ann] = fortunes.past(connection, "ann")
        assert (ann.games, ann.luck, ann.accuracy) == (2, 200_000, 0.8)
        [mean] = fortunes.means(connection)  # of the first person at each table
        assert (mean.box, mean.games) == ("ludo", 3)
        assert mean.luck == pytest.approx(0.3 - 0.1 - 0.1)
        assert mean.squares == pytest.approx(0.09 + 0.01 + 0.01)
        assert fortunes.dice(connection) == {6: [9, 0, 0, 0, 0, 6]}


def test_a_game_that_cannot_be_judged_counts_its_dice_alone(house: Engine) -> None:
    with house.begin() as connection:
        fortunes.keep(connection, "t1", Told(None, Counter({(20, 7): 1})))
        assert fortunes.past(connection, "ann") == []
        assert fortunes.dice(connection)[20][6] == 1
        assert "t1" not in connection.execute(select(untold.c.table_id)).scalars().all()


def test_a_person_has_it_in_her_file_and_it_goes_with_her(house: Engine) -> None:
    with house.begin() as connection:
        fortunes.keep(connection, "t1", told(0.3))
    assert b'"luck": 300000' in export(house, "ann")
    with house.begin() as connection:
        fortunes.forget(connection, "ann")
        assert fortunes.past(connection, "ann") == []
        assert fortunes.means(connection)[0].games == 1  # nobody is named there
        assert len(connection.execute(select(untold)).all()) == 2


def a_log(*, is_over: bool) -> list[str]:
    """A game as its table wrote it down; whoever has the second seat asked for a hint."""
    match, lot = game("ludo").start(seats=2, pawns=1), Random(1)
    while not match.is_over:
        match.do(lot.choice(match.legal() or list(match.chance())))
    opened = Opened("ludo", match.options, Settings(), "", edition=match.game.edition)
    happened = [
        Fell(step.code, step.text)
        if step.kind == "chance"
        else Moved(step.seat or 0, step.code, step.text)
        for step in match.steps[: None if is_over else -2]
    ]
    return [encode(each) for each in (opened, *happened, Advised(1))]


def test_a_game_is_told_from_its_log_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = []

    def judge(match: Match, advised: set[int]) -> Tally:
        judged.append((match.is_over, advised))
        return Tally(False, (), "b")

    monkeypatch.setattr(fortunes, "tally", judge)
    found = fortunes.told(a_log(is_over=True))
    assert found.tally is not None
    assert {sides for sides, _ in found.faces} == {6}
    unfinished = fortunes.told(a_log(is_over=False))
    assert unfinished.tally is None
    assert unfinished.faces.total() == found.faces.total() - 1
    assert fortunes.told([]) == Told(None, Counter())
    assert judged == [(True, {1})]
