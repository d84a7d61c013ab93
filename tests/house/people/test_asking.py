"""Asking people to one's table: who can be asked, for how long, and what is left of it."""

import asyncio
import json
from collections.abc import Callable

import pytest
from sqlalchemy import Engine, delete, insert, select

from ludotheque.house.clock import DAY, now
from ludotheque.house.people.allowance import Allowance
from ludotheque.house.people.asking import AT_ONE_TABLE, Asking
from ludotheque.house.people.company import KINDS, Company
from ludotheque.house.people.deletion import delete_account
from ludotheque.house.people.export import export
from ludotheque.house.people.partners import Partner, partner_at, partners
from ludotheque.house.people.people import People
from ludotheque.house.people.visitors import Visitors
from ludotheque.house.retention import Periods, enforce
from ludotheque.house.schema import asks, matches, sessions, sittings

Later = Callable[[float], None]


@pytest.fixture
def people(visitors: Visitors) -> list[str]:
    """Ann, Bob and Eve, guests all of them."""

    async def come() -> list[str]:
        return [(await visitors.welcome())[0].person for _ in range(3)]

    return asyncio.run(come())


@pytest.fixture
def asking(engine: Engine) -> Asking:
    made = Asking(engine)
    made.pace = made.pairs = Allowance(100, 1)
    return made


def played(engine: Engine, table: str, *persons: str, ago: int = 1) -> None:
    """These people were at a table so many seconds ago."""
    at = now() - ago * 1000
    row = {"game": "ludo", "room": "", "sides": "0 1", "is_contest": False, "is_shown": True}
    with engine.begin() as connection:
        connection.execute(insert(matches).values(table_id=table, opened=at, began=at, **row))
        for seat, person in enumerate(persons):
            connection.execute(insert(sittings).values(table_id=table, seat=seat, person=person))


def found(engine: Engine, person: str) -> list[str]:
    with engine.connect() as connection:
        return [each.person for each in partners(connection, person)]


def partner(person: str) -> Partner:
    return Partner(person, "", "", 0)


def test_the_last_met_come_first_and_once(engine: Engine, people: list[str]) -> None:
    ann, bob, eve = people
    assert found(engine, ann) == []
    played(engine, "a", ann, bob, ago=300)
    played(engine, "b", ann, eve, eve, ago=200)
    played(engine, "c", bob, eve, ago=100)
    assert found(engine, ann) == [eve, bob]
    played(engine, "d", bob, ann, ago=50)
    assert found(engine, ann) == [bob, eve]
    with engine.connect() as connection:
        assert partners(connection, ann)[0][2:] == ("d", 0)
        assert partner_at(connection, ann, "d", 0) == partners(connection, ann)[0]
        assert partner_at(connection, ann, "d", 1) is None  # herself
        assert partner_at(connection, ann, "c", 0) is None  # she was not there


def test_long_ago_is_forgotten(engine: Engine, people: list[str]) -> None:
    played(engine, "a", *people[:2], ago=61 * DAY)
    assert found(engine, people[0]) == []


@pytest.mark.parametrize("kind", KINDS)
def test_who_keeps_away_is_not_found_by_either(engine: Engine, people: list[str], kind) -> None:
    ann, bob, _ = people
    played(engine, "a", ann, bob)
    Company(engine).keep_away(ann, bob, kind)
    assert found(engine, ann) == found(engine, bob) == []


def test_who_cannot_come_is_not_found(
    engine: Engine, people: list[str], visitors: Visitors
) -> None:
    ann, bob, eve = people
    played(engine, "a", ann, bob, eve)
    People(visitors).suspend(eve, "")
    with engine.begin() as connection:  # Bob's browser has forgotten him
        connection.execute(delete(sessions).where(sessions.c.person == bob))
    assert found(engine, ann) == []


def test_an_invitation_arrives_and_is_taken_back(asking: Asking, people: list[str]) -> None:
    ann, bob, eve = people
    assert asking.ask(ann, partner(bob), "t")
    assert asking.ask(ann, partner(bob), "t")  # it is there already
    assert asking.to(bob) == {"t": ann}
    assert asking.to(eve) == {}
    asking.load()  # as when the house opens again
    assert asking.to(bob) == {"t": ann}
    asking.withdraw("t", bob)
    asking.load()
    assert asking.to(bob) == {}


def test_a_no_holds(asking: Asking, people: list[str]) -> None:
    ann, bob, _ = people
    asking.ask(ann, partner(bob), "t")
    asking.decline("t", bob)
    assert not asking.ask(ann, partner(bob), "t")
    asking.withdraw("t", bob)  # nor is it undone by taking the question back
    assert not asking.ask(ann, partner(bob), "t")
    asking.load()
    assert asking.to(bob) == {}
    assert asking.ask(ann, partner(bob), "another")


def test_it_lasts_a_day(asking: Asking, people: list[str], engine: Engine, later: Later) -> None:
    ann, bob, _ = people
    asking.ask(ann, partner(bob), "t")
    later(DAY + 1)
    assert asking.to(bob) == {}
    enforce(engine, Periods())
    with engine.connect() as connection:
        assert connection.execute(select(asks)).all() == []
    assert asking.ask(ann, partner(bob), "t")


def test_nobody_is_pestered(engine: Engine, people: list[str]) -> None:
    ann, bob, eve = people
    asking = Asking(engine)
    taken = [asking.ask(ann, partner(bob), f"t{number}") for number in range(5)]
    assert taken == [True] * 3 + [False] * 2
    assert asking.ask(ann, partner(eve), "t0")
    for _ in range(3):  # taking it back does not help
        asking.withdraw("t0", bob)
        assert not asking.ask(ann, partner(bob), "t0")


def test_a_table_does_not_ask_a_crowd(
    asking: Asking, people: list[str], visitors: Visitors
) -> None:
    async def come() -> list[str]:
        return [(await visitors.welcome())[0].person for _ in range(AT_ONE_TABLE + 1)]

    taken = [asking.ask(people[0], partner(each), "t") for each in asyncio.run(come())]
    assert taken == [True] * AT_ONE_TABLE + [False]


def test_who_parts_asks_nothing(asking: Asking, people: list[str]) -> None:
    ann, bob, eve = people
    asking.ask(ann, partner(bob), "t")
    asking.ask(bob, partner(ann), "u")
    asking.ask(eve, partner(ann), "v")
    asking.part(bob, ann)
    assert asking.to(bob) == {}
    assert asking.to(ann) == {"v": eve}


def test_a_person_takes_it_with_her_and_leaves_nothing(
    asking: Asking, people: list[str], engine: Engine, visitors: Visitors
) -> None:
    ann, bob, eve = people
    asking.ask(ann, partner(bob), "t")
    asking.ask(bob, partner(eve), "u")
    file = json.loads(export(engine, bob))
    assert [(row["table_id"], row["person"]) for row in file["asked"]] == [("t", ann)]
    assert [(row["table_id"], row["other"]) for row in file["asks"]] == [("u", eve)]
    delete_account(visitors, bob)
    asking.load()
    assert asking.to(eve) == asking.to(bob) == {}
