"""Games that people bring as files: kept a day for whoever has the link, so many bytes in all."""

from sqlalchemy import Connection, Engine, delete, insert, select, update

from ludotheque.house.clock import DAY, SECOND, now
from ludotheque.house.schema import uploads

LASTS = DAY * SECOND
ROOM = 32 * 1024 * 1024  # bytes; the oldest go first


class Uploads:
    """All of them. Methods use the database: call them in a thread."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._writing = engine.execution_options(writes=True)

    def put(self, id: str, file: bytes) -> None:
        """Keep a file; the same one again is kept for longer."""
        with self._writing.begin() as connection:
            again = update(uploads).where(uploads.c.id == id).values(created=now())
            if connection.execute(again).rowcount == 0:
                row = {"id": id, "file": file, "size": len(file), "created": now()}
                connection.execute(insert(uploads).values(row))
            _make_room(connection)

    def get(self, id: str) -> bytes | None:
        """The file, if it is still there."""
        with self._engine.connect() as connection:
            return connection.execute(select(uploads.c.file).where(uploads.c.id == id)).scalar()


def clear_away(connection: Connection) -> None:
    """Drop what was kept for long enough."""
    connection.execute(delete(uploads).where(uploads.c.created <= now() - LASTS))


def _make_room(connection: Connection) -> None:
    clear_away(connection)
    query = select(uploads.c.id, uploads.c.size).order_by(uploads.c.created.desc())
    size, old = 0, []
    for row in connection.execute(query):
        size += row.size
        if size > ROOM:
            old.append(row.id)
    if old:
        connection.execute(delete(uploads).where(uploads.c.id.in_(old)))
