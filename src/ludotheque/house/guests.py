"""Guests: people who need only a name. A session is a secret in their browser.

What is kept of the secret is its hash: who reads the database cannot take anybody's place.
"""

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

from sqlalchemy import Engine, insert, select, update

from ludotheque.house.names import clean_name, fold
from ludotheque.house.schema import persons, sessions

_REMEMBERED = 10_000  # sessions kept at hand
_YEAR = 365 * 86_400_000  # milliseconds
_ANIMALS = (
    "Belette", "Blaireau", "Castor", "Cigogne", "Fauvette", "Furet", "Grillon", "Hérisson",
    "Hermine", "Loutre", "Lynx", "Marmotte", "Martinet", "Mésange", "Mulot", "Renard",
)  # fmt: skip


@dataclass(frozen=True)
class Guest:
    """Somebody in the house."""

    person: str
    name: str


class Guests:
    """Everybody who ever came, by the secret in her browser."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._at_hand: OrderedDict[str, Guest] = OrderedDict()

    async def find(self, token: str) -> Guest | None:
        """Whose session this is; None: nobody's."""
        key = _hash(token)
        if key in self._at_hand:
            self._at_hand.move_to_end(key)
            return self._at_hand[key]
        guest = await asyncio.to_thread(self._find, key)
        if guest is not None:
            self._remember(key, guest)
        return guest

    async def welcome(self) -> tuple[Guest, str]:
        """A new guest with a name to begin with, and the secret for her browser."""
        token = secrets.token_urlsafe(32)
        name = f"{secrets.choice(_ANIMALS)} {secrets.randbelow(90) + 10}"
        guest = Guest(secrets.token_urlsafe(12), name)
        await asyncio.to_thread(self._welcome, guest, _hash(token))
        self._remember(_hash(token), guest)
        return guest, token

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Give a guest another name, cleaned; an empty one changes nothing."""
        clean = clean_name(name)
        if not clean or clean == guest.name:
            return guest
        await asyncio.to_thread(self._rename, guest.person, clean)
        renamed = Guest(guest.person, clean)
        for key, known in self._at_hand.items():
            if known.person == guest.person:
                self._at_hand[key] = renamed
        return renamed

    def _remember(self, key: str, guest: Guest) -> None:
        self._at_hand[key] = guest
        if len(self._at_hand) > _REMEMBERED:
            self._at_hand.popitem(last=False)

    def _find(self, key: str) -> Guest | None:
        query = (
            select(persons.c.id, persons.c.name)
            .join(sessions, sessions.c.person == persons.c.id)
            .where(sessions.c.id == key)
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else Guest(row.id, row.name)

    def _welcome(self, guest: Guest, key: str) -> None:
        now = _now()
        with self._engine.execution_options(writes=True).begin() as connection:
            connection.execute(
                insert(persons).values(
                    id=guest.person, name=guest.name, folded=fold(guest.name), created=now
                )
            )
            connection.execute(
                insert(sessions).values(
                    id=key, person=guest.person, created=now, seen=now, expires=now + _YEAR
                )
            )

    def _rename(self, person: str, name: str) -> None:
        with self._engine.execution_options(writes=True).begin() as connection:
            connection.execute(
                update(persons).where(persons.c.id == person).values(name=name, folded=fold(name))
            )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _now() -> int:
    return int(time.time() * 1000)
