"""Everybody who comes: guests, who need only a name, and members."""

import asyncio
import itertools
import secrets
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import IntegrityError

from ludotheque.core.texts import LANGUAGES
from ludotheque.house.clock import now
from ludotheque.house.errors import NameTaken
from ludotheque.house.people.names import MAX_NAME, RESERVED, clean_name, fold, member_name
from ludotheque.house.people.sessions import GUEST_LIFE, Sessions, Visitor, add
from ludotheque.house.schema import persons

__all__ = ["Visitor", "Visitors"]

_ANIMALS = {  # what guests are called at first, each in the language that she reads
    "fr": (
        "Belette", "Blaireau", "Castor", "Cigogne", "Fauvette", "Furet", "Grillon", "Hérisson",
        "Hermine", "Loutre", "Lynx", "Marmotte", "Martinet", "Mésange", "Mulot", "Renard",
    ),
    "en": (
        "Badger", "Beaver", "Cricket", "Dormouse", "Ferret", "Finch", "Fox", "Hedgehog",
        "Lynx", "Marmot", "Otter", "Robin", "Stork", "Swift", "Warbler", "Weasel",
    ),
    "es": (
        "Ardilla", "Castor", "Cigüeña", "Comadreja", "Erizo", "Grillo", "Herrerillo", "Hurón",
        "Jilguero", "Lince", "Lirón", "Marmota", "Nutria", "Tejón", "Vencejo", "Zorro",
    ),
}  # fmt: skip


class Visitors:
    """Everybody who ever came, found by the secret in the browser."""

    def __init__(self, engine: Engine):
        self.engine = engine
        self.sessions = Sessions(engine)
        self._writing = engine.execution_options(writes=True)

    async def find(self, token: str) -> Visitor | None:
        """Whose session this is; None: nobody's."""
        return await self.sessions.find(token)

    async def welcome(self, device: str = "", language: str = LANGUAGES[0]) -> tuple[Visitor, str]:
        """A new guest with a first name to go by, and the secret for her browser."""
        visitor, token = await asyncio.to_thread(self._welcome, device, language)
        self.sessions.remember(token, visitor)
        return visitor, token

    async def rename(self, visitor: Visitor, name: str) -> Visitor:
        """Give somebody another name, cleaned; an empty one changes nothing.

        NameTaken: it is a member's; BadName: it will not do for a member.
        """
        clean = member_name(name) if visitor.is_member else clean_name(name)
        if not clean or clean == visitor.name:
            return visitor
        await asyncio.to_thread(self._rename, visitor, clean)
        self.sessions.read_again(visitor.person)
        return replace(visitor, name=clean)

    async def lend(self, name: str) -> str:
        """A name for somebody without a browser of her own, cleaned.

        NameTaken: others would take her for a member, or for the house.
        """
        clean = clean_name(name)
        if clean:
            await asyncio.to_thread(self._lend, clean)
        return clean

    def _lend(self, name: str) -> None:
        with self.engine.connect() as connection:
            require_free(connection, name)

    def _welcome(self, device: str, language: str) -> tuple[Visitor, str]:
        with self._writing.begin() as connection:
            visitor = Visitor(secrets.token_urlsafe(12), new_name(connection, language))
            connection.execute(
                insert(persons).values(
                    id=visitor.person, name=visitor.name, folded=fold(visitor.name), created=now()
                )
            )
            return visitor, add(connection, visitor.person, device, GUEST_LIFE)

    def _rename(self, visitor: Visitor, name: str) -> None:
        with self._writing.begin() as connection:
            if visitor.is_member:
                set_member_name(connection, visitor.person, name)
                return
            require_free(connection, name)
            set_name(connection, visitor.person, name)


def new_name(connection: Connection, language: str) -> str:
    """A name to begin with that no member has."""
    for tries in itertools.count(1):
        name = f"{secrets.choice(_ANIMALS[language])} {secrets.randbelow(90 * tries) + 10}"
        if not is_members(connection, name):
            break
    return name


def is_members(connection: Connection, name: str) -> bool:
    """Whether a member has that name, or one that people would mistake for it."""
    query = select(persons.c.id).where(
        persons.c.folded == fold(name), persons.c.joined.is_not(None)
    )
    return bool(fold(name)) and connection.execute(query).first() is not None


def require_free(connection: Connection, name: str) -> None:
    """NameTaken: it is a member's, or speaks for the house."""
    if fold(name) in RESERVED or is_members(connection, name):
        raise NameTaken(name)


def set_name(connection: Connection, person: str, name: str, **more: Any) -> None:
    """Write a name down, and what else changes with it."""
    values = {"name": name, "folded": fold(name), **more}
    connection.execute(update(persons).where(persons.c.id == person).values(values))


def set_member_name(connection: Connection, person: str, name: str, **more: Any) -> None:
    """The same for a member; guests who had that name get a number added to theirs."""
    try:
        with connection.begin_nested():
            set_name(connection, person, name, **more)
    except IntegrityError:
        raise NameTaken(name) from None
    query = select(persons.c.id, persons.c.name).where(
        persons.c.folded == fold(name), persons.c.joined.is_(None), persons.c.id != person
    )
    for other, called in connection.execute(query).all():
        set_name(connection, other, _numbered(connection, called))


def _numbered(connection: Connection, name: str) -> str:
    while True:
        other = f"{name[: MAX_NAME - 4]} {secrets.randbelow(900) + 100}"
        if not is_members(connection, other):
            return other
