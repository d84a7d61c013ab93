"""People as the host sees them: finding, suspending, renaming, helping back in."""

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, exists, func, insert, select, update

from ludotheque.house.clock import now
from ludotheque.house.errors import UnknownPerson
from ludotheque.house.people import codes
from ludotheque.house.people.names import clean_name, fold, member_name
from ludotheque.house.people.visitors import Visitors, set_member_name, set_name
from ludotheque.house.schema import persons, reports, sessions

REASON = 300  # letters of why somebody is suspended


@dataclass(frozen=True)
class Somebody:
    """A person, in a list for the host."""

    id: str
    name: str
    created: int  # milliseconds since 1970
    seen: int | None
    is_member: bool
    is_host: bool
    suspended: int | None
    suspended_for: str | None
    reports: int  # not yet resolved


class People:
    """What a host can do. Methods use the database: call them in a thread."""

    def __init__(self, visitors: Visitors):
        self._engine = visitors.engine
        self._writing = visitors.engine.execution_options(writes=True)
        self._sessions = visitors.sessions

    def search(
        self, name: str = "", *, suspended: bool = False, limit: int = 100
    ) -> list[Somebody]:
        """Everybody whose name contains this, the last seen first, but for deleted accounts."""
        meant = select(persons.c.id).where(persons.c.deleted.is_(None)).limit(limit)
        if fold(name):
            meant = meant.where(persons.c.folded.contains(fold(name), autoescape=True))
        if suspended:
            meant = meant.where(persons.c.suspended > 0)  # by its index
        with self._engine.connect() as connection:
            if not fold(name) and not suspended:
                meant = meant.where(persons.c.id.in_(_last_seen(connection, limit)))
            # Of many who are called so, all else is looked up only for those who are listed.
            query = _somebody().where(persons.c.id.in_(meant.order_by(*_LAST_FIRST)))
            return [_listed(row) for row in connection.execute(query)]

    def find(self, who: str) -> Somebody:
        """The person meant: by her id, a member's name, or a name that only one guest has."""
        with self._engine.connect() as connection:
            found = connection.execute(_somebody().where(persons.c.id == who)).all()
            if not found and fold(who):
                named = _somebody().where(persons.c.folded == fold(who))
                found = connection.execute(named.where(persons.c.joined.is_not(None))).all()
                found = found or connection.execute(named).all()
        if not found:
            raise UnknownPerson(
                f"nobody is called {who!r}; `ludotheque house people` lists everybody"
            )
        if len(found) > 1:
            ids = ", ".join(row.id for row in found[:5])
            raise UnknownPerson(f"{len(found)} guests are called {who!r}; say which: {ids}")
        return _listed(found[0])

    def suspend(self, person: str, reason: str) -> None:
        """Let somebody look around and export her data, and nothing else."""
        self._change(person, suspended=now(), suspended_for=" ".join(reason.split())[:REASON])

    def lift(self, person: str) -> None:
        """She may play again."""
        self._change(person, suspended=None, suspended_for=None)

    def rename(self, person: str, name: str) -> str:
        """Give somebody another name; a member's is hers alone."""
        with self._writing.begin() as connection:
            row = connection.execute(select(persons).where(persons.c.id == person)).one()
            if row.joined is None:
                clean = clean_name(name) or row.name
                set_name(connection, person, clean)
            else:
                clean = member_name(name)
                set_member_name(connection, person, clean)
        self._sessions.read_again(person)
        return clean

    def make_host(self, name: str) -> tuple[Somebody, str | None]:
        """Make a member a host; if nobody has that name, a new one, with a code to sign in by."""
        with self._writing.begin() as connection:
            query = select(persons).where(
                persons.c.folded == fold(name), persons.c.joined.is_not(None)
            )
            row = connection.execute(query).first()
            code = None
            if row is None:
                person = _new_member(connection, member_name(name))
                (code,) = codes.renew(connection, person, 1)
            else:
                person = row.id
            connection.execute(update(persons).where(persons.c.id == person).values(is_host=True))
        self._sessions.read_again(person)
        return self.find(person), code

    def no_longer_host(self, person: str) -> None:
        """A host becomes a member like others."""
        self._change(person, is_host=False)

    def new_code(self, person: str) -> str:
        """One recovery code for a member who has lost hers; those from before are void."""
        with self._writing.begin() as connection:
            (code,) = codes.renew(connection, person, 1)
        return code

    def _change(self, person: str, **values: object) -> None:
        with self._writing.begin() as connection:
            connection.execute(update(persons).where(persons.c.id == person).values(values))
        self._sessions.read_again(person)


def _new_member(connection: Connection, name: str) -> str:
    """A member who has not come yet: her chips are given when she does."""
    person = secrets.token_urlsafe(12)
    connection.execute(
        insert(persons).values(id=person, name=name, folded=fold(name), created=now())
    )
    set_member_name(connection, person, name, joined=now())
    return person


def _last_seen(connection: Connection, limit: int) -> list[str]:
    """Those among whom the last seen are: who came last, and as many of those without a session."""
    later = sessions.alias()
    is_last = ~exists().where(later.c.person == sessions.c.person, later.c.seen > sessions.c.seen)
    living = persons.c.deleted.is_(None)
    seen = select(persons.c.id).join(sessions, sessions.c.person == persons.c.id)
    seen = seen.where(living, is_last).order_by(sessions.c.seen.desc(), persons.c.id)
    unseen = select(persons.c.id).where(living, ~exists().where(sessions.c.person == persons.c.id))
    unseen = unseen.order_by(persons.c.created.desc(), persons.c.id)
    found = [connection.execute(each.limit(limit)).scalars() for each in (seen, unseen)]
    return list({person for some in found for person in some})


_SEEN = select(func.max(sessions.c.seen)).where(sessions.c.person == persons.c.id).scalar_subquery()
_LAST_FIRST = (func.coalesce(_SEEN, persons.c.created).desc(), persons.c.id)


def _somebody() -> Select[Any]:
    waiting = (
        select(func.count())
        .where(reports.c.person == persons.c.id, reports.c.resolved.is_(None))
        .scalar_subquery()
    )
    columns = select(persons, _SEEN.label("seen"), waiting.label("waiting"))
    return columns.order_by(*_LAST_FIRST)


def _listed(row: Row[Any]) -> Somebody:
    return Somebody(
        row.id, row.name, row.created, row.seen, row.joined is not None, bool(row.is_host),
        row.suspended, row.suspended_for, row.waiting,
    )  # fmt: skip
