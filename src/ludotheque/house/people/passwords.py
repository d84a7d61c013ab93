"""Passwords: which will do, and argon2 in threads of its own.

Hashing takes 64 MiB and a tenth of a second on purpose. Two threads do it and a few may wait,
so that a flood of sign-ins holds up neither the tables nor the memory of the machine.
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
from ludotheque.house.people.names import fold

LEAST, MOST = 10, 200  # characters
_DISTINCT = 5  # different characters at least: 1111111111 is no password
_COMMON = ("password", "motdepasse", "contrasena", "1234567890", "azertyuiop", "qwertyuiop")
_WAITING = 64  # at once

T = TypeVar("T")

_hasher = PasswordHasher()
_threads = ThreadPoolExecutor(2, "ludotheque-argon2")
_pending = 0


def require_strong(password: str, name: str) -> None:
    """Refuse a password that others would find soon."""
    plain = fold(password)
    if not LEAST <= len(password) <= MOST or len(set(password)) < _DISTINCT:
        raise WeakPassword
    if plain == fold(name) or any(plain.strip("0123456789") == word for word in ("", *_COMMON)):
        raise WeakPassword


async def hashed(password: str) -> str:
    """What is kept of a password."""
    return await _in_thread(_hasher.hash, _typed(password))


async def matches(kept: str | None, password: str, *, is_known: bool = False) -> bool:
    """Whether a password is the one kept; as slow where there is none to compare it with.

    ``is_known``: it comes from a browser that once signed in, which no flood turns away.
    """
    return await _in_thread(partial(_matches, kept), _typed(password), is_known)


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


async def _in_thread(function: Callable[[str], T], password: str, is_known: bool = True) -> T:
    global _pending
    if _pending >= _WAITING and not is_known:
        raise TooManyTries
    _pending += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(_threads, function, password)
    finally:
        _pending -= 1
