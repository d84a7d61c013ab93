"""Kernels for CUDA: the same plain functions, turned into PTX.

Needs ``numba-cuda`` (the extra ``gpu``), and no GPU to compile. What runs the PTX is the
caller's choice.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludotheque.core.compile import Kernel, called, with_globals

CAPABILITY = (9, 0)  # Hopper


def is_available() -> bool:
    """Whether kernels can be compiled for CUDA here."""
    return find_spec("numba_cuda") is not None


def ptx(kernel: Kernel, *types: Any, capability: tuple[int, int] = CAPABILITY) -> str:
    """A kernel and all it calls as PTX, for arguments of these Numba types."""
    import numba.cuda

    cuda: Any = numba.cuda

    made: dict[Kernel, Any] = {}

    def device(function: Kernel) -> Any:
        if function not in made:
            made[function] = cuda.jit(device=True)(_with_device_calls(function, device))
        return made[function]

    with _stand_in(capability):
        copy = _with_device_calls(kernel, device)
        text, _ = cuda.compile_ptx(copy, numba.void(*types), cc=capability)
    return str(text)


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


def assembled(text: str, capability: tuple[int, int] = CAPABILITY) -> str:
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
