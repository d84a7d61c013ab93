"""Whom a person played with lately, and may ask to her table again."""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, exists, or_, select

from ludotheque.house.clock import DAY, SECOND, now
from ludotheque.house.schema import company, matches, persons, sessions, sittings

LATELY = 60 * DAY * SECOND
_GAMES = 40  # of a person's last that are looked at
_LISTED = 8


class Partner(NamedTuple):
    """Somebody, by her seat in the last game together: her id never leaves the house."""

    person: str
    name: str
    table: str
    seat: int


def partners(connection: Connection, person: str) -> list[Partner]:
    """The people of her last games, the latest first; nobody whom one of the two keeps away."""
    found: dict[str, Partner] = {}
    for row in connection.execute(_others(person)):
        found.setdefault(row.person, Partner(row.person, row.name, row.table_id, row.seat))
    return list(found.values())[:_LISTED]


def partner_at(connection: Connection, person: str, table: str, seat: int) -> Partner | None:
    """The same of one seat at a table where both sat."""
    query = _others(person).where(sittings.c.table_id == table, sittings.c.seat == seat)
    row = connection.execute(query).first()
    return None if row is None else Partner(row.person, row.name, row.table_id, row.seat)


def _others(person: str) -> Select[Any]:
    own = sittings.alias()
    last = (
        select(matches.c.table_id)
        .join(own, own.c.table_id == matches.c.table_id)
        .where(
            own.c.person == person,
            or_(own.c.ended.is_(None), own.c.ended > now() - LATELY),
            matches.c.began.is_not(None),
            matches.c.opened > now() - LATELY,
        )
        .group_by(matches.c.table_id)
        .order_by(matches.c.opened.desc())
        .limit(_GAMES)
        .subquery()
    )
    return (
        select(sittings.c.person, persons.c.name, sittings.c.table_id, sittings.c.seat)
        .join(last, last.c.table_id == sittings.c.table_id)
        .join(matches, matches.c.table_id == sittings.c.table_id)
        .join(persons, persons.c.id == sittings.c.person)
        .where(sittings.c.person != person, _is_reached(), ~_keeps_away(person))
        .order_by(matches.c.opened.desc(), sittings.c.seat)
    )


def _is_reached() -> ColumnElement[bool]:
    """Whether somebody may come: a member, or a guest whose browser still knows her."""
    is_known = exists().where(sessions.c.person == persons.c.id, sessions.c.expires > now())
    return and_(
        persons.c.deleted.is_(None),
        persons.c.suspended.is_(None),
        or_(persons.c.joined.is_not(None), is_known),
    )


def _keeps_away(person: str) -> ColumnElement[bool]:
    """Whether one of the two blocked or muted the other."""
    other = sittings.c.person
    return exists().where(
        or_(
            and_(company.c.person == person, company.c.other == other),
            and_(company.c.person == other, company.c.other == person),
        )
    )
