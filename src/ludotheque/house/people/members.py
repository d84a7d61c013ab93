"""Members: guests who gave themselves a way back, by a password, a passkey or a code.

Becoming one changes nothing else: the person stays the same, and so does all that is hers.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, delete, insert, select, update

from ludotheque.house.clock import now
from ludotheque.house.errors import NameTaken, WrongCredentials
from ludotheque.house.people import codes, passwords
from ludotheque.house.people.names import fold, member_name
from ludotheque.house.people.sessions import MEMBER_LIFE, add, id_of, visitor_of
from ludotheque.house.people.throttle import Throttle
from ludotheque.house.people.visitors import Visitor, Visitors, is_members, set_member_name
from ludotheque.house.schema import devices, passkeys, persons, sessions
from ludotheque.house.stakes import chips
from ludotheque.house.stakes.rooms import ARRIVAL

T = TypeVar("T")


class Members:
    """How people become members, come back, and stay the only ones who can."""

    def __init__(
        self, visitors: Visitors, throttle: Throttle | None = None, arrival: int = ARRIVAL
    ):
        self.visitors = visitors
        self.sessions = visitors.sessions
        self.throttle = throttle or Throttle()
        self._arrival = arrival
        self._engine = visitors.engine
        self._writing = visitors.engine.execution_options(writes=True)

    async def join(
        self, visitor: Visitor, name: str, password: str, device: str = "", address: str = ""
    ) -> str:
        """Make a guest a member; the secret of her new session, all others end.

        What costs little is looked at first: a name that is taken is never hashed for.
        """
        name = member_name(name)
        passwords.require_strong(password, name)
        await self._read(_require_free, name)
        self.throttle.join(address)
        kept = await passwords.hashed(password)
        token = await self._write(self._join, visitor.person, name, kept, device)
        self.sessions.read_again(visitor.person)
        return token

    def _join(
        self, connection: Connection, person: str, name: str, kept: str | None, device: str
    ) -> str:
        become_member(connection, person, name, kept, self._arrival)
        return fresh_session(connection, person, device)

    async def sign_in(
        self, name: str, password: str, address: str, known: str | None = None
    ) -> Visitor:
        """Whose name and password these are; the answer is the same whichever is wrong.

        ``known``: the secret of a browser that once signed in.
        """
        row = await self._read(_member, name)
        device = await self._read(_device, row, known)
        folded = fold(name)
        self.throttle.take(address, folded, device)
        kept, is_known = row and row.password, device is not None
        if not await passwords.matches(kept, password, is_known=is_known) or row is None:
            raise WrongCredentials
        self.throttle.give_back(address, folded, device)
        if passwords.is_dated(row.password):
            await self._write(_keep_anew, row.id, await passwords.hashed(password, is_known=True))
        return visitor_of(row)

    async def recover(self, name: str, code: str, password: str) -> Visitor:
        """Give a new password by a recovery code; every session ends, the code is used up."""
        row = await self._read(_member, name)
        if row is None or not await self._read(codes.is_good, row.id, code):
            raise WrongCredentials
        passwords.require_strong(password, row.name)
        kept = await passwords.hashed(password, is_known=True)
        await self._write(self._recover, row.id, code, kept)
        self.sessions.read_again(row.id)
        return visitor_of(row)

    def _recover(self, connection: Connection, person: str, code: str, kept: str) -> None:
        if not codes.use(connection, person, code):
            raise WrongCredentials  # somebody was quicker
        set_password(connection, person, kept)
        chips.arrive(connection, person, self._arrival)  # MA-12: unless she has them

    async def change_password(self, visitor: Visitor, password: str, device: str = "") -> str:
        """Set a password; the secret of a new session, all others end."""
        passwords.require_strong(password, visitor.name)
        kept = await passwords.hashed(password, is_known=True)
        token = await self._write(self._change, visitor.person, kept, device)
        self.sessions.read_again(visitor.person)
        return token

    def _change(self, connection: Connection, person: str, kept: str, device: str) -> str:
        set_password(connection, person, kept)
        return add(connection, person, device, MEMBER_LIFE, proved=now())

    async def is_password(self, visitor: Visitor, password: str) -> bool:
        """Whether a signed-in member knows her password; guessing is slowed down."""
        row = await self._read(_member, visitor.name)
        self.throttle.take("", visitor.person, f"session of {visitor.person}")
        return await passwords.matches(row and row.password, password, is_known=True)

    async def new_codes(self, visitor: Visitor) -> list[str]:
        """New recovery codes, to be shown once."""
        return await self._write(codes.renew, visitor.person)

    async def remember_device(self, visitor: Visitor) -> str:
        """The secret by which a browser is known to have signed in to this account."""
        token = secrets.token_urlsafe(24)
        row = {"id": id_of(token), "person": visitor.person, "created": now()}
        await self._write(lambda connection: connection.execute(insert(devices).values(row)))
        return token

    async def ways_back(self, visitor: Visitor) -> dict[str, Any]:
        """By what a member can come back."""
        return await self._read(_ways_back, visitor.person)

    async def _read(self, function: Callable[..., T], *args: Any) -> T:
        def read() -> T:
            with self._engine.connect() as connection:
                return function(connection, *args)

        return await asyncio.to_thread(read)

    async def _write(self, function: Callable[..., T], *args: Any) -> T:
        def write() -> T:
            with self._writing.begin() as connection:
                return function(connection, *args)

        return await asyncio.to_thread(write)


def _require_free(connection: Connection, name: str) -> None:
    """Refuse a name that is a member's; whoever is quicker may still take it."""
    if is_members(connection, name):
        raise NameTaken(name)


def become_member(
    connection: Connection, person: str, name: str, password: str | None, arrival: int
) -> None:
    """The one change that makes a guest a member, with the chips that every member begins with."""
    set_member_name(connection, person, name, joined=now(), password=password)
    chips.arrive(connection, person, arrival)


def fresh_session(connection: Connection, person: str, device: str) -> str:
    """The only session of a person from now on: a secret known to others is worth nothing."""
    connection.execute(delete(sessions).where(sessions.c.person == person))
    return add(connection, person, device, MEMBER_LIFE, proved=now())


def set_password(connection: Connection, person: str, kept: str) -> None:
    """A new password: whoever signed in before has to do so again, known devices included."""
    connection.execute(update(persons).where(persons.c.id == person).values(password=kept))
    for table in (sessions, devices):
        connection.execute(delete(table).where(table.c.person == person))


def _keep_anew(connection: Connection, person: str, kept: str) -> None:
    """The same password by today's recipe: nobody is signed out."""
    connection.execute(update(persons).where(persons.c.id == person).values(password=kept))


def _member(connection: Connection, name: str) -> Row[Any] | None:
    query = select(persons).where(persons.c.folded == fold(name), persons.c.joined.is_not(None))
    return connection.execute(query).first() if fold(name) else None


def _device(connection: Connection, row: Row[Any] | None, known: str | None) -> str | None:
    """The known browser, if it is known to this very account."""
    if row is None or not known:
        return None
    query = select(devices.c.id).where(devices.c.id == id_of(known), devices.c.person == row.id)
    return connection.execute(query).scalar()


def _ways_back(connection: Connection, person: str) -> dict[str, Any]:
    kept = connection.execute(select(persons.c.password).where(persons.c.id == person)).scalar()
    keys = select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.created)
    return {
        "has_password": kept is not None,
        "codes_left": codes.left(connection, person),
        "passkeys": [
            {"id": row.id, "name": row.name, "created": row.created, "used": row.used}
            for row in connection.execute(keys)
        ],
    }
