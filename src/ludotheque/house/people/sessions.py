"""Sessions: a secret in a browser, and whose it is.

Only a hash of the secret is kept, so reading the database lets nobody take another's place.
"""

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Row, delete, insert, select, update

from ludotheque.house.clock import DAY, SECOND, now, seconds
from ludotheque.house.people.gathered import Gathered
from ludotheque.house.people.notices import Notices
from ludotheque.house.schema import devices, persons, sessions

HOUR = DAY * SECOND // 24
GUEST_LIFE = 365 * DAY * SECOND  # of a session that nobody uses; a guest has no other way back
MEMBER_LIFE = 90 * DAY * SECOND
DEVICE_LIFE = 400 * DAY * SECOND  # browsers keep no cookie for longer
PROOF_LIFE = 15 * 60 * SECOND  # how long a password, passkey or code just given is proof enough
_REMEMBERED = 10_000  # sessions kept at hand,
_FRESH = 5.0  # and for how many seconds: other processes may end or suspend them
_DEVICE = 300  # letters of what a browser says of itself


@dataclass(frozen=True)
class Visitor:
    """Anybody in the house: a guest, or a member, who has a way back."""

    person: str
    name: str
    is_member: bool = False
    is_host: bool = False
    suspended_for: str | None = None  # the host's reason; None: is not suspended
    preferences: str | None = None  # JSON; None: has never said any


@dataclass(frozen=True)
class Session:
    """One of the places where a person is signed in."""

    id: str
    created: int  # milliseconds since 1970
    seen: int
    device: str  # as the browser names itself
    proved: int | None

    @property
    def is_proved(self) -> bool:
        """Whether a password, passkey or code was given in it just now."""
        return self.proved is not None and self.proved > now() - PROOF_LIFE


class Sessions:
    """All of them; the last used are at hand."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._writing = engine.execution_options(writes=True)
        self._at_hand: OrderedDict[str, tuple[float, Visitor]] = OrderedDict()
        self._asked = Gathered(self._find)
        self.notices = Notices()
        self.spread: Callable[[str], None] = lambda _person: None  # tells other processes

    async def find(self, token: str) -> Visitor | None:
        """Whose session this is; None: nobody's, or it has expired."""
        key = id_of(token)
        found = self._at_hand.get(key)
        if found is not None and found[0] > seconds() - _FRESH:
            self._at_hand.move_to_end(key)
            return found[1]
        visitor = await self._asked.ask(key)
        if visitor is None:
            self._at_hand.pop(key, None)
        else:
            self.remember(token, visitor)
        return visitor

    def remember(self, token: str, visitor: Visitor) -> None:
        """Keep a session at hand."""
        self._at_hand[id_of(token)] = seconds(), visitor
        if len(self._at_hand) > _REMEMBERED:
            self._at_hand.popitem(last=False)

    def read_again(self, person: str) -> None:
        """Something about a person has changed: read it anew, and tell whoever serves her."""
        self.heard(person)
        self.spread(person)

    def heard(self, person: str) -> None:
        """The same where another process said so."""
        self._put_down(person)
        self.notices.tell(person)

    def put_down(self, person: str) -> None:
        """The same where what changed concerns her next page alone: nobody here has to look."""
        self._put_down(person)
        self.spread(person)

    def _put_down(self, person: str) -> None:
        for key in [key for key, (_, visitor) in self._at_hand.items() if visitor.person == person]:
            del self._at_hand[key]

    def _find(self, keys: Sequence[str]) -> dict[str, Visitor]:
        query = (
            select(persons, sessions.c.id.label("session"), sessions.c.seen)
            .join(sessions, sessions.c.person == persons.c.id)
            .where(sessions.c.id.in_(keys), sessions.c.expires > now())
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        for row in rows:
            if row.seen < now() - HOUR:
                self._touch(row.session, MEMBER_LIFE if row.joined else GUEST_LIFE)
        return {row.session: visitor_of(row) for row in rows}

    def _touch(self, key: str, life: int) -> None:
        change = update(sessions).where(sessions.c.id == key)
        with self._writing.begin() as connection:
            connection.execute(change.values(seen=now(), expires=now() + life))

    def open(self, person: str, device: str, *, instead_of: str | None = None) -> str:
        """A new session for somebody who has proved who she is; the secret for her browser.

        The session that her browser had before ends: its secret may be known to others.
        """
        before = None
        with self._writing.begin() as connection:
            if instead_of is not None:
                old = sessions.c.id == id_of(instead_of)
                before = connection.execute(select(sessions.c.person).where(old)).scalar()
                connection.execute(delete(sessions).where(old))
            token = add(connection, person, device, MEMBER_LIFE, proved=now())
        if before is not None:
            self.read_again(before)
        return token

    def of(self, person: str) -> list[Session]:
        """Where a person is signed in, the last used first."""
        query = (
            select(sessions)
            .where(sessions.c.person == person, sessions.c.expires > now())
            .order_by(sessions.c.seen.desc())
        )
        with self._engine.connect() as connection:
            return [
                Session(row.id, row.created, row.seen, row.device, row.proved)
                for row in connection.execute(query)
            ]

    def is_proved(self, token: str) -> bool:
        """Whether this session showed just now that it is the member's own."""
        query = select(sessions.c.proved).where(sessions.c.id == id_of(token))
        with self._engine.connect() as connection:
            proved = connection.execute(query).scalar()
        return proved is not None and proved > now() - PROOF_LIFE

    def end(self, person: str, id: str) -> None:
        """End one of a person's own sessions."""
        with self._writing.begin() as connection:
            connection.execute(
                delete(sessions).where(sessions.c.id == id, sessions.c.person == person)
            )
        self.read_again(person)

    def clear_away(self) -> None:
        """Forget sessions that have expired, and browsers that have long forgotten us."""
        with self._writing.begin() as connection:
            connection.execute(delete(sessions).where(sessions.c.expires <= now()))
            connection.execute(delete(devices).where(devices.c.created <= now() - DEVICE_LIFE))

    def end_all(self, person: str, but: str | None = None) -> None:
        """End all sessions of a person, but the one of this secret."""
        ended = delete(sessions).where(sessions.c.person == person)
        if but is not None:
            ended = ended.where(sessions.c.id != id_of(but))
        with self._writing.begin() as connection:
            connection.execute(ended)
        self.read_again(person)


def add(
    connection: Connection, person: str, device: str, life: int, proved: int | None = None
) -> str:
    """Add a session; its secret."""
    token = secrets.token_urlsafe(32)
    at = now()
    connection.execute(
        insert(sessions).values(
            id=id_of(token),
            person=person,
            created=at,
            seen=at,
            expires=at + life,
            proved=proved,
            device=device[:_DEVICE],
        )
    )
    return token


def visitor_of(row: Row[Any]) -> Visitor:
    """A row of persons as somebody in the house."""
    reason = None if row.suspended is None else row.suspended_for or ""
    return Visitor(
        row.id, row.name, row.joined is not None, bool(row.is_host), reason, row.preferences
    )


def id_of(token: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()
