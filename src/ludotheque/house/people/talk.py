"""What people say to each other at private tables that have a chat. It is in no log and no record.

Lines are kept for as long as the table runs, then for as long as a report may need them
(:mod:`ludotheque.house.retention`). Methods use the database: call them in a thread.
"""

import unicodedata
from collections import OrderedDict
from typing import NamedTuple

from sqlalchemy import Engine, insert, select

from ludotheque.house.clock import SECOND, now
from ludotheque.house.schema import persons, talk
from ludotheque.table.keeping.schema import tables

LENGTH = 300  # letters of a line
SHOWN = 60  # lines that a page begins with
LINGERS = 3600 * SECOND  # how long people may still talk after the game
_REMEMBERED = 1000  # commands, so that one sent again is heard once


class Said(NamedTuple):
    """One line."""

    id: int  # rises from line to line
    person: str
    name: str  # empty: she left the house
    words: str
    created: int  # milliseconds since 1970


_SAID = select(
    talk.c.id, talk.c.person, persons.c.name, talk.c.words, talk.c.created
).join(persons, persons.c.id == talk.c.person)  # fmt: skip


def clean(words: str) -> str:
    """A line fit to show: one line, nothing invisible in it, not too long."""
    visible = (
        " " if letter.isspace() else letter
        for letter in unicodedata.normalize("NFC", words[: 4 * LENGTH])
        if letter.isspace() or letter == "\u200d" or unicodedata.category(letter)[0] != "C"
    )
    return " ".join("".join(visible).split())[:LENGTH].strip()


class Talk:
    """All that is said in a house."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._writing = engine.execution_options(writes=True)
        self._heard: OrderedDict[tuple[str, str], None] = OrderedDict()

    def say(self, table: str, person: str, words: str, command: str = "") -> Said | None:
        """Keep a line; None: it was said before, or the table is long over."""
        if command and (person, command) in self._heard:
            return None
        at = now()
        with self._writing.begin() as connection:
            ended = connection.execute(select(tables.c.ended).where(tables.c.id == table)).scalar()
            if ended is not None and ended < at - LINGERS:
                return None
            row = {"table_id": table, "person": person, "created": at, "words": words}
            id = connection.execute(insert(talk).values(row).returning(talk.c.id)).scalar_one()
            said = Said(*connection.execute(_SAID.where(talk.c.id == id)).one())
        self.note(person, command)
        return said

    def note(self, person: str, command: str) -> None:
        """A line was said, here or in another process: sent again it is not said twice."""
        self._heard[person, command] = None
        if len(self._heard) > _REMEMBERED:
            self._heard.popitem(last=False)

    def last(self, table: str, person: str | None = None, limit: int = SHOWN) -> list[Said]:
        """The last lines of a table, or of one person there, the oldest first."""
        query = _SAID.where(talk.c.table_id == table).order_by(talk.c.id.desc()).limit(limit)
        if person is not None:
            query = query.where(talk.c.person == person)
        with self._engine.connect() as connection:
            return [Said(*row) for row in connection.execute(query)][::-1]
