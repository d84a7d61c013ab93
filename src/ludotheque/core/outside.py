"""What a kernel takes from outside the package: whose code it runs, and which values it reads.

What is compiled of our own kernels depends on our sources alone. Of a researcher's it also depends
on functions that may have the same name in another script, or after they were loaded anew, and on
values of her modules, which are compiled in.
"""

import dis
import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from ludotheque.core.contract import Kernel

PACKAGE = Path(__file__).parents[1]

_DATA = (bool, int, float, complex, str, bytes, type(None))


class _Unknown(Exception):
    """A kernel reads something of which nobody can tell whether it is the same another time."""


def globals_of(function: Kernel) -> dict[str, Any]:
    """The values that a function sees by name."""
    assert isinstance(function, FunctionType), f"{function!r} is not a plain function"
    return function.__globals__


def called(function: Kernel) -> dict[str, Kernel]:
    """The plain functions that a function calls, by the name it uses."""
    names = function.__code__.co_names
    found = {name: globals_of(function).get(name) for name in names}
    return {name: value for name, value in found.items() if isinstance(value, FunctionType)}


def is_ours(kernel: Kernel) -> bool:
    """Whether the code of a kernel is the package's own."""
    return Path(kernel.__code__.co_filename).is_relative_to(PACKAGE)


@cache
def folders(kernel: Kernel) -> frozenset[Path] | None:
    """Folders outside this package whose sources a kernel depends on; None: nothing to go by."""
    file = Path(kernel.__code__.co_filename).resolve()
    if not file.is_file() or "<" in kernel.__qualname__ or kernel.__module__ not in sys.modules:
        return None  # typed at a prompt, a lambda, or of a module that Numba will not find again
    found = set() if file.is_relative_to(PACKAGE) else {file.parent}
    for each in called(kernel).values():
        more = folders(each)
        if more is None:
            return None
        found |= more
    return frozenset(found)


def name_of(kernel: Kernel) -> str | None:
    """A name for all that a kernel takes from outside, "" where that is nothing.

    None: it reads something that cannot be compared with what it was another time.
    """
    if not folders(kernel):
        return ""
    reached, digest = _reached(kernel), hashlib.sha256()
    numbers = {each: str(number) for number, each in enumerate(reached)}
    try:
        for each in reached:
            calls = [f"{name}:{numbers[other]}" for name, other in _calls(each).items()]
            digest.update(" ".join(calls).encode() + b"\0")
            for part in () if is_ours(each) else _told(each):
                digest.update(part + b"\0")
    except _Unknown:
        return None
    return f".{digest.hexdigest()[:16]}"


def _reached(kernel: Kernel) -> list[Kernel]:
    """A kernel and all that it calls, in the order in which they are met."""
    found, met = [kernel], {kernel}
    for each in found:
        new = dict.fromkeys(other for other in _calls(each).values() if other not in met)
        found += new
        met.update(new)
    return found


def _calls(kernel: Kernel) -> dict[str, Kernel]:
    """What a kernel calls, functions among it that Numba was told to compile already."""
    found = called(kernel)
    for name, value in {} if is_ours(kernel) else _read(kernel):
        if isinstance(inner := getattr(value, "py_func", None), FunctionType):
            found[name] = inner
    return found


def _read(kernel: Kernel) -> Iterator[tuple[str, Any]]:
    """The values that a kernel reads, after their names; those of modules by their own."""
    code = kernel.__code__
    for name in sorted(_globals_read(code)):
        value = globals_of(kernel).get(name)
        if isinstance(value, ModuleType):
            known = vars(value)
            yield from ((f"{name}.{each}", known[each]) for each in code.co_names if each in known)
        else:
            yield name, value


def _globals_read(code: CodeType) -> set[str]:
    found = {each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL"}
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return found.union(*map(_globals_read, inner))


def _told(kernel: Kernel) -> Iterator[bytes]:
    """What a kernel from outside says, and the values that are compiled into it."""
    yield from _written(kernel.__code__)
    yield repr(kernel.__defaults__).encode()
    for name, value in _read(kernel):
        yield name.encode()
        yield _value(value)


def _written(code: CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_names, code.co_varnames)).encode()
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _written(each)
        else:
            yield repr(each).encode()


def _value(value: Any) -> bytes:
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        return f"{value.dtype.descr} {value.shape}".encode() + value.tobytes()
    if isinstance(value, tuple):
        return b"(" + b",".join(map(_value, value)) + b")"
    if isinstance(value, _DATA):
        return repr(value).encode()
    if isinstance(value, np.dtype):
        return repr(value.descr).encode()
    if isinstance(value, ModuleType | type | FunctionType | BuiltinFunctionType | np.ufunc):
        return f"{getattr(value, '__module__', '')} {value.__name__}".encode()
    if isinstance(getattr(value, "py_func", None), FunctionType):
        return b"compiled"  # by Numba: it is among what is called
    raise _Unknown
