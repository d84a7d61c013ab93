"""Passkeys: made and used once per challenge, by their own person, for their own house."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from authenticator import PRESENT, Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import Engine

from ludotheque.house.clock import SECOND
from ludotheque.house.errors import NameTaken, WrongCredentials
from ludotheque.house.people.passkeys import CHALLENGE_LIFE, Passkeys, Site
from ludotheque.house.people.visitors import Visitor, Visitors
from ludotheque.house.stakes import ledger
from ludotheque.house.stakes.rooms import ARRIVAL

SITE = Site("house.example", "https://house.example")


@pytest.fixture
def passkeys(visitors: Visitors) -> Passkeys:
    return Passkeys(visitors)


@pytest.fixture
def device() -> Authenticator:
    return Authenticator(SITE.origin)


def welcome(visitors: Visitors) -> Visitor:
    return asyncio.run(visitors.welcome())[0]


def register(
    passkeys: Passkeys, guest: Visitor, device: Authenticator, name: str = "Zoé"
) -> Visitor:
    options = json.loads(passkeys.registration(guest, name, SITE))
    passkeys.register(guest, device.create(options), name, "Firefox", SITE, "")
    return Visitor(guest.person, name, is_member=True)


def challenge(passkeys: Passkeys) -> dict[str, Any]:
    options: dict[str, Any] = json.loads(passkeys.authentication(SITE))
    return options


def test_a_guest_joins_by_a_passkey_and_comes_back(
    visitors: Visitors, passkeys: Passkeys, device: Authenticator
) -> None:
    guest, before = asyncio.run(visitors.welcome())
    options = json.loads(passkeys.registration(guest, "Zoé", SITE))
    assert options["rp"]["id"] == "house.example"
    token = passkeys.register(guest, device.create(options), "Zoé", "Firefox", SITE, "")
    assert token
    zoe = asyncio.run(visitors.find(token))
    assert zoe == Visitor(guest.person, "Zoé", is_member=True)
    assert asyncio.run(visitors.find(before)) is None
    for _ in range(2):
        assert passkeys.sign_in(device.get(challenge(passkeys)), SITE) == zoe


def test_a_challenge_is_signed_once(
    visitors: Visitors, passkeys: Passkeys, device: Authenticator
) -> None:
    register(passkeys, welcome(visitors), device)
    signed = device.get(challenge(passkeys))
    passkeys.sign_in(signed, SITE)
    with pytest.raises(WrongCredentials):
        passkeys.sign_in(signed, SITE)


def test_a_challenge_is_used_up_by_a_wrong_answer_too(
    visitors: Visitors, passkeys: Passkeys, device: Authenticator
) -> None:
    register(passkeys, welcome(visitors), device)
    options = challenge(passkeys)
    with pytest.raises(WrongCredentials):
        passkeys.sign_in(device.get(options, key=ec.generate_private_key(ec.SECP256R1())), SITE)
    with pytest.raises(WrongCredentials):
        passkeys.sign_in(device.get(options), SITE)


def test_forged_answers_are_declined(
    visitors: Visitors, passkeys: Passkeys, device: Authenticator
) -> None:
    zoe = register(passkeys, welcome(visitors), device)
    made_up = device.get(challenge(passkeys), challenge="A" * 43)
    elsewhere = Authenticator("https://evil.example")
    elsewhere.id, elsewhere.key, elsewhere.user = device.id, device.key, device.user
    phished = elsewhere.get(challenge(passkeys))
    stranger = Authenticator(SITE.origin).get(challenge(passkeys))
    to_register = json.loads(passkeys.registration(zoe, "Zoé", SITE))
    other_kind = device.get(to_register)  # a challenge meant for adding a key
    device.flags = PRESENT
    unverified = device.get(challenge(passkeys))
    nonsense: list[dict[str, Any]] = [{}, {"response": 3}, {"response": {"clientDataJSON": "%"}}]
    for credential in (made_up, phished, stranger, other_kind, unverified, *nonsense):
        with pytest.raises(WrongCredentials):
            passkeys.sign_in(credential, SITE)


def test_a_challenge_is_the_persons_who_asked_for_it(
    visitors: Visitors, passkeys: Passkeys, device: Authenticator
) -> None:
    zoe, eve = welcome(visitors), welcome(visitors)
    options = json.loads(passkeys.registration(zoe, "Zoé", SITE))
    with pytest.raises(WrongCredentials):
        passkeys.register(eve, device.create(options), "Eve", "", SITE, "")


def test_a_challenge_expires(
    visitors: Visitors, passkeys: Passkeys, device: Authenticator, later: Callable[[float], None]
) -> None:
    register(passkeys, welcome(visitors), device)
    signed = device.get(challenge(passkeys))
    later(CHALLENGE_LIFE / SECOND + 1)
    with pytest.raises(WrongCredentials):
        passkeys.sign_in(signed, SITE)


def test_a_key_that_was_copied_is_noticed(
    visitors: Visitors, passkeys: Passkeys, device: Authenticator
) -> None:
    """Its own count went back."""
    register(passkeys, welcome(visitors), device)
    device.uses = 10
    passkeys.sign_in(device.get(challenge(passkeys)), SITE)
    device.uses = 3
    with pytest.raises(WrongCredentials):
        passkeys.sign_in(device.get(challenge(passkeys)), SITE)


def test_a_taken_name_leaves_no_key_behind(
    visitors: Visitors, passkeys: Passkeys, device: Authenticator
) -> None:
    register(passkeys, welcome(visitors), Authenticator(SITE.origin))
    with pytest.raises(NameTaken):
        register(passkeys, welcome(visitors), device, "ZOE")
    with pytest.raises(WrongCredentials):
        passkeys.sign_in(device.get(challenge(passkeys)), SITE)


def test_keys_are_forgotten_by_their_own_person_alone(
    visitors: Visitors, passkeys: Passkeys, device: Authenticator
) -> None:
    zoe = register(passkeys, welcome(visitors), device)
    eve = register(passkeys, welcome(visitors), Authenticator(SITE.origin), "Eve")
    signed = device.get(challenge(passkeys))
    passkeys.remove(eve, signed["id"])
    assert passkeys.sign_in(signed, SITE) == zoe
    passkeys.remove(zoe, signed["id"])
    with pytest.raises(WrongCredentials):
        passkeys.sign_in(device.get(challenge(passkeys)), SITE)


def test_who_becomes_a_member_by_a_key_has_her_chips(
    visitors: Visitors, passkeys: Passkeys, device: Authenticator, engine: Engine
) -> None:
    zoe = register(passkeys, welcome(visitors), device)
    register(passkeys, zoe, Authenticator(SITE.origin))  # a second key brings no more
    with engine.connect() as connection:
        assert ledger.balance(connection, ledger.of_person(zoe.person)) == ARRIVAL
