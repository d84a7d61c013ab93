"""How long the house keeps what, and clearing away what it has kept for long enough.

Which columns of the database each period is about, and which are kept without one, is said by
:data:`KEPT`: a column that is not in it fails the tests, so nothing is kept that the page on
privacy does not tell of.
"""

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from sqlalchemy import Connection, Engine, delete, exists, select

from ludotheque.core.errors import LudothequeError
from ludotheque.house import uploads
from ludotheque.house.clock import DAY, SECOND, now
from ludotheque.house.people.deletion import ERASERS
from ludotheque.house.schema import asks, challenges, devices, persons, reports, sessions, talk
from ludotheque.house.stakes import standings
from ludotheque.table.keeping.schema import attendance, tables

DEFAULTS = Path(__file__).with_suffix(".toml")
VARIABLE = "LUDOTHEQUE_PRIVACY"

_DAY = DAY * SECOND
_AT_ONCE = 500  # guests forgotten in one transaction: nobody is to wait for it

Line = Annotated[str, msgspec.Meta(max_length=200)]


def _up_to(most: int, least: int = 1) -> msgspec.Meta:
    return msgspec.Meta(ge=least, le=most)


class BadPrivacy(LudothequeError):
    """A file of periods that cannot be used: says where, and what would be right."""


class Periods(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a host settles; in days."""

    host: Line = ""
    contact: Line = ""
    guest_sessions: Annotated[int, _up_to(365)] = 365
    member_sessions: Annotated[int, _up_to(90)] = 90
    devices: Annotated[int, _up_to(400)] = 400
    guests: Annotated[int, _up_to(3650, least=0)] = 30
    reports: Annotated[int, _up_to(3650)] = 365
    talk: Annotated[int, _up_to(365, least=0)] = 7  # 0: no table of this house has a chat


def load(file: str | Path | None = None) -> Periods:
    """The periods: of the file given, else of the one the environment names, else as usual."""
    path = Path(file or os.environ.get(VARIABLE) or DEFAULTS)
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Periods)
    except OSError as error:
        raise BadPrivacy(f"{path}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadPrivacy(f"{path}: is not TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise BadPrivacy(f"{path}: {error}") from None


@dataclass(frozen=True)
class Matter:
    """Something that the house keeps: where, and which periods end it."""

    id: str
    columns: tuple[str, ...]  # "table.column", or "table" for all of its columns
    periods: tuple[str, ...] = ()  # none: until the person deletes her account, or for ever


KEPT = (
    Matter(
        "name", ("persons.id", "persons.name", "persons.folded", "persons.created"), ("guests",)
    ),
    Matter("account", ("persons.joined", "persons.password", "passkeys", "recovery_codes")),
    Matter("preferences", ("persons.preferences",)),
    Matter("puzzles", ("puzzle_tries", "puzzle_ratings")),
    Matter("fortunes", ("fortunes", "untold", "luck_totals", "face_totals")),
    Matter("challenge", ("challenges",)),
    Matter("session", ("sessions",), ("guest_sessions", "member_sessions")),
    Matter("device", ("devices",), ("devices",)),
    Matter("push", ("subscriptions",)),
    Matter("keys", ("house_keys",)),
    Matter("company", ("company",)),
    Matter("report", ("reports",), ("reports",)),
    Matter("asks", ("asks",)),
    Matter("talk", ("talk",), ("talk",)),
    Matter(
        "standing",
        ("persons.is_host", "persons.suspended", "persons.suspended_for", "persons.deleted"),
    ),
    Matter(
        "games",
        (
            "tables",
            "events",
            "archives",
            "kept_states",
            "attendance",
            "invitations",
            "days",
            "tries",
        ),
    ),
    Matter(
        "chips",
        ("transfers", "ledger", "stakes", "matches", "sittings", "ratings", "totals", "bests"),
    ),
    Matter("documents", ("documents",)),
    Matter("uploads", ("uploads",)),
    Matter("waiting", ("tickets",)),
    Matter("running", ("processes", "leases")),
)


def enforce(engine: Engine, periods: Periods) -> list[str]:
    """Clear away all that was kept for long enough; the ids of guests who were forgotten.

    What is in memory of those has to be read again.
    """
    writing = engine.execution_options(writes=True)
    with writing.begin() as connection:
        _sessions(connection, periods)
        _reports(connection, periods)
        _talk(connection, periods)
        for table in (challenges, asks):
            connection.execute(delete(table).where(table.c.expires < now()))
        uploads.clear_away(connection)
        standings.forget_past(connection, now())
    forgotten: list[str] = []
    while periods.guests:
        with writing.begin() as connection:
            some = _lost(connection, periods)
            for person in some:
                for erase in ERASERS:
                    erase(connection, person)
        forgotten += some
        if len(some) < _AT_ONCE:
            break
    return forgotten


def _sessions(connection: Connection, periods: Periods) -> None:
    members = select(persons.c.id).where(persons.c.joined.is_not(None))
    for of_them, days in (
        (sessions.c.person.in_(members), periods.member_sessions),
        (sessions.c.person.not_in(members), periods.guest_sessions),
    ):
        connection.execute(delete(sessions).where(of_them, sessions.c.seen <= _ago(days)))
    connection.execute(delete(sessions).where(sessions.c.expires <= now()))
    connection.execute(delete(devices).where(devices.c.created <= _ago(periods.devices)))


def _reports(connection: Connection, periods: Periods) -> None:
    connection.execute(delete(reports).where(reports.c.resolved <= _ago(periods.reports)))


def _talk(connection: Connection, periods: Periods) -> None:
    """What was said at tables that are long over, but where the host is still to look at it."""
    over = select(tables.c.id).where(tables.c.ended <= _ago(periods.talk))
    reported = select(reports.c.table_id).where(
        reports.c.table_id.is_not(None), reports.c.resolved.is_(None)
    )
    connection.execute(
        delete(talk).where(talk.c.table_id.in_(over), talk.c.table_id.not_in(reported))
    )


def _lost(connection: Connection, periods: Periods) -> list[str]:
    """Guests who can never come back: no browser has a session of theirs, no game waits."""
    in_a_game = (
        select(attendance.c.person)
        .join(tables, tables.c.id == attendance.c.table_id)
        .where(tables.c.ended.is_(None))
    )
    query = (
        select(persons.c.id)
        .where(
            persons.c.joined.is_(None),
            persons.c.deleted.is_(None),
            persons.c.created <= _ago(periods.guests),
            ~exists().where(sessions.c.person == persons.c.id),
            persons.c.id.not_in(in_a_game),
        )
        .limit(_AT_ONCE)
    )
    return list(connection.execute(query).scalars())


def _ago(days: int) -> int:
    return now() - days * _DAY
