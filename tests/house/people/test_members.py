"""Guests become members, come back by what they gave themselves, and nobody else does."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Engine, select, update

from ludotheque.house.clock import DAY
from ludotheque.house.errors import (
    BadName,
    Declined,
    NameTaken,
    TooManyTries,
    WeakPassword,
    WrongCredentials,
)
from ludotheque.house.people import passwords
from ludotheque.house.people.members import Members
from ludotheque.house.people.people import People
from ludotheque.house.people.visitors import Visitor, Visitors
from ludotheque.house.schema import devices, persons, recovery_codes, sessions
from ludotheque.house.stakes import ledger
from ludotheque.house.stakes.rooms import ARRIVAL

SECRET, OTHER = "cheval batterie agrafe", "pile correcte cheval"
HERE, THERE = "192.0.2.1", "198.51.100.7"


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


async def joined(members: Members, name: str, secret: str = SECRET) -> tuple[Visitor, str]:
    guest, _ = await members.visitors.welcome()
    token = await members.join(guest, name, secret)
    member = await members.visitors.find(token)
    assert member
    return member, token


def test_a_guest_becomes_a_member_and_stays_the_same_person(members: Members) -> None:
    async def story() -> None:
        guest, before = await members.visitors.welcome()
        token = await members.join(guest, " Zoé  ", SECRET)
        member = await members.visitors.find(token)
        assert member == Visitor(guest.person, "Zoé", is_member=True)
        assert await members.visitors.find(before) is None  # its secret may be known to others
        assert await members.sign_in("zoe", SECRET, HERE) == member

    run(story())


def test_a_name_is_one_members_whatever_its_case_and_accents(members: Members) -> None:
    async def story() -> None:
        await joined(members, "Élise")
        for taken in ("Élise", "elise", "E-L-I-S-E", "ｅｌｉｓｅ"):
            with pytest.raises(NameTaken):
                await joined(members, taken)

    run(story())


@pytest.mark.parametrize("name", ["", "  ", "x", "!?", "Un ancien joueur", "LUDOTHEQUE", "Аdam"])
def test_a_member_needs_a_name_that_stands_for_somebody(members: Members, name: str) -> None:
    with pytest.raises(BadName):
        run(joined(members, name))


def test_guests_cannot_take_a_members_name_nor_keep_it(members: Members) -> None:
    async def story() -> None:
        early, token = await members.visitors.welcome()
        await members.visitors.rename(early, "zoe")
        await joined(members, "Zoé")
        again = await Visitors(members.visitors.engine).find(token)
        assert again
        assert again.name.startswith("zoe ")
        late, _ = await members.visitors.welcome()
        for taken in ("Zoé", "ZOE", "un ancien joueur"):
            with pytest.raises(NameTaken):
                await members.visitors.rename(late, taken)
        renamed = await members.visitors.rename(late, "Zoé et Léo")
        assert renamed.name == "Zoé et Léo"

    run(story())


def test_a_member_changes_her_name_but_not_to_anothers(members: Members) -> None:
    async def story() -> None:
        zoe, token = await joined(members, "Zoé")
        await joined(members, "Léo")
        with pytest.raises(NameTaken):
            await members.visitors.rename(zoe, "LEO")
        await members.visitors.rename(zoe, "ZOÉ")  # her own, written otherwise
        assert (await members.visitors.find(token)).name == "ZOÉ"  # type: ignore[union-attr]

    run(story())


@pytest.mark.parametrize(
    "weak", ["", "short", "aaaaaaaaaaaa", "motdepasse123", "1234567890", "Zoé de Paris", "x" * 201]
)
def test_weak_passwords_are_declined(members: Members, weak: str) -> None:
    with pytest.raises(WeakPassword):
        run(joined(members, "zoe de paris", weak))


def test_a_declined_join_leaves_the_guest_as_she_was(members: Members) -> None:
    async def story() -> None:
        await joined(members, "Zoé")
        guest, token = await members.visitors.welcome()
        with pytest.raises(NameTaken):
            await members.join(guest, "Zoé", SECRET)
        assert await Visitors(members.visitors.engine).find(token) == guest

    run(story())


def test_the_answer_is_the_same_for_a_wrong_name_and_a_wrong_password(members: Members) -> None:
    async def story() -> None:
        await joined(members, "Zoé")
        for name, secret in (("Zoé", OTHER), ("Nobody", SECRET), ("", SECRET), ("!", "")):
            with pytest.raises(WrongCredentials):
                await members.sign_in(name, secret, HERE)

    run(story())


def test_the_database_holds_no_password(members: Members, engine: Engine) -> None:
    run(joined(members, "Zoé"))
    with engine.connect() as connection:
        kept = connection.execute(select(persons.c.password)).scalar_one()
    assert kept.startswith("$argon2id$")
    assert SECRET not in kept


def test_a_new_password_ends_every_other_session(members: Members) -> None:
    async def story() -> None:
        zoe, first = await joined(members, "Zoé")
        second = members.sessions.open(zoe.person, "phone")
        third = await members.change_password(zoe, OTHER, "laptop")
        assert [await members.visitors.find(token) for token in (first, second)] == [None, None]
        assert await members.visitors.find(third)
        with pytest.raises(WrongCredentials):
            await members.sign_in("Zoé", SECRET, HERE)
        assert await members.sign_in("Zoé", OTHER, HERE)

    run(story())


def test_a_password_is_the_same_from_every_keyboard(members: Members) -> None:
    async def story() -> None:
        await joined(members, "Zoé", "un été très chaud")
        assert await members.sign_in("Zoé", "un e\u0301te\u0301 tre\u0300s chaud", HERE)

    run(story())


def test_a_password_kept_by_an_older_recipe_is_kept_anew(members: Members, engine: Engine) -> None:
    async def story() -> None:
        zoe, token = await joined(members, "Zoé")
        old = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(SECRET)
        with engine.begin() as connection:
            connection.execute(update(persons).values(password=old))
        assert await members.sign_in("Zoé", SECRET, HERE) == zoe
        with engine.connect() as connection:
            kept = connection.execute(select(persons.c.password)).scalar_one()
        assert kept != old
        assert not passwords.is_dated(kept)
        assert await members.sign_in("Zoé", SECRET, HERE) == zoe
        assert await members.visitors.find(token)

    run(story())


# Recovery codes


def test_a_recovery_code_gives_a_new_password_once(members: Members, engine: Engine) -> None:
    async def story() -> None:
        zoe, token = await joined(members, "Zoé")
        codes = await members.new_codes(zoe)
        assert len(set(codes)) == 8
        typed = codes[0].lower().replace("-", " ").replace("0", "o").replace("1", "l")
        assert (await members.recover("zoé", typed, OTHER)).person == zoe.person
        assert await members.visitors.find(token) is None
        assert await members.sign_in("Zoé", OTHER, HERE)
        with pytest.raises(WrongCredentials):
            await members.recover("Zoé", codes[0], SECRET)
        assert (await members.ways_back(zoe))["codes_left"] == 7
        with engine.connect() as connection:
            kept = connection.execute(select(recovery_codes.c.id)).scalars()
            assert not set(codes) & set(kept)

    run(story())


def test_codes_are_good_for_their_own_account_alone_and_until_new_ones(members: Members) -> None:
    async def story() -> None:
        zoe, _ = await joined(members, "Zoé")
        await joined(members, "Eve")
        old = await members.new_codes(zoe)
        new = await members.new_codes(zoe)
        for name, code in (("Eve", new[0]), ("Zoé", old[0]), ("Nobody", new[0]), ("Zoé", "")):
            with pytest.raises(WrongCredentials):
                await members.recover(name, code, OTHER)
        with pytest.raises(WeakPassword):
            await members.recover("Zoé", new[0], "short")
        assert await members.recover("Zoé", new[0], OTHER)  # a weak password used no code up

    run(story())


def test_one_code_used_twice_at_once_works_once(members: Members) -> None:
    async def story() -> None:
        zoe, _ = await joined(members, "Zoé")
        (code, *_) = await members.new_codes(zoe)
        tries = [members.recover("Zoé", code, f"{OTHER} {k}") for k in range(4)]
        found = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(each, Visitor) for each in found) == 1
        assert sum(isinstance(each, WrongCredentials) for each in found) == 3

    run(story())


# Throttling


async def guess(members: Members, name: str, address: str, known: str | None = None) -> Declined:
    try:
        await members.sign_in(name, "a wrong password", address, known)
    except Declined as declined:
        return declined
    raise AssertionError("the wrong password was taken")


def no_argon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of guesses, without the time that argon2 takes for each."""

    async def matches(kept: str | None, password: str, *, is_known: bool = False) -> bool:
        return kept is not None and password == SECRET

    monkeypatch.setattr(passwords, "matches", matches)


def test_guessing_is_slowed_down(members: Members, monkeypatch: pytest.MonkeyPatch) -> None:
    no_argon(monkeypatch)

    async def story() -> None:
        await joined(members, "Zoé")
        answers = [type(await guess(members, "Zoé", THERE)) for _ in range(50)]
        assert answers.count(WrongCredentials) == 6
        with pytest.raises(TooManyTries):  # right or wrong, it is not even looked at
            await members.sign_in("Zoé", SECRET, THERE)
        spraying = [type(await guess(members, f"name {k}", THERE)) for k in range(200)]
        assert spraying.count(WrongCredentials) < 40

    run(story())


def test_guessing_never_locks_the_member_out(
    members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a thousand addresses, or from her own: she signs in all the same."""
    no_argon(monkeypatch)

    async def story() -> None:
        zoe, _ = await joined(members, "Zoé")
        device = await members.remember_device(zoe)
        (code, *_) = await members.new_codes(zoe)
        for k in range(1000):
            await guess(members, "Zoé", f"203.0.{k // 250}.{k % 250}")
        assert await members.sign_in("Zoé", SECRET, HERE)  # a new browser, another address
        for _ in range(100):
            await guess(members, "Zoé", HERE)
        assert await members.sign_in("Zoé", SECRET, HERE, device)  # her browser, the same address
        assert await members.recover("Zoé", code, OTHER)  # and with nothing but a code

    run(story())


def test_a_known_browser_is_known_to_its_own_account_alone(
    members: Members, monkeypatch: pytest.MonkeyPatch, engine: Engine
) -> None:
    no_argon(monkeypatch)

    async def story() -> None:
        await joined(members, "Zoé")
        eve, _ = await joined(members, "Eve")
        eves = await members.remember_device(eve)
        answers = [type(await guess(members, "Zoé", THERE, eves)) for _ in range(30)]
        assert answers.count(WrongCredentials) == 6  # Eve's own browser gives her nothing more
        answers = [type(await guess(members, "Eve", THERE, eves)) for _ in range(30)]
        assert answers.count(WrongCredentials) == 10  # nor is it a way to guess for ever
        with engine.connect() as connection:
            assert eves not in list(connection.execute(select(devices.c.id)).scalars())

    run(story())


def test_signing_in_again_and_again_is_no_guessing(
    members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_argon(monkeypatch)

    async def story() -> None:
        await joined(members, "Zoé")
        for _ in range(100):
            await members.sign_in("Zoé", SECRET, HERE)

    run(story())


def test_a_flood_of_sign_ins_is_turned_away_before_it_is_hashed(
    members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        zoe, _ = await joined(members, "Zoé")
        device = await members.remember_device(zoe)
        monkeypatch.setattr(passwords._strangers, "_pending", passwords._WAITING)
        with pytest.raises(TooManyTries):
            await members.sign_in("Zoé", SECRET, HERE)
        guest, _ = await members.visitors.welcome()
        with pytest.raises(TooManyTries):
            await members.join(guest, "Zélie", SECRET)
        assert await members.sign_in("Zoé", SECRET, HERE, device)  # her own browser gets through

    run(story())


def test_a_name_that_is_taken_is_not_hashed_for(
    members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        await joined(members, "Zoé")
        guest, _ = await members.visitors.welcome()
        monkeypatch.setattr(passwords._strangers, "_pending", passwords._WAITING)
        with pytest.raises(NameTaken):
            await members.join(guest, "zoe", SECRET)

    run(story())


def test_one_address_does_not_become_members_without_end(
    members: Members, monkeypatch: pytest.MonkeyPatch, later: Callable[[float], None]
) -> None:
    no_argon(monkeypatch)
    later(0)  # nothing is refilled meanwhile

    async def story() -> None:
        for number in range(40):
            guest, _ = await members.visitors.welcome()
            await members.join(guest, f"Zoé {number}", SECRET, address=HERE)
        guest, _ = await members.visitors.welcome()
        with pytest.raises(TooManyTries):
            await members.join(guest, "Zoé 40", SECRET, address=HERE)
        assert await members.join(guest, "Zoé 40", SECRET, address="198.51.100.200")

    run(story())


@pytest.mark.usefixtures("slow_passwords")
def test_a_known_browser_does_not_wait_behind_strangers(members: Members) -> None:
    """A flood of new members is hashed one after the other; who comes back passes it by."""

    async def story() -> None:
        zoe, _ = await joined(members, "Zoé")
        device = await members.remember_device(zoe)
        guests = [(await members.visitors.welcome())[0] for _ in range(24)]
        flood = [
            asyncio.create_task(members.join(guest, f"Intrus {number}", SECRET))
            for number, guest in enumerate(guests)
        ]
        await asyncio.sleep(0.05)
        await members.sign_in("Zoé", SECRET, HERE, device)
        assert sum(task.done() for task in flood) < 12
        await asyncio.gather(*flood)

    run(story())


# Sessions


def test_sessions_expire_and_use_prolongs_them(
    members: Members, engine: Engine, later: Callable[[float], None]
) -> None:
    async def story() -> None:
        _, token = await joined(members, "Zoé")
        _, guests_token = await members.visitors.welcome()
        for days, is_known in ((80, True), (80, True), (100, False)):
            later(days * DAY)
            found = await Visitors(engine).find(token)
            assert (found is not None) == is_known, days
        assert await Visitors(engine).find(guests_token)  # a guest has no other way back
        members.sessions.clear_away()
        with engine.connect() as connection:
            assert len(connection.execute(select(sessions)).all()) == 1

    run(story())


def test_sessions_are_listed_and_ended_one_by_one(members: Members) -> None:
    async def story() -> None:
        zoe, first = await joined(members, "Zoé")
        eve, eves = await joined(members, "Eve")
        second = members.sessions.open(zoe.person, "Firefox on Linux")
        listed = members.sessions.of(zoe.person)
        assert {each.device for each in listed} == {"", "Firefox on Linux"}
        (there,) = (each.id for each in listed if each.device)
        members.sessions.end(eve.person, there)  # not hers
        assert await members.visitors.find(second)
        members.sessions.end(zoe.person, there)
        assert await members.visitors.find(second) is None
        assert await members.visitors.find(first)
        third = members.sessions.open(zoe.person, "phone")
        members.sessions.end_all(zoe.person, but=third)
        assert await members.visitors.find(first) is None
        assert await members.visitors.find(third)
        assert await members.visitors.find(eves)

    run(story())


def test_what_another_process_does_to_a_session_is_seen_soon(
    members: Members, engine: Engine, later: Callable[[float], None]
) -> None:
    async def story() -> None:
        zoe, token = await joined(members, "Zoé")
        assert await members.visitors.find(token)
        elsewhere = Members(Visitors(engine))
        elsewhere.sessions.end_all(zoe.person)
        later(6)
        assert await members.visitors.find(token) is None

    run(story())


def test_a_proof_is_good_for_a_quarter_of_an_hour(
    members: Members, engine: Engine, later: Callable[[float], None]
) -> None:
    async def story() -> None:
        _, token = await joined(members, "Zoé")
        _, guests_token = await members.visitors.welcome()
        assert members.sessions.is_proved(token)
        assert not members.sessions.is_proved(guests_token)
        later(16 * 60)
        assert not members.sessions.is_proved(token)
        with engine.connect() as connection:
            assert token not in list(connection.execute(select(sessions.c.id)).scalars())

    run(story())


# Chips


def test_a_member_is_given_her_chips_once_when_she_becomes_one(
    members: Members, engine: Engine
) -> None:
    async def story() -> None:
        zoe, _ = await joined(members, "Zoé")
        assert balance(engine, zoe) == ARRIVAL
        (code, *_) = await members.new_codes(zoe)
        await members.recover("Zoé", code, OTHER)
        assert balance(engine, zoe) == ARRIVAL
        guest, _ = await members.visitors.welcome()
        assert balance(engine, guest) == 0

    run(story())


def test_the_host_of_the_house_says_how_many_chips(visitors: Visitors, engine: Engine) -> None:
    zoe, _ = run(joined(Members(visitors, arrival=7), "Zoé"))
    assert balance(engine, zoe) == 7


def test_whom_the_host_made_a_member_gets_hers_when_she_comes_in(
    members: Members, engine: Engine
) -> None:
    _, code = People(members.visitors).make_host("Gaël")
    gael = run(members.recover("Gaël", code or "", SECRET))
    assert balance(engine, gael) == ARRIVAL


def balance(engine: Engine, guest: Visitor) -> int:
    with engine.connect() as connection:
        return ledger.balance(connection, ledger.of_person(guest.person))
