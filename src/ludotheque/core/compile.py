"""The one place that compiles kernels, and decides whether they run compiled.

Kernels are plain Python functions; importing them compiles nothing and does not import
Numba. :func:`compiled` makes a machine-code copy of one, following the functions it
calls. Copies are kept on disk in a folder named after a hash of the sources, because
Numba's own cache does not notice a change in a function's callees. The folder lies where
``LUDOTHEQUE_CACHE`` says, else in the user's cache, which platformdirs knows; where
neither is there, kernels are compiled anew by every process.

Set ``LUDOTHEQUE_INTERPRETED=1``, or use ``with interpreted():``, to run everything as
ordinary Python: slower by a factor of thousands, and open to a debugger.
"""

import functools
import hashlib
import os
import shutil
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import FunctionType
from typing import Any

from ludotheque.core import contract
from ludotheque.core.contract import Kernel as Kernel

_PACKAGE = Path(__file__).parents[1]
_UNUSED_AFTER = 30 * 86_400  # seconds until a cache of sources no longer used is swept away
_INLINED = 2000  # bytes of bytecode up to which a kernel is built into its callers
_forced: ContextVar[bool | None] = ContextVar("interpreted", default=None)
_compiled: dict[Kernel, Kernel] = {}
_compiling = threading.RLock()


def is_interpreted() -> bool:
    """Whether kernels run as ordinary Python here and now."""
    forced = _forced.get()
    if forced is not None:
        return forced
    return os.environ.get("LUDOTHEQUE_INTERPRETED", "") not in ("", "0")


def is_forced() -> bool:
    """Whether a block ``with interpreted():`` is in force here; quicker than asking for both."""
    return _forced.get() is True


@contextmanager
def interpreted(yes: bool = True) -> Iterator[None]:
    """Run kernels as ordinary Python (or, with False, compiled) inside the block."""
    token = _forced.set(yes)
    try:
        yield
    finally:
        _forced.reset(token)


def runnable(kernel: Kernel) -> Kernel:
    """The kernel in the form that runs now: itself, or its compiled copy."""
    return kernel if is_interpreted() else compiled(kernel)


def compiled(kernel: Kernel) -> Kernel:
    """The machine-code copy of a kernel; made at its first call, or read from disk."""
    with _compiling:
        if kernel not in _compiled:
            _compiled[kernel] = _compile(kernel)
        return _compiled[kernel]


def bind(template: Kernel, parts: Mapping[str, Kernel], name: str) -> Kernel:
    """A copy of a function written against the contract, with a game's kernels in it.

    ``parts`` gives the function for each name of :mod:`ludotheque.core.contract` that
    the template, or a function it calls, uses; ``name`` tells the copies apart on disk.
    """
    made: dict[Kernel, Kernel] = {}

    def bound(function: Kernel) -> Kernel:
        if function not in made:
            replaced = {
                key: parts[key] if _is_contract(value) else bound(value)
                for key, value in called(function).items()
            }
            changed = any(replaced[key] is not _globals(function)[key] for key in replaced)
            made[function] = with_globals(function, replaced, f".{name}") if changed else function
        return made[function]

    return bound(template)


def _is_contract(function: Kernel) -> bool:
    return getattr(function, "__module__", None) == contract.__name__


def _globals(function: Kernel) -> dict[str, Any]:
    assert isinstance(function, FunctionType), f"{function!r} is not a plain function"
    return function.__globals__


def called(function: Kernel) -> dict[str, Kernel]:
    """The plain functions that a function calls, by the name it uses."""
    names = function.__code__.co_names
    found = {name: _globals(function).get(name) for name in names}
    return {name: value for name, value in found.items() if isinstance(value, FunctionType)}


def with_globals(function: Kernel, replaced: Mapping[str, Any], suffix: str = "") -> Kernel:
    """A copy of a function that sees other values under some of its global names."""
    assert isinstance(function, FunctionType)
    copy = FunctionType(
        function.__code__,
        {**function.__globals__, **replaced},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__qualname__ = function.__qualname__ + suffix  # Numba names the cache file after it
    copy.__module__ = function.__module__
    return copy


def _compile(kernel: Kernel) -> Kernel:
    import numba

    config: Any = numba.config

    copy = with_globals(kernel, {name: compiled(each) for name, each in called(kernel).items()})
    folders = _foreign_folders(kernel)
    kept = None if folders is None else cache_folder(folders)
    before = config.CACHE_DIR
    if kept is not None:
        config.CACHE_DIR = str(kept)
    try:  # the dispatcher looks its folder up once, when it is made
        return numba.njit(
            nogil=True,
            cache=kept is not None,
            error_model="numpy",
            forceinline=len(copy.__code__.co_code) < _INLINED,
        )(copy)
    finally:
        config.CACHE_DIR = before


@functools.cache
def _foreign_folders(kernel: Kernel) -> frozenset[Path] | None:
    """Folders outside this package whose sources a kernel depends on; None: nothing to go by."""
    file = Path(kernel.__code__.co_filename).resolve()
    if not file.is_file() or "<" in kernel.__qualname__:
        return None  # typed at a prompt, or a lambda: no file or no name to tell it by
    found = set() if file.is_relative_to(_PACKAGE) else {file.parent}
    for each in called(kernel).values():
        folders = _foreign_folders(each)
        if folders is None:
            return None
        found |= folders
    return frozenset(found)


@functools.cache
def cache_folder(foreign: frozenset[Path] = frozenset()) -> Path | None:
    """Where compiled kernels are kept: one folder for each state of the sources; None: nowhere."""
    chosen = os.environ.get("LUDOTHEQUE_CACHE")
    root = Path(chosen) if chosen else _user_cache()
    if root is None:
        return None
    folder = root / f"kernels-{_fingerprint(foreign)}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for other in root.glob("kernels-*"):
        if time.time() - other.stat().st_mtime > _UNUSED_AFTER:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _fingerprint(foreign: frozenset[Path]) -> str:
    digest = hashlib.sha256()
    own = (_PACKAGE / "core", _PACKAGE / "games", _PACKAGE / "bots")
    files = [file for folder in own for file in sorted(folder.rglob("*.py"))]
    files += [file for folder in sorted(foreign) for file in sorted(folder.glob("*.py"))]
    for file in files:
        digest.update(str(file).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _user_cache() -> Path | None:
    try:  # imported here: simulating needs NumPy and Numba, and nothing else
        from platformdirs import user_cache_path
    except ImportError:
        return None
    return user_cache_path("ludotheque", appauthor=False, opinion=False)
