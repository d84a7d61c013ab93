"""Where contestants run: scratch environments outside the checkout, and child processes.

Everything lies in one folder of the user's cache (or of ``LUDOTHEQUE_BENCH``) and is used
again by the next run. This module knows nothing of what is measured.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
SOURCES = HERE.parent / "src"
_LIMIT = 900  # seconds for an installation or a measurement
_FOREIGN = ("PYTHON", "NUMBA_", "LUDOTHEQUE_", "JAX_", "XLA_", "OMP_")  # would tilt the numbers
_VERSIONS = (
    "import importlib.metadata as m, json;"
    "print(json.dumps({d.metadata['Name']: d.version for d in m.distributions()}))"
)


class Unavailable(Exception):
    """A contestant that cannot be measured here, and why in a few words."""


def folder() -> Path:
    """The scratch folder that runs share."""
    chosen = os.environ.get("LUDOTHEQUE_BENCH")
    if chosen:
        return Path(chosen)
    cache = os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None
    cache = cache or os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "ludotheque-bench"


def environment(packages: Sequence[str], *, fresh: bool = False) -> Path:
    """The Python of a scratch environment with these packages; made at its first use."""
    version = "{}.{}".format(*sys.version_info)
    home = folder() / "environments" / f"{'-'.join(packages)}-{version}"
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    done = home / "installed"
    if fresh or not done.is_file():
        shutil.rmtree(home, ignore_errors=True)
        _install(home, python, packages)
        done.touch()
    return python


def _install(home: Path, python: Path, packages: Sequence[str]) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    try:
        subprocess.run([sys.executable, "-m", "venv", home], check=True, timeout=_LIMIT)
        command = [str(python), "-m", "pip", "install", *quiet, *packages]
        subprocess.run(command, check=True, timeout=_LIMIT)
    except (subprocess.SubprocessError, OSError) as error:
        shutil.rmtree(home, ignore_errors=True)
        raise Unavailable(f"pip could not install {' and '.join(packages)}") from error


def versions(python: str | Path) -> dict[str, str]:
    """Every package of an environment with its version."""
    done = subprocess.run([python, "-c", _VERSIONS], check=True, capture_output=True, text=True)
    found: dict[str, str] = json.loads(done.stdout)
    return dict(sorted(found.items(), key=lambda item: item[0].lower()))


def measure(
    python: str | Path, script: str, arguments: Sequence[str], more: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Run a script of this folder in a child process; the JSON of the last line it prints."""
    command = [str(python), str(HERE / script), *arguments]
    try:
        done = subprocess.run(
            command,
            env=variables(more),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=_LIMIT,
        )
        result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (subprocess.SubprocessError, OSError, ValueError, IndexError) as error:
        raise Unavailable(f"{script} ended with an error") from error
    return result


def variables(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """A child's environment: nothing that tilts numbers, and bytecode kept as usual.

    Bytecode goes to the scratch folder, so that a start costs what it costs on a machine in
    daily use and the checkout stays clean.
    """
    kept = {key: value for key, value in os.environ.items() if not key.startswith(_FOREIGN)}
    own = {
        "PYTHONPYCACHEPREFIX": str(folder() / "bytecode"),
        "PYTHONPATH": str(SOURCES),
        "LUDOTHEQUE_CACHE": str(folder() / "kernels"),
        "JAX_COMPILATION_CACHE_DIR": str(folder() / "jax"),
        "JAX_PLATFORMS": "cpu",
    }
    return {**kept, **own, **(more or {})}


@contextmanager
def empty_cache() -> Iterator[dict[str, str]]:
    """The variable that points our package at a cache folder with nothing in it."""
    folder().mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder()) as empty:
        yield {"LUDOTHEQUE_CACHE": empty}
