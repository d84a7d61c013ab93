"""What every game on the shelf owes: its contract, its scenarios, its golden playthroughs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core.check import check_game
from ludotheque.core.discovery import games
from ludotheque.core.game import Game
from ludotheque.core.playthrough import replayed
from ludotheque.core.scenario import run_scenarios

SHELF = list(games().values())
RULE = re.compile(r"\b[A-Z]{2}-\d+\b")


def named(paths: list[Path]) -> list[object]:
    return [pytest.param(path, id=f"{path.parent.parent.name}-{path.stem}") for path in paths]


SCENARIOS = [path for game in SHELF for path in sorted((game.folder / "scenarios").glob("*.toml"))]
PLAYTHROUGHS = [
    path for game in SHELF for path in sorted((game.folder / "playthroughs").glob("*.txt"))
]


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_the_contract_is_kept(game: Game) -> None:
    check_game(game)


@pytest.mark.parametrize("file", named(SCENARIOS))
def test_scenarios_hold(file: Path) -> None:
    failed = [f"{r.rules} {r.title}: {r.differences}" for r in run_scenarios(file) if not r.passed]
    assert not failed


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_every_rule_has_a_scenario_and_is_cited_in_the_code(game: Game) -> None:
    rules = set(RULE.findall((game.folder / "RULES.md").read_text(encoding="utf-8")))
    files = (game.folder / "scenarios").glob("*.toml")
    proved = {rule for file in files for result in run_scenarios(file) for rule in result.rules}
    code = "".join(file.read_text(encoding="utf-8") for file in game.folder.glob("*.py"))
    house = set(getattr(game.rules, "NOT_OURS", ()))  # numbers that the house enforces
    assert rules
    assert rules - house == proved
    assert rules - house <= set(RULE.findall(code))


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_no_compiled_kernel_leaves_its_arrays(game: Game, tmp_path: Path) -> None:
    """A write out of bounds corrupts silently: the same games with every index checked."""
    code = (
        "import sys, hashlib, ludotheque as l; g = l.game(sys.argv[1]);"
        "names = [*g.all_policies][::-1] * 12; seats = g.chosen()['seats'];"
        "run = l.simulate(g, 60, policies=names[:seats], records=True, threads=1);"
        "print(hashlib.sha256(run.records.tobytes()).hexdigest())"
    )
    plain = {"NUMBA_BOUNDSCHECK": "0"}
    checked = {"NUMBA_BOUNDSCHECK": "1", "LUDOTHEQUE_CACHE": str(tmp_path)}
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code, game.id],
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for variables in (plain, checked)
    ]
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize("file", named(PLAYTHROUGHS))
def test_golden_playthroughs_are_played_again_to_the_letter(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert replayed(text) == text


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_there_are_golden_playthroughs(game: Game) -> None:
    assert list((game.folder / "playthroughs").glob("*.txt"))
