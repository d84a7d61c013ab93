"""What is said at a table: kept as long as it is needed, and no longer."""

import asyncio
import json
from collections.abc import Callable

import pytest
from sqlalchemy import Engine, insert, select, update

from ludotheque.house.clock import DAY, now
from ludotheque.house.people.deletion import delete_account
from ludotheque.house.people.export import export
from ludotheque.house.people.reports import Reports
from ludotheque.house.people.talk import LENGTH, LINGERS, SHOWN, Talk, clean
from ludotheque.house.people.visitors import Visitors
from ludotheque.house.retention import Periods, enforce
from ludotheque.house.schema import talk
from ludotheque.table.keeping.schema import tables

Later = Callable[[float], None]


@pytest.fixture
def people(visitors: Visitors) -> tuple[str, str]:
    async def come() -> tuple[str, str]:
        return (await visitors.welcome())[0].person, (await visitors.welcome())[0].person

    return asyncio.run(come())


@pytest.fixture(autouse=True)
def table(engine: Engine) -> None:
    with engine.begin() as connection:
        row = {"game": "ludo", "created": now(), "seed": "", "public": False}
        connection.execute(insert(tables), [{"id": id, **row} for id in ("t", "u")])


def end(engine: Engine, table: str) -> None:
    with engine.begin() as connection:
        connection.execute(update(tables).where(tables.c.id == table).values(ended=now()))


def kept(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        return list(connection.execute(select(talk.c.words).order_by(talk.c.id)).scalars())


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("  deux   mots \n et une ligne ", "deux mots et une ligne"),
        ("\u202eà l'envers\x00\x1b[31m", "à l'envers[31m"),
        ("👩\u200d🌾", "👩\u200d🌾"),
        ("x" * 5000, "x" * LENGTH),
        ("\u200b \t", ""),
        ("<script>", "<script>"),  # whoever shows it escapes it
    ],
)
def test_a_line_is_one_line(words: str, shown: str) -> None:
    assert clean(words) == shown


def test_lines_are_told_in_order_and_by_table(engine: Engine, people: tuple[str, str]) -> None:
    ann, bob = people
    spoken = Talk(engine)
    for number in range(SHOWN + 5):
        spoken.say("t", ann, f"{number}")
    spoken.say("u", ann, "elsewhere")
    spoken.say("t", bob, "hello")
    lines = spoken.last("t")
    assert [line.words for line in lines] == [*map(str, range(6, SHOWN + 5)), "hello"]
    assert [line.words for line in spoken.last("t", bob)] == ["hello"]
    assert lines[-1].name


def test_one_sent_twice_is_heard_once(engine: Engine, people: tuple[str, str]) -> None:
    spoken = Talk(engine)
    assert spoken.say("t", people[0], "hello", "c1")
    assert spoken.say("t", people[0], "hello", "c1") is None
    assert spoken.say("t", people[1], "hello", "c1")
    assert kept(engine) == ["hello", "hello"]


def test_a_table_that_is_long_over_is_silent(
    engine: Engine, people: tuple[str, str], later: Later
) -> None:
    spoken = Talk(engine)
    end(engine, "t")
    assert spoken.say("t", people[0], "well played")
    later(LINGERS / 1000 + 1)
    assert spoken.say("t", people[0], "again?") is None
    assert spoken.say("u", people[0], "here")


def test_lines_go_after_the_game_unless_the_host_is_to_look(
    engine: Engine, people: tuple[str, str], later: Later
) -> None:
    ann, bob = people
    spoken, reports = Talk(engine), Reports(engine)
    spoken.say("t", ann, "at t")
    spoken.say("u", bob, "at u")
    for id in ("t", "u"):
        end(engine, id)
    reports.file(bob, "insults", table="u", reporter=ann)
    enforce(engine, Periods())
    assert kept(engine) == ["at t", "at u"]
    later(8 * DAY)
    enforce(engine, Periods())
    assert kept(engine) == ["at u"]
    reports.resolve(reports.all()[0].id)
    enforce(engine, Periods())
    assert kept(engine) == []


def test_a_game_under_way_keeps_its_lines(
    engine: Engine, people: tuple[str, str], later: Later
) -> None:
    Talk(engine).say("t", people[0], "slowly")
    later(100 * DAY)
    enforce(engine, Periods(guests=0))
    assert kept(engine) == ["slowly"]


def test_a_person_takes_her_lines_with_her_and_leaves_none(
    engine: Engine, people: tuple[str, str], visitors: Visitors
) -> None:
    ann, bob = people
    spoken = Talk(engine)
    spoken.say("t", ann, "hers")
    spoken.say("t", bob, "his")
    assert [row["words"] for row in json.loads(export(engine, ann))["talk"]] == ["hers"]
    delete_account(visitors, ann)
    assert kept(engine) == ["his"]
