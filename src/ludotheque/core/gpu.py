"""Kernels for CUDA: the same plain functions, turned into PTX.

Needs ``numba-cuda`` (the extra ``gpu``), and no GPU to compile. PTX is kept on disk beside the
compiled kernels, under the same fingerprint, so that a machine without Numba can run what another
one compiled. What runs it is :mod:`ludotheque.core.cuda`.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numpy as np

from ludotheque.core.bits import count_bits, lowest_bit
from ludotheque.core.compile import Kernel, folder_of, with_globals
from ludotheque.core.contract import whole
from ludotheque.core.errors import NoDevice
from ludotheque.core.lanes import lane, of_lane
from ludotheque.core.outside import called, name_of
from ludotheque.core.room import room

T = TypeVar("T")

cuda: Any = None  # a name that compiled copies see Numba's CUDA under
WARP = 32  # lanes of a warp
_ALL = (1 << WARP) - 1  # a bit for each of them
RECORD = "record"  # what kinds call an array of the game's records
REGISTERS = 128  # of a thread at most: with more, too few of them are there at once
Kind: TypeAlias = "str | tuple[Kind, ...]"  # an argument: "i8", an array "u2.1", a tuple of such

_TABLE = re.compile(
    r"^\.(?:const|global) (\.align \d+ \.b8) (_cudapy_cmem[\w$]*)(\[\d+\] = \{[^}]*\};)$", re.M
)


@dataclass(frozen=True)
class Target:
    """What PTX is made for: a GPU's abilities, and the newest PTX that its driver reads."""

    capability: tuple[int, int] = (9, 0)  # Hopper
    version: tuple[int, int] = (9, 0)  # CUDA 13.0


def is_available() -> bool:
    """Whether kernels can be compiled for CUDA here."""
    return find_spec("numba_cuda") is not None


def program(
    kernel: Kernel, kinds: tuple[Kind, ...], record: np.dtype[Any],
    constants: Mapping[str, Any], target: Target,
) -> str:  # fmt: skip
    """A kernel as PTX, read from disk if it was made before; NoDevice where Numba is missing.

    ``constants`` are further names that the kernel sees values under; ``cuda`` is Numba's.
    """
    folder = folder_of(kernel)
    named = f"{kernel.__module__}.{kernel.__qualname__}{name_of(kernel)}"
    wanted = f"{named} {kinds} {target} {constants}"
    file = folder and folder / f"{hashlib.sha256(wanted.encode()).hexdigest()[:24]}.ptx"
    if file is not None and file.is_file():
        return file.read_text(encoding="ascii")
    if not is_available():
        raise NoDevice("compiling for a GPU takes Numba's CUDA: pip install 'ludotheque[gpu]'")
    import numba
    import numba.cuda

    known = {"cuda": numba.cuda, "RECORD": record, **constants}
    text = ptx(with_globals(kernel, known), *(_typed(kind, record) for kind in kinds),
               target=target)  # fmt: skip
    if file is not None:
        _write(file, text)
    return text


def _write(file: Path, text: str) -> None:
    """As a whole or not at all: several processes may write the same."""
    with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False) as scratch:
        scratch.write(text)
    Path(scratch.name).replace(file)


def _typed(kind: Kind, record: np.dtype[Any]) -> Any:
    """The Numba type of an argument."""
    import numba

    types: Any = numba.types
    from_dtype = numba.from_dtype
    if isinstance(kind, tuple):
        return types.Tuple([_typed(each, record) for each in kind])
    if kind == RECORD:
        return types.Array(from_dtype(record), 1, "C")
    name, _, dimensions = kind.partition(".")
    number = from_dtype(np.dtype(name))
    return types.Array(number, int(dimensions), "C") if dimensions else number


def _lowest_bit(word: int) -> int:
    return whole(cuda.ffs(whole(word))) - 1


def _count_bits(word: int) -> int:
    return whole(cuda.popc(whole(word)))


def _room(count: int, kind: Any) -> Any:
    return cuda.local.array(count, kind)


def _lane() -> int:
    return whole(cuda.laneid)


def _of_lane(value: T, which: int) -> T:
    told: T = cuda.shfl_sync(_ALL, value, which)
    return told


# What a GPU has an instruction for, a memory of each thread's own, and a warp's lanes.
_INSTRUCTIONS: dict[Kernel, Kernel] = {
    lowest_bit: _lowest_bit,
    count_bits: _count_bits,
    room: _room,
    lane: _lane,
    of_lane: _of_lane,
}


def lanes_of(kernel: Kernel) -> int:
    """How many threads go through a kernel together: a warp's where a network is asked."""
    return WARP if _asks(kernel) else 1


@cache
def _asks(kernel: Kernel) -> bool:
    return kernel is of_lane or any(_asks(each) for each in called(kernel).values())


def ptx(kernel: Kernel, *types: Any, target: Target = Target()) -> str:  # noqa: B008
    """A kernel and all it calls as PTX, for arguments of these Numba types."""
    import numba.cuda

    cuda: Any = numba.cuda
    seen = {"cuda": cuda, "TOGETHER": lanes_of(kernel)}
    made: dict[Kernel, Any] = {}

    def device(function: Kernel) -> Any:
        if function not in made:
            plain = with_globals(_INSTRUCTIONS.get(function, function), seen)
            # Room is its caller's: as a function of its own it would be gone when it returns.
            how = {"inline": "always"} if function is room else {}
            made[function] = cuda.jit(device=True, **how)(_with_device_calls(plain, device))
        return made[function]

    with _stand_in(target.capability):
        copy = _with_device_calls(with_globals(kernel, seen), device)
        text, _ = cuda.compile_ptx(copy, numba.void(*types), cc=target.capability)
    text = with_few_registers(with_patient_barriers(with_tables_once(str(text))))
    return _readable_by(text, target.version)


def with_tables_once(text: str) -> str:
    """PTX with every table written once, in global memory.

    Numba writes a table for each function that reads it, into constant memory: that has room for
    64 kB, and serves a warp one address at a time, while each game looks up another row.
    """
    first: dict[tuple[str, str], str] = {}
    same: dict[str, str] = {}

    def keep(table: re.Match[str]) -> str:
        alignment, name, content = table.groups()
        same[name] = first.setdefault((alignment, content), name)
        return f".global {alignment} {name}{content}" if same[name] == name else ""

    text = _TABLE.sub(keep, text)
    text = re.sub(r"_cudapy_cmem[\w$]*", lambda found: same.get(found[0], found[0]), text)
    return text.replace("ld.const", "ld.global.nc").replace("cvta.const", "cvta.global")


def with_few_registers(text: str) -> str:
    """PTX whose kernels take no more registers than that, and memory for the rest."""
    return re.sub(r"^(\.visible \.entry [^{]*\))$", rf"\1\n.maxnreg {REGISTERS}", text, flags=re.M)


def with_patient_barriers(text: str) -> str:
    """PTX whose threads may come to a barrier one by one.

    As Numba writes it, a warp must come as one, or hang: and the threads of a warp seldom do.
    """
    return re.sub(r"\bbar\.red\b", "barrier.red", text)


def _readable_by(text: str, version: tuple[int, int]) -> str:
    """PTX that says it needs no newer reader than this: the compiler names its own."""
    found = re.search(r"^\.version (\d+)\.(\d+)", text, re.M)
    if found is None or (int(found[1]), int(found[2])) <= version:
        return text
    return text.replace(found[0], f".version {version[0]}.{version[1]}", 1)


def _with_device_calls(function: Kernel, device: Any) -> Kernel:
    return with_globals(function, {name: device(each) for name, each in called(function).items()})


@contextmanager
def _stand_in(capability: tuple[int, int]) -> Iterator[None]:
    """Numba asks the current device what it can do, also where there is none."""
    name = "get_current_device"
    modules = [
        module
        for key, module in list(sys.modules.items())
        if key.startswith("numba.cuda") and hasattr(module, name)
    ]
    before = [getattr(module, name) for module in modules]
    for module in modules:
        setattr(module, name, lambda: _Device(capability))
    try:
        yield
    finally:
        for module, value in zip(modules, before, strict=True):
            setattr(module, name, value)


class _Device:
    """All that the compiler asks of a device."""

    id = 0

    def __init__(self, capability: tuple[int, int]):
        self.compute_capability = capability


def assembler() -> str | None:
    """The program ptxas: on the path, or in the wheels of CUDA."""
    found = shutil.which("ptxas")
    if found is None and (spec := find_spec("nvidia")) is not None:
        for folder in spec.submodule_search_locations or ():
            found = found or next((str(each) for each in Path(folder).glob("*/bin/ptxas")), None)
    return found


def assembled(text: str, capability: tuple[int, int] = Target.capability) -> str:
    """What ptxas objects to in a PTX; empty where it is content, or is not installed."""
    program = assembler()
    if program is None:
        return ""
    architecture = f"sm_{capability[0]}{capability[1]}"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(text, encoding="utf-8")
        call = [program, f"-arch={architecture}", "-o", os.devnull, str(source)]
        run = subprocess.run(call, capture_output=True, text=True, check=False)
    return run.stderr.strip() if run.returncode else ""
