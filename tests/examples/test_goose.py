"""A game from outside: installed as a package of its own, it stands on the shelf like ours."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

GOOSE = Path(__file__).parents[2] / "examples" / "goose"

# A person and a bot play it to its end at a table; the record is verified, and told.
PLAY = """
import asyncio, sys
from ludotheque.core.discovery import games
from ludotheque.table import NO_PACE, Person, Runner, Settings, Store, load, tell, verify
from ludotheque.table import commands as c
from ludotheque.bots import Thinkers

ANN = Person("ann", "Ann")

async def play():
    with Store(f"sqlite:///{sys.argv[1]}") as store:
        runner = Runner(store, pace=NO_PACE, thinkers=Thinkers(0))
        await runner.start(warm=False)
        table = await runner.create("goose", {}, Settings(automatic_rolls=True), host=ANN)
        await runner.command(table, ANN, c.Sit(id="1"))
        await runner.command(table, ANN, c.Fill(id="2"))
        for number in range(3, 2000):
            await runner.idle()
            view = await runner.view(table, 0)
            if view.ended:
                break
            if view.moves:
                move = c.Move(id=str(number), seen=view.number, seat=0, move=next(iter(view.moves)))
                await runner.command(table, ANN, move)
        record = load((await runner.record(table)).json())
        told = await runner.told(table, 0)
        await runner.close()
        print(view.ended.reason, verify(record).is_fair)
        print(tell(view.game, told[-2], view.names, "en")[-1])

asyncio.run(play())
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Run Python in an environment where the package is installed beside ours."""
    folder = tmp_path_factory.mktemp("goose")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", folder, GOOSE], check=True)

    def run(*arguments: str) -> str:
        variables = {**os.environ, "PYTHONPATH": str(folder)}
        call = [sys.executable, *arguments]
        done = subprocess.run(call, env=variables, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_it_stands_on_the_shelf(run: Callable[..., str]) -> None:
    assert "goose" in run("-m", "ludotheque", "games")
    position = json.loads(run("-m", "ludotheque", "position", "goose", "first 1", "roll 1 2"))
    assert position["dice"] == [1, 2]


def test_it_keeps_the_contract(run: Callable[..., str]) -> None:
    assert "passed  goose keeps the contract" in run("-m", "ludotheque", "check", "goose")


def test_it_is_simulated(run: Callable[..., str]) -> None:
    code = (
        "import ludotheque; goose = ludotheque.game('goose');"
        "runs = ludotheque.simulate(goose, 2000, policies=['wary', 'random']);"
        "print((runs.ranks[:, 0] == 1).mean() > 0.5)"
    )
    assert run("-c", code).strip() == "True"


def test_it_is_played_at_a_table(run: Callable[..., str], tmp_path: Path) -> None:
    lines = run("-c", PLAY, str(tmp_path / "house.db")).splitlines()
    assert lines[0] == "finished True"
    assert lines[1].endswith("wins the game.")
