"""Forgetting a name: the one thing of a log that is not for ever.

What happened stays to the letter — seats, values for the dice, moves. A name is not what
happened but what somebody was called: whoever leaves the house takes it with her. See
docs/decisions/0004-a-name-can-be-forgotten.md.
"""

import msgspec
from sqlalchemy import Connection, select, update

from ludotheque.table.events import Sat, decode, encode
from ludotheque.table.keeping import logs
from ludotheque.table.keeping.logs import Line
from ludotheque.table.keeping.schema import archives, attendance, events


def forget_name(connection: Connection, person: str) -> None:
    """Take a person's name out of the log of every table where she ever sat."""
    query = (
        select(events)
        .join(attendance, attendance.c.table_id == events.c.table_id)
        .where(attendance.c.person == person, events.c.person == person)
        .where(events.c.event.startswith('{"event":"sat"'))  # the kind comes first in a line
    )
    for line in [Line(*row) for row in connection.execute(query)]:
        connection.execute(
            update(events)
            .where(events.c.table_id == line.table, events.c.number == line.number)
            .values(event=_nameless(line, person).event)
        )
    packed = (
        select(archives)
        .join(attendance, attendance.c.table_id == archives.c.table_id)
        .where(attendance.c.person == person)
    )
    for row in connection.execute(packed).all():
        logs.change(connection, logs.Packed(*row), lambda line: _nameless(line, person))


def _nameless(line: Line, person: str) -> Line:
    """A line without her name, if it is the one with which she sat down."""
    event = decode(line.event) if line.person == person else None
    if not isinstance(event, Sat):
        return line
    return line._replace(event=encode(msgspec.structs.replace(event, name="")))
