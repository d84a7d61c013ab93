"""Forgetting a name: the one thing of a log that is not for ever.

What happened stays to the letter — seats, values for the dice, moves. A name is not what
happened but what somebody was called: whoever leaves the house takes it with her. See
docs/decisions/0004-a-name-can-be-forgotten.md.
"""

import msgspec
from sqlalchemy import Connection, select, update

from ludotheque.table.events import Sat, decode, encode
from ludotheque.table.keeping.schema import attendance, events


def forget_name(connection: Connection, person: str) -> None:
    """Take a person's name out of the log of every table where she ever sat."""
    query = (
        select(events.c.table_id, events.c.number, events.c.event)
        .join(attendance, attendance.c.table_id == events.c.table_id)
        .where(attendance.c.person == person, events.c.person == person)
        .where(events.c.event.startswith('{"event":"sat"'))  # the kind comes first in a line
    )
    for table, number, line in connection.execute(query).all():
        event = decode(line)
        if isinstance(event, Sat) and event.name:
            connection.execute(
                update(events)
                .where(events.c.table_id == table, events.c.number == number)
                .values(event=encode(msgspec.structs.replace(event, name="")))
            )
