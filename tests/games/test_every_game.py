"""What every game on the shelf owes: its contract, and each of its scenarios."""

from pathlib import Path

import pytest

from ludotheque.core.check import check_game
from ludotheque.core.discovery import games
from ludotheque.core.game import Game
from ludotheque.core.scenario import run_scenarios

SHELF = list(games().values())


def named(paths: list[Path]) -> list[object]:
    return [pytest.param(path, id=f"{path.parent.parent.name}-{path.stem}") for path in paths]


SCENARIOS = [path for game in SHELF for path in sorted((game.folder / "scenarios").glob("*.toml"))]


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_the_contract_is_kept(game: Game) -> None:
    check_game(game)


@pytest.mark.parametrize("file", named(SCENARIOS))
def test_scenarios_hold(file: Path) -> None:
    failed = [f"{r.rules} {r.title}: {r.differences}" for r in run_scenarios(file) if not r.passed]
    assert not failed
