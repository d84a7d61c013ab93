"""Passkeys: a key that a person's own device keeps, and the house knows the public half of.

A challenge is signed once and soon: it is deleted when it comes back, right or wrong.
"""

import json
import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from ludotheque.house.clock import SECOND, now
from ludotheque.house.errors import WrongCredentials
from ludotheque.house.people.members import become_member, fresh_session
from ludotheque.house.people.names import clean_name, member_name
from ludotheque.house.people.sessions import visitor_of
from ludotheque.house.people.visitors import Visitor, Visitors
from ludotheque.house.schema import challenges, passkeys, persons
from ludotheque.house.stakes.rooms import ARRIVAL

HOUSE = "Ludothèque"
CHALLENGE_LIFE = 5 * 60 * SECOND
MOST = 20  # keys of a person


@dataclass(frozen=True)
class Site:
    """The address that keys are made for: a browser gives them to no other."""

    host: str  # without port
    origin: str


class Passkeys:
    """Making keys and signing in with them. Methods take their time: call them in a thread."""

    def __init__(self, visitors: Visitors, arrival: int = ARRIVAL):
        self._arrival = arrival
        self._engine = visitors.engine
        self._writing = visitors.engine.execution_options(writes=True)
        self._sessions = visitors.sessions

    def registration(self, visitor: Visitor, name: str, site: Site) -> str:
        """What a browser needs to make a key for somebody, as JSON."""
        from webauthn import base64url_to_bytes, generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        name = member_name(name)
        with self._writing.begin() as connection:
            challenge = _new_challenge(connection, visitor.person)
            own = select(passkeys.c.id).where(passkeys.c.person == visitor.person)
            known = list(connection.execute(own).scalars())
        options = generate_registration_options(
            rp_id=site.host,
            rp_name=HOUSE,
            user_id=visitor.person.encode(),
            user_name=name,
            challenge=challenge,
            timeout=CHALLENGE_LIFE,
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(id)) for id in known
            ],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
        )
        return options_to_json(options)

    def register(
        self,
        visitor: Visitor,
        credential: dict[str, Any],
        name: str,
        label: str,
        site: Site,
        device: str,
    ) -> str | None:
        """Keep a key. A guest becomes a member by it: then the secret of her new session."""
        from webauthn import verify_registration_response

        challenge = self._take_challenge(credential, visitor.person)
        try:
            verified = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except Exception as error:  # whatever a forged answer brings about
            raise WrongCredentials from error
        row = _row(visitor.person, verified, clean_name(label) or HOUSE)
        token = None
        with self._writing.begin() as connection:
            if not visitor.is_member:
                become_member(connection, visitor.person, member_name(name), None, self._arrival)
                token = fresh_session(connection, visitor.person, device)
            _add_key(connection, row)
        self._sessions.read_again(visitor.person)
        return token

    def authentication(self, site: Site) -> str:
        """What a browser needs to offer the keys it has for this house, as JSON."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        with self._writing.begin() as connection:
            challenge = _new_challenge(connection, None)
        options = generate_authentication_options(
            rp_id=site.host,
            challenge=challenge,
            timeout=CHALLENGE_LIFE,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return options_to_json(options)

    def sign_in(self, credential: dict[str, Any], site: Site) -> Visitor:
        """Whose key signed."""
        from webauthn import verify_authentication_response

        challenge = self._take_challenge(credential, None)
        with self._engine.connect() as connection:
            query = select(passkeys).where(passkeys.c.id == str(credential.get("id"))[:1400])
            key = connection.execute(query).first()
        if key is None:
            raise WrongCredentials
        try:
            verified = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=key.public_key,
                credential_current_sign_count=key.uses,
                require_user_verification=True,
            )
        except Exception as error:
            raise WrongCredentials from error
        used = update(passkeys).where(passkeys.c.id == key.id)
        with self._writing.begin() as connection:
            connection.execute(used.values(uses=verified.new_sign_count, used=now()))
            row = connection.execute(select(persons).where(persons.c.id == key.person)).one()
        return visitor_of(row)

    def remove(self, visitor: Visitor, id: str) -> None:
        """Forget one of a person's own keys."""
        with self._writing.begin() as connection:
            connection.execute(
                delete(passkeys).where(passkeys.c.id == id, passkeys.c.person == visitor.person)
            )

    def _take_challenge(self, credential: dict[str, Any], person: str | None) -> bytes:
        """The challenge that was signed: ours, for this person, and now used up."""
        from webauthn import base64url_to_bytes

        try:
            data = base64url_to_bytes(credential["response"]["clientDataJSON"])
            signed = str(json.loads(data)["challenge"])
            challenge = base64url_to_bytes(signed)
        except (KeyError, TypeError, ValueError) as error:
            raise WrongCredentials from error
        with self._writing.begin() as connection:
            taken = delete(challenges).where(
                challenges.c.id == signed,
                challenges.c.expires > now(),
                challenges.c.person.is_(None) if person is None else challenges.c.person == person,
            )
            if connection.execute(taken).rowcount != 1:
                raise WrongCredentials
        return challenge


def _new_challenge(connection: Connection, person: str | None) -> bytes:
    from webauthn.helpers import bytes_to_base64url

    challenge = secrets.token_bytes(32)
    connection.execute(delete(challenges).where(challenges.c.expires < now()))
    connection.execute(
        insert(challenges).values(
            id=bytes_to_base64url(challenge), person=person, expires=now() + CHALLENGE_LIFE
        )
    )
    return challenge


def _row(person: str, verified: Any, label: str) -> dict[str, Any]:
    from webauthn.helpers import bytes_to_base64url

    return {
        "id": bytes_to_base64url(verified.credential_id),
        "person": person,
        "public_key": verified.credential_public_key,
        "uses": verified.sign_count,
        "name": label,
        "created": now(),
    }


def _add_key(connection: Connection, row: dict[str, Any]) -> None:
    mine = select(passkeys.c.id).where(passkeys.c.person == row["person"])
    known = select(passkeys.c.id).where(passkeys.c.id == row["id"])
    if len(connection.execute(mine).all()) >= MOST or connection.execute(known).first():
        raise WrongCredentials
    connection.execute(insert(passkeys).values(row))
