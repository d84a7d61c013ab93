"""The lines of logs, wherever they lie: a row each, or packed into one record after the end.

A packed log is the same to the letter. It carries how many lines it has and the SHA-256 of what was
packed, so that one that was damaged is found, and is never read as something else.
"""

import hashlib
import zlib
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy import Connection, or_, select

from ludotheque.core.errors import LudothequeError
from ludotheque.table.events import Entry, decode
from ludotheque.table.keeping.schema import archives, events, tables

_LEVEL = 9  # of zlib's nine: it is done once


class DamagedLog(LudothequeError):
    """A packed log that is not what was packed."""


class Line(NamedTuple):
    """A row of the table of events."""

    table: str
    number: int
    at: int
    person: str | None
    command: str | None
    event: str

    @property
    def entry(self) -> Entry:
        """The line as the table reads it."""
        return Entry(self.number, self.at, decode(self.event), self.person, self.command)


class _Columns(msgspec.Struct, array_like=True, frozen=True):
    """The lines of one log, column by column: like lies beside like, and packs well."""

    after: list[int]  # milliseconds since the line before
    people: list[str]
    person: list[int]  # of them; −1: nobody
    command: list[Any]  # text or none; 16 bytes where it is a UUID, as browsers make them
    event: list[str]


class Packed(NamedTuple):
    """A row of the table of archives."""

    table: str
    events: int
    digest: str
    packed: bytes


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Columns).decode


def pack(lines: Sequence[Line]) -> Packed:
    """A whole log, from its first line on, as one record."""
    people = sorted({line.person for line in lines if line.person is not None})
    times = [0, *(line.at for line in lines)]
    content = _encode(
        _Columns(
            [after - before for before, after in pairwise(times)],
            people,
            [-1 if line.person is None else people.index(line.person) for line in lines],
            [_short(line.command) for line in lines],
            [line.event for line in lines],
        )
    )
    digest = hashlib.sha256(content).hexdigest()
    return Packed(lines[0].table, len(lines), digest, zlib.compress(content, _LEVEL))


def unpack(packed: Packed) -> list[Line]:
    """The lines that were packed; DamagedLog where they are not."""
    try:
        content = zlib.decompress(packed.packed)
        columns = _decode(content)
    except (zlib.error, msgspec.MsgspecError) as error:
        raise DamagedLog(f"the packed log of table {packed.table}: {error}") from None
    if hashlib.sha256(content).hexdigest() != packed.digest or len(columns.event) != packed.events:
        raise DamagedLog(f"the packed log of table {packed.table} is not what was packed")
    people: dict[int, str | None] = {-1: None, **dict(enumerate(columns.people))}
    lines, at = [], 0
    rows = zip(columns.after, columns.person, columns.command, columns.event, strict=True)
    for number, (after, person, command, event) in enumerate(rows, 1):
        at += after
        lines.append(Line(packed.table, number, at, people[person], _long(command), event))
    return lines


def _short(command: str | None) -> bytes | str | None:
    if command is None or len(command) != 36:
        return command
    try:
        found = UUID(command)
    except ValueError:
        return command
    return found.bytes if str(found) == command else command


def _long(command: bytes | str | None) -> str | None:
    return str(UUID(bytes=command)) if isinstance(command, bytes) else command


def packed_of(connection: Connection, found: Collection[str]) -> list[Packed]:
    """The packed logs among those of these tables."""
    query = select(archives).where(archives.c.table_id.in_(found))
    return [Packed(*row) for row in connection.execute(query)]


def lines(
    connection: Connection, *found: str, kinds: Sequence[str] = (), person: str | None = None
) -> list[Line]:
    """The lines of these tables; only those of some kinds of events, or of one person's doing."""
    prefixes = tuple(f'{{"event":"{kind}"' for kind in kinds)  # the kind comes first in a line
    query = select(events).where(events.c.table_id.in_(found))
    if prefixes:
        query = query.where(or_(*(events.c.event.startswith(each) for each in prefixes)))
    if person is not None:
        query = query.where(events.c.person == person)
    rows = [Line(*row) for row in connection.execute(query)]
    for packed in packed_of(connection, found):
        rows += _chosen(unpack(packed), prefixes, person)
    return sorted(rows, key=lambda line: line[:2])


def _chosen(rows: Iterable[Line], prefixes: tuple[str, ...], person: str | None) -> list[Line]:
    return [
        line
        for line in rows
        if (not prefixes or line.event.startswith(prefixes)) and person in (None, line.person)
    ]


def openings(connection: Connection, found: Collection[str]) -> dict[str, Line]:
    """The first line of each of these tables."""
    query = select(events).where(events.c.table_id.in_(found), events.c.number == 1)
    first = {row.table_id: Line(*row) for row in connection.execute(query)}
    missing = set(found) - set(first)
    return first | {each.table: unpack(each)[0] for each in packed_of(connection, missing)}


def change(connection: Connection, packed: Packed, become: Callable[[Line], Line]) -> None:
    """Write a packed log anew, line by line."""
    after = pack([become(line) for line in unpack(packed)])
    connection.execute(archives.update().filter_by(table_id=packed.table), _row(after))


def put(connection: Connection, packed: Sequence[Packed]) -> None:
    """Keep packed logs, in the place of those that were there."""
    names = [each.table for each in packed]
    connection.execute(archives.delete().where(archives.c.table_id.in_(names)))
    if packed:
        connection.execute(archives.insert(), [_row(each) for each in packed])


def _row(packed: Packed) -> dict[str, Any]:
    return dict(zip(archives.c.keys(), packed, strict=True))


def lock(connection: Connection, table: str) -> None:
    """Let nobody else change what is known of a table until this transaction ends."""
    connection.execute(select(tables.c.id).filter_by(id=table).with_for_update(key_share=True))
