"""All that the house knows of a person, as one JSON document."""

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Table, select

from ludotheque.house.clock import time_of
from ludotheque.house.schema import asks, metadata, persons, reports
from ludotheque.house.stakes import ledger
from ludotheque.table.keeping import logs
from ludotheque.table.keeping.schema import attendance, tables

Section = Callable[[Connection, str], Any]

# Hashes, and what only the house can use.
_SECRET = {"password", "public_key", "auth", "folded", "id", "session"}


def _account(connection: Connection, person: str) -> dict[str, Any]:
    row = connection.execute(select(persons).where(persons.c.id == person)).mappings().one()
    plain = _plain(dict(row))
    told = msgspec.json.decode(row["preferences"] or "{}")
    return {
        "person": person,
        **plain,
        "preferences": told,
        "has_password": row["password"] is not None,
    }


def rows(table: Table, *, by: str = "person") -> Section:
    """A table of the database as a section: the rows whose column names the person."""

    def section(connection: Connection, person: str) -> list[dict[str, Any]]:
        query = select(table).where(table.c[by] == person)
        return [_plain(dict(row)) for row in connection.execute(query).mappings()]

    return section


def _tables(connection: Connection, person: str) -> list[dict[str, Any]]:
    query = (
        select(tables.c.id, tables.c.game, tables.c.created, tables.c.ended)
        .join(attendance, attendance.c.table_id == tables.c.id)
        .where(attendance.c.person == person)
        .order_by(tables.c.created)
    )
    return [
        {"table": row["id"], **_plain(dict(row)), "events": _events(connection, row["id"], person)}
        for row in connection.execute(query).mappings().all()
    ]


def _chips(connection: Connection, person: str) -> list[dict[str, Any]]:
    lines = ledger.statement(connection, ledger.of_person(person), limit=10**6)
    return [{**vars(line), "at": _moment(line.at)} for line in lines]


def _events(connection: Connection, table: str, person: str) -> list[dict[str, Any]]:
    """What she did there; the whole game is the table's own record."""
    return [
        {"number": line.number, "at": _moment(line.at), **msgspec.json.decode(line.event)}
        for line in logs.lines(connection, table, person=person)
    ]


# What a file holds besides the tables of the house that have a column "person": those are in it
# by themselves. Whoever keeps more of people in another form adds a section.
SECTIONS: dict[str, Section] = {
    "account": _account,
    "asked": rows(asks, by="other"),  # by others, to their tables
    "reports": rows(reports, by="reporter"),  # what others said of her is theirs
    "tables": _tables,
    "chips": _chips,
}


def _sections() -> dict[str, Section]:
    plain = {table.name: rows(table) for table in metadata.sorted_tables if "person" in table.c}
    return plain | SECTIONS


def export(engine: Engine, person: str) -> bytes:
    """The file."""
    with engine.connect() as connection:
        found = {name: section(connection, person) for name, section in _sections().items()}
    document = {"format": "ludotheque-person", "version": 1, **found}
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


_MOMENTS = {"created", "joined", "suspended", "deleted", "seen", "expires", "proved", "used",
            "ended", "resolved", "declined"}  # fmt: skip


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row as its person can read it: no secrets, moments as dates."""
    return {
        name: _moment(value) if name in _MOMENTS and value else value
        for name, value in row.items()
        if name not in _SECRET
    }


def _moment(moment: int) -> str:
    return time_of(moment).isoformat(timespec="seconds")
