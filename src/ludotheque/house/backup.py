"""Copies of a house, made and put back while people play.

A copy is one SQLite file with everything in it, whichever database the house is on. One that is put
back is first brought up to date beside the house, then takes its place in one transaction; the
house notices by the database's generation and reads everything again.
"""

import os
import secrets
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine

from ludotheque.core.errors import LudothequeError
from ludotheque.house.clock import now, time_of
from ludotheque.house.crossing import carry_in, carry_out
from ludotheque.house.migrate import migrate
from ludotheque.table.keeping import database

_BUSY = 30.0  # seconds to wait for another writer
_OWN = {"tables", "events", "persons", "sessions"}  # what every house has


class BadBackup(LudothequeError):
    """A file that cannot be written, or is not a copy of a house."""


def back_up(engine: Engine, file: Path) -> int:
    """Copy the house into a new file; its size. What is written meanwhile is not in it."""
    if file.exists():
        raise BadBackup(f"{file}: is there already; name a new file")
    try:
        with tempfile.TemporaryDirectory(dir=file.parent, prefix=".ludotheque-") as folder:
            made = Path(folder) / "house.db"
            if engine.dialect.name == "sqlite":
                _copy(_file_of(engine), made)
            else:
                carry_out(engine, made)
            _require_sound(made, file)
            with made.open("rb") as written:
                os.fsync(written.fileno())
            made.rename(file)
    except OSError as error:
        raise BadBackup(f"{file}: cannot be written ({error.strerror})") from None
    return file.stat().st_size


def restore(engine: Engine, file: Path) -> Path:
    """Put a copy back in the house's place; where the house as it was is kept, just in case."""
    check_backup(file)
    beside = _file_of(engine) if engine.dialect.name == "sqlite" else file
    before = beside.with_name(f"{beside.stem}-before-{_moment()}{beside.suffix}")
    try:
        with tempfile.TemporaryDirectory(dir=before.parent, prefix=".ludotheque-") as folder:
            fresh = Path(folder) / "house.db"
            _copy(file, fresh)
            _bring_up_to_date(fresh)
            back_up(engine, before)
            _put(fresh, engine)
    except OSError as error:
        raise BadBackup(f"{before}: cannot be written ({error.strerror})") from None
    return before


def _put(fresh: Path, engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        _copy(fresh, _file_of(engine))
    else:
        carry_in(fresh, engine)


def check_backup(file: Path) -> None:
    """BadBackup says why a file cannot be put back."""
    if not file.is_file():
        raise BadBackup(f"{file}: there is no such file")
    _require_sound(file, file)


def _file_of(engine: Engine) -> Path:
    return Path(engine.url.database or "")


def _copy(source: Path, target: Path) -> None:
    """All pages at once: reading the source holds nobody up, and the target changes as a whole."""
    with (
        closing(sqlite3.connect(source, timeout=_BUSY)) as from_,
        closing(sqlite3.connect(target, timeout=_BUSY)) as to,
    ):
        from_.backup(to)


def _require_sound(file: Path, name: Path) -> None:
    """Refuse a file that is not a house, or is damaged."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            problems = connection.execute("PRAGMA integrity_check").fetchall()
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{name}: is no copy of a house ({error})") from None
    if missing := _OWN - found:
        raise BadBackup(f"{name}: is no copy of a house (it lacks {', '.join(sorted(missing))})")
    if problems != [("ok",)]:
        raise BadBackup(f"{name}: is damaged ({problems[0][0]})")


def _bring_up_to_date(file: Path) -> None:
    """As a house does when it opens; and mark it as a new life of the database."""
    engine = database.connect(f"sqlite:///{file}")
    try:
        migrate(engine)
        with engine.begin() as connection:
            database.set_generation(connection, secrets.randbits(31))
    finally:
        engine.dispose()


def _moment() -> str:
    return time_of(now()).strftime("%Y%m%d-%H%M%S")
