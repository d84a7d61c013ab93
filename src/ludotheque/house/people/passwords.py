"""Passwords: which will do, and argon2 in threads of its own.

Hashing takes 64 MiB and a tenth of a second on purpose. One thread does it for strangers and
another for those whom the house knows; the first steps back behind all else, and few may wait. So
a flood holds up neither the tables nor the memory of the machine, nor a member who comes back.
"""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from ludotheque.house.errors import TooManyTries, WeakPassword
from ludotheque.house.manners import step_back
from ludotheque.house.people.names import fold

LEAST, MOST = 10, 200  # characters
_DISTINCT = 5  # different characters at least: 1111111111 is no password
_COMMON = ("password", "motdepasse", "contrasena", "1234567890", "azertyuiop", "qwertyuiop")
_WAITING = 32  # at once, of each kind

T = TypeVar("T")

_hasher = PasswordHasher()


class _Desk:
    """Where passwords are hashed, one after the other."""

    def __init__(self, manners: Callable[[], None] | None = None):
        self._thread = ThreadPoolExecutor(1, "ludotheque-argon2", initializer=manners)
        self._pending = 0

    async def do(self, function: Callable[[str], T], password: str) -> T:
        """Hash; TooManyTries where too many wait."""
        if self._pending >= _WAITING:
            raise TooManyTries
        self._pending += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, function, _typed(password))
        finally:
            self._pending -= 1


_strangers, _known = _Desk(step_back), _Desk()


def require_strong(password: str, name: str) -> None:
    """Refuse a password that others would find soon."""
    plain = fold(password)
    if not LEAST <= len(password) <= MOST or len(set(password)) < _DISTINCT:
        raise WeakPassword
    if plain == fold(name) or any(plain.strip("0123456789") == word for word in ("", *_COMMON)):
        raise WeakPassword


async def hashed(password: str, *, is_known: bool = False) -> str:
    """What is kept of a password; ``is_known``: of somebody who has proved who she is."""
    return await _desk(is_known).do(_hasher.hash, password)


async def matches(kept: str | None, password: str, *, is_known: bool = False) -> bool:
    """Whether a password is the one kept; as slow where there is none to compare it with.

    ``is_known``: it comes from a browser that once signed in, which no flood holds up.
    """
    return await _desk(is_known).do(partial(_matches, kept), password)


def _desk(is_known: bool) -> _Desk:
    return _known if is_known else _strangers


def is_dated(kept: str) -> bool:
    """Whether it was kept by an older recipe than today's."""
    return _hasher.check_needs_rehash(kept)


def _typed(password: str) -> str:
    """The same password from every keyboard: some send an é as two letters."""
    return unicodedata.normalize("NFKC", password[: MOST + 1])


def _matches(kept: str | None, password: str) -> bool:
    try:
        return _hasher.verify(kept or _nobodys(), password) and kept is not None
    except (Argon2Error, InvalidHashError):
        return False


@cache
def _nobodys() -> str:
    return _hasher.hash("nobody has this password")
