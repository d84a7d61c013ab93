"""What a host sees and does."""

import asyncio

import pytest
from sqlalchemy import Engine

from ludotheque.house.errors import NameTaken, UnknownPerson
from ludotheque.house.people.members import Members
from ludotheque.house.people.people import People
from ludotheque.house.people.reports import Reports
from ludotheque.house.people.visitors import Visitor, Visitors

SECRET = "cheval batterie agrafe"


@pytest.fixture
def people(visitors: Visitors) -> People:
    return People(visitors)


def guest(visitors: Visitors, name: str) -> Visitor:
    async def come() -> Visitor:
        return await visitors.rename((await visitors.welcome())[0], name)

    return asyncio.run(come())


def test_the_first_host_comes_in_by_a_code(people: People, members: Members) -> None:
    host, code = people.make_host("Gaël")
    assert host.is_host
    assert code
    entered = asyncio.run(members.recover("gael", code, SECRET))
    assert entered == Visitor(host.id, "Gaël", is_member=True, is_host=True)
    again, nothing = people.make_host("GAEL")
    assert (again.id, nothing) == (host.id, None)
    people.no_longer_host(host.id)
    assert not people.find("Gaël").is_host


def test_people_are_found_by_a_part_of_their_name(people: People, visitors: Visitors) -> None:
    for name in ("Amélie", "Mélissa", "Bob 100%"):
        guest(visitors, name)
    assert {each.name for each in people.search("MELI")} == {"Amélie", "Mélissa"}
    assert [each.name for each in people.search("100%")] == ["Bob 100%"]
    assert len(people.search()) == 3
    assert people.search("%") == people.search()  # a sign alone is no name


def test_who_is_meant(people: People, visitors: Visitors) -> None:
    one, _two = guest(visitors, "Bob"), guest(visitors, "bob")
    with pytest.raises(UnknownPerson, match="2 guests"):
        people.find("Bob")
    with pytest.raises(UnknownPerson, match="nobody"):
        people.find("Zoé")
    assert people.find(one.person).name == "Bob"
    people.make_host("Bôb")
    assert people.find("bob").is_host  # a member's name is hers alone


def test_suspending_and_letting_back(people: People, visitors: Visitors, engine: Engine) -> None:
    async def story() -> None:
        somebody, token = await visitors.welcome()
        people.suspend(somebody.person, "  insults\n again ")
        found = await visitors.find(token)
        assert found
        assert found.suspended_for == "insults again"
        assert [each.id for each in people.search(suspended=True)] == [somebody.person]
        people.lift(somebody.person)
        assert await visitors.find(token) == somebody

    asyncio.run(story())
    assert people.search(suspended=True) == []
    assert Reports(engine).all() == []


def test_a_host_renames_but_not_into_another_member(people: People, visitors: Visitors) -> None:
    host, _ = people.make_host("Gaël")
    somebody = guest(visitors, "Rude Name")
    assert people.rename(somebody.person, " Nice\tName ") == "Nice Name"
    other, _ = people.make_host("Zoé")
    with pytest.raises(NameTaken):
        people.rename(other.id, "GAEL")
    assert people.find(host.id).name == "Gaël"
