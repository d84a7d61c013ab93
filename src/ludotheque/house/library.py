"""The house's own documents: editions, sheets, whatever an option of a game takes in writing.

They are offered to whoever opens a table. A table has what it was opened with in its log, so
nothing here changes a game that has been opened.
"""

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, delete, func, insert, select

from ludotheque.core.discovery import games
from ludotheque.core.documents import Documents
from ludotheque.core.game import Option
from ludotheque.house.clock import now
from ludotheque.house.errors import NoTitle, TooManyDocuments, UnknownOption
from ludotheque.house.schema import documents

MOST = 40  # in a house; with their greatest length, less than a picture
TITLE = 40  # letters

_ID_BYTES = 6


@dataclass(frozen=True)
class Document:
    """One of them."""

    id: str
    game: str
    option: str
    title: str
    text: str
    created: int  # milliseconds since 1970


def option_of(game: str, name: str) -> tuple[Option, Documents]:
    """The option of a game that takes documents; UnknownOption where there is none."""
    for option in games()[game].options if game in games() else ():
        if option.name == name and option.documents is not None:
            return option, option.documents
    raise UnknownOption


class Library:
    """All of them. Methods use the database: call them in a thread."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._writing = engine.execution_options(writes=True)

    def all(self, game: str | None = None) -> list[Document]:
        """Those of a game, or of all; the oldest first."""
        query = select(documents).order_by(documents.c.game, documents.c.created, documents.c.id)
        if game is not None:
            query = query.where(documents.c.game == game)
        with self._engine.connect() as connection:
            return [Document(*row) for row in connection.execute(query)]

    def find(self, id: str) -> Document | None:
        """One by its id."""
        with self._engine.connect() as connection:
            row = connection.execute(select(documents).where(documents.c.id == id)).one_or_none()
        return None if row is None else Document(*row)

    def add(self, game: str, option: str, text: str, title: str = "") -> Document:
        """Put one in the house; the same text twice is one document.

        It goes by its own name, else by the title given. BadDocument says what is wrong with it.
        """
        takes = option_of(game, option)[1]
        text = takes.checked(text)
        title = (takes.load(text).name or title.strip())[:TITLE]
        if not title:
            raise NoTitle
        with self._writing.begin() as connection:
            same = _same(connection, game, option, text)
            if same is not None:
                return same
            if (
                connection.execute(select(func.count()).select_from(documents)).scalar() or 0
            ) >= MOST:
                raise TooManyDocuments
            made = Document(secrets.token_hex(_ID_BYTES), game, option, title, text, now())
            connection.execute(insert(documents).values(vars(made)))
        return made

    def remove(self, id: str) -> bool:
        """Take one out of the house; False where there is none."""
        with self._writing.begin() as connection:
            return connection.execute(delete(documents).where(documents.c.id == id)).rowcount == 1


def _same(connection: Connection, game: str, option: str, text: str) -> Document | None:
    query = select(documents).where(
        documents.c.game == game, documents.c.option == option, documents.c.text == text
    )
    row = connection.execute(query).first()
    return None if row is None else Document(*row)
