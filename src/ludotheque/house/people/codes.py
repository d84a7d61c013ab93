"""Recovery codes: shown once, each good for one sign-in. Eighty bits, so nobody guesses one."""

import secrets

from sqlalchemy import Connection, delete, func, insert, select, update

from ludotheque.house.clock import now
from ludotheque.house.people.sessions import id_of
from ludotheque.house.schema import recovery_codes

COUNT = 8
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that could be read as another
_LENGTH, _GROUP = 16, 4
_READ_AS = str.maketrans("OIL", "011")


def renew(connection: Connection, person: str, count: int = COUNT) -> list[str]:
    """New codes for a person; those from before are worth nothing any more."""
    connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
    codes = [_code() for _ in range(count)]
    rows = [{"id": _kept(person, code), "person": person, "created": now()} for code in codes]
    connection.execute(insert(recovery_codes), rows)
    return codes


def is_good(connection: Connection, person: str, code: str) -> bool:
    """Whether a code is the person's, and not used yet."""
    query = select(recovery_codes.c.id).where(
        recovery_codes.c.id == _kept(person, code), recovery_codes.c.used.is_(None)
    )
    return connection.execute(query).first() is not None


def use(connection: Connection, person: str, code: str) -> bool:
    """Use a code up; False where it is not good (any more)."""
    used = (
        update(recovery_codes)
        .where(recovery_codes.c.id == _kept(person, code), recovery_codes.c.used.is_(None))
        .values(used=now())
    )
    return connection.execute(used).rowcount == 1


def left(connection: Connection, person: str) -> int:
    """How many codes a person has still."""
    query = select(func.count()).where(
        recovery_codes.c.person == person, recovery_codes.c.used.is_(None)
    )
    return connection.execute(query).scalar_one()


def _code() -> str:
    letters = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    return "-".join(letters[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP))


def _kept(person: str, code: str) -> str:
    """What is kept of a code; it may be typed with or without its dashes, in any case."""
    plain = "".join(letter for letter in code.upper() if letter.isalnum()).translate(_READ_AS)
    return id_of(f"{person} {plain}")
