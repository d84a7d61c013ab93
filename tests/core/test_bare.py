"""Playing, simulating, telling and drawing where NumPy and Numba are all that is installed."""

import importlib.util
import json
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque

ROOT = Path(__file__).parents[2]
NEEDED = ("numpy", "numba", "llvmlite")
PROGRAM = """
import importlib.util, json, sys
sys.path.insert(0, sys.argv[1])
import ludotheque
from ludotheque.core.discovery import boxes

def seen(id, game, box):
    run = ludotheque.simulate(game, 2, options=box.options, progress=True)
    match = run.replay(0)
    again = game.read(match.position(), match.options)
    assert again.tobytes() == match.state.tobytes()
    assert game.draw(match.state).startswith("<svg")
    return [match.tell(step, "en") for step in match.steps[:5]]

assert "ludotheque.research" not in sys.modules
with ludotheque.interpreted():
    cup = ludotheque.research.tournament(ludotheque.game("ludo"), ["fast", "easy"], 2)
    assert cup.svg().startswith("<svg")
    told = {id: seen(id, *each) for id, each in boxes().items()}
with ludotheque.interpreted(False):
    ludotheque.simulate(ludotheque.game("ludo"), 100)
assert len(ludotheque.games()) > 1
assert not any(map(importlib.util.find_spec, ("babel", "markupsafe", "msgspec", "rich")))
print(json.dumps(told))
"""


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder of packages: this one as it is built, NumPy and Numba, and no other."""
    for name in NEEDED:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        package = Path(spec.origin).parent
        for each in (package, package.with_name(f"{name}.libs")):
            if each.exists():
                (tmp_path / each.name).symlink_to(each, target_is_directory=True)
    ours = tmp_path / "ludotheque"
    shutil.copytree(
        Path(ludotheque.__file__).parent,
        ours,
        ignore=shutil.ignore_patterns("node_modules", "__pycache__", "*.mo"),
    )
    runpy.run_path(str(ROOT / "hatch_build.py"))["compile_catalogues"](ours)
    return tmp_path


def test_numpy_and_numba_are_enough(bare: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM, str(bare)], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert told["ludo"][0][0].endswith(" begins.")
    assert all(sentence for sentences in told.values() for sentence in sentences)
