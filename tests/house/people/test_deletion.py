"""What is hers is given to a person as a file, and taken away when she leaves."""

import asyncio
import json

import pytest
from sqlalchemy import Engine, select

from ludotheque.bots import Thinkers
from ludotheque.house.errors import WrongCredentials
from ludotheque.house.people.company import Company
from ludotheque.house.people.deletion import delete_account
from ludotheque.house.people.export import export
from ludotheque.house.people.members import Members
from ludotheque.house.people.reports import Reports
from ludotheque.house.people.visitors import Visitor
from ludotheque.house.schema import metadata
from ludotheque.house.stakes import ledger
from ludotheque.table import NO_PACE, Person, Runner, Store, verify
from ludotheque.table import commands as c
from ludotheque.table.keeping.schema import metadata as table_metadata

SECRET = "cheval batterie agrafe"
NAME = "Zéphyrine"


async def play(runner: Runner, *people: Visitor) -> str:
    """A short game up to its first roll; its table."""
    table = await runner.create("ludo", {"seats": 2, "pawns": 1}, host=person(people[0]))
    for each in people:
        await runner.command(table, person(each), c.Sit(id=f"sit {each.person}"))
    await runner.idle()
    return table


def person(guest: Visitor) -> Person:
    return Person(guest.person, guest.name)


async def member(members: Members, name: str) -> Visitor:
    guest, _ = await members.visitors.welcome("Firefox")
    found = await members.visitors.find(await members.join(guest, name, SECRET, "Firefox"))
    assert found
    return found


def everything(engine: Engine) -> str:
    """All that the database holds, as text."""
    tables = [*metadata.sorted_tables, *table_metadata.sorted_tables]
    with engine.connect() as connection:
        return "\n".join(
            str(tuple(row)) for table in tables for row in connection.execute(select(table))
        )


def test_a_person_takes_her_data_with_her(members: Members, engine: Engine, any_url: str) -> None:
    async def story() -> tuple[Visitor, Visitor, str]:
        with Store(any_url) as store:
            runner = Runner(store, pace=NO_PACE, thinkers=Thinkers(0))
            zoe, bob = await member(members, NAME), await member(members, "Bob")
            table = await play(runner, zoe, bob)
            await runner.close()
            return zoe, bob, table

    zoe, bob, table = asyncio.run(story())
    Company(engine).keep_away(zoe.person, bob.person, "mute")
    Reports(engine).file(bob.person, "other", "my words", table=table, reporter=zoe.person)
    Reports(engine).file(zoe.person, "other", "bob's words", table=table, reporter=bob.person)
    text = export(engine, zoe.person).decode()
    data = json.loads(text)
    assert data["account"]["name"] == NAME
    assert data["account"]["has_password"] is True
    assert [each["device"] for each in data["sessions"]] == ["Firefox"]
    assert [each["kind"] for each in data["company"]] == ["mute"]
    assert [each["words"] for each in data["reports"]] == ["my words"]
    (told,) = data["tables"]
    assert (told["table"], told["game"]) == (table, "ludo")
    assert told["events"][0]["event"] == "opened"
    assert told["events"][1] | {"name": NAME, "event": "sat"} == told["events"][1]
    assert {"devices", "passkeys", "recovery_codes"} <= set(data)  # whatever names a person
    assert "argon2" not in text
    assert "bob's words" not in text


def test_a_deleted_account_leaves_no_name_anywhere(
    members: Members, engine: Engine, any_url: str
) -> None:
    async def story() -> None:
        with Store(any_url) as store:
            runner = Runner(store, pace=NO_PACE, thinkers=Thinkers(0))
            zoe, bob = await member(members, NAME), await member(members, "Bob")
            table = await play(runner, zoe, bob)
            await runner.abandon(table)
            before = await runner.record(table)
            Company(engine).keep_away(bob.person, zoe.person, "block")
            Reports(engine).file(
                bob.person, "other", f"as {NAME}", table=table, reporter=zoe.person
            )
            assert NAME in everything(engine)

            delete_account(members.visitors, zoe.person)
            await runner.read_again(zoe.person)

            assert NAME.lower() not in everything(engine).lower()
            assert "zephyrine" not in everything(engine)
            for reader in (runner, Runner(store, pace=NO_PACE, thinkers=Thinkers(0))):
                after = await reader.record(table)
                assert NAME not in after.json().decode()
                assert [seat.name for seat in after.seats] == ["", "Bob"]
                assert not verify(after).problems  # all that happened is still there
                assert len(after.log) == len(before.log)
                assert after.seed == before.seed
                await reader.close()

    asyncio.run(story())


def test_chips_are_in_the_file_and_go_back_to_the_house(members: Members, engine: Engine) -> None:
    zoe = asyncio.run(member(members, NAME))
    (line,) = json.loads(export(engine, zoe.person))["chips"]
    assert (line["why"], line["chips"], line["balance"]) == ("arrival", 1_000, 1_000)
    delete_account(members.visitors, zoe.person)
    with engine.connect() as connection:
        assert ledger.balance(connection, ledger.of_person(zoe.person)) == 0
        assert ledger.audit(connection).is_sound


def test_a_deleted_name_is_free_and_nobody_signs_in_with_it(
    members: Members, engine: Engine
) -> None:
    async def story() -> None:
        zoe = await member(members, NAME)
        (code, *_) = await members.new_codes(zoe)
        delete_account(members.visitors, zoe.person)
        with pytest.raises(WrongCredentials):
            await members.sign_in(NAME, SECRET, "")
        with pytest.raises(WrongCredentials):
            await members.recover(NAME, code, SECRET + "!")
        other = await member(members, NAME)
        assert other.person != zoe.person
        delete_account(members.visitors, other.person)  # two nobodies do not clash

    asyncio.run(story())
