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
import gc
import hashlib
import os
import shutil
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from ludotheque.core import contract, outside
from ludotheque.core.contract import Kernel as Kernel
from ludotheque.core.outside import PACKAGE, called, globals_of, is_ours

_UNUSED_AFTER = 30 * 86_400  # seconds until a cache of sources no longer used is swept away
_INLINED = 2000  # bytes of bytecode up to which a kernel is built into its callers
_SWEEPS = (20_000, 100, 100)  # how seldom Python looks for garbage while it compiles
_forced: ContextVar[bool | None] = ContextVar("interpreted", default=None)
_compiled: dict[Kernel, Kernel] = {}  # to be called from Python
_parts: dict[Kernel, Kernel] = {}  # to be called by these
_apart: set[CodeType] = set()  # of kernels that stay functions of their own; copies share it
_compiling = threading.RLock()
_locked: set[Path] = set()  # what this process compiles at the moment


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


def compiled(kernel: Kernel, *, is_brief: bool = False) -> Kernel:
    """The machine-code copy of a kernel; made at its first call, or read from disk.

    Other threads may run meanwhile, but for a brief one: handing over and waiting for one's next
    turn takes many times as long as the kernel does.
    """
    with _compiling:
        if kernel not in _compiled:
            _compiled[kernel] = _compile(kernel, is_brief)
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
            changed = any(replaced[key] is not globals_of(function)[key] for key in replaced)
            made[function] = with_globals(function, replaced, f".{name}") if changed else function
        return made[function]

    return bound(template)


def _is_contract(function: Kernel) -> bool:
    return getattr(function, "__module__", None) == contract.__name__


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


def apart(kernel: Kernel) -> Kernel:
    """Mark a kernel that is large and called from many places: it is built once, not in each."""
    _apart.add(kernel.__code__)
    return kernel


def _compile(kernel: Kernel, is_brief: bool) -> Kernel:
    return _jit(kernel, nogil=not is_brief)


def _part(kernel: Kernel) -> Kernel:
    """The copy of a kernel that others call: without a way in from Python, which takes as long."""
    with _compiling:
        if kernel not in _parts:
            _parts[kernel] = _made(kernel)
        return _parts[kernel]


def _made(kernel: Kernel) -> Kernel:
    from ludotheque.core.instructions import INSTRUCTIONS

    if kernel in INSTRUCTIONS:
        return INSTRUCTIONS[kernel]
    inside = with_globals(kernel, {}, ".part")  # kept on disk apart from one that Python calls
    return _jit(inside, is_part=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _jit(kernel: Kernel, *, is_part: bool = False, **how: Any) -> Kernel:
    import numba

    from ludotheque.core.parts import as_part

    config: Any = numba.config
    jit: Any = numba.njit  # some of its options are not in its types

    parts = {name: _part(each) for name, each in called(kernel).items()}
    copy = with_globals(kernel, parts, outside.name_of(kernel) or "")
    kept = folder_of(kernel)
    before = config.CACHE_DIR
    if kept is not None:
        config.CACHE_DIR = str(kept)
    try:  # the dispatcher looks its folder up once, when it is made
        made = jit(
            cache=kept is not None,
            error_model="numpy",
            forceinline=len(copy.__code__.co_code) < _INLINED and copy.__code__ not in _apart,
            # Kernels allocate nothing, so that nothing need be counted: a batch's arrays would be,
            # at every call, for four times what a look at a game costs.
            _nrt=not is_ours(kernel),
            **how,
        )(copy)
        if is_part and is_ours(kernel):
            as_part(made)
    finally:
        config.CACHE_DIR = before
    made.compile = _once(made, kept and kept / f"{_digest(copy)}.lock")
    return made


def _once(made: Any, lock: Path | None) -> Kernel:
    """Compile while no other process does the same: it finds on disk what this one leaves there."""
    from numba.core.compiler_lock import global_compiler_lock

    compile = made.compile

    @functools.wraps(compile)
    def alone(signature: Any) -> Any:
        with global_compiler_lock:
            known = made.overloads.get(signature)
            if known is not None:
                return known.entry_point
            with _held(lock), _seldom_swept():
                return compile(signature)

    return alone


@contextmanager
def _seldom_swept() -> Iterator[None]:
    """Look for garbage less often: most of what a compiler makes stays, and is looked through."""
    before = gc.get_threshold()
    gc.set_threshold(*_SWEEPS)
    try:
        yield
    finally:
        if gc.get_threshold() == _SWEEPS:  # nobody else decided meanwhile
            gc.set_threshold(*before)


@contextmanager
def _held(lock: Path | None) -> Iterator[None]:
    """Hold a lock against other processes; where there are none, work is done twice at worst."""
    with ExitStack() as held:
        with suppress(ImportError, OSError):  # Windows; a folder that is swept away
            import fcntl

            if lock is not None and lock not in _locked:  # a kernel may call itself
                file = held.enter_context(lock.open("w"))
                fcntl.flock(file, fcntl.LOCK_EX)
                _locked.add(lock)
                held.callback(_locked.remove, lock)
        yield


def _digest(kernel: Kernel) -> str:
    named = f"{kernel.__module__}.{kernel.__qualname__}"
    return hashlib.sha256(named.encode()).hexdigest()[:16]


def folder_of(kernel: Kernel) -> Path | None:
    """Where what is compiled of a kernel is kept; None: nowhere."""
    folders = outside.folders(kernel)
    if folders is None or outside.name_of(kernel) is None:
        return None
    return cache_folder(folders)


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


def fingerprint(kernels: Iterable[Kernel]) -> str | None:
    """A name for what the sources of some kernels say now; None: there is nothing to go by."""
    folders: set[Path] = set()
    for each in kernels:
        found = outside.folders(each)
        if found is None:
            return None
        folders |= found
    return _fingerprint(frozenset(folders))


def _fingerprint(foreign: frozenset[Path]) -> str:
    own = [PACKAGE / name for name in ("core", "games", "bots", "research")]
    files = [file for folder in own for file in sorted(folder.rglob("*.py"))]
    return digest_of([*files, *(f for each in sorted(foreign) for f in sorted(each.glob("*.py")))])


def digest_of(files: Iterable[Path]) -> str:
    """A name for what these files say now, our own wherever the package lies."""
    digest = hashlib.sha256()
    for file in files:
        name = file.relative_to(PACKAGE) if file.is_relative_to(PACKAGE) else file
        digest.update(str(name).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _user_cache() -> Path | None:
    try:  # imported here: simulating needs NumPy and Numba, and nothing else
        from platformdirs import user_cache_path
    except ImportError:
        return None
    return user_cache_path("ludotheque", appauthor=False, opinion=False)
