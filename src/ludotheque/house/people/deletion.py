"""Deleting an account: the person becomes nobody, her games stay.

Her id stays as a name for "the same somebody" in logs and accounts; nothing leads from it to her.
"""

from collections.abc import Callable

from sqlalchemy import Connection, delete, or_, update

from ludotheque.house import fortunes
from ludotheque.house.clock import now
from ludotheque.house.people import solving
from ludotheque.house.people.visitors import Visitors
from ludotheque.house.schema import (
    asks,
    challenges,
    company,
    devices,
    passkeys,
    persons,
    recovery_codes,
    reports,
    sessions,
    talk,
)
from ludotheque.house.stakes import chips
from ludotheque.table import forget_name

Eraser = Callable[[Connection, str], object]


def _nobody(connection: Connection, person: str) -> None:
    row = {
        "name": "", "folded": "", "joined": None, "password": None, "is_host": False,
        "suspended_for": None, "deleted": now(), "preferences": None,
    }  # fmt: skip
    connection.execute(update(persons).where(persons.c.id == person).values(row))


def _keys(connection: Connection, person: str) -> None:
    for table in (sessions, passkeys, recovery_codes, devices, challenges):
        connection.execute(delete(table).where(table.c.person == person))


def _words(connection: Connection, person: str) -> None:
    """Whom she kept away or asked to a table, and who did so to her; what she wrote to anybody."""
    for table in (company, asks):
        mine = or_(table.c.person == person, table.c.other == person)
        connection.execute(delete(table).where(mine))
    connection.execute(delete(talk).where(talk.c.person == person))
    connection.execute(update(reports).where(reports.c.reporter == person).values(words=""))


# What is done, in one transaction; whoever keeps more of people adds to it.
ERASERS: list[Eraser] = [
    _nobody, _keys, _words, solving.forget, fortunes.forget, forget_name, chips.retire,
]  # fmt: skip


def delete_account(visitors: Visitors, person: str) -> None:
    """Delete an account; what is in memory elsewhere has to be read again."""
    with visitors.engine.execution_options(writes=True).begin() as connection:
        for erase in ERASERS:
            erase(connection, person)
    visitors.sessions.read_again(person)
