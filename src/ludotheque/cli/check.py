"""``ludotheque check``: run scenario files, or check whole games against the contract."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.app import app
from ludotheque.core.check import findings
from ludotheque.core.discovery import game, games
from ludotheque.core.scenario import Result, run_scenarios


@app.command()
def check(
    what: Annotated[
        list[str], typer.Argument(metavar="FILE|GAME…", help="Scenario files (TOML), or games.")
    ],
) -> None:
    """Run scenario files, a line a case; or check games against the contract, a line a finding.

    The exit code is 1 if anything failed.
    """
    verdicts: list[bool] = []
    for each in what:
        verdicts += _check_game(each) if each in games() else _check_file(Path(each))
    failed = verdicts.count(False)
    typer.echo(f"{len(verdicts) - failed} passed, {failed} failed")
    raise typer.Exit(1 if failed else 0)


def _check_file(file: Path) -> list[bool]:
    results = run_scenarios(file)
    for result in results:
        _print(result)
    return [result.passed for result in results]


def _print(result: Result) -> None:
    verdict = "passed" if result.passed else "FAILED"
    typer.echo(f"{verdict}  {', '.join(result.rules)}  {result.title}")
    for difference in result.differences:
        typer.echo(f"        {difference}")


def _check_game(id: str) -> list[bool]:
    """Look for findings, and print each as soon as it is there."""
    typer.echo(f"checking {id}: this takes a minute or two", err=True)
    verdicts = []
    for finding in findings(game(id)):
        typer.echo(f"FAILED  {id}: {finding}")
        verdicts.append(False)
    if not verdicts:
        typer.echo(f"passed  {id} keeps the contract")
    return verdicts or [True]
